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
from math import nan

import numpy as np
from numpy.typing import NDArray

from weft import _native
from weft.content import Region
from weft.deadline import in_time
from weft.page import Page
from weft.page.kernel import kernel_call
from weft.records.alignment import Slots
from weft.records.board_rows import BoardRow, Titled, bare_rows, fill_rows, read_titles
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
    UNKNOWN,
    PageMeasures,
    post_features,
    row_features,
    title_features,
    vector,
)
from weft.records.regions import Candidate, Rows

MAX_WORTH = 6  # marked regions that are read as posts and rows: answers inside of answers make several of one thread
MIN_WORTH = 0.05  # expected share of the true records from which on a region is read so
NEARLY = 1e-9  # less than this is no difference between what trees say
SPLITTING = 0.03  # by which posts with the answers inside of them may be less likely than posts that hold them
MIN_SHARE = 0.02  # of the page's text that a region must hold to be read
MIN_ITEMS = 3  # records of a list
MIN_TITLES, MIN_ADDRESSES = 0.5, 0.3  # shares of records; a third link to a maker first, no list by eye has fewer
GateParts = tuple[_native.Trees, _native.Trees, float, Sequence[float], Sequence[float], tuple[float, float]]
PRICED = 0.5  # share of the items with a price from which on they are cards


@dataclass(frozen=True, eq=False, kw_only=True)
class Gate:
    """What leaves out regions that are not worth being read, and are no items of which `least` is expected."""

    model: RecordModel
    least: float

    def parts(self, measures: PageMeasures, *, is_marked: bool) -> GateParts:
        """What the kernel asks of it; the score of a page without marks is not known yet, and seldom needed."""
        trees, least = self.model.trees, (MIN_WORTH - NEARLY, self.least - NEARLY)
        score = measures.score if is_marked else nan
        return trees["regions"], trees["readings"], score, measures.declared, _AS_ITEMS, least


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


