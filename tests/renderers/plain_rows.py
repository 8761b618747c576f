"""What single rows are to the plain sweep: lines of code and their numbers, numbers of items, copies of images."""

import numpy as np
from numpy.typing import NDArray

from weft.page import Page, tag_number
from weft.page.structure_noise import GUTTERS, is_numbers
from weft.renderers.shown_rows import rows_above

_MAX_BLANK_LINES = 20  # between two lines of code; more empty elements are not lines
_MAX_BLANK_ROWS = 64  # of them
_MAX_INDENT_ROWS = 6  # from the element of a line to the blank text at its beginning
_NOSCRIPT, _TD = tag_number("noscript"), tag_number("td")


def is_gutter(page: Page, row: int) -> bool:
    """Whether an element inside code holds nothing but line numbers."""
    is_first_cell = page.tag[row] == _TD and page.nth[row] == 1
    if not is_first_cell and GUTTERS.isdisjoint(page.classes(row)):
        return False
    return is_numbers(page, row)


def blank_lines(page: Page, before: int, row: int) -> int:
    """How many empty elements of the same kind stand between two lines side by side: each is an empty line."""
    skipped = int(page.nth[row] - page.nth[before]) - 1
    if skipped < 1 or page.parent[row] != page.parent[before] or page.tag[row] != page.tag[before]:
        return 0
    rows = range(int(page.end[before]), row)
    if len(rows) > _MAX_BLANK_ROWS or any(page.tag[between] == 0 for between in rows):
        return 0  # a text between them breaks the lines itself
    return min(skipped, _MAX_BLANK_LINES)


def indent_of(page: Page, row: int, mask: NDArray[np.bool_]) -> str:
    """The blank text at the beginning of a line that stands in an element of its own, and so in no block."""
    blank = ""
    for inner in range(row + 1, min(row + _MAX_INDENT_ROWS, int(page.end[row]))):
        if page.tag[inner] == 0:
            text = page.text(inner)
            if mask[inner] or "\n" in text or text.strip():
                break
            blank += text
    return blank


def item_number(page: Page, row_of_list: int, row: int) -> int:
    """The number of an item: what it says itself, or where it stands, counted from the start of its list."""
    first = page.attribute(row_of_list, "start") or "1"
    value = page.attribute(row, "value") or ""
    if value.isdecimal() and value.isascii():
        return int(value[:9])
    start = int(first[:8]) if first.isdecimal() and first.isascii() else 1
    return start + int(page.nth[row]) - 1


def is_copy(page: Page, row: int, last_image: int) -> bool:
    """Whether an image stands in a `noscript` beside the image that was shown last."""
    above = [ancestor for ancestor in rows_above(page, row, 4) if page.tag[ancestor] == _NOSCRIPT]
    return bool(above) and last_image > int(page.parent[above[-1]])
