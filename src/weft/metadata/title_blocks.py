"""The blocks that print the title."""

import re

import numpy as np
from numpy.typing import NDArray

from weft.metadata.site_names import fold
from weft.page import Page

FIRST = 10  # blocks that are asked
ALIKE = 0.8  # share of the longer text: a heading may add a mark or the site's name
_HEADINGS = ("h1", "h2", "h3")
_TITLE = re.compile(r"title|headline", re.IGNORECASE)
_NO_TITLE = re.compile(r"subtitle|widget|untitled", re.IGNORECASE)


def title_blocks(page: Page, title: str, among: NDArray[np.int64]) -> NDArray[np.int64]:
    """Of some blocks those that print the title as a heading; an extractor leaves them out of the text.

    Only the first few blocks are asked: below the first paragraphs a title is not the page's.

    A heading is `h1` to `h3`, an element marked as `headline`, or one whose class speaks of a title.

    >>> from weft import parse
    >>> title_blocks(parse("<p>Home<h1>Rain in May</h1><p>It rained."), "Rain in May!", np.arange(3)).tolist()
    [1]
    """
    wanted = fold(title)
    blocks = page.blocks
    rows, first, last = _fitting(page, len(wanted), page.blocks.row[among[:FIRST]])
    for row, start, stop in zip(rows.tolist(), first.tolist(), last.tolist(), strict=True):
        text = fold("".join(blocks.text(index) for index in range(start, stop)))
        if _alike(text, wanted) and _is_heading(page, row):
            return np.arange(start, stop)
    return np.zeros(0, np.int64)


def begins_with_heading(page: Page, among: NDArray[np.int64]) -> bool:
    """Whether one of the first few blocks is a heading at all: cheaper to ask than which title the page has."""
    return any(_is_heading(page, row) for row in set(page.blocks.row[among[:FIRST]].tolist()))


def _fitting(
    page: Page, length: int, elements: NDArray[np.int32]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """The elements, their parents and grandparents with about as much text as the title, and their ranges of blocks."""
    parents = np.maximum(page.parent[elements], 0)
    above = np.maximum(page.parent[parents], 0)
    rows = np.array(sorted({*elements.tolist(), *parents.tolist(), *above.tolist()}), np.int64)
    first, last = np.searchsorted(page.blocks.first, rows), np.searchsorted(page.blocks.first, page.end[rows])
    total = np.concatenate(([0], np.cumsum(page.blocks.chars)))
    chars = total[last] - total[first]
    fits = (chars > 0) & (chars >= length * ALIKE) & (chars <= 2 * length + 20)
    return rows[fits], first[fits], last[fits]


def _is_heading(page: Page, row: int) -> bool:
    """Whether a row, or the element around it, is a heading or is called one."""
    for near in (row, max(int(page.parent[row]), 0)):
        names = " ".join(page.classes(near))
        if page.tag_name(near) in _HEADINGS or page.attribute(near, "itemprop") == "headline":
            return True
        if _TITLE.search(names) and not _NO_TITLE.search(names):
            return True
    return False


def _alike(text: str, wanted: str) -> bool:
    shorter, longer = sorted((text, wanted), key=len)
    return bool(shorter) and shorter in longer and len(shorter) >= ALIKE * len(longer)
