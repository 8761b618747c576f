"""The records of a page: its regions read as posts, board rows or items, and the one that the page is about.

Every region is read in all of its readings; a small trained model says how much of the page's true records it expects
each to find. The best reading is the page's; a post that stands alone is one where it is likelier. What repeats beside
the main records stays a region of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from weft.content import Record, Region
from weft.deadline import in_time, within
from weft.page import Page
from weft.records.alignment import Slots, align_records
from weft.records.board_rows import reply_count_rows
from weft.records.bodies import said_blocks
from weft.records.drafts import Draft, draft_readings, leading_readings
from weft.records.evidence import Evidence, gather
from weft.records.fields import post_records
from weft.records.kinds.linked import with_linked
from weft.records.kinds.names import POSTS_KIND
from weft.records.kinds.others import with_other_regions
from weft.records.model import RecordModel, default_model
from weft.records.names import MAX_NAME_LENGTH
from weft.records.posts import Post, in_spans, mark_parts
from weft.records.reading_features import PageMeasures
from weft.records.readings import Gate, Reading, RegionView, view_regions, weigh_readings, weigh_regions
from weft.records.regions import Candidate, Rows, find_candidates
from weft.records.single_post import find_lone_posts, find_main_posts, with_likeliest_author, with_missing_authors
from weft.records.words import AUTHOR, POSTS
from weft.registry import Registry

MAIN_SHARE = 0.4  # of the page's text that rows must hold to be its matter where it is no discussion
DISCUSSION = 0.0  # score of a page from which on its small regions and posts alone are worth reading
MIN_POSTS = 0.4  # expected share of the true records from which on posts are an answer: a wrong post is worse than none
MIN_ROWS = 0.3  # the same of rows: lists of members reach 0.28
MIN_ITEMS = 0.45  # the same of items
MIN_LONE = 0.4  # the same of a post that stands alone
MIN_ANSWER = 0.15  # the same of another post whose body has the tag and classes of a likely one
MIN_MAIN = 0.45  # the same of a main post before the others
MIN_OTHER = 0.25  # expected share from which on what repeats beside the main records is a region
SURE = 0.9  # expected share from which on no post alone is looked for
ALIKE = 0.7  # share of members of one build in a region that surely repeats

RecordMethod = Callable[[Page, datetime | None], tuple[Region, ...]]


class RecordSearch:
    """The search for the records of one page. Its posts and its regions share what is computed for either."""

    def __init__(self, page: Page, *, reference: datetime | None = None, model: RecordModel | None = None) -> None:
        self.page = page
        self.reference = reference
        self.model: RecordModel = model or default_model()

    @cached_property
    def evidence(self) -> Evidence:
        """The words and times of the page."""
        return gather(self.page, reference=self.reference)

    @cached_property
    def anchors(self) -> list[Rows]:
        """The rows by which records are searched."""
        return find_anchors(self.evidence)

    @cached_property
    def measures(self) -> PageMeasures:
        """What all readings of the page share."""
        return PageMeasures(self.evidence)

    @property
    def score(self) -> float:
        """How much the page speaks as discussions do; 0 where nothing marks records of one."""
        return self.measures.score if self.anchors else 0.0

    @cached_property
    def _drafts(self) -> list[Draft]:
        """The page's regions, each of which is read when that is asked for."""
        # Boxes of links beside an article are not worth reading.
        share = MAIN_SHARE if self.score < DISCUSSION else 0.0
        gate = Gate(model=self.model, least=MIN_OTHER)
        views = weigh_regions(view_regions(self.measures, self.anchors, share=share, gate=gate), self.model)
        return draft_readings(self.measures, views, self.model)

    @cached_property
    def readings(self) -> list[Reading]:
        """The readings of the page's regions of which something may become, the best first."""
        readings = [one for draft in self._drafts for one in (*draft.as_rows, *draft.others)]
        return weigh_readings(readings, self.model)

    @cached_property
    def _leading(self) -> list[Reading]:
        """The same without what cannot be the best; where the best is no answer, without what can be none."""
        leading = leading_readings(self._drafts, self.model)
        if leading and leading[0].likely < _least(leading[0]):
            return weigh_readings(
                [one for draft in self._drafts for one in draft.likelier(MIN_OTHER, self.model)], self.model
            )
        return leading

    @cached_property
    def lone_posts(self) -> list[Post]:
        """The post that stands alone, with those that answer it; empty where the best reading is likelier."""
        expected = max([MIN_LONE, *(reading.likely for reading in self._leading[:1])])
        if expected >= SURE or not len(self.evidence.times.rows) or self.score < DISCUSSION:
            return []
        lone = find_lone_posts(self.measures, repeated_spans(self.evidence))
        likely = self.model.lone(lone.features)
        if max(likely, default=0.0) <= expected:
            return []
        scored = sorted(zip(likely, (one.post for one in lone), strict=True), key=lambda entry: -entry[0])
        best = with_likeliest_author(self.evidence, scored, self.model.authors)
        return _with_answers(self.page, [(scored[0][0], best), *scored[1:]])

    def posts(self) -> tuple[Post, ...]:
        """The posts of a discussion by their rows: who wants their texts alone does not pay for fields."""
        return self._posts

    @cached_property
    def _posts(self) -> tuple[Post, ...]:
        with within(self.page.seconds):
            if self.lone_posts:
                return self._marked_lone_posts()
            best = self._best_reading()
            return self._with_main_post(best) if best and best.posts else ()

    def _marked_lone_posts(self) -> tuple[Post, ...]:
        posts = self.lone_posts
        return mark_parts(self.evidence, self._lone_slots, posts, self.model)

    @cached_property
    def _lone_slots(self) -> Slots:
        return align_records(self.evidence, [(post.start, post.end) for post in self.lone_posts])

    def _best_reading(self) -> Reading | None:
        return next((one for one in self._leading if one.likely >= _least(one)), None)

    def _with_main_post(self, reading: Reading) -> tuple[Post, ...]:
        posts = with_missing_authors(self.evidence, reading.posts, self.model.authors)
        posts = mark_parts(self.evidence, reading.slots, posts, self.model)
        lone = find_main_posts(self.measures, posts)
        likely = self.model.lone(lone.features)
        best = max(zip(likely, range(len(lone)), strict=True), default=(0.0, -1))
        if best[0] < MIN_MAIN:
            return posts
        main = [lone[best[1]].post]
        slots = align_records(self.evidence, [(post.start, post.end) for post in main])
        return (*mark_parts(self.evidence, slots, main, self.model), *posts)

    def post_blocks(self) -> tuple[int, NDArray[np.int64]]:
        """How many posts the page has, and the blocks of their bodies, in document order, each text once."""
        with within(self.page.seconds):
            return said_blocks(self.evidence, [(post.body, post.cut, post.quotes) for post in self.posts()])

    @property
    def main_records(self) -> tuple[Record, ...]:
        """The records that the page is about: what else repeats is not looked for on a discussion without any."""
        with within(self.page.seconds):
            if self.score >= POSTS and not self._main.records:
                return ()
            regions = self.regions()
            return regions[0].records if regions else ()

    @cached_property
    def _main(self) -> Region:
        """The region that posts, rows or cards make the main one."""
        return self._main_region()

    def regions(self) -> tuple[Region, ...]:
        """The regions of the page, the main records first: a region without records where there are only others."""
        return self._regions

    @cached_property
    def _regions(self) -> tuple[Region, ...]:
        with within(self.page.seconds):
            main = with_linked(self.evidence, self._main)
            others = [reading.region(self.evidence, self.model) for reading in in_time(self._others(main))]
            return with_other_regions(self.evidence, (main, *others), is_discussion=self.score >= POSTS)

    def _main_region(self) -> Region:
        evidence, page = self.evidence, self.page
        posts = self._posts
        if posts and self.lone_posts:
            row = int(page.parent[posts[0].start])
            records = post_records(evidence, posts, self._lone_slots, self.model)
            return Region(row=row, records=records, kind=POSTS_KIND)
        best = self._best_reading()
        if best and best.posts:
            records = post_records(evidence, posts, best.slots, self.model)
            return Region(row=best.candidate.row, records=records, kind=POSTS_KIND)
        if best:
            return best.region(evidence, self.model)
        return Region(row=-1)

    def _others(self, main: Region) -> list[Reading]:
        """What else repeats on the page: the best readings that lie apart from each other and from the main records."""
        taken = in_spans(self.page, [(record.start, record.end) for record in main.records])

        def is_apart(view: RegionView) -> bool:
            start, end = view.candidate.ranges[0][0], view.candidate.ranges[-1][1]
            return view.candidate.row != main.row and not taken[start:end].any()

        drafts = [draft for draft in in_time(self._drafts) if draft.is_worth and is_apart(draft.view)]
        readings = [one for draft in drafts for one in draft.likelier(MIN_OTHER, self.model) if not one.is_items]
        others: list[Reading] = []
        for reading in in_time(weigh_readings(readings, self.model, first=next(iter(self._leading), None))):
            if reading.likely >= MIN_OTHER and is_apart(reading.view):
                others.append(reading)
                taken[reading.candidate.ranges[0][0] : reading.candidate.ranges[-1][1]] = True
        return sorted(others, key=lambda reading: -reading.mass)


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


