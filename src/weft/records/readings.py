"""Readings: every region of a page as posts and as rows, each with what a small model expects of it.

Nothing is refused on the way. Every region that times, names or counts of replies mark is read in each way that it can
be; the model gives each reading the share of the page's true records that it expects the reading to find, and the best
reading is the page's.
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
from weft.records.kinds.names import POSTS_KIND, ROWS_KIND
from weft.records.model import RecordModel
from weft.records.posts import Judges, Post, posts_with
from weft.records.reading_features import PageMeasures, post_features, row_features, shared_features, vector
from weft.records.regions import Candidate, Rows, find_candidates

MAX_READ = 16  # candidates that are read, those with the most text first: a page has one or two that matter
MIN_SHARE = 0.02  # of the page's text that a region must hold to be read


@dataclass(frozen=True, eq=False, kw_only=True)
class Reading:
    """A region read as posts or as board rows."""

    candidate: Candidate
    slots: Slots
    posts: tuple[Post, ...] = ()
    rows: tuple[BoardRow, ...] = ()
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
        return Region(row=self.candidate.row, records=row_records(evidence, self.rows), kind=ROWS_KIND)


def list_readings(
    measures: PageMeasures, anchors: Sequence[Rows], judges: Judges, *, share: float = 0.0
) -> list[Reading]:
    """The readings of all regions that the anchors mark and that hold a share of the page's text.

    Anchors of several kinds (times, counts of replies) come one kind after the other.
    """
    found = [candidate for rows in anchors for candidate in find_candidates(measures.page, rows)]
    candidates = _pick(measures, found, max(share, MIN_SHARE))
    readings: list[Reading] = []
    for rank, candidate in in_time(enumerate(candidates)):
        readings += _read(measures, candidate, judges, _relations(candidate, candidates) | {"rank": float(rank)})
    return readings


def weigh_readings(readings: Sequence[Reading], model: RecordModel) -> list[Reading]:
    """The readings with what the model expects of them, the best first."""
    likely = model.readings(np.array([reading.features for reading in readings], np.float32))
    weighed = [replace(reading, likely=value) for reading, value in zip(readings, likely, strict=True)]
    return sorted(weighed, key=lambda reading: -reading.likely)


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


def _read(
    measures: PageMeasures, candidate: Candidate, judges: Judges, relations: dict[str, float]
) -> Iterator[Reading]:
    """A region as posts and as rows, where it can be read so at all."""
    evidence = measures.evidence
    slots = align_records(evidence, candidate.ranges)
    shared = shared_features(measures, candidate, slots) | relations
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
