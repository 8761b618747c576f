"""Markdown (CommonMark with the tables and notes of GitHub), for people and for language models."""

from weft.document import Document
from weft.render_options import RenderOptions
from weft.renderers.front_matter import front_matter
from weft.renderers.kernel_passages import kernel_markdown
from weft.renderers.render import shown_blocks
from weft.renderers.written_records import given_records


def render_markdown(document: Document, options: RenderOptions) -> str:
    """The kept blocks as Markdown."""
    keep = shown_blocks(document, options)
    title = document.metadata.title.value if options.title else ""
    written = kernel_markdown(document.page, keep, options, given_records(document, keep, options), title)
    return (front_matter(document) if options.front_matter else "") + written