def _least(reading: Reading) -> float:
    """The share of the true records from which on a reading of its kind is an answer."""
    return MIN_POSTS if reading.posts else MIN_ROWS if reading.rows else MIN_ITEMS


def _with_answers(page: Page, scored: list[tuple[float, Post]]) -> list[Post]:
    """The likeliest post, and the others of its kind: a question and its one answer repeat nothing either."""
    chosen = [scored[0][1]]
    body = chosen[0].body[0]
    for likely, post in in_time(scored[1:]):
        is_alike = page.table.step[post.body[0]] == page.table.step[body] and bool(page.classes(body))
        if is_alike and likely >= MIN_ANSWER and all(post.end <= one.start or one.end <= post.start for one in chosen):
            chosen.append(post)
    return sorted(chosen, key=lambda post: post.start)


def repeated_spans(evidence: Evidence) -> list[tuple[int, int]]:
    """The ranges of what surely repeats on a page: no post that stands alone."""
    candidates = find_candidates(evidence.page, evidence.times.rows)
    return [span for candidate in candidates if _repeats(evidence.page, candidate) for span in candidate.ranges]


def find_anchors(evidence: Evidence) -> list[Rows]:
    """The rows by which records are searched: times, else the names that a class marks; and the counts of replies."""
    timed = evidence.times.rows if len(evidence.times.rows) else _marked_names(evidence)
    return [rows for rows in (timed, reply_count_rows(evidence)) if len(rows)]


