"""Readings: every region of a page as posts, as rows and as items, each with what a small model expects of it.

Nothing is refused on the way. What times, names or counts of replies mark is read in all three ways, other lists as
items. The model gives each reading the share of the page's true records that it expects the reading to find, and the
best reading is the page's, whatever its kind.

To read posts and rows is dear. Of all regions that are marked, other trees, which see what a region is before it is
read, say which few are worth it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from weft.content import Region
from weft.deadline import in_time
from weft.records.alignment import Slots, align_records
from weft.records.board_rows import BoardRow, read_rows
from weft.records.bodies import find_bodies
from weft.records.evidence import Evidence
from weft.records.fields import post_records, row_records
from weft.records.item_features import list_features
from weft.records.item_fields import item_records
from weft.records.items import MIN_ITEMS, list_candidates
from weft.records.kinds.names import CARDS_KIND, ITEMS_KIND, POSTS_KIND, ROWS_KIND
from weft.records.model import RecordModel
from weft.records.posts import Judges, Post, posts_with
from weft.records.reading_features import (
    REGIONS,
    PageMeasures,
    post_features,
    row_features,
    shared_features,
    vector,
)
from weft.records.regions import Candidate, Rows, find_candidates

MAX_READ = 16  # candidates that are read, those with the most text first: a page has one or two that matter
MAX_WORTH = 6  # of them that are read as posts and rows: answers inside of answers make several of one thread
MIN_WORTH = 0.05  # expected share of the true records from which on a region is read so
SPLITTING = 0.03  # by which posts with the answers inside of them may be less likely than posts that hold them
MIN_SHARE = 0.02  # of the page's text that a region must hold to be read
MIN_TITLES, MIN_ADDRESSES = 0.5, 0.3  # shares of records; a third link to a maker first, no list by eye has fewer
PRICED = 0.5  # share of the items with a price from which on they are cards


@dataclass(frozen=True, eq=False, kw_only=True)
class RegionView:
    """A region before it is read."""

    candidate: Candidate
    slots: Slots
    features: dict[str, float]
    is_worth: bool = True  # being read as posts and rows, where it is marked

    @property
    def is_marked(self) -> bool:
        """Whether times, names or counts of replies mark its records: only such are posts or rows."""
        return self.features["by_times"] > 0


@dataclass(frozen=True, eq=False, kw_only=True)
class Reading:
    """A region read as posts, as board rows or as items."""

    candidate: Candidate
    slots: Slots
    posts: tuple[Post, ...] = ()
    rows: tuple[BoardRow, ...] = ()
    items: tuple[tuple[int, int], ...] = ()
    is_priced: bool = False
    features: tuple[float, ...] = ()
    mass: float = 0.0  # the weight of what its records say
    likely: float = 0.0  # the share of the page's records that it is expected to find

    def holds(self, row: int) -> bool:
        """Whether a row lies in one of the records, which are in document order and apart."""
        ranges = self.candidate.ranges
        index = bisect_right(ranges, row, key=lambda span: span[0]) - 1
        return index >= 0 and row < ranges[index][1]

    def region(self, evidence: Evidence) -> Region:
        """The region with its records."""
        if self.posts:
            records = post_records(evidence, self.posts, self.slots)
            return Region(row=self.candidate.row, records=records, kind=POSTS_KIND)
        if self.items:
            kind = CARDS_KIND if self.is_priced else ITEMS_KIND
            return Region(row=self.candidate.row, records=item_records(evidence, self.items), kind=kind)
        return Region(row=self.candidate.row, records=row_records(evidence, self.rows), kind=ROWS_KIND)


def view_regions(measures: PageMeasures, anchors: Sequence[Rows], *, share: float = 0.0) -> list[RegionView]:
    """The regions that the anchors mark and that hold a share of the page's text, and what else repeats.

    Anchors of several kinds (times, counts of replies) come one kind after the other.
    """
    marked = (candidate for rows in anchors for candidate in find_candidates(measures.page, rows))
    timed = _pick(measures, marked, max(share, MIN_SHARE)) if anchors else []
    ranges = {candidate.ranges for candidate in timed}
    listed = {one.ranges: one for one in list_candidates(measures.evidence) if one.ranges not in ranges}
    features = list_features(measures.evidence, [*(one.ranges for one in timed), *listed])
    pairs = zip(listed.values(), features[len(timed) :], strict=True)
    things = [(candidate, own) for candidate, own in pairs if lists_things(candidate, own)]
    views = _views(measures, list(zip(timed, features, strict=False)), by_times=1.0)
    return [*views, *_views(measures, things, by_times=0.0)]


def _views(
    measures: PageMeasures, candidates: Sequence[tuple[Candidate, dict[str, float]]], *, by_times: float
) -> Iterator[RegionView]:
    others = [candidate for candidate, _ in candidates]
    for rank, (candidate, listed) in in_time(enumerate(candidates)):
        slots = align_records(measures.evidence, candidate.ranges)
        features = shared_features(measures, candidate, slots) | _relations(candidate, others)
        features |= listed | measures.declared | {"rank": float(rank), "by_times": by_times}
        yield RegionView(candidate=candidate, slots=slots, features=features)


def lists_things(candidate: Candidate, features: dict[str, float]) -> bool:
    """Whether there are some records, and most have a title and some an address of their own: items do."""
    has_own = features["list_titles"] >= MIN_TITLES and features["list_addresses"] >= MIN_ADDRESSES
    return has_own and len(candidate.ranges) >= MIN_ITEMS


def list_readings(measures: PageMeasures, views: Sequence[RegionView], judges: Judges) -> list[Reading]:
    """The readings of these regions."""
    readings: list[Reading] = []
    for view in in_time(views):
        if view.is_marked and view.is_worth:
            readings += _read(measures, view, judges)
        if lists_things(view.candidate, view.features):
            readings.append(_as_items(view))
    return readings


def _as_items(view: RegionView) -> Reading:
    ranges = view.candidate.ranges
    return Reading(
        candidate=view.candidate,
        slots=view.slots,
        items=ranges,
        is_priced=view.features["list_prices"] >= PRICED,
        features=vector(view.features | {"is_items": 1.0, "is_posts": 0.0}),
        mass=view.features["mean_chars"] * len(ranges),
    )


def weigh_regions(views: Sequence[RegionView], model: RecordModel) -> list[RegionView]:
    """The regions, those that are marked with whether they are worth being read as posts and rows."""
    marked = [index for index, view in enumerate(views) if view.is_marked]
    likely = model.regions(np.array([vector(views[index].features, REGIONS) for index in marked], np.float32))
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


def _pick(measures: PageMeasures, candidates: Iterable[Candidate], share: float) -> list[Candidate]:
    """The candidates with the most text, each set of ranges once."""
    by_ranges = {candidate.ranges: candidate for candidate in in_time(candidates)}
    sized = [(measures.of(measures.chars, ranges), candidate) for ranges, candidate in in_time(by_ranges.items())]
    least = share * measures.chars[-1]
    sized = sorted((entry for entry in sized if entry[0] > least), key=lambda entry: -entry[0])
    return [candidate for _, candidate in sized[:MAX_READ]]


def _relations(candidate: Candidate, others: Sequence[Candidate]) -> dict[str, float]:
    """How many records the largest region inside this one's records has, and the largest that this one lies in."""
    inner = [len(other.ranges) for other in others if other is not candidate and _holds(candidate, other.row)]
    outer = [len(other.ranges) for other in others if other is not candidate and _holds(other, candidate.row)]
    return {"inner": float(max(inner, default=0)), "outer": float(max(outer, default=0))}


