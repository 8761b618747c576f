"""Clean HTML: the kept content in the elements that carry meaning, and nothing that runs."""

from weft.document import Document
from weft.render_options import RenderOptions
from weft.renderers.kernel_passages import kernel_html
from weft.renderers.render import shown_blocks


def render_html(document: Document, options: RenderOptions) -> str:
    """The kept blocks as HTML without a `body` around them."""
    page, keep = document.page, shown_blocks(document, options)
    return kernel_html(page, keep, options)