def _repeats(page: Page, candidate: Candidate) -> bool:
    """Whether a region surely repeats one thing: three times or more of one build."""
    steps = page.table.step[list(candidate.members)]
    return len(steps) >= 3 and int(np.unique(steps, return_counts=True)[1].max()) >= ALIKE * len(steps)


def _marked_names(evidence: Evidence) -> Rows:
    """The rows of the names that a class marks: what repeats where a page shows no times at all."""
    page, rows = evidence.page, evidence.text_rows
    rows = rows[page.chars[rows] <= MAX_NAME_LENGTH]
    return rows[(evidence.flags[page.parent[rows]] & AUTHOR) > 0]


def _find_posts(page: Page, reference: datetime | None) -> tuple[Region, ...]:
    """The posts, board rows or cards that `find_records` finds; the default record method."""
    return find_records(page, reference=reference)


POST_METHOD = "posts"
"""The name of the default method: posts, rows and cards by what they hold."""

RECORD_METHODS: Registry[RecordMethod] = Registry(
    {
        POST_METHOD: _find_posts,
        # The papers' methods come last: they are baselines.
        "repeated_subtrees": "weft.papers.b.repeated_subtrees:RepeatedSubtrees",
        "repeated_subtrees_printed": "weft.papers.b.repeated_subtrees:PRINTED",
        "mdr": "weft.papers.b.mdr:Mdr",
    },
    instances=True,
)
"""Each gives a page's regions, the main records first and with their fields; relative times need the reference time."""
