"""Code inside of a block: which elements are its lines, and which are not part of it."""

import numpy as np
from numpy.typing import NDArray

from weft.page import Page, tag_number
from weft.renderers.code_languages import known_language

MAX_BLANK_LINES = 20  # between two lines of code; more empty elements are not lines
MAX_BLANK_ROWS = 64  # of them
MAX_LABEL_ROWS = 24  # of the name of a language above the code, with buttons beside it
MAX_CODE_ROWS = 64  # from there to the code
MAX_INDENT_ROWS = 6  # from the element of a line to the blank text at its beginning

_LINES = frozenset("line token-line code-line codeline view-line CodeMirror-line hljs-line".split())
LINE_HINTS = ("\0line\0", "token-line", "code-line", "codeline", "view-line", "-line\0")  # of which each has one
_CODE, _PRE, _SPAN, _BUTTON = (tag_number(tag) for tag in ("code", "pre", "span", "button"))


def is_line(page: Page, row: int) -> bool:
    """Whether an inline element in a `pre` is one line: a `code` beside others, or a `span` that is called a line."""
    if page.nth[row] < 2:
        return False
    if page.tag[row] == _CODE:
        return bool(page.tag[page.parent[row]] == _PRE)
    return bool(page.tag[row] == _SPAN) and not _LINES.isdisjoint(page.classes(row))


def blank_lines(page: Page, before: int, row: int) -> int:
    """How many empty elements of the same kind stand between two lines side by side: each is an empty line."""
    skipped = int(page.nth[row] - page.nth[before]) - 1
    if skipped < 1 or page.parent[row] != page.parent[before] or page.tag[row] != page.tag[before]:
        return 0
    rows = range(int(page.end[before]), row)
    if len(rows) > MAX_BLANK_ROWS or any(page.tag[between] == 0 for between in rows):
        return 0  # a text between them breaks the lines itself
    return min(skipped, MAX_BLANK_LINES)


def is_no_code(page: Page, row: int, code: int) -> bool:
    """Whether a block element in a `pre` is a button, or names the language above the code itself."""
    if page.tag[row] == _BUTTON:
        return True
    if page.end[row] - row > MAX_LABEL_ROWS or (page.tag[row : page.end[row]] == _CODE).any():
        return False
    below = page.tag[row : min(int(page.end[code]), row + MAX_CODE_ROWS)]
    return bool((below == _CODE).any()) and bool(known_language(_text_beside_buttons(page, row)))


def _text_beside_buttons(page: Page, row: int) -> str:
    parts: list[str] = []
    skip = row
    for inner in range(row, int(page.end[row])):
        if page.tag[inner] == _BUTTON:
            skip = max(skip, int(page.end[inner]))
        elif page.tag[inner] == 0 and inner >= skip:
            parts.append(page.text(inner))
    return "".join(parts)


def indent_of(page: Page, row: int, mask: NDArray[np.bool_]) -> str:
    """The blank text at the beginning of a line that stands in an element of its own, and so in no block."""
    blank = ""
    for inner in range(row + 1, min(row + MAX_INDENT_ROWS, int(page.end[row]))):
        if page.tag[inner] == 0:
            text = page.text(inner)
            if mask[inner] or "\n" in text or text.strip():
                break
            blank += text
    return blank
