"""The records of a page: its regions read as posts, board rows or cards, and the one that the page is about.

The order is that of the evidence: posts that repeat, then a post that stands alone, then rows that name threads, then
cards. What repeats beside the main records stays a region of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import cached_property
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from weft.content import Record, Region
from weft.deadline import in_time, within
from weft.page import Page
from weft.records.alignment import align_records
from weft.records.board_rows import reply_count_rows
from weft.records.bodies import said_blocks
from weft.records.cards import MIN_CARDS, are_matter, card_records, price_rows, read_cards
from weft.records.evidence import Evidence, gather
from weft.records.fields import post_records
from weft.records.items import item_region
from weft.records.names import MAX_NAME_LENGTH
from weft.records.posts import Post
from weft.records.regions import Candidate, Rows, candidates_at, find_branches, find_candidates
from weft.records.single_post import find_main_post, find_single_post
from weft.records.typed_regions import TypedRegion, read_regions
from weft.records.words import AUTHOR, POSTS, POSTS_ALONE, SINGLE_POST, discussion_score
from weft.registry import Registry

MAIN_SHARE = 0.4  # of the page's text that rows must hold to be its matter where it is no discussion
MAX_CARD_REGIONS = 3  # tried, those with the most records first
ALIKE = 0.7  # share of members of one build in a region that surely repeats

RecordMethod = Callable[[Page, datetime | None], tuple[Region, ...]]


class RecordSearch:
    """The search for the records of one page. Its posts and its regions share what is computed for either."""

    def __init__(self, page: Page, *, reference: datetime | None = None) -> None:
        self.page = page
        self.reference = reference
        self._typed_regions: dict[float, list[TypedRegion]] = {}

    @cached_property
    def evidence(self) -> Evidence:
        """The words and times of the page."""
        return gather(self.page, reference=self.reference)

    @cached_property
    def anchors(self) -> Rows:
        """The rows by which records are searched: times, else the names that a class marks."""
        times = self.evidence.times.rows
        return times if len(times) else _marked_names(self.evidence)

    @cached_property
    def score(self) -> float:
        """How much the page speaks as discussions do."""
        has_signs = len(self.anchors) or len(self.evidence.marks.counts)
        return discussion_score(self.page) if has_signs else 0.0

    def typed_regions(self, share: float) -> list[TypedRegion]:
        """The regions that hold more than a share of the page's text and can be read."""
        if share not in self._typed_regions:
            self._typed_regions[share] = read_regions(self.evidence, self.anchors, share=share)
        return self._typed_regions[share]

    def posts(self) -> tuple[Post, ...]:
        """The posts of a discussion by their rows: who wants their texts alone does not pay for fields."""
        return self._posts

    @cached_property
    def _posts(self) -> tuple[Post, ...]:
        with within(self.page.seconds):
            typed = self.typed_regions(0.0) if self.score >= min(POSTS_ALONE, SINGLE_POST) else []
            posts = [region for region in typed if region.posts]
            if posts and self.score >= POSTS_ALONE:
                return _with_main_post(self.evidence, _heaviest(posts))
            rows = [region for region in typed if region.rows]
            return tuple(_single_post(self.evidence, rows)) if self.score >= SINGLE_POST else ()

    def post_blocks(self) -> tuple[int, NDArray[np.int64]]:
        """How many posts the page has, and the blocks of their bodies, in document order, each text once."""
        with within(self.page.seconds):
            return said_blocks(self.evidence, [post.body for post in self.posts()])

    def regions(self) -> tuple[Region, ...]:
        """The regions of the page, the main records first: a region without records where there are only others."""
        with within(self.page.seconds):
            # Boxes of links beside an article are not worth reading.
            typed = self.typed_regions(MAIN_SHARE if self.score < POSTS else 0.0)
            main = self._main_region(typed)
            others = sorted((region for region in typed if region.candidate.row != main.row), key=lambda one: -one.mass)
            regions = tuple(region.region(self.evidence) for region in in_time(others))
            return (main, *regions) if main.records or regions else ()

    def _main_region(self, typed: list[TypedRegion]) -> Region:
        evidence = self.evidence
        posts = [region for region in typed if region.posts]
        rows = [region for region in typed if region.rows]
        if posts and self.score >= POSTS_ALONE:
            best = _heaviest(posts)
            records = post_records(evidence, _with_main_post(evidence, best), best.slots)
            return Region(row=best.candidate.row, records=records)
        if self.score >= SINGLE_POST and (single := _single_post(evidence, rows)):
            slots = align_records(evidence, [(post.start, post.end) for post in single])
            return Region(row=int(self.page.parent[single[0].start]), records=post_records(evidence, single, slots))
        if not rows and self.score >= POSTS:
            rows = [region for region in read_regions(evidence, reply_count_rows(evidence)) if region.rows]
        return _heaviest(rows).region(evidence) if rows else _card_region(evidence)