def view_regions(
    measures: PageMeasures, anchors: Sequence[Rows], *, share: float = 0.0, gate: Gate | None = None
) -> list[RegionView]:
    """The regions that the anchors mark and that hold a share of the page's text, and what else repeats.

    Anchors of several kinds (times, counts of replies) come one kind after the other. The kernel finds the regions,
    aligns their records and computes their features (`record_views.rs`). To align is dear: a gate leaves out regions of
    which nothing can become, whatever their alignment tells.
    """
    evidence, page = measures.evidence, measures.page
    prices = price_rows(evidence)
    with kernel_call() as seconds:
        found = _native.search_regions(page.table, anchors, prices, max(share, MIN_SHARE), seconds=seconds)
    if not len(found):  # nothing repeats: what regions are told by need not be gathered
        return []
    with kernel_call() as seconds:
        views = _native.view_regions(
            page.table,
            evidence.columns,
            found,
            evidence.link_kind_column,
            measures.sums,
            evidence.marks.prices,
            evidence.times.rows,
            evidence.telling,
            gate.parts(measures, is_marked=bool(anchors)) if gate else None,
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


@dataclass(frozen=True, eq=False, kw_only=True)
class Draft:
    """A region that was read as posts and as items, and as rows as far as its titles tell: the rest is dear."""

    measures: PageMeasures
    view: RegionView
    judges: Judges
    titled: Titled | None = None  # none where it is not read as rows
    others: tuple[Reading, ...] = ()  # as posts and as items

    @cached_property
    def as_rows(self) -> tuple[Reading, ...]:
        """The reading as rows, where there is one."""
        if self.titled is None:
            return ()
        rows = fill_rows(self.measures.evidence, self.view.slots, self.titled, self.judges)
        features = row_features(self.measures.evidence, rows, len(self.view.candidate.ranges))
        return (self._reading(tuple(rows), self._told_by_titles | features),)

    def most_of_rows(self, model: RecordModel) -> float:
        """The most that the model can expect of the reading as rows, whatever their parts besides the titles are."""
        return 0.0 if self.titled is None else model.most_of_reading(self._known_of_rows)

    @cached_property
    def _known_of_rows(self) -> NDArray[np.float32]:
        """The features of the reading as rows that the titles tell; the others are not numbers."""
        return self._reading(self._bare_rows, self._told_by_titles | UNKNOWN).features.astype(np.float32)

    @cached_property
    def _bare_rows(self) -> tuple[BoardRow, ...]:
        assert self.titled, "it is read as rows"
        return tuple(bare_rows(self.view.slots, self.titled))

    @cached_property
    def _told_by_titles(self) -> dict[str, float]:
        return title_features(self.measures, self._bare_rows, len(self.view.candidate.ranges))

    @property
    def is_read(self) -> bool:
        """Whether it has a reading as posts or as rows."""
        return self.titled is not None or any(one.posts for one in self.others)

    def likelier(self, least: float, model: RecordModel) -> tuple[Reading, ...]:
        """The readings, without rows of which the model cannot expect so much."""
        return (*(self.as_rows if self.most_of_rows(model) >= least - NEARLY else ()), *self.others)

    def _reading(self, rows: tuple[BoardRow, ...], features: dict[str, float]) -> Reading:
        assert self.titled, "it is read as rows"
        chars = sum(int(self.measures.page.chars[row.title]) for row in rows) / len(self.view.candidate.ranges)
        return Reading(
            view=self.view,
            rows=rows,
            features=np.concatenate((self.view.features, vector(_of_titles(self.titled) | features))),
            mass=chars * len(rows),
        )


def draft_readings(measures: PageMeasures, views: Sequence[RegionView], judges: Judges) -> list[Draft]:
    """The readings of these regions, but for the parts of rows."""
    return [_draft(measures, view, judges) for view in in_time(views)]


def list_readings(measures: PageMeasures, views: Sequence[RegionView], judges: Judges) -> list[Reading]:
    """The readings of these regions."""
    return [one for draft in draft_readings(measures, views, judges) for one in (*draft.as_rows, *draft.others)]


def leading_readings(drafts: Sequence[Draft], model: RecordModel) -> list[Reading]:
    """The readings with what the model expects of them, the best first, without rows that cannot be the best.

    Nothing that is left out here is expected to find as much as the best, so that the first is the first of all.
    """
    others = weigh_readings([one for draft in drafts for one in draft.others], model)
    best = max((reading.likely for reading in others), default=0.0)
    rows = [draft for draft in drafts if draft.titled and draft.most_of_rows(model) >= best - NEARLY]
    if not rows:
        return others
    kept = [(*(draft.as_rows if draft in rows else ()), *draft.others) for draft in in_time(drafts)]
    return weigh_readings([one for readings in kept for one in readings], model)


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


def weigh_readings(readings: Sequence[Reading], model: RecordModel, *, first: Reading | None = None) -> list[Reading]:
    """The readings with what the model expects of them, the best first.

    Where some are left out, `first` is the first of all: which answers split which posts is not asked again.
    """
    likely = model.readings(np.array([reading.features for reading in readings], np.float32))
    weighed = [replace(reading, likely=value) for reading, value in zip(readings, likely, strict=True)]
    weighed.sort(key=lambda reading: -reading.likely)
    finer = next((one for one in weighed if (_is_same(one, first) if first else _splits(one, weighed[0]))), None)
    return sorted(weighed, key=lambda reading: reading is not finer)  # the order of the others stays


def _is_same(one: Reading, other: Reading) -> bool:
    """Whether two are one reading of one region."""
    return one.view is other.view and (bool(one.posts), one.is_items) == (bool(other.posts), other.is_items)


def _splits(one: Reading, best: Reading) -> bool:
    """Whether a reading has all posts of a hardly likelier one, and others inside of them: answers to the posts."""
    is_close = bool(one.posts and best.posts) and one.likely >= best.likely - SPLITTING
    return is_close and {post.start for post in one.posts} > {post.start for post in best.posts}


def _draft(measures: PageMeasures, view: RegionView, judges: Judges) -> Draft:
    """A region as posts, as rows and as items, where it can be read so at all."""
    titled: Titled | None = None
    others: tuple[Reading, ...] = ()
    if view.is_marked and view.is_worth:
        titled = read_titles(measures.evidence, view.slots, judges)
        others = _as_posts(measures, view, titled, judges)
    if lists_things(view):
        others = (*others, _as_items(view))
    is_read = titled is not None and bool(titled.titles) and not titled.is_index
    return Draft(measures=measures, view=view, judges=judges, titled=titled if is_read else None, others=others)


def _as_posts(measures: PageMeasures, view: RegionView, titled: Titled, judges: Judges) -> tuple[Reading, ...]:
    """The reading as posts, where there are two at least."""
    evidence, candidate, slots = measures.evidence, view.candidate, view.slots
    bodies = find_bodies(evidence, slots, judges.bodies)
    posts = _without_strays(candidate, posts_with(evidence, slots, bodies, judges)) if bodies.mass > 0 else []
    kept = tuple(post for post in in_time(posts) if post.parts > 1)
    if len(kept) < 2:
        return ()
    titles = sum(int(measures.page.chars[row]) for row in titled.titles.values()) / len(candidate.ranges)
    features = _of_titles(titled) | {"body_likely": bodies.likely, "body_next": bodies.runner_up}
    features |= post_features(measures, kept, bodies.mass, titles)
    return (
        Reading(
            view=view,
            posts=kept,
            features=np.concatenate((view.features, vector(features))),
            mass=bodies.mass * len(kept),
        ),
    )


def _of_titles(titled: Titled) -> dict[str, float]:
    """What the titles of a region say of its readings."""
    return {"title_likely": titled.likely, "title_next": titled.runner_up, "is_index": float(titled.is_index)}


def _without_strays(candidate: Candidate, posts: list[Post]) -> list[Post]:
    """The posts without those inside a record that are built differently: comments on a post."""
    members = set(candidate.members)
    return posts if candidate.spanning else [post for post in in_time(posts) if not post.odd or post.start in members]


_PLACE = {name: place for place, name in enumerate(REGIONS)}
_AS_ITEMS = vector({"is_items": 1.0, "is_posts": 0.0})
