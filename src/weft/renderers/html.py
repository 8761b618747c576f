"""Clean HTML: the kept content in the elements that carry meaning, and nothing that runs."""

from weft.content import Content
from weft.page import Page
from weft.renderers.kernel_passages import kernel_html
from weft.renderers.render import BlockIndexes, RenderOptions


def render_html(page: Page, keep: BlockIndexes, content: Content, options: RenderOptions) -> str:
    """The kept blocks as HTML without a `body` around them."""
    return kernel_html(page, keep, options)
