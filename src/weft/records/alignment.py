"""Alignment of records: rows of different records that play the same part fall into one slot.

Partial tree alignment (Zhai, Liu 2005) grows a seed tree by the nodes that the other trees of a region add to it. Here
the children of aligned elements are aligned, from the roots of the records down. Classes that most records have tell
slots apart (`first`, `odd` and `post-17` do not), and so do tags that are no boxes. Boxes without such classes, and
boxes of records that lack them, are matched in their order by what they hold, whatever their tags: the build below
them, times, numbers and buttons, the label they begin with, and how far from the first they stand. What a record has
and others have not makes a slot of its own, which is the partial in the name. The kernel does it
(`records/regions/slots.rs`, `records/regions/shapes.rs`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from weft.deadline import kernel_call
from weft.kernel import records as kernel
from weft.page import Page
from weft.records.evidence import Evidence

Mask = NDArray[np.bool_]
Rows = NDArray[np.int64]
Column = dict[int, int]  # by record a row
ColumnsByKey = Mapping[tuple[int, int], Column]  # by slot and ordinal in the record

MAX_PAIRS = 1 << 18  # slots times records that are counted in a table; sorting is slower, but needs less room
PLAIN = 0.5  # share of the records that have an inline element in the same place: it is part of the path


@dataclass(frozen=True, eq=False, kw_only=True)
class Slots:
    """The rows of some records in document order: which record a row is in, and which slot."""

    page: Page
    ranges: Sequence[tuple[int, int]]
    rows: Rows
    record: Rows
    slot: Rows  # a number per path, in document order of first rows; rows of one slot play the same part

    @property
    def region(self) -> tuple[Sequence[tuple[int, int]], Rows]:
        """As the kernel reads it."""
        return self.ranges, self.slot

    @cached_property
    def count(self) -> int:
        """How many slots there are."""
        return int(self.slot.max(initial=-1)) + 1

    @cached_property
    def presence(self) -> Rows:
        """In how many records each slot is."""
        n = len(self.ranges)
        pairs = self.slot * n + self.record
        if self.count * n > MAX_PAIRS:
            return np.bincount(np.unique(pairs) // n, minlength=self.count)
        there = np.zeros((self.count, n), np.bool_)
        there.flat[pairs] = True
        return there.sum(axis=1)

    @cached_property
    def ends(self) -> Rows:
        """The end of the subtree of each row, cut where its record ends: a reply inside a post is none of it."""
        stops = np.array([end for _, end in self.ranges], np.int64)
        return np.minimum(self.page.end[self.rows], stops[self.record])

    def sums(self, values: NDArray[np.generic]) -> NDArray[np.float64]:
        """The sum over each slot of a value per row of the records."""
        weights = values.astype(np.float64)
        return np.bincount(self.slot, weights=weights, minlength=self.count).astype(np.float64)

    def columns(self, picked: Mask, *, plain: float = PLAIN) -> ColumnsByKey:
        """By slot and ordinal in the record, the picked rows of each record; the columns in document order.

        The slot is that of the nearest element that is no dress (`b`, `span`, `time`) or that a share `plain` of the
        records have: what is bold or dated otherwise in one record plays the same part. The kernel finds them
        (`records/regions/region.rs`).
        """
        with kernel_call() as seconds:
            columns = kernel.text_columns(self.page.table, self.region, picked, plain, seconds=seconds)
        return {(slot, ordinal): dict(rows) for slot, ordinal, rows in columns}


def align_records(evidence: Evidence, ranges: Sequence[tuple[int, int]]) -> Slots:
    """The slots of the records in `ranges`, which must not overlap.

    >>> from weft import parse
    >>> from weft.records.evidence import gather
    >>> page = parse("<li><b>Ann</b> one<li><b>Bob</b><i>!</i> two")
    >>> slots = align_records(gather(page), [(3, 7), (7, 13)])
    >>> [[page.text(row) for row in slots.rows[slots.slot == slot]] for slot in range(slots.count)]
    [['Ann one', 'Bob! two'], ['Ann', 'Bob'], ['Ann', 'Bob'], [' one', ' two'], ['!'], ['!']]
    """
    with kernel_call() as seconds:
        rows, record, slot = kernel.align_records(evidence.columns, ranges, seconds=seconds)
    return Slots(page=evidence.page, ranges=ranges, rows=rows, record=record, slot=slot)
