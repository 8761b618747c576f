"""Renderers: the kept blocks of a page as text, Markdown, HTML, JSON or TEI."""

from weft.renderers.json import to_dict
from weft.renderers.options import RenderOptions
from weft.renderers.render import RENDERERS, Renderer, render

__all__ = ["RENDERERS", "RenderOptions", "Renderer", "render", "to_dict"]
