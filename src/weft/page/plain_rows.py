"""Elements that mean little: those that do nothing, and those that only end what stands before them.

A sweep over the rows of a page leaves out the first, and passes over the others quickly.
"""

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from weft.deadline import in_time
from weft.page.page import Page
from weft.page.tags import tag_number

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


def rows_to_sweep(page: Page, mask: NDArray[np.bool_], others: Iterable[int]) -> Iterator[tuple[int, int, int, int]]:
    """Row, tag, end, and how many blocks began up to there: of the rows of a mask, less those that do nothing.

    `others` are rows that do more than their tags say.

    >>> from weft import parse
    >>> page = parse("<p>One <span>two</span>")
    >>> [page.tag_name(row) for row, *_ in rows_to_sweep(page, np.ones(len(page), np.bool_), ())]
    ['html', 'head', 'body', 'p', '#text', '#text']
    """
    if not _IS_CODE.take(page.tag).any():
        is_passed = _IS_PASSED.take(page.tag)
        is_passed[list(others)] = False
        mask = mask & ~is_passed
    rows = mask.nonzero()[0]
    blocks = page.blocks.first.searchsorted(rows, side="right")
    columns = (rows, page.tag[rows], page.end[rows], blocks)
    return in_time(zip(*(column.tolist() for column in columns), strict=True))
