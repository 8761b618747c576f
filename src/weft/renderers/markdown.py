"""Markdown (CommonMark with the tables and notes of GitHub), for people and for language models."""

from weft.content import Content
from weft.page import Page
from weft.renderers.front_matter import front_matter
from weft.renderers.kernel_passages import kernel_markdown
from weft.renderers.render import BlockIndexes, RenderOptions
from weft.renderers.written_records import given_records


def render_markdown(page: Page, keep: BlockIndexes, content: Content, options: RenderOptions) -> str:
    """The kept blocks as Markdown."""
    title = content.metadata.title.value if options.title else ""
    written = kernel_markdown(page, keep, options, given_records(page, keep, content, options), title)
    return (front_matter(page, content) if options.front_matter else "") + written
