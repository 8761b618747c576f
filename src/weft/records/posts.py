"""Posts: the records in which somebody said something at some time."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_deadline, kernel_call
from weft.kernel.records import said_parts
from weft.kernel.trees import Trees
from weft.page import Page
from weft.records.alignment import Slots
from weft.records.bodies import Bodies, Span, find_bodies
from weft.records.evidence import Evidence
from weft.records.features import Parts
from weft.records.names import find_authors
from weft.records.roles import BODY_WORDS, TIME_WORDS, RoleJudge, find_times
from weft.records.roles import in_spans as rows_in_spans


class Judges(RoleJudge, Protocol):
    """What tells the slots of bodies, authors and titles from the others, and all other roles."""

    @property
    def bodies(self) -> Trees:
        """How likely each slot is the body's."""
        ...

    @property
    def authors(self) -> Trees:
        """How likely each column of short texts is the authors'."""
        ...

    def titles(self, matrix: NDArray[np.float32]) -> NDArray[np.float64]:
        """How likely each column of links is the titles'."""
        ...


class Post(NamedTuple):
    """A post by its rows, as the kernel tells it. -1 means no author or no time; an empty range means no body."""

    start: int
    end: int
    body: Span
    author: int
    time: int  # index in the page's times
    odd: bool = False  # the body is not in the slot of the other bodies
    cut: Sequence[int] | None = None  # texts of the body that nobody said; None: not judged, words of classes tell
    quotes: Sequence[int] | None = None  # elements of the body that are quotes, likewise

    @property
    def parts(self) -> int:
        """How many of author, time and body are there."""
        return (self.author >= 0) + (self.time >= 0) + (self.body[0] < self.body[1])


def read_posts(evidence: Evidence, slots: Slots, judges: Judges) -> tuple[list[Post], float]:
    """The posts of a region as far as its slots tell, and the mean weight of their bodies."""
    bodies = find_bodies(evidence, slots, judges.bodies)
    return posts_with(evidence, slots, bodies, judges), bodies.mass


def posts_with(evidence: Evidence, slots: Slots, bodies: Bodies, judges: Judges) -> list[Post]:
    """The posts of these bodies."""
    said = in_spans(evidence.page, bodies.spans)
    time = find_post_times(evidence, slots, bodies.spans, judges)
    author = find_authors(evidence, slots, said, time, judges.authors)
    return [
        Post(start=start, end=end, body=bodies.spans[i], author=author[i], time=time[i], odd=bodies.odd[i])
        for i, (start, end) in check_deadline(enumerate(slots.ranges))
    ]


def in_spans(page: Page, spans: Sequence[Span]) -> NDArray[np.bool_]:
    """Which rows of the page lie in one of the ranges."""
    return rows_in_spans(len(page), spans)


def find_post_times(evidence: Evidence, slots: Slots, bodies: Sequence[Span], judge: RoleJudge) -> list[int]:
    """The index of each record's time in the page's times, -1 for none."""
    parts = Parts(evidence=evidence, slots=slots, mains=bodies, asked=TIME_WORDS)
    rows = np.array(find_times(parts, judge), np.int64)
    return np.where(rows < 0, -1, np.searchsorted(evidence.times.rows, rows)).tolist()


def mark_parts(evidence: Evidence, slots: Slots, posts: Sequence[Post], judge: RoleJudge) -> tuple[Post, ...]:
    """The posts with the texts of their bodies that nobody said, and with the quotes in them.

    The kernel finds them (`records/read/post_texts.rs`).
    """
    parts = body_parts(evidence, slots, posts)
    with kernel_call() as seconds:
        unsaid, quotes = said_parts(
            evidence.columns,
            slots.region,
            parts.known,
            [judge.trees[name] for name in ("buttons", "signatures", "quotes")],
            seconds=seconds,
        )
    return tuple(
        post._replace(cut=_within(unsaid, post.body), quotes=_within(quotes, post.body))
        for post in check_deadline(posts)
    )


def body_parts(evidence: Evidence, slots: Slots, posts: Sequence[Post]) -> Parts:
    """What is known of the records of the slots that are posts: their bodies, authors and times."""
    by_start = {post.start: post for post in posts}
    known = [by_start.get(start) for start, _ in slots.ranges]
    times = evidence.times.rows
    return Parts(
        evidence=evidence,
        slots=slots,
        mains=[post.body if post else (0, 0) for post in known],
        authors=[post.author if post else -1 for post in known],
        times=[int(times[post.time]) if post and post.time >= 0 else -1 for post in known],
        asked=BODY_WORDS,
    )


def _within(rows: Sequence[int], span: Span) -> Sequence[int]:
    return rows[bisect_left(rows, span[0]) : bisect_left(rows, span[1])]
