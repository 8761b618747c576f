"""The records of a page: its regions read as posts, board rows or cards, and the one that is the page's matter.

The order is that of the evidence: posts that repeat, then a post that stands alone, then rows that name threads, then
cards. What is found beside the main records stays a region of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from weft.content import Record, Region
from weft.page import Page
from weft.records.alignment import Slots, align
from weft.records.board_rows import BoardRow, read_rows
from weft.records.cards import card_records, price_rows, read_cards
from weft.records.counts import reply_count_rows
from weft.records.discussion import POSTS, POSTS_ALONE, SINGLE_POST, discussion_score
from weft.records.evidence import Evidence, gather
from weft.records.fields import post_records, row_records
from weft.records.main_post import find_main_post
from weft.records.names import LONGEST_NAME
from weft.records.posts import Post, read_posts
from weft.records.regions import Candidate, find_candidates
from weft.records.single_post import find_single_post
from weft.records.words import AUTHOR

LEAST_BODY = 1.5  # mean weight of the bodies of posts: a third of all replies are words such as "thanks"
LEAST_SHARE = 0.7  # of the records that must have a time, and a body
LEAST_NAMED = 0.6  # of the records that must have an author: guests have no name
LEAST_VARIED = 0.4  # of the bodies that must differ where there are `MANY`: ranks of members do not
MANY = 5
TITLE_SHARE = 0.8  # a body that weighs less than this share of the title is what a board says about a thread
MAIN_SHARE = 0.4  # of the page's text that rows must hold to be its matter where it is no discussion
ALIKE = 0.7  # share of members of one build in a region that surely repeats


@dataclass(frozen=True, eq=False, kw_only=True)
class Reading:
    """A region read as posts or as board rows, with the weight of what they say."""

    candidate: Candidate
    slots: Slots
    posts: tuple[Post, ...] = ()
    rows: tuple[BoardRow, ...] = ()
    mass: float = 0.0

    def holds(self, row: int) -> bool:
        """Whether a row lies in one of the records."""
        return any(start <= row < end for start, end in self.candidate.ranges)

    def says(self, row: int) -> bool:
        """Whether a row lies in one of the bodies."""
        return any(post.body[0] <= row < post.body[1] for post in self.posts)

    def region(self, known: Evidence) -> Region:
        """The region with its records."""
        if self.posts:
            return Region(row=self.candidate.row, records=post_records(known, self.posts, self.slots))
        return Region(row=self.candidate.row, records=row_records(known, self.rows, self.slots))


def find_records(page: Page, *, reference: datetime | None = None) -> tuple[Region, ...]:
    """The regions of a page, the main records first: a region without records where only others are found.

    Relative times are resolved with `reference`, the time at which the page was read.

    >>> from weft import parse
    >>> post = "<div class=post><a class=author href=/user/{0}>{0}</a> <i>2022-09-0{1} 06:38</i><p>{2}</p></div>"
    >>> posts = post.format("Ann", 4, "Is it?") + post.format("Bob", 5, "Yes")
    >>> record = find_records(parse("<a href=/forum>Forum</a>" + posts))[0].records[1]
    >>> {name: field.value for name, field in record.fields.items()}
    {'author': 'Bob', 'time': '2022-09-05T06:38', 'time_text': '2022-09-05 06:38', 'body': 'Yes'}
    """
    known = gather(page, reference=reference)
    score = discussion_score(page)
    candidates = find_candidates(page, known.times.rows if len(known.times.rows) else _marked_names(known))
    if score < POSTS:  # boxes of links beside an article are not worth reading
        candidates = [candidate for candidate in candidates if _is_matter(page, candidate)]
    readings = read_candidates(known, candidates)
    main = _main_region(known, candidates, readings, score)
    others = [reading for reading in readings if reading.candidate.row != main.row]
    regions = tuple(reading.region(known) for reading in sorted(others, key=lambda reading: -reading.mass))
    return (main, *regions) if main.records or regions else ()


def find_main_records(page: Page, *, reference: datetime | None = None) -> tuple[Record, ...]:
    """The records that a page is about: its posts, board rows or cards; empty where it has none."""
    regions = find_records(page, reference=reference)
    return regions[0].records if regions else ()


def _main_region(known: Evidence, candidates: list[Candidate], readings: list[Reading], score: float) -> Region:
    page = known.page
    posts = [reading for reading in readings if reading.posts]
    rows = [reading for reading in readings if reading.rows]
    if posts and score >= POSTS_ALONE:
        best = _heaviest(posts)
        items = (*find_main_post(known, best.posts), *best.posts)
        return Region(row=best.candidate.row, records=post_records(known, items, best.slots))
    if score >= SINGLE_POST:
        taken = [candidate for candidate in candidates if _repeats(page, candidate)] + [row.candidate for row in rows]
        single = find_single_post(known, [span for candidate in taken for span in candidate.ranges])
        if single:
            records = post_records(known, single, align(known, [(post.start, post.end) for post in single]))
            return Region(row=int(page.parent[single[0].start]), records=records)
    if not rows and score >= POSTS:
        rows = [row for row in read_candidates(known, find_candidates(page, reply_count_rows(page))) if row.rows]
    if rows:
        return _heaviest(rows).region(known)
    return _card_region(known)


def _heaviest(readings: Iterable[Reading]) -> Reading:
    return max(readings, key=lambda reading: reading.mass)


def read_candidates(known: Evidence, candidates: list[Candidate]) -> list[Reading]:
    """The candidates that can be read, without those in the records of another and without those around another.

    A candidate whose bodies are regions themselves takes parts of the page for posts. One inside a record is what
    belongs to that record: comments on a post, cells of a row.
    """
    readings: list[Reading] = []
    done: set[int] = set()
    for candidate in candidates:  # those with more records come first
        if candidate.row in done or any(outer.holds(candidate.row) for outer in readings):
            continue
        if reading := _read(known, candidate):
            done.add(candidate.row)
            readings.append(reading)
    whole = [
        outer for outer in readings if not any(_is_around(outer, inner) for inner in readings if inner is not outer)
    ]
    return [
        reading
        for reading in whole
        if not any(outer.holds(reading.candidate.row) for outer in whole if outer is not reading)
    ]


def _is_around(outer: Reading, inner: Reading) -> bool:
    """Whether what one reading takes for posts are parts of the page, with the records of another in them.

    Then its bodies are those records or parts of them, or say less than they do: comments on a post say less than all
    posts together.
    """
    if not outer.posts or not outer.holds(inner.candidate.row):
        return False
    within = outer.says(inner.candidate.row) or any(inner.holds(post.body[0]) for post in outer.posts)
    return within or (bool(inner.posts) and inner.mass > outer.mass)


def _read(known: Evidence, candidate: Candidate) -> Reading | None:
    page = known.page
    slots = align(known, candidate.ranges)
    posts, body = read_posts(known, slots)
    posts = _without_strays(candidate, posts)
    rows = read_rows(known, slots)
    title = sum(int(page.chars[row.title]) for row in rows) / len(candidate.ranges)
    if body >= max(LEAST_BODY, TITLE_SHARE * title) and _are_posts(known, posts):
        kept = tuple(post for post in posts if post.parts > 1)
        return Reading(candidate=candidate, slots=slots, posts=kept, mass=body * len(posts))
    if rows:
        return Reading(candidate=candidate, slots=slots, rows=tuple(rows), mass=title * len(rows))
    return None


def _without_strays(candidate: Candidate, posts: list[Post]) -> list[Post]:
    """Without what lies inside a record and is built otherwise: comments on a post."""
    members = set(candidate.members)
    return posts if candidate.spanning else [post for post in posts if not post.odd or post.start in members]


def _are_posts(known: Evidence, posts: list[Post]) -> bool:
    """Whether enough of the records have an author, a time and a body of their own."""
    n = len(posts)
    if n < 2:
        return False
    said = [post.body for post in posts if post.body[0] < post.body[1]]
    named = sum(post.author >= 0 for post in posts)
    timed = sum(post.time >= 0 for post in posts) if len(known.times.rows) else n
    texts = {known.page.text(start) if end == known.page.end[start] else (start, end) for start, end in said}
    varied = n < MANY or len(texts) > LEAST_VARIED * len(said)
    return named >= LEAST_NAMED * n and timed > LEAST_SHARE * n and len(said) > LEAST_SHARE * n and varied


def _repeats(page: Page, candidate: Candidate) -> bool:
    """Whether a region surely repeats one thing: three times or more of one build."""
    steps = page.table.step[list(candidate.members)]
    return len(steps) >= 3 and int(np.unique(steps, return_counts=True)[1].max()) >= ALIKE * len(steps)


def _is_matter(page: Page, candidate: Candidate) -> bool:
    """Whether the records hold so much of the page's text that it is about them."""
    chars = np.concatenate(([0], np.cumsum(page.chars)))
    return sum(int(chars[end] - chars[start]) for start, end in candidate.ranges) > MAIN_SHARE * int(chars[-1])


def _marked_names(known: Evidence) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """The rows of the names that a class marks: what repeats where a page shows no times at all."""
    page, rows = known.page, known.text_rows
    rows = rows[page.chars[rows] <= LONGEST_NAME]
    return rows[(known.flags[page.parent[rows]] & AUTHOR) > 0]


def _card_region(known: Evidence) -> Region:
    """The cards of a page that is about them, else a region without records."""
    prices = price_rows(known.page)
    for candidate in find_candidates(known.page, prices)[:3]:
        cards = read_cards(known, align(known, candidate.ranges), prices)
        if cards and _is_matter(known.page, candidate):
            return Region(row=candidate.row, records=card_records(known, cards))
    return Region(row=-1)
