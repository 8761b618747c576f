"""The kind of page that a page declares itself to be."""

from weft.deadline import kernel_call
from weft.kernel import metadata as kernel
from weft.page import Page


def find_page_type(page: Page) -> str:
    """One of `PAGE_TYPES` by what the page declares, `other` where it declares nothing.

    >>> from weft import parse
    >>> find_page_type(parse('<meta property="og:type" content="article">'))
    'article'
    """
    with kernel_call():
        return kernel.find_page_type(page.table)
