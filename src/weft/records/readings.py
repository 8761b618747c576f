"""Readings: every region of a page as posts, as rows and as items, each with what a small model expects of it.

Nothing is refused on the way. What times, names or counts of replies mark is read in all three ways, other lists as
items. The model gives each reading the share of the page's true records that it expects the reading to find, and the
best reading is the page's, whatever its kind.

To read posts and rows is dear. Of all regions that are marked, other trees, which see what a region is before it is
read, say which few are worth it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from weft import _native
from weft.content import Region
from weft.deadline import in_time
from weft.page import Page
from weft.page.kernel import kernel_call
from weft.records.alignment import Slots
from weft.records.board_rows import BoardRow, read_rows
from weft.records.bodies import find_bodies
from weft.records.cards import price_rows
from weft.records.evidence import Evidence
from weft.records.fields import post_records, row_records
from weft.records.item_fields import item_records
from weft.records.kinds.names import CARDS_KIND, ITEMS_KIND, POSTS_KIND, ROWS_KIND
from weft.records.model import RecordModel
from weft.records.posts import Judges, Post, mark_parts, posts_with
from weft.records.reading_features import (
    REGIONS,
    PageMeasures,
    post_features,
    row_features,
    vector,
)
from weft.records.regions import Candidate, Rows

MAX_WORTH = 6  # marked regions that are read as posts and rows: answers inside of answers make several of one thread
MIN_WORTH = 0.05  # expected share of the true records from which on a region is read so
SPLITTING = 0.03  # by which posts with the answers inside of them may be less likely than posts that hold them
MIN_SHARE = 0.02  # of the page's text that a region must hold to be read
MIN_ITEMS = 3  # records of a list
MIN_TITLES, MIN_ADDRESSES = 0.5, 0.3  # shares of records; a third link to a maker first, no list by eye has fewer
PRICED = 0.5  # share of the items with a price from which on they are cards


@dataclass(frozen=True, eq=False, kw_only=True)
class RegionView:
    """A region before it is read; most of a page's are never asked for more than their features."""

    page: Page
    views: _native.RegionViews
    index: int  # of them
    features: NDArray[np.float64]  # in the order of `REGIONS`
    is_worth: bool = True  # being read as posts and rows, where it is marked

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
    aligns their records and computes their features (`record_views.rs`).
    """
    evidence, page = measures.evidence, measures.page
    with kernel_call() as seconds:
        views = _native.view_regions(
            page.table,
            evidence.columns,
            evidence.link_kind_column,
            measures.sums,
            anchors,
            (evidence.marks.prices, price_rows(evidence)),
            evidence.times.rows,
            evidence.telling,
            max(share, MIN_SHARE),
            seconds=seconds,
        )
    if not len(views):
        return []
    features = np.empty((len(views), len(REGIONS)))
    features[:, : len(_native.VIEW_FEATURES)] = views.features
    features[:, len(_native.VIEW_FEATURES) :] = measures.declared
    features[:, _PLACE["score"]] = measures.score
    return [RegionView(page=page, views=views, index=index, features=row) for index, row in enumerate(features)]


def lists_things(view: RegionView) -> bool:
    """Whether there are some records, and most have a title and some an address of their own: items do."""
    has_own = view.feature("list_titles") >= MIN_TITLES and view.feature("list_addresses") >= MIN_ADDRESSES
    return has_own and view.feature("records") >= MIN_ITEMS


def list_readings(measures: PageMeasures, views: Sequence[RegionView], judges: Judges) -> list[Reading]:
    """The readings of these regions."""
    readings: list[Reading] = []
    for view in in_time(views):
        if view.is_marked and view.is_worth:
            readings += _read(measures, view, judges)
        if lists_things(view):
            readings.append(_as_items(view))
    return readings


def _as_items(view: RegionView) -> Reading:
    return Reading(
        view=view,
        is_items=True,
        features=np.concatenate((view.features, _AS_ITEMS)),
        mass=view.feature("mean_chars") * view.feature("records"),
    )


def weigh_regions(views: Sequence[RegionView], model: RecordModel) -> list[RegionView]:
    """The regions, those that are marked with whether they are worth being read as posts and rows."""
    marked = [index for index, view in enumerate(views) if view.is_marked]
    likely = model.regions(np.array([views[index].features for index in marked], np.float32))
    order = sorted(zip(likely, marked, strict=True), key=lambda entry: -entry[0])
    worth = {index for value, index in order[:MAX_WORTH] if value >= MIN_WORTH}
    return [replace(view, is_worth=index in worth) for index, view in enumerate(views)]


def weigh_readings(readings: Sequence[Reading], model: RecordModel) -> list[Reading]:
    """The readings with what the model expects of them, the best first."""
    likely = model.readings(np.array([reading.features for reading in readings], np.float32))
    weighed = [replace(reading, likely=value) for reading, value in zip(readings, likely, strict=True)]
    weighed.sort(key=lambda reading: -reading.likely)
    finer = next((one for one in weighed if _splits(one, weighed[0])), None)
    return sorted(weighed, key=lambda reading: reading is not finer)  # the order of the others stays


def _splits(one: Reading, best: Reading) -> bool:
    """Whether a reading has all posts of a hardly likelier one, and others inside of them: answers to the posts."""
    is_close = bool(one.posts and best.posts) and one.likely >= best.likely - SPLITTING
    return is_close and {post.start for post in one.posts} > {post.start for post in best.posts}


def _read(measures: PageMeasures, view: RegionView, judges: Judges) -> Iterator[Reading]:
    """A region as posts and as rows, where it can be read so at all."""
    evidence, candidate, slots = measures.evidence, view.candidate, view.slots
    board = read_rows(evidence, slots, judges)
    titles = sum(int(measures.page.chars[row.title]) for row in board.rows) / len(candidate.ranges)
    shared = {"title_likely": board.likely, "title_next": board.runner_up, "is_index": float(board.is_index)}
    if board.rows and not board.is_index:
        features = shared | row_features(measures, board.rows, len(candidate.ranges))
        yield Reading(
            view=view,
            rows=tuple(board.rows),
            features=np.concatenate((view.features, vector(features))),
            mass=titles * len(board.rows),
        )
    bodies = find_bodies(evidence, slots, judges.bodies)
    posts = _without_strays(candidate, posts_with(evidence, slots, bodies, judges)) if bodies.mass > 0 else []
    kept = tuple(post for post in in_time(posts) if post.parts > 1)
    if len(kept) > 1:
        shared |= {"body_likely": bodies.likely, "body_next": bodies.runner_up}
        features = shared | post_features(measures, kept, bodies.mass, titles)
        yield Reading(
            view=view,
            posts=kept,
            features=np.concatenate((view.features, vector(features))),
            mass=bodies.mass * len(kept),
        )


def _without_strays(candidate: Candidate, posts: list[Post]) -> list[Post]:
    """The posts without those inside a record that are built differently: comments on a post."""
    members = set(candidate.members)
    return posts if candidate.spanning else [post for post in in_time(posts) if not post.odd or post.start in members]


_PLACE = {name: place for place, name in enumerate(REGIONS)}
_AS_ITEMS = vector({"is_items": 1.0, "is_posts": 0.0})