def _holds(candidate: Candidate, row: int) -> bool:
    index = bisect_right(candidate.ranges, row, key=lambda span: span[0]) - 1
    return index >= 0 and row < candidate.ranges[index][1]


def _read(measures: PageMeasures, view: RegionView, judges: Judges) -> Iterator[Reading]:
    """A region as posts and as rows, where it can be read so at all."""
    evidence, candidate, slots, shared = measures.evidence, view.candidate, view.slots, dict(view.features)
    board = read_rows(evidence, slots, judges.titles)
    titles = sum(int(measures.page.chars[row.title]) for row in board.rows) / len(candidate.ranges)
    shared |= {"title_likely": board.likely, "title_next": board.runner_up, "is_index": float(board.is_index)}
    if board.rows and not board.is_index:
        features = shared | row_features(measures, board.rows, len(candidate.ranges))
        yield Reading(
            candidate=candidate,
            slots=slots,
            rows=tuple(board.rows),
            features=vector(features),
            mass=titles * len(board.rows),
        )
    bodies = find_bodies(evidence, slots, judges.bodies)
    posts = _without_strays(candidate, posts_with(evidence, slots, bodies, judges.authors)) if bodies.mass > 0 else []
    kept = tuple(post for post in in_time(posts) if post.parts > 1)
    if len(kept) > 1:
        shared |= {"body_likely": bodies.likely, "body_next": bodies.runner_up}
        features = shared | post_features(measures, kept, bodies.mass, titles)
        yield Reading(
            candidate=candidate, slots=slots, posts=kept, features=vector(features), mass=bodies.mass * len(kept)
        )


def _without_strays(candidate: Candidate, posts: list[Post]) -> list[Post]:
    """The posts without those inside a record that are built differently: comments on a post."""
    members = set(candidate.members)
    return posts if candidate.spanning else [post for post in in_time(posts) if not post.odd or post.start in members]
