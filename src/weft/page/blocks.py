"""Blocks: maximal runs of inline text under one block element, the units that extractors choose."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.kernel import html as kernel
from weft.kernel.html import Table


@dataclass(frozen=True)
class Block:
    """One block, for people; algorithms use the columns of `Blocks`."""

    index: int
    row: int
    text: str


@dataclass(frozen=True, eq=False)
class Blocks:
    """The blocks of a page as columns, in document order.

    >>> from weft import parse
    >>> [block.text for block in parse("<div>One <b>two</b><p>three</div>").blocks]
    ['One two', 'three']
    """

    table: Table

    def __len__(self) -> int:
        return len(self.table.block_row)

    def __getitem__(self, index: int) -> Block:
        if not -len(self) <= index < len(self):
            raise IndexError(f"block {index} of {len(self)}")
        return Block(index % len(self), int(self.row[index]), self.text(index))

    def __iter__(self) -> Iterator[Block]:
        table, text = self.table, self.table.text
        columns = (table.block_row, table.block_text_start, table.block_text_end)
        spans = zip(*(column.tolist() for column in columns), strict=True)
        return (Block(index, row, text[start:end].decode()) for index, (row, start, end) in enumerate(spans))

    @property
    def row(self) -> NDArray[np.int32]:
        """The row of the block element that holds the run."""
        return self.table.block_row

    @property
    def first(self) -> NDArray[np.int32]:
        """The first text row of the run."""
        return self.table.block_first

    @property
    def last(self) -> NDArray[np.int32]:
        """The row after the last text row of the run."""
        return self.table.block_last

    @property
    def chars(self) -> NDArray[np.int32]:
        """Characters that are not white space."""
        return self.table.block_chars

    @property
    def words(self) -> NDArray[np.int32]:
        """Words, a CJK character counting as one."""
        return self.table.block_words

    def count_words(self, indexes: NDArray[np.int64]) -> int:
        """The words of some blocks together; a sum of numpy takes several times as long."""
        return kernel.count_words(self.table, indexes)

    @property
    def link_chars(self) -> NDArray[np.int32]:
        """Characters inside links that are not white space."""
        return self.table.block_link_chars

    @property
    def hidden(self) -> NDArray[np.bool_]:
        """Whether the run is hidden."""
        return self.table.block_hidden

    def text(self, index: int) -> str:
        """The text of a block exactly as parsed."""
        table = self.table
        return table.text[table.block_text_start[index] : table.block_text_end[index]].decode()

    def under(self, row: int, end: int) -> NDArray[np.int64]:
        """The blocks whose text lies in the rows `row .. end`, as in `blocks.under(i, page.end[i])`."""
        start, stop = np.searchsorted(self.first, [row, end])
        return np.arange(start, stop)


def union(*rows: NDArray[np.integer]) -> NDArray[np.int64]:
    """The rows of several lists, each once, in document order.

    `np.unique` and `np.union1d` do the same and import `numpy.ma` at their first call, which takes 80 ms.

    >>> union(np.array([3, 1]), np.array([3]), np.array([], np.int64)).tolist()
    [1, 3]
    """
    joined = np.sort(np.concatenate(rows).astype(np.int64, copy=False))
    is_new = np.ones(len(joined), np.bool_)
    is_new[1:] = joined[1:] != joined[:-1]
    return joined[is_new]
