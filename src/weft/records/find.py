"""The records of a page: its regions read as posts, board rows or cards, and the one that is the page's matter.

The order is that of the evidence: posts that repeat, then a post that stands alone, then rows that name threads, then
cards. What is found beside the main records stays a region of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

import numpy as np

from weft.content import Record, Region
from weft.page import Page
from weft.records.alignment import Slots, align
from weft.records.board_rows import BoardRow, read_rows, reply_count_rows
from weft.records.bodies import find_bodies
from weft.records.cards import MIN_CARDS, are_matter, card_records, price_rows, read_cards
from weft.records.evidence import Evidence, gather
from weft.records.fields import post_records, row_records
from weft.records.names import MAX_NAME_LENGTH
from weft.records.posts import Post, posts_with
from weft.records.regions import Candidate, Rows, candidates_at, find_branches, find_candidates, find_chain
from weft.records.single_post import find_main_post, find_single_post
from weft.records.words import AUTHOR, POSTS, POSTS_ALONE, SINGLE_POST, discussion_score

MIN_BODY = 1.5  # mean weight of the bodies of posts: a third of all replies are words such as "thanks"
MIN_SHARE = 0.7  # of the records that must have a time, and a body
MIN_NAMED = 0.6  # of the records that must have an author: guests have no name
MIN_VARIED = 0.4  # of the bodies that must differ where there are `MANY`: ranks of members do not
MANY = 5
TITLE_SHARE = 0.8  # a body that weighs less than this share of the title is what a board says about a thread
MAIN_SHARE = 0.4  # of the page's text that rows must hold to be its matter where it is no discussion
MAX_CARD_REGIONS = 3  # tried, those with the most records first
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
        return Region(row=self.candidate.row, records=row_records(known, self.rows))


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
    times, score = _anchors(known)
    # Boxes of links beside an article are not worth reading.
    readings = read_candidates(known, times, share=MAIN_SHARE if score < POSTS else 0.0)
    main = _main_region(known, readings, score)
    others = [reading for reading in readings if reading.candidate.row != main.row]
    regions = tuple(reading.region(known) for reading in sorted(others, key=lambda reading: -reading.mass))
    return (main, *regions) if main.records or regions else ()


def find_main_records(page: Page, *, reference: datetime | None = None) -> tuple[Record, ...]:
    """The records that a page is about: its posts, board rows or cards; empty where it has none."""
    regions = find_records(page, reference=reference)
    return regions[0].records if regions else ()


def find_posts(page: Page) -> tuple[Evidence, tuple[Post, ...]]:
    """What is known of a page, and its posts as places only: what they say costs no fields."""
    known = gather(page, reference=None)
    times, score = _anchors(known)
    readings = read_candidates(known, times) if score >= min(POSTS_ALONE, SINGLE_POST) else []
    posts = [reading for reading in readings if reading.posts]
    if posts and score >= POSTS_ALONE:
        return known, _with_main_post(known, _heaviest(posts))
    rows = [reading for reading in readings if reading.rows]
    return known, tuple(_single_post(known, rows)) if score >= SINGLE_POST else ()


def _anchors(known: Evidence) -> tuple[Rows, float]:
    """The rows by which records are found, and how far the page speaks as discussions do."""
    times = known.times.rows if len(known.times.rows) else _marked_names(known)
    return times, discussion_score(known.page) if len(times) or len(known.marks.counts) else 0.0


def _with_main_post(known: Evidence, reading: Reading) -> tuple[Post, ...]:
    return (*find_main_post(known, reading.posts), *reading.posts)


def _main_region(known: Evidence, readings: list[Reading], score: float) -> Region:
    posts = [reading for reading in readings if reading.posts]
    rows = [reading for reading in readings if reading.rows]
    if posts and score >= POSTS_ALONE:
        best = _heaviest(posts)
        return Region(row=best.candidate.row, records=post_records(known, _with_main_post(known, best), best.slots))
    if score >= SINGLE_POST and (single := _single_post(known, rows)):
        records = post_records(known, single, align(known, [(post.start, post.end) for post in single]))
        return Region(row=int(known.page.parent[single[0].start]), records=records)
    if not rows and score >= POSTS:
        rows = [row for row in read_candidates(known, reply_count_rows(known)) if row.rows]
    if rows:
        return _heaviest(rows).region(known)
    return _card_region(known)


def _single_post(known: Evidence, rows: list[Reading]) -> list[Post]:
    """The post that stands alone, outside board rows and what else surely repeats."""
    taken = [span for row in rows for span in row.candidate.ranges]
    if not find_single_post(known, taken):  # what else repeats can only take posts away
        return []
    candidates = find_candidates(known.page, known.times.rows)
    repeated = [span for candidate in candidates if _repeats(known.page, candidate) for span in candidate.ranges]
    return find_single_post(known, repeated + taken)


def _heaviest(readings: Iterable[Reading]) -> Reading:
    return max(readings, key=lambda reading: reading.mass)


def read_candidates(known: Evidence, times: Rows, *, share: float = 0.0) -> list[Reading]:
    """The regions of times that can be read, without those in the records of another and without those around another.

    A candidate whose bodies are regions themselves takes parts of the page for posts. One inside a record is what
    belongs to that record: comments on a post, cells of a row. Only regions with more than a `share` of the page's text
    are read.
    """
    page = known.page
    readings: list[Reading] = []
    chars = np.concatenate(([0], np.cumsum(page.chars))).tolist() if share else []
    least = share * chars[-1] if share else 0.0

    def is_open(row: int) -> bool:
        """Whether no reading has the row as its region or in its records, and enough is said under it."""
        taken = any(outer.candidate.row == row or outer.holds(row) for outer in readings)
        return not taken and (not share or chars[page.end[row]] - chars[row] > least)

    def read_first(candidates: Iterable[Candidate]) -> None:
        for candidate in candidates:
            if share and sum(chars[end] - chars[start] for start, end in candidate.ranges) <= least:
                continue
            if reading := _read(known, candidate):
                readings.append(reading)
                return

    for row in find_branches(page, times):  # those with more records come first
        if is_open(row):
            read_first(candidates_at(page, row, times))
    read_first(candidate for candidate in find_chain(page, times) if is_open(candidate.row))
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
    slots = align(known, candidate.ranges)
    rows = read_rows(known, slots)
    title = sum(int(known.page.chars[row.title]) for row in rows) / len(candidate.ranges)
    least = max(MIN_BODY, TITLE_SHARE * title)
    bodies = find_bodies(known, slots, least=least)
    if bodies.mass >= least:
        posts = _without_strays(candidate, posts_with(known, slots, bodies))
        if _are_posts(known, posts):
            kept = tuple(post for post in posts if post.parts > 1)
            return Reading(candidate=candidate, slots=slots, posts=kept, mass=bodies.mass * len(posts))
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
    varied = n < MANY or len(texts) > MIN_VARIED * len(said)
    return named >= MIN_NAMED * n and timed > MIN_SHARE * n and len(said) > MIN_SHARE * n and varied


def _repeats(page: Page, candidate: Candidate) -> bool:
    """Whether a region surely repeats one thing: three times or more of one build."""
    steps = page.table.step[list(candidate.members)]
    return len(steps) >= 3 and int(np.unique(steps, return_counts=True)[1].max()) >= ALIKE * len(steps)


def _marked_names(known: Evidence) -> Rows:
    """The rows of the names that a class marks: what repeats where a page shows no times at all."""
    page, rows = known.page, known.text_rows
    rows = rows[page.chars[rows] <= MAX_NAME_LENGTH]
    return rows[(known.flags[page.parent[rows]] & AUTHOR) > 0]


def _card_region(known: Evidence) -> Region:
    """The cards of a page that is about them, else a region without records."""
    page, prices = known.page, price_rows(known)
    branches = find_branches(page, prices) if len(prices) >= MIN_CARDS else []
    candidates = (candidate for row in branches for candidate in candidates_at(page, row, prices))
    for candidate in islice(candidates, MAX_CARD_REGIONS):
        if len(candidate.ranges) < MIN_CARDS or not are_matter(page, candidate.ranges):
            continue
        if cards := read_cards(known, align(known, candidate.ranges), prices):
            return Region(row=candidate.row, records=card_records(known, cards))
    return Region(row=-1)
