"""Characters that a reader never sees: soft hyphens, control characters, marks of byte order."""

import re

from weft.page import Page

# The controls that are white space stay; white space is collapsed where it is none of code.
_CONTROLS = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f\xad\ufeff]")
_ASCII_CONTROLS = bytes(number for number in range(128) if _CONTROLS.match(chr(number)))
_LATIN_CONTROLS = re.compile(rb"\xc2[\x80-\x84\x86-\x9f\xad]")


def has_controls(page: Page) -> bool:
    """Whether the text of a page has such characters: one fast look over its bytes, since few pages have any."""
    ends = page.table.block_text_end
    text = page.text_bytes[: int(ends[-1]) if len(ends) else 0]
    if len(text.translate(None, _ASCII_CONTROLS)) != len(text):
        return True
    return not text.isascii() and bool(_LATIN_CONTROLS.search(text) or b"\xef\xbb\xbf" in text)


def without_controls(text: str) -> str:
    """The text without such characters.

    >>> without_controls("hy\\xadphen\\x07")
    'hyphen'
    """
    return _CONTROLS.sub("", text)
