"""Signs that a page carries content as data, found in its bytes: every page is asked, and few have any.

The kernel looks for them; the same in Python is in `tests/metadata/plain_data_signs.py`. Here is also the kind of page
that a page declares itself to be.
"""

from weft.deadline import kernel_call
from weft.document import Document
from weft.kernel import metadata as kernel
from weft.kernel.metadata import data_signs
from weft.page import Page

MAIN = "main"
"""JSON-LD of what a page is about: an article, a recipe, instructions."""

BESIDE = "beside"
"""JSON-LD of what often stands beside that: questions, a product, posts."""

STATE = "state"
"""The state of the page's program."""

SIGNS = (MAIN, BESIDE, STATE)

SHORT = 300
"""Words of a choice that may be the beginning of a longer text, or of a frame without its content.

A longer one is not asked for what often stands beside, nor for the state, which takes long to read."""


def find_data_signs(document: Document) -> frozenset[str]:
    """The kinds of data that its page may carry, and that may say more than what was chosen."""
    chosen = int(document.page.blocks.words[document.keep].sum())
    with kernel_call():
        found = data_signs(document.page.table, chosen <= SHORT)
    return frozenset(sign for sign, is_there in zip(SIGNS, found, strict=True) if is_there)


def find_page_type(page: Page) -> str:
    """One of `PAGE_TYPES` by what the page declares, `other` where it declares nothing.

    >>> from weft import parse
    >>> find_page_type(parse('<meta property="og:type" content="article">'))
    'article'
    """
    with kernel_call():
        return kernel.find_page_type(page.table)
