"""Tables that hold data; others only lay the page out."""

import numpy as np
from numpy.typing import NDArray

from weft.deadline import kernel_call
from weft.kernel import renderers as kernel
from weft.page import Page
from weft.render_options import BlockIndexes


def data_tables(page: Page, keep: BlockIndexes | None = None) -> set[int]:
    """The rows of the tables that hold data among what is shown of the kept blocks, or among all that is not hidden."""
    with kernel_call() as seconds:
        return set(kernel.data_tables(page.table, keep, seconds=seconds))


def data_blocks(page: Page, keep: BlockIndexes, tables: set[int]) -> NDArray[np.bool_]:
    """Which of the kept blocks stand in one of the tables."""
    edges = np.zeros(len(page) + 1, dtype=np.int32)
    rows = np.array(sorted(tables), dtype=np.int64)
    np.add.at(edges, rows, 1)
    np.add.at(edges, page.end[rows], -1)
    return np.cumsum(edges)[page.blocks.first[keep]] > 0


def without_tables(page: Page, keep: BlockIndexes) -> BlockIndexes:
    """The kept blocks that do not stand in a table of data."""
    return keep[~data_blocks(page, keep, data_tables(page, keep))]
