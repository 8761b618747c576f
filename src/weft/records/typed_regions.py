"""Regions read as posts, board rows or cards: what repeats on a page, with its type.

A candidate is read as board rows and as posts; the weight of the bodies against that of the titles decides. Regions
that another method located are read the same way.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np

from weft.content import Field, Record, Region
from weft.deadline import in_time, within
from weft.page import Page
from weft.records.alignment import Slots, align_records
from weft.records.board_rows import BoardRow, read_rows
from weft.records.bodies import body_text, find_bodies
from weft.records.cards import PRESENT, Card, card_records, price_rows, read_cards
from weft.records.evidence import Evidence, gather
from weft.records.fields import SOURCE, post_records, row_records
from weft.records.kinds.names import POSTS_KIND, ROWS_KIND
from weft.records.posts import Post, posts_with, read_posts
from weft.records.regions import Candidate, Rows, candidates_at, find_branches, find_chain

MIN_BODY = 1.5  # mean weight of the bodies of posts: a third of all replies are words such as "thanks"
MIN_SHARE = 0.7  # of the records that must have a time, and a body
MIN_NAMED = 0.6  # of the records that must have an author: guests have no name
MIN_VARIED = 0.4  # of the bodies that must differ where there are `MANY`: ranks of members do not
MANY = 5
TITLE_SHARE = 0.8  # a body that weighs less than this share of the title is what a board says about a thread
MIN_POSTS = 0.5  # share of the records that must have all parts of a post, to be read as posts and not as rows


@dataclass(frozen=True, eq=False, kw_only=True)
class TypedRegion:
    """A region read as posts or as board rows, with the weight of what they say."""

    candidate: Candidate
    slots: Slots
    posts: tuple[Post, ...] = ()
    rows: tuple[BoardRow, ...] = ()
    mass: float = 0.0

    def holds(self, row: int) -> bool:
        """Whether a row lies in one of the records, which are in document order and apart."""
        ranges = self.candidate.ranges
        index = bisect_right(ranges, row, key=_start_of) - 1
        return index >= 0 and row < ranges[index][1]

    def says(self, row: int) -> bool:
        """Whether a row lies in one of the bodies."""
        return any(post.body[0] <= row < post.body[1] for post in self.posts)

    def region(self, evidence: Evidence) -> Region:
        """The region with its records."""
        if self.posts:
            return Region(
                row=self.candidate.row, records=post_records(evidence, self.posts, self.slots), kind=POSTS_KIND
            )
        return Region(row=self.candidate.row, records=row_records(evidence, self.rows), kind=ROWS_KIND)


def _start_of(span: tuple[int, int]) -> int:
    return span[0]


def read_regions(evidence: Evidence, times: Rows, *, share: float = 0.0) -> list[TypedRegion]:
    """The regions of times that can be read, without those inside a record of another and those around another.

    A candidate whose bodies are regions themselves takes parts of the page for posts. One inside a record is what
    belongs to that record: comments on a post, cells of a row. Only regions with more than a `share` of the page's text
    are read.
    """
    page = evidence.page
    typed: list[TypedRegion] = []
    chars = np.concatenate(([0], np.cumsum(page.chars))).tolist() if share else []
    least = share * chars[-1] if share else 0.0

    def is_open(row: int) -> bool:
        """Whether no region so far has the row as its node or in its records, and enough text is under it."""
        taken = any(outer.candidate.row == row or outer.holds(row) for outer in in_time(typed))
        return not taken and (not share or chars[page.end[row]] - chars[row] > least)

    def read_first(candidates: Iterable[Candidate]) -> None:
        for candidate in in_time(candidates):
            if share and sum(chars[end] - chars[start] for start, end in candidate.ranges) <= least:
                continue
            if region := _read(evidence, candidate):
                typed.append(region)
                return

    for row in in_time(find_branches(page, times)):  # those with more records come first
        if is_open(row):
            read_first(candidates_at(page, row, times))
    read_first(candidate for candidate in find_chain(page, times) if is_open(candidate.row))
    whole = [
        outer
        for outer in in_time(typed)
        if not any(_is_around(outer, inner) for inner in in_time(typed) if inner is not outer)
    ]
    return [
        region
        for region in whole
        if not any(outer.holds(region.candidate.row) for outer in whole if outer is not region)
    ]


def _is_around(outer: TypedRegion, inner: TypedRegion) -> bool:
    """Whether the posts of one region are parts of the page, with the records of another in them.

    Then its bodies are those records or parts of them, or say less than they do: comments on a post say less than all
    posts together.
    """
    if not outer.posts or not outer.holds(inner.candidate.row):
        return False
    within = outer.says(inner.candidate.row) or any(inner.holds(post.body[0]) for post in in_time(outer.posts))
    return within or (bool(inner.posts) and inner.mass > outer.mass)


def _read(evidence: Evidence, candidate: Candidate) -> TypedRegion | None:
    slots = align_records(evidence, candidate.ranges)
    rows = read_rows(evidence, slots)
    title = sum(int(evidence.page.chars[row.title]) for row in rows) / len(candidate.ranges)
    least = max(MIN_BODY, TITLE_SHARE * title)
    bodies = find_bodies(evidence, slots, least=least)
    if bodies.mass >= least:
        posts = _without_strays(candidate, posts_with(evidence, slots, bodies))
        if _are_posts(evidence, posts):
            kept = tuple(post for post in in_time(posts) if post.parts > 1)
            return TypedRegion(candidate=candidate, slots=slots, posts=kept, mass=bodies.mass * len(posts))
    if rows:
        return TypedRegion(candidate=candidate, slots=slots, rows=tuple(rows), mass=title * len(rows))
    return None


def _without_strays(candidate: Candidate, posts: list[Post]) -> list[Post]:
    """The posts without those inside a record that are built differently: comments on a post."""
    members = set(candidate.members)
    return posts if candidate.spanning else [post for post in in_time(posts) if not post.odd or post.start in members]


def _are_posts(evidence: Evidence, posts: list[Post]) -> bool:
    """Whether enough of the records have an author, a time and a body of their own."""
    n = len(posts)
    if n < 2:
        return False
    said = [post.body for post in in_time(posts) if post.body[0] < post.body[1]]
    named = sum(post.author >= 0 for post in in_time(posts))
    timed = sum(post.time >= 0 for post in in_time(posts)) if len(evidence.times.rows) else n
    texts = {
        evidence.page.text(start) if end == evidence.page.end[start] else (start, end) for start, end in in_time(said)
    }
    varied = n < MANY or len(texts) > MIN_VARIED * len(said)
    return named >= MIN_NAMED * n and timed > MIN_SHARE * n and len(said) > MIN_SHARE * n and varied


def read_located(page: Page, regions: Sequence[Region], *, reference: datetime | None = None) -> tuple[Region, ...]:
    """The regions with fields for the records of the first one: those of cards, posts, board rows, else the text.

    For methods that say where records are and no more: MDR, repeated subtrees, a location library. Every record stays.

    >>> from weft import parse
    >>> page = parse("<div>" + "<div><h2>Card</h2><p>Text <a>more</a></p></div>" * 3 + "</div>")
    >>> regions = [Region(row=3, records=(Record(start=4, end=11),))]
    >>> [record.fields["text"].value for record in read_located(page, regions)[0].records]
    ['Card\\nText more']
    """
    with within(page.seconds):
        if not regions or not regions[0].records:
            return tuple(regions)
        evidence = gather(page, reference=reference)
        fields = _fields_by_start(evidence, regions[0].records)
        records = (
            replace(record, fields=fields.get(record.start) or _text_of(evidence, record))
            for record in in_time(regions[0].records)
        )
        return (replace(regions[0], records=tuple(records)), *regions[1:])


def _fields_by_start(evidence: Evidence, records: Sequence[Record]) -> dict[int, Mapping[str, Field]]:
    slots = align_records(evidence, [(record.start, record.end) for record in records])
    if cards := _cards_of(evidence, slots):
        return {record.start: record.fields for record in card_records(evidence, cards)}
    posts, body = read_posts(evidence, slots)
    rows = read_rows(evidence, slots)
    title = sum(int(evidence.page.chars[row.title]) for row in rows) / len(records)
    whole = sum(post.parts == 3 for post in in_time(posts))
    if rows and (whole < MIN_POSTS * len(posts) or body < max(MIN_BODY, TITLE_SHARE * title)):
        typed_records = row_records(evidence, rows)
    else:
        typed_records = post_records(evidence, [post for post in in_time(posts) if post.parts > 1], slots)
    return {record.start: record.fields for record in typed_records}


def _cards_of(evidence: Evidence, slots: Slots) -> list[Card]:
    """The records as cards; empty where few have a price, or where they have times as threads and posts do."""
    cards = read_cards(evidence, slots, price_rows(evidence))
    timed = sum(bool(evidence.times.within(start, end)) for start, end in in_time(slots.ranges))
    return cards if len(cards) >= PRESENT * len(slots.ranges) and not timed else []


def _text_of(evidence: Evidence, record: Record) -> dict[str, Field]:
    """All that a record says that is neither a post nor a row."""
    text = body_text(evidence, record.start, record.end)
    return {"text": Field(value=text, row=record.start, source=SOURCE)} if text else {}
