"""Structures in numpy: the twin of the kernel's."""

import numpy as np
from numpy.typing import NDArray

from weft.features.structures import CODE, FIGURE, TABLE, Structures
from weft.page import Page, tag_number
from weft.renderers.structures import data_tables

_KIND_OF = {"pre": CODE, "figure": FIGURE, "ul": 4, "ol": 4, "dl": 5, "blockquote": 6, "math": 7}
_MAY_HOLD_PARTS = (
    TABLE,
    CODE,
    FIGURE,
)  # tables that hold data have been looked at; code and figures are what their tags say
_PARTS = ("h1", "h2", "h3", "h4", "h5", "h6", "article", "section", "form", "main", "nav", "aside", "table")


def _kinds_by_tag() -> NDArray[np.uint8]:
    kinds = np.zeros(1 << 16, np.uint8)
    for tag, kind in _KIND_OF.items():
        kinds[tag_number(tag)] = kind
    return kinds


def _parts_by_tag() -> NDArray[np.bool_]:
    parts = np.zeros(1 << 16, bool)
    parts[[tag_number(tag) for tag in _PARTS]] = True
    return parts


_KINDS_BY_TAG, _PARTS_BY_TAG = _kinds_by_tag(), _parts_by_tag()


def find_structures(page: Page) -> Structures:
    """The structures of a page."""
    kinds = _KINDS_BY_TAG[page.tag]
    tables = data_tables(page, np.ones(len(page), bool))
    kinds[list(tables)] = TABLE
    rows = np.flatnonzero(kinds)
    if len(rows):
        parts = np.concatenate(([0], np.cumsum(_PARTS_BY_TAG[page.tag])))
        is_free = parts[page.end[rows]] == parts[rows + 1]
        rows = rows[is_free | np.isin(kinds[rows], _MAY_HOLD_PARTS)]
    if len(rows):
        ends_before = np.concatenate(([0], np.maximum.accumulate(page.end[rows])[:-1]))
        rows = rows[rows >= ends_before]
    first = np.searchsorted(page.blocks.first, rows)
    last = np.searchsorted(page.blocks.first, page.end[rows])
    has_blocks = last > first
    rows, first, last = rows[has_blocks], first[has_blocks], last[has_blocks]
    of_block = np.full(len(page.blocks), -1)
    of_block[_ranges(first, last)] = np.repeat(np.arange(len(rows)), last - first)
    return Structures(kinds[rows], *(column.astype(np.int32) for column in (rows, first, last, of_block)))


def _ranges(first: NDArray[np.int64], last: NDArray[np.int64]) -> NDArray[np.int64]:
    """All numbers of some ranges, one range after the other."""
    sizes = last - first
    return np.arange(sizes.sum()) + np.repeat(first - (np.cumsum(sizes) - sizes), sizes)
