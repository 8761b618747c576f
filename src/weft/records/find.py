"""The records of a page: its regions read as posts, board rows or items, and the one that the page is about.

Every region is read in all of its readings; a small trained model says how much of the page's true records it expects
each to find. The best reading is the page's; a post that stands alone is one where it is likelier. What repeats beside
the main records stays a region of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from weft.content import Record, Region
from weft.deadline import check_deadline, kernel_call, time_limit
from weft.kernel.records import PageRecords, draft_page
from weft.page import Page
from weft.page.once import computed_once
from weft.records.alignment import Slots, align_records
from weft.records.evidence import Evidence
from weft.records.fields import post_records
from weft.records.kernel_draft import KernelDraft, begin_search
from weft.records.kinds.linked import with_linked
from weft.records.kinds.names import POSTS_KIND
from weft.records.kinds.others import OtherRegions, main_region, with_other_regions
from weft.records.model import RecordModel, default_model
from weft.records.pagers import with_pager
from weft.records.posts import Post, in_spans
from weft.records.readings import Reading, RegionView
from weft.records.times import read_times
from weft.records.words import POSTS, looks_like_discussion
from weft.registry import Registry

MIN_POSTS = 0.4  # expected share of the true records from which on posts are an answer: a wrong post is worse than none
MIN_ROWS = 0.25  # the same of rows
MIN_ITEMS = 0.5  # the same of items
MIN_OTHER = 0.25  # expected share from which on what repeats beside the main records is a region

RecordMethod = Callable[[Page, datetime | None], tuple[Region, ...]]


class RecordSearch:
    """The search for the records of one page. Its posts and its regions share what is computed for either."""

    def __init__(self, page: Page, *, reference: datetime | None = None, model: RecordModel | None = None) -> None:
        self.page = page
        self.reference = reference
        self.model: RecordModel = model or default_model()

    @computed_once
    def found(self) -> PageRecords:
        """All that the kernel finds on the way to its draft; the page has it where its posts decided what is kept."""
        table, url = self.page.table, self.page.url or ""
        known = table.records if self.reference is None else None
        if known and known.models is self.model.kernel:
            return known
        search = begin_search(reference=self.reference, model=self.model)
        with kernel_call() as seconds:
            return draft_page(table, url, search, seconds=seconds)

    @computed_once
    def evidence(self) -> Evidence:
        """The words and times of the page."""
        found = self.found
        return Evidence(page=self.page, marks=found.marks, times=read_times(found.times, self.reference), found=found)

    @computed_once
    def _read(self) -> KernelDraft | None:
        """What the kernel read of the page; nothing where nothing repeats and no post can stand alone."""
        draft = self.found.draft
        return KernelDraft(draft, self.found.views, self.page) if draft else None

    @property
    def readings(self) -> list[Reading]:
        """The readings of the page's regions, as far as they were read, the likeliest first."""
        return self._read.all_readings if self._read else []

    @property
    def leading(self) -> list[Reading]:
        """The same without what cannot be the best; where the best is no answer, without what can be none."""
        return self._read.leading if self._read else []

    @property
    def is_alone(self) -> bool:
        """Whether its posts stand alone: no region repeats them."""
        return self._read is not None and self._read.kernel.is_alone

    def posts(self) -> tuple[Post, ...]:
        """The posts of a discussion by their rows: who wants their texts alone does not pay for fields."""
        with time_limit(self.page.seconds):
            return self._read.posts if self._read else ()

    def post_spans(self) -> list[tuple[int, int]]:
        """The rows of the posts: where each begins and ends."""
        with time_limit(self.page.seconds):
            return self._read.kernel.post_spans if self._read else []

    @computed_once
    def _lone_slots(self) -> Slots:
        return align_records(self.evidence, [(post.start, post.end) for post in self.posts()])

    def _best_reading(self) -> Reading | None:
        return next((one for one in self.leading if one.likely >= least_of(one)), None)

    def post_blocks(self) -> tuple[int, NDArray[np.int64]]:
        """How many posts the page has, and the blocks of their bodies, in document order, each text once."""
        with time_limit(self.page.seconds):
            return (self._read.kernel.said, self._read.kernel.blocks) if self._read else (0, np.zeros(0, np.int64))

    @property
    def main_records(self) -> tuple[Record, ...]:
        """The records that the page is about: what else repeats is looked for as far as the page may be about it."""
        with time_limit(self.page.seconds):
            return self._leading_region.records

    @computed_once
    def _main(self) -> Region:
        """The region that posts, rows or cards make the main one, with what the page declares of its records."""
        return with_linked(self.evidence, self._main_region())

    @computed_once
    def _leading_region(self) -> Region:
        """The same, or a region of another kind that the page is about."""
        return main_region(self.evidence, self._main, self._of_other_kinds, is_discussion=self._is_discussion)

    @computed_once
    def _of_other_kinds(self) -> OtherRegions:
        return OtherRegions(self.evidence)

    @computed_once
    def _is_discussion(self) -> bool:
        """Whether it speaks as discussions do, and something marks records of one."""
        return self.found.is_marked and looks_like_discussion(self.page, POSTS)

    def regions(self) -> tuple[Region, ...]:
        """The regions of the page, the main records first: a region without records where there are only others."""
        return self._regions

    @computed_once
    def _regions(self) -> tuple[Region, ...]:
        with time_limit(self.page.seconds):
            main = self._leading_region
            others = [reading.region(self.evidence, self.model) for reading in check_deadline(self._others(self._main))]
            if main.records and self._is_discussion:
                return (with_pager(self.evidence, main), *others)
            return with_other_regions(self.evidence, (main, *others), self._of_other_kinds)

    def _main_region(self) -> Region:
        evidence, page = self.evidence, self.page
        posts = self.posts()
        if self.is_alone:
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

        others: list[Reading] = []
        for reading in check_deadline(self.readings):
            if reading.is_items:
                continue
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


def least_of(reading: Reading) -> float:
    """The share of the true records from which on a reading of its kind is an answer."""
    return MIN_POSTS if reading.posts else MIN_ROWS if reading.rows else MIN_ITEMS


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
