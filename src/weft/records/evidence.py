"""The evidence of a page, before any of its regions is read: its times, its words and the weight of every text.

The kernel gathers it in one pass (`evidence/rows.rs`), and what addresses speak of in another (`evidence/links.rs`).

Regions: where a page repeats something that has a time (paper B, section 3.2.1, seen from its times).

The paper clusters the children of every node and keeps the clusters whose members all have a time. The same regions
are found sooner from the other end: the nodes at which the times of a page branch are the only ones that can govern
records. Records that span several siblings (a title row and a content row, a bare header and the text behind it) are
the stretches between two times, begun as early as what stands before every time is alike. The kernel also gives the
answers inside of other records and the siblings whose times nobody can read (`records/regions/candidates.rs`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_deadline, kernel_call
from weft.kernel import records as kernel
from weft.kernel.records import PageRecords, RecordEvidence, record_evidence
from weft.page import Page
from weft.page.once import computed_once
from weft.records.times import Marks, Times, find_times, mark
from weft.records.words import Flags, tag_mask

Mask = NDArray[np.bool_]
Rows = NDArray[np.int64]
Weights = NDArray[np.float64]

_Item = Callable[[int], int]  # of a column

REACH = 6  # ancestors of a text in which its link is searched
# What the address of a link speaks of, as the kernel says it.
PERSON_LINK, NO_PERSON_LINK = 1, 2


@dataclass(frozen=True, eq=False, kw_only=True)
class Evidence:
    """A page with what its words and times say; computed when asked, once."""

    page: Page
    marks: Marks
    times: Times
    found: PageRecords | None = None  # what the kernel found out before

    @computed_once
    def flags(self) -> Flags:
        """What the classes and ids of every row speak of."""
        return self.marks.flags

    @computed_once
    def columns(self) -> RecordEvidence:
        """All that the kernel gathers, for its other calls."""
        if self.found and (known := self.found.evidence(self.page.table)):
            return known
        with kernel_call() as seconds:
            return record_evidence(self.page.table, self.marks, self.times.rows, self.times.others, seconds=seconds)

    @computed_once
    def is_time(self) -> Mask:
        """Which rows are times of records."""
        return self.columns.is_time

    @computed_once
    def is_date(self) -> Mask:
        """Which rows are times of records or of anything else."""
        return self.columns.is_date

    @computed_once
    def text_rows(self) -> Rows:
        """The rows of the texts that can be content."""
        return self.columns.text_rows

    @computed_once
    def framed(self) -> Mask:
        """Rows under an element that says it is about a person or a button; wrappers of the page do not count."""
        return self.columns.framed

    @computed_once
    def is_title(self) -> Mask:
        """Which texts repeat the title of the page: headings and crumbs, not what a post says."""
        return self.columns.is_title

    @computed_once
    def links(self) -> NDArray[np.int32]:
        """The nearest link above each row, -1 where there is none."""
        return self.columns.link

    @computed_once
    def weights(self) -> Weights:
        """How much each text speaks for being said by somebody, in characters."""
        return self.columns.weights

    @computed_once
    def shown(self) -> Weights:
        """Running sum of the characters of texts that are shown."""
        return self.columns.shown

    @computed_once
    def link_kind_column(self) -> NDArray[np.uint8]:
        """What the address of each row speaks of, as a sum of `PERSON_LINK` and so on; 0 without an address."""
        return self.columns.link_kinds

    @computed_once
    def _spans(self) -> tuple[bytes, _Item, _Item]:
        """The text of the page, and where that of a row begins and ends. To list all rows would take longer."""
        return self.page.text_bytes, self.page.table.text_start.item, self.page.table.text_end.item

    def above(self, row: int, levels: int) -> list[int]:
        """The nearest ancestors of a row, the parent first."""
        rows: list[int] = []
        parent = self.page.parent.item
        while len(rows) < levels and (row := parent(row)) >= 0:
            rows.append(row)
        return rows

    def text(self, row: int) -> str:
        """The text of a row, as `page.text`, which takes longer."""
        source, start, end = self._spans
        return source[start(row) : end(row)].decode()

    def beginning(self, row: int, length: int) -> str:
        """At most so many bytes of a row's text, with single spaces."""
        source, start, end = self._spans
        first = start(row)
        return " ".join(source[first : min(end(row), first + length)].decode(errors="ignore").split())

    def line(self, row: int) -> str:
        """The text of a row with single spaces."""
        return " ".join(self.text(row).split())

    @computed_once
    def _addresses(self) -> dict[int, str]:
        return {}

    def address(self, row: int) -> str:
        """The address of the link around a text, empty where there is none near."""
        address = self._addresses.get(row)
        if address is None:
            link = link_around(self, row)
            address = self._addresses[row] = (self.page.attribute(link, "href") or "") if link >= 0 else ""
        return address

    def leads_to_person(self, link: int) -> bool:
        """Whether the address of a link speaks of a person; `link` is -1 where there is none."""
        return link >= 0 and self.link_kind_column.item(link) & (PERSON_LINK | NO_PERSON_LINK) == PERSON_LINK


