"""Readings: every region of a page as posts, as rows and as items, each with what a small model expects of it.

Nothing is refused on the way. What times, names or counts of replies mark is read in all three ways, other lists as
items. The model gives each reading the share of the page's true records that it expects the reading to find, and the
best reading is the page's, whatever its kind.

To read posts and rows is dear. Of all regions that are marked, other trees, which see what a region is before it is
read, say which few are worth it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from weft.content import Region
from weft.deadline import kernel_call
from weft.kernel import records as kernel
from weft.kernel.records import RegionViews
from weft.page import Page
from weft.records.alignment import Slots
from weft.records.board_rows import BoardRow
from weft.records.evidence import Candidate, Evidence, Rows
from weft.records.fields import post_records, row_records
from weft.records.item_fields import item_records, price_rows
from weft.records.kinds.names import CARDS_KIND, ITEMS_KIND, POSTS_KIND, ROWS_KIND
from weft.records.model import RecordModel
from weft.records.posts import Judges, Post, mark_parts
from weft.records.reading_features import (
    REGIONS,
    PageMeasures,
    vector,
)

NEARLY = 1e-9  # less than this is no difference between what trees say
SPLITTING = 0.03  # by which posts with the answers inside of them may be less likely than posts that hold them
MIN_SHARE = 0.02  # of the page's text that a region must hold to be read
MIN_ITEMS = 3  # records of a list
MIN_TITLES, MIN_ADDRESSES = 0.5, 0.3  # shares of records; a third link to a maker first, no list by eye has fewer
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


def view_regions(measures: PageMeasures, anchors: Sequence[Rows], *, share: float = 0.0) -> list[RegionView]:
    """The regions that the anchors mark and that hold a share of the page's text, and what else repeats.

    Anchors of several kinds (times, counts of replies) come one kind after the other. The kernel finds the regions,
    aligns their records and computes their features (`read/views.rs`). A search for records leaves out those of which
    nothing can become (`records/draft/page.rs`).
    """
    evidence = measures.evidence
    prices, least = price_rows(evidence), max(share, MIN_SHARE)
    with kernel_call() as seconds:
        views = kernel.view_regions(evidence.columns, anchors, prices, least, seconds=seconds)
    return list_views(measures, views)


def list_views(measures: PageMeasures, views: RegionViews) -> list[RegionView]:
    """Regions as the kernel found them, with what their page declares."""
    features = views.features(measures.declared, measures.score) if len(views) else ()
    return [RegionView(measures.page, views, index, row) for index, row in enumerate(features)]


def lists_things(view: RegionView) -> bool:
    """Whether there are some records, and most have a title and some an address of their own: items do."""
    has_own = view.feature("list_titles") >= MIN_TITLES and view.feature("list_addresses") >= MIN_ADDRESSES
    return has_own and view.feature("records") >= MIN_ITEMS


def as_items(view: RegionView) -> Reading:
    """A region read as items."""
    return Reading(
        view=view,
        is_items=True,
        features=np.concatenate((view.features, _AS_ITEMS)),
        mass=view.feature("mean_chars") * view.feature("records"),
    )


def weigh_readings(readings: Sequence[Reading], model: RecordModel, *, first: Reading | None = None) -> list[Reading]:
    """The readings with what the model expects of them, the best first.

    Where some are left out, `first` is the first of all: which answers split which posts is not asked again.
    """
    return in_order(with_likely(readings, model), first=first)


def with_likely(readings: Sequence[Reading], model: RecordModel) -> list[Reading]:
    """The readings with what the model expects of them."""
    likely = model.readings(np.array([reading.features for reading in readings], np.float32))
    return [replace(reading, likely=value) for reading, value in zip(readings, likely, strict=True)]


def in_order(readings: Sequence[Reading], *, first: Reading | None = None) -> list[Reading]:
    """The weighed readings, the best first; see `weigh_readings`."""
    weighed = sorted(readings, key=lambda reading: -reading.likely)
    finer = next((one for one in weighed if (_is_same(one, first) if first else _splits(one, weighed[0]))), None)
    return sorted(weighed, key=lambda reading: reading is not finer)  # the order of the others stays


def _is_same(one: Reading, other: Reading) -> bool:
    """Whether two are one reading of one region."""
    return one.view is other.view and (bool(one.posts), one.is_items) == (bool(other.posts), other.is_items)


def _splits(one: Reading, best: Reading) -> bool:
    """Whether a reading has all posts of a hardly likelier one, and others inside of them: answers to the posts."""
    is_close = bool(one.posts and best.posts) and one.likely >= best.likely - SPLITTING
    return is_close and {post.start for post in one.posts} > {post.start for post in best.posts}


_PLACE = {name: place for place, name in enumerate(REGIONS)}
_AS_ITEMS = vector({"is_items": 1.0, "is_posts": 0.0})
