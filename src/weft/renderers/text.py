"""Plain text: paragraphs with a blank line between them, items and rows on lines, cells with tabs between them.

This is the format that runs over whole crawls: the kernel writes it, in the call that reads the page where it can.
"""

from weft.deadline import kernel_call
from weft.document import Document
from weft.kernel.renderers import write_text
from weft.render_options import RenderOptions
from weft.renderers.render import shown_blocks


def render_text(document: Document, options: RenderOptions) -> str:
    """The kept blocks as plain text.

    >>> import numpy as np
    >>> from weft import parse
    >>> page = parse("<p>One\\n two<ul><li>three<li>four</ul><table><tr><td>5<td>6</table>")
    >>> render_text(Document(page=page, keep=np.arange(len(page.blocks))), RenderOptions())
    'One two\\n\\nthree\\nfour\\n\\n5\\t6'
    """
    page, keep = document.page, shown_blocks(document, options)
    if not len(keep):
        return ""
    with kernel_call() as seconds:
        return write_text(page.table, keep, page.url or "", options.readings, seconds=seconds)
