"""The rows that a sweep over a page looks at one by one, and the elements that need the least of it."""

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from weft.deadline import in_time
from weft.page import Page, tag_number
from weft.renderers.shown_rows import ShownRows

# Frequent elements that end a passage and hold nothing together.
PLAIN = frozenset(
    tag_number(tag) for tag in "div p section article main header footer nav aside form center tbody thead".split()
)


def _flags(tags: str) -> NDArray[np.bool_]:
    flags = np.zeros(1 << 16, np.bool_)  # one for every number a tag can have
    flags[[tag_number(tag) for tag in tags.split()]] = True
    return flags


_IS_PASSED = _flags("span font small big u ins label nobr wbr bdi bdo acronym")  # they do nothing, except in code
_IS_CODE = _flags("pre listing xmp plaintext table")  # a table may be code with one line a row


def swept_rows(page: Page, shown: ShownRows, others: Iterable[int]) -> Iterator[tuple[int, int, int, int]]:
    """Row, tag, end, and how many blocks began up to there: of the shown rows, less those that do nothing.

    `others` are rows that do more than their tags say.

    >>> from weft import parse
    >>> from weft.renderers.shown_rows import find_shown_rows
    >>> page = parse("<p>One <span>two</span>")
    >>> [page.tag_name(row) for row, *_ in swept_rows(page, find_shown_rows(page, np.array([0])), ())]
    ['p', '#text', '#text']
    """
    is_swept = shown.mask.copy()
    is_swept[: shown.root] = False
    if not _IS_CODE.take(page.tag).any():
        is_passed = _IS_PASSED.take(page.tag)
        is_passed[list(others)] = False
        is_swept &= ~is_passed
    rows = is_swept.nonzero()[0]
    blocks = page.blocks.first.searchsorted(rows, side="right")
    columns = (rows, page.tag[rows], page.end[rows], blocks)
    return in_time(zip(*(column.tolist() for column in columns), strict=True))
