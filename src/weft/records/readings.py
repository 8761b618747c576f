"""Readings: the regions of a page as posts, as rows and as items, each with what a small model expects of it.

What times, names or counts of replies mark is read in all three ways, other lists as items. The model gives each
reading the share of the page's true records that it expects the reading to find, and the best reading is the page's,
whatever its kind. The kernel reads and weighs (`records/draft/regions.rs`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from weft.content import Region
from weft.kernel.records import RegionViews
from weft.page import Page
from weft.records.alignment import Slots
from weft.records.board_rows import BoardRow
from weft.records.evidence import Candidate, Evidence
from weft.records.fields import post_records, row_records
from weft.records.item_fields import item_records
from weft.records.kinds.names import CARDS_KIND, ITEMS_KIND, POSTS_KIND, ROWS_KIND
from weft.records.posts import Judges, Post, mark_parts
from weft.records.reading_features import (
    REGIONS,
)

PRICED = 0.5  # share of the items with a price from which on they are cards


@dataclass(frozen=True, eq=False)
class RegionView:
    """A region before it is read; most of a page's are never asked for more than their features."""

    page: Page
    views: RegionViews
    index: int  # of them
    features: NDArray[np.float64]  # in the order of `REGIONS`
    is_worth: bool = True  # being read as posts and rows, where it is marked
    expected: float = 0.0  # share of the true records that its best reading as posts or rows is expected to find

    def feature(self, name: str) -> float:
        """The feature of that name."""
        return float(self.features[_PLACE[name]])

    @property
    def is_marked(self) -> bool:
        """Whether times, names or counts of replies mark its records: only such are posts or rows."""
        return self.feature("by_times") > 0

    @cached_property
    def candidate(self) -> Candidate:
        """Its governing node and its records."""
        row, members, ranges, spanning = self.views.region(self.index)
        return Candidate(row=row, members=tuple(members), ranges=tuple(ranges), spanning=spanning)

    @cached_property
    def slots(self) -> Slots:
        """Its records, aligned."""
        rows, record, slot = self.views.slots(self.index)
        return Slots(page=self.page, ranges=self.candidate.ranges, rows=rows, record=record, slot=slot)


@dataclass(frozen=True, eq=False, kw_only=True)
class Reading:
    """A region read as posts, as board rows or as items."""

    view: RegionView
    posts: tuple[Post, ...] = ()
    rows: tuple[BoardRow, ...] = ()
    is_items: bool = False
    features: NDArray[np.float64]
    mass: float = 0.0  # the weight of what its records say
    likely: float = 0.0  # the share of the page's records that it is expected to find

    @property
    def candidate(self) -> Candidate:
        """The region that was read."""
        return self.view.candidate

    @property
    def slots(self) -> Slots:
        """Its records, aligned."""
        return self.view.slots

    @property
    def items(self) -> tuple[tuple[int, int], ...]:
        """The ranges of its items, where it was read so."""
        return self.candidate.ranges if self.is_items else ()

    @property
    def is_priced(self) -> bool:
        """Whether half of its records have a price."""
        return self.view.feature("list_prices") >= PRICED

    def region(self, evidence: Evidence, judges: Judges) -> Region:
        """The region with its records."""
        if self.posts:
            posts = mark_parts(evidence, self.slots, self.posts, judges)
            records = post_records(evidence, posts, self.slots, judges)
            return Region(row=self.candidate.row, records=records, kind=POSTS_KIND)
        if self.is_items:
            kind = CARDS_KIND if self.is_priced else ITEMS_KIND
            return Region(row=self.candidate.row, records=item_records(evidence, self.candidate.ranges), kind=kind)
        return Region(row=self.candidate.row, records=row_records(evidence, self.rows), kind=ROWS_KIND)


_PLACE = {name: place for place, name in enumerate(REGIONS)}
