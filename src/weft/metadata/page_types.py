"""The kind of page that a page declares itself to be."""

from weft import _native
from weft.page import Page
from weft.page.kernel import kernel_call


def find_page_type(page: Page) -> str:
    """One of `PAGE_TYPES` by what the page declares, `other` where it declares nothing.

    >>> from weft import parse
    >>> find_page_type(parse('<meta property="og:type" content="article">'))
    'article'
    """
    with kernel_call():
        return _native.find_page_type(page.table)
