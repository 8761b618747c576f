"""Times: the short texts of a page that are a time stamp, and elements that carry one in an attribute.

The kernel finds them (`native/records/src/evidence/times.rs`).
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from weft.deadline import kernel_call
from weft.kernel import records as kernel
from weft.kernel.records import RecordMarks
from weft.page import Page
from weft.page.once import computed_once
from weft.text.dates import kernel_reference, with_zone

Rows = NDArray[np.int64]
Marks = RecordMarks
TimeColumns = tuple[Rows, tuple[list[str], list[str], list[bool], list[str]], Rows]
"""The rows of times, what is told of each, and the rows of dates of something else."""

LAST_YEAR = 2099  # of times without a reference time
YEARS_AHEAD = 2  # of times after the reference time


class TimeDate(NamedTuple):
    """What a time stamp means; `iso` is empty where it needs a reference time and there is none."""

    iso: str
    relative: bool


def mark(page: Page, *, reference: datetime | None = None) -> Marks:
    """What the kernel marks on a page: the words of tokens and rows, and candidates for times, prices and counts."""
    last_year = reference.year + YEARS_AHEAD if reference else LAST_YEAR
    with kernel_call() as seconds:
        return kernel.mark_records(page.table, last_year, seconds=seconds)


@dataclass(frozen=True, eq=False, kw_only=True)
class Times:
    """The time stamps of a page in document order: row, and text as displayed (empty where a script shows it)."""

    rows: Rows
    texts: tuple[str, ...]
    isos: tuple[str, ...]  # empty where it takes a reference time and there is none
    relative: tuple[bool, ...]  # whether only a reference time makes it a date
    sources: tuple[str, ...]  # what the dates are read from
    others: Rows  # texts that are a date of something else

    def within(self, start: int, end: int) -> range:
        """The indices of the times in the rows `start .. end`."""
        return range(bisect_left(self._rows, start), bisect_left(self._rows, end))

    @computed_once
    def _rows(self) -> list[int]:
        return self.rows.tolist()

    def date(self, index: int) -> TimeDate:
        """What a time stamp means."""
        return TimeDate(self.isos[index], self.relative[index])


def find_times(page: Page, marks: Marks, *, reference: datetime | None = None) -> Times:
    """The times of a page outside quotes; those of persons, edits and of the page itself are kept apart.

    >>> from weft import parse
    >>> prose = "I was there on 4 May 2021 and it rained all day"
    >>> page = parse(f"<p>Posted <b>2022-09-04 06:38</b><p>Joined: Jan 2020<p>{prose}")
    >>> find_times(page, mark(page)).texts
    ('2022-09-04 06:38',)
    """
    with kernel_call() as seconds:
        return read_times(kernel.find_times(page.table, marks, kernel_reference(reference), seconds=seconds), reference)


def read_times(found: TimeColumns, reference: datetime | None) -> Times:
    """The times as the kernel tells them, with the zone of the reference time."""
    rows, (texts, isos, relative, sources), others = found
    return Times(
        rows=rows,
        texts=tuple(texts),
        isos=tuple(isos if reference is None else (with_zone(iso, reference) for iso in isos)),
        relative=tuple(relative),
        sources=tuple(sources),
        others=others,
    )


def inside(page: Page, rows: NDArray[np.generic]) -> NDArray[np.bool_]:
    """Whether a row is one of `rows` or lies under one."""
    if not len(rows):
        return np.zeros(len(page), np.bool_)
    steps = np.bincount(rows, minlength=len(page) + 1) - np.bincount(page.end[rows], minlength=len(page) + 1)
    return np.cumsum(steps[:-1]) > 0
