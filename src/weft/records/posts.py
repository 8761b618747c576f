"""Posts: the records in which somebody said something at some time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from weft.deadline import in_time
from weft.page import Page, tag_number
from weft.records.alignment import Slots
from weft.records.bodies import Bodies, Span, find_bodies
from weft.records.evidence import Evidence
from weft.records.names import NameJudge, find_authors
from weft.records.words import TIME

SAYS_TIME = 0.3  # what a class or a `time` element adds to the share of records that have a time in a slot
OF_PERSON = 0.3  # what an element about a person takes from it
SILENT = 0.6  # what a time takes that only a script shows
COMMENTING = 0.5  # what a slot loses that is in one record more than twice: times of comments


class Judges(Protocol):
    """What tells the slots of bodies, authors and titles from the others."""

    def bodies(self, matrix: NDArray[np.float32]) -> NDArray[np.float64]:
        """How likely each slot is the body's."""
        ...

    def authors(self, matrix: NDArray[np.float32]) -> NDArray[np.float64]:
        """How likely each column of short texts is the authors'."""
        ...

    def titles(self, matrix: NDArray[np.float32]) -> NDArray[np.float64]:
        """How likely each column of links is the titles'."""
        ...


@dataclass(frozen=True, kw_only=True)
class Post:
    """A post by its rows. -1 means no author or no time; an empty range means no body."""

    start: int
    end: int
    body: Span
    author: int
    time: int  # index in the page's times
    odd: bool = False  # the body is not in the slot of the other bodies
    cut: tuple[int, ...] = ()  # rows of the body that are the template's or a signature

    @property
    def parts(self) -> int:
        """How many of author, time and body are there."""
        return (self.author >= 0) + (self.time >= 0) + (self.body[0] < self.body[1])


def read_posts(evidence: Evidence, slots: Slots, judges: Judges) -> tuple[list[Post], float]:
    """The posts of a region as far as its slots tell, and the mean weight of their bodies."""
    bodies = find_bodies(evidence, slots, judges.bodies)
    return posts_with(evidence, slots, bodies, judges.authors), bodies.mass


def posts_with(evidence: Evidence, slots: Slots, bodies: Bodies, judge: NameJudge) -> list[Post]:
    """The posts of these bodies."""
    said = in_spans(evidence.page, bodies.spans)
    time = find_post_times(evidence, slots, said)
    author = find_authors(evidence, slots, said, time, judge)
    return [
        Post(start=start, end=end, body=bodies.spans[i], author=author[i], time=time[i], odd=bodies.odd[i])
        for i, (start, end) in in_time(enumerate(slots.ranges))
    ]


def in_spans(page: Page, spans: Sequence[Span]) -> NDArray[np.bool_]:
    """Which rows of the page lie in one of the ranges."""
    steps = np.zeros(len(page) + 1, np.int64)
    for start, end in in_time(spans):
        steps[start] += 1
        steps[end] -= 1
    return np.cumsum(steps[:-1]) > 0


def find_post_times(evidence: Evidence, slots: Slots, said: NDArray[np.bool_]) -> list[int]:
    """The index of each record's time, -1 for none: outside the bodies, of the best slot, the first."""
    times, slot_of = evidence.times, slots.slot_of
    free = [[i for i in times.within(start, end) if not said[times.rows[i]]] for start, end in in_time(slots.ranges)]
    rank = _time_ranks(evidence, free, slot_of)
    return [
        max(indices, key=lambda i: (rank[int(slot_of[times.rows[i]])], -i), default=-1) for indices in in_time(free)
    ]


def _time_ranks(evidence: Evidence, free: list[list[int]], slot_of: NDArray[np.int64]) -> dict[int, float]:
    """The score of each slot of times as the records' own: by how many records have it and by what is around it."""
    rank: dict[int, float] = {}
    first: dict[int, int] = {}
    for indices in in_time(free):
        for slot, count in Counter(int(slot_of[evidence.times.rows[i]]) for i in indices).items():
            rank[slot] = rank.get(slot, 0.0) + 1.0 / len(free)
            if count > 2:
                rank[slot] = min(rank[slot], 1.0) - COMMENTING
        for i in indices:
            first.setdefault(int(slot_of[evidence.times.rows[i]]), i)
    return {slot: round(value + _time_marks(evidence, first[slot]), 1) for slot, value in rank.items()}


def _time_marks(evidence: Evidence, index: int) -> float:
    page, row = evidence.page, int(evidence.times.rows[index])
    near = [row, *evidence.above(row, 2)]
    score = 0.0
    if any(evidence.flags[near_row] & TIME or page.tag[near_row] == _TIME for near_row in near):
        score += SAYS_TIME
    elif evidence.framed[row]:
        score -= OF_PERSON
    return score if evidence.times.texts[index] else score - SILENT


_TIME = tag_number("time")
