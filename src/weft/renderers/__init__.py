"""Renderers: the kept blocks of a page as text, Markdown, HTML, JSON or TEI."""

from weft.renderers.json import to_dict
from weft.renderers.render import RENDERERS, Renderer, RenderOptions, render

__all__ = ["RENDERERS", "RenderOptions", "Renderer", "render", "to_dict"]
