"""Alignment of records: rows of different records that play the same part fall into one slot.

Partial tree alignment (Zhai, Liu 2005) grows a seed tree by the nodes that the other trees of a region add to it. The
records of a page are written by one program, so the part a node plays is told by its path from the record's root, a
step being tag and classes as in paper B; what a record has and others have not makes a slot of its own, which is the
partial in the name. A path is a fold of hashes, so all records are aligned at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from weft.page import Page
from weft.records.evidence import Evidence
from weft.records.words import tag_mask

Mask = NDArray[np.bool_]
Rows = NDArray[np.int64]
Column = dict[int, int]  # by record a row

COMMON = 0.7  # share of the records that a class must be in to tell slots apart: `first`, `odd`, `post-17` are not
PLAIN = 0.5  # share of the records that have an inline element in the same place: it is part of the path

_FOLD, _TOKEN_FOLD = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)
_NTH_FOLD = np.uint64(0x165667B19E3779F9)


@dataclass(frozen=True, eq=False, kw_only=True)
class Slots:
    """The rows of some records in document order: which record a row is in, and which slot."""

    page: Page
    ranges: Sequence[tuple[int, int]]
    rows: Rows
    record: Rows
    slot: Rows  # a number per path, in document order of first rows; rows of one slot play the same part

    def by_step(self) -> Slots:
        """The same rows with one slot a tag and classes, wherever in the record they are."""
        _, slot = np.unique(self.page.table.step[self.rows], return_inverse=True)
        return replace(self, slot=slot)

    @cached_property
    def count(self) -> int:
        """How many slots there are."""
        return int(self.slot.max(initial=-1)) + 1

    @cached_property
    def presence(self) -> Rows:
        """In how many records each slot is."""
        pairs = np.unique(self.slot * len(self.ranges) + self.record)
        return np.bincount(pairs // len(self.ranges), minlength=self.count)

    @cached_property
    def size(self) -> Rows:
        """How many rows each slot has."""
        return np.bincount(self.slot, minlength=self.count)

    @cached_property
    def slot_of(self) -> Rows:
        """The slot of every row of the page, -1 outside the records."""
        slot = np.full(len(self.page), -1, np.int64)
        slot[self.rows] = self.slot
        return slot

    @cached_property
    def ends(self) -> Rows:
        """The end of the subtree of each row, cut where its record ends: a reply inside a post is none of it."""
        stops = np.array([end for _, end in self.ranges], np.int64)
        return np.minimum(self.page.end[self.rows], stops[self.record])

    def under(self, values: NDArray[np.generic]) -> NDArray[np.float64]:
        """The sum of a page column over the subtree of each row, as far as it belongs to the record."""
        total = np.concatenate(([0.0], np.cumsum(values, dtype=np.float64)))
        return total[self.ends] - total[self.rows]

    def sums(self, values: NDArray[np.generic]) -> NDArray[np.float64]:
        """The sum over each slot of a value per row of the records."""
        weights = values.astype(np.float64)
        return np.bincount(self.slot, weights=weights, minlength=self.count).astype(np.float64)

    def columns(self, picked: Mask, *, plain: float = PLAIN) -> dict[tuple[int, int], Column]:
        """By slot and ordinal in the record, the picked rows of each record.

        The slot is that of the nearest element that is no dress (`b`, `span`, `time`) or that a share `plain` of the
        records have: what is bold or dated otherwise in one record plays the same part.
        """
        page, slot_of = self.page, self.slot_of
        least = plain * len(self.ranges)
        found: dict[tuple[int, int], Column] = {}
        ordinal: Counter[tuple[int, int]] = Counter()
        for row, record in zip(self.rows[picked].tolist(), self.record[picked].tolist(), strict=True):
            place = int(page.parent[row]) if page.tag[row] == 0 else row
            while _DRESSES[page.tag[place]] and self.presence[slot_of[place]] < least:
                place = int(page.parent[place])
            slot = int(slot_of[place])
            found.setdefault((slot, ordinal[slot, record]), {})[record] = row
            ordinal[slot, record] += 1
        return found


def align(known: Evidence, ranges: Sequence[tuple[int, int]]) -> Slots:
    """The slots of the records in `ranges`, which must not overlap.

    >>> from weft import parse
    >>> from weft.records.evidence import gather
    >>> page = parse("<li><b>Ann</b> one<li><b>Bob</b><i>!</i> two")
    >>> slots = align(gather(page), [(3, 7), (7, 13)])
    >>> [[page.text(row) for row in slots.rows[slots.slot == slot]] for slot in range(slots.count)]
    [['Ann one', 'Bob! two'], ['Ann', 'Bob'], ['Ann', 'Bob'], [' one', ' two'], ['!'], ['!']]
    """
    starts = np.array([start for start, _ in ranges], np.int64)
    lengths = np.array([end - start for start, end in ranges], np.int64)
    record = np.repeat(np.arange(len(ranges)), lengths)
    rows = np.arange(int(lengths.sum())) - np.repeat(np.cumsum(lengths) - lengths, lengths) + np.repeat(starts, lengths)
    keys = _paths(known, rows, record, ranges)
    _, first, slot = np.unique(keys, return_index=True, return_inverse=True)
    rank = np.empty(len(first), np.int64)
    rank[np.argsort(first, kind="stable")] = np.arange(len(first))
    return Slots(page=known.page, ranges=ranges, rows=rows, record=record, slot=rank[slot])


def _paths(known: Evidence, rows: Rows, record: Rows, ranges: Sequence[tuple[int, int]]) -> NDArray[np.uint64]:
    """A hash per row of the steps from its record's root, level by level; the root's own step does not count."""
    page = known.page
    key = np.zeros(len(page) + 1, np.uint64)
    step = np.zeros(len(page), np.uint64)
    step[rows] = _steps(known, rows, record, ranges)
    depth = page.depth[rows]
    order = np.argsort(depth, kind="stable")
    levels = np.flatnonzero(np.diff(depth[order])) + 1
    is_root = np.zeros(len(page), np.bool_)
    is_root[[start for start, end in ranges if page.end[start] >= end]] = True
    for level in np.split(rows[order], levels):
        key[level] = (key[page.parent[level]] + np.uint64(1)) * _FOLD + step[level]
        key[level[is_root[level]]] = 1
    return key[rows]


def _steps(known: Evidence, rows: Rows, record: Rows, ranges: Sequence[tuple[int, int]]) -> NDArray[np.uint64]:
    """Tag and classes of every row as a hash; classes that are in few records count only where they tell much.

    A box without any class is told from its siblings by its ordinal.
    """
    page, table, n = known.page, known.page.table, len(ranges)
    first = table.class_start[rows]
    counts = table.class_start[rows + 1] - first
    owner = np.repeat(np.arange(len(rows)), counts)
    entries = np.arange(len(owner)) - np.repeat(np.cumsum(counts) - counts, counts) + np.repeat(first, counts)
    token = table.class_token[entries].astype(np.int64)
    spread = np.bincount(np.unique(token * n + record[owner]) // n, minlength=len(known.tokens))
    kept = (spread[token] >= COMMON * n) | known.telling[token]
    hashes = (token[kept].astype(np.uint64) + np.uint64(1)) * _TOKEN_FOLD
    total = np.zeros(len(rows), np.uint64)
    np.add.at(total, owner[kept], hashes ^ (hashes >> np.uint64(29)))
    inner = page.depth[rows] > page.depth[[start for start, _ in ranges]][record]
    bare = (total == 0) & inner & _BOXES[page.tag[rows]]
    total[bare] += page.nth[rows[bare]].astype(np.uint64) * _NTH_FOLD
    return total + page.tag[rows].astype(np.uint64)


_BOXES = tag_mask("div", "td", "th", "tr", "table", "section")
_DRESSES = tag_mask("b", "i", "u", "font", "strong", "em", "bdi", "big", "small", "span", "time", "abbr")
