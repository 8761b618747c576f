"""Renderers: the kept blocks of a page as text, Markdown, HTML, JSON, TEI or chunks."""

from weft.render_options import Chunk, Chunking, ChunkingFields, RenderOptions
from weft.renderers.json import to_dict
from weft.renderers.render import RENDERERS, Renderer, render

__all__ = ["RENDERERS", "Chunk", "Chunking", "ChunkingFields", "RenderOptions", "Renderer", "render", "to_dict"]