def find_records(page: Page, *, reference: datetime | None = None) -> tuple[Region, ...]:
    """The regions of a page, the main records first: a region without records where there are only others.

    Relative times are resolved with `reference`, the time at which the page was read.

    >>> from weft import parse
    >>> post = "<div class=post><a class=author href=/user/{0}>{0}</a> <i>2022-09-0{1} 06:38</i><p>{2}</p></div>"
    >>> posts = post.format("Ann", 4, "Is it?") + post.format("Bob", 5, "Yes")
    >>> record = find_records(parse("<a href=/forum>Forum</a>" + posts))[0].records[1]
    >>> {name: field.value for name, field in record.fields.items()}
    {'author': 'Bob', 'time': '2022-09-05T06:38', 'time_text': '2022-09-05 06:38', 'body': 'Yes'}
    """
    return RecordSearch(page, reference=reference).regions()


def find_main_records(page: Page, *, reference: datetime | None = None) -> tuple[Record, ...]:
    """The records that a page is about: its posts, board rows or cards; empty where it has none."""
    regions = find_records(page, reference=reference)
    return regions[0].records if regions else ()


def post_blocks(page: Page) -> tuple[int, NDArray[np.int64]]:
    """How many posts a page has, and the blocks of their bodies, in document order, each text once.

    >>> from weft import parse
    >>> post = "<div class=post><a class=author href=/user/{0}>{0}</a> <i>2022-09-0{1} 06:38</i><p>{2}</p></div>"
    >>> page = parse("<a href=/forum>Forum</a>" + post.format("Ann", 4, "Is it?") + post.format("Bob", 5, "Yes"))
    >>> count, blocks = post_blocks(page)
    >>> count, [page.blocks.text(block) for block in blocks]
    (2, ['Is it?', 'Yes'])
    """
    return RecordSearch(page).post_blocks()


def _with_main_post(evidence: Evidence, region: TypedRegion) -> tuple[Post, ...]:
    return (*find_main_post(evidence, region.posts), *region.posts)


def _single_post(evidence: Evidence, rows: list[TypedRegion]) -> list[Post]:
    """The post that stands alone, outside board rows and what else surely repeats."""
    taken = [span for row in rows for span in row.candidate.ranges]
    if not find_single_post(evidence, taken):  # what else repeats can only take posts away
        return []
    candidates = find_candidates(evidence.page, evidence.times.rows)
    repeated = [span for candidate in candidates if _repeats(evidence.page, candidate) for span in candidate.ranges]
    return find_single_post(evidence, repeated + taken)


def _heaviest(regions: Iterable[TypedRegion]) -> TypedRegion:
    return max(regions, key=lambda region: region.mass)


def _repeats(page: Page, candidate: Candidate) -> bool:
    """Whether a region surely repeats one thing: three times or more of one build."""
    steps = page.table.step[list(candidate.members)]
    return len(steps) >= 3 and int(np.unique(steps, return_counts=True)[1].max()) >= ALIKE * len(steps)


def _marked_names(evidence: Evidence) -> Rows:
    """The rows of the names that a class marks: what repeats where a page shows no times at all."""
    page, rows = evidence.page, evidence.text_rows
    rows = rows[page.chars[rows] <= MAX_NAME_LENGTH]
    return rows[(evidence.flags[page.parent[rows]] & AUTHOR) > 0]


def _card_region(evidence: Evidence) -> Region:
    """The cards of a page that is about them, else a region without records."""
    if (items := item_region(evidence)).records:
        return items
    page, prices = evidence.page, price_rows(evidence)
    branches = find_branches(page, prices) if len(prices) >= MIN_CARDS else []
    candidates = (candidate for row in branches for candidate in candidates_at(page, row, prices))
    for candidate in in_time(islice(candidates, MAX_CARD_REGIONS)):
        if len(candidate.ranges) < MIN_CARDS or not are_matter(page, candidate.ranges):
            continue
        if cards := read_cards(evidence, align_records(evidence, candidate.ranges), prices):
            return Region(row=candidate.row, records=card_records(evidence, cards))
    return Region(row=-1)


def _find_posts(page: Page, reference: datetime | None) -> tuple[Region, ...]:
    """The posts, board rows or cards that `find_records` finds; the default record method."""
    return find_records(page, reference=reference)


POST_METHOD = "posts"
"""The name of the default method: posts, rows and cards by what they hold."""

RECORD_METHODS: Registry[RecordMethod] = Registry(
    {
        POST_METHOD: _find_posts,
        # The papers' methods come last: they are baselines.
        "repeated_subtrees": "weft.papers.b.repeated_subtrees:find_typed",
        "mdr": "weft.papers.b.mdr:find_typed",
    }
)
"""Each gives a page's regions, the main records first and with their fields; relative times need the reference time."""