class _LateEvidence(Evidence):
    """Evidence that marks the page when its marks or times are first asked for: tables and questions need neither."""

    def __init__(self, page: Page, reference: datetime | None) -> None:
        self.__dict__.update(page=page, found=None, _reference=reference)

    @computed_once
    def marks(self) -> Marks:
        """The words of its rows, and candidates for times, prices and counts."""
        return mark(self.page, reference=self.__dict__["_reference"])

    @computed_once
    def times(self) -> Times:
        """Its times."""
        return find_times(self.page, self.marks, reference=self.__dict__["_reference"])


def gather(page: Page, *, reference: datetime | None = None) -> Evidence:
    """The evidence of a page; `reference` is the time at which it was read."""
    return _LateEvidence(page, reference)


def link_around(evidence: Evidence, row: int, reach: int = REACH) -> int:
    """The row of the link around a text, -1 where there is none near."""
    link, depth = evidence.links.item(row), evidence.page.depth.item
    return link if link >= 0 and depth(row) - depth(link) <= reach else -1


HEADINGS = tag_mask("h1", "h2", "h3", "h4", "h5", "h6")


MAX_REGIONS = 24  # candidates with the most records; a page has one or two that matter
MAX_RECORDS = 20_000
REGION_REACH = 8  # ancestors of a time that can be its record


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """A governing node, the children of it that hold a time, and the ranges of rows of the records."""

    row: int
    members: tuple[int, ...]
    ranges: tuple[tuple[int, int], ...]
    spanning: bool  # records are several siblings


def find_candidates(page: Page, times: Rows) -> list[Candidate]:
    """The regions in which times repeat, those with the most records first."""
    candidates = [
        candidate for row in check_deadline(find_branches(page, times)) for candidate in candidates_at(page, row, times)
    ]
    return [*candidates, *find_chain(page, times)]


def find_branches(page: Page, times: Rows) -> list[int]:
    """The rows at which times branch, those with the most branches first."""
    with kernel_call() as seconds:
        return kernel.time_branches(page.table, times, MAX_REGIONS, seconds=seconds)


def candidates_at(page: Page, row: int, times: Rows) -> list[Candidate]:
    """The members by themselves, and the stretches between them where there is something in them."""
    with kernel_call() as seconds:
        candidates = kernel.candidates_at(page.table, row, times, seconds=seconds)
    return [
        Candidate(row=own, members=tuple(members), ranges=tuple(ranges), spanning=spanning)
        for own, members, ranges, spanning in candidates
    ]


def find_chain(page: Page, times: Rows) -> list[Candidate]:
    """The records of a chain of replies, each inside the one it answers: no node has two of them as children.

    They are the elements of one build that the most times lie under, where some of them lie in others.
    """
    with kernel_call() as seconds:
        rows = kernel.reply_chain(page.table, times[:MAX_RECORDS], REGION_REACH, seconds=seconds)
    if not rows:
        return []
    ends = [min(int(page.end[row]), after) for row, after in zip(rows, [*rows[1:], len(page)], strict=True)]
    ranges = tuple(zip(rows, ends, strict=True))
    return [Candidate(row=int(page.parent[rows[0]]), members=tuple(rows), ranges=ranges, spanning=False)]
