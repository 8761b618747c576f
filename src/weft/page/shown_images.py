"""Which images, and other things without text, belong to the kept part of a page.

An image belongs to what is kept where it stands in a kept text, between two, in a figure or an item with kept words, or
in an element most of whose words are kept: the picture above an article's first line, below its title.
"""

import numpy as np
from numpy.typing import NDArray

from weft import _native
from weft.page.kernel import kernel_call
from weft.page.page import Page


def shown_images(page: Page, keep: NDArray[np.int64]) -> NDArray[np.int64]:
    """The rows of the images that belong to the kept blocks and are pictures, or stand in the middle of kept text."""
    with kernel_call() as seconds:
        return _native.shown_images(page.table, np.ascontiguousarray(keep), seconds=seconds)


def near_kept(page: Page, rows: NDArray[np.int64], kept: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether rows lie in a kept run, beside one in the same element, or between two kept blocks."""
    if not len(rows):
        return np.zeros(0, np.bool_)
    blocks = page.blocks
    before, after = _neighbours(page, rows)
    last, element = np.append(blocks.last, 0), np.append(blocks.row, 0)
    in_run = rows < last[before]
    in_element = (rows < np.append(page.end[blocks.row], 0)[before]) & kept[before]
    in_next = (element[after] < rows) & kept[after]
    return np.where(in_run, kept[before], (kept[before] & kept[after]) | in_element | in_next)


def _neighbours(page: Page, rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The block that began last before each row (-1: none) and the one after it."""
    before = np.searchsorted(page.blocks.first, rows, side="right") - 1
    return before, before + 1
