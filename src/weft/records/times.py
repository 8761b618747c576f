"""Times: the short texts of a page that are a time stamp, and elements that carry one in an attribute."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from weft import _native
from weft.dates import FoundDate, find_dates
from weft.dates.moment import LAST_YEAR, YEARS_AHEAD
from weft.deadline import in_time
from weft.page import Page, tag_number
from weft.page.kernel import kernel_call
from weft.page.once import kept
from weft.records.ages import is_age, pick_ages, read_age
from weft.records.language_words import OTHER_TIME, begins_with_clock, is_day_word, is_last_unit, weekday_start
from weft.records.words import TIME, Flags

Rows = NDArray[np.int64]

MAX_STAMP_LENGTH = 90  # characters of a text that is a time with a label; longer texts are prose that mentions one
MAX_LABEL_LENGTH = 34  # characters beside the date in such a text: "Posted by somebody on", "发表于"
MAX_MARK_LENGTH = 12  # characters beside it that are no letters: brackets, a second clock
MAX_TEXTS = 200_000  # texts looked at: a page with more of them is a table
MAX_BESIDE_DAY = 2  # characters beside a word such as "Today" that stands alone

_YEAR_END = re.compile(r"\b(?:19|20)\d\d$")

_PLAIN = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?: ((?:[01]?[0-9])|2[0-3]):([0-5][0-9])(?::([0-5][0-9]))?)?")
_MARKS = " ()[],|-·•»«"  # around a date


Marks = _native.RecordMarks
"""What the kernel marks on a page: the words of tokens and rows, and candidates for times, prices and counts."""


def mark(page: Page, *, reference: datetime | None = None) -> Marks:
    """The marks of a page, in one pass of the kernel."""
    with kernel_call() as seconds:
        return _native.mark_records(page.table, last_year(reference), seconds=seconds)


def last_year(reference: datetime | None) -> int:
    """The last year that is one of times on a page that was read then."""
    return reference.year + YEARS_AHEAD if reference else LAST_YEAR


@dataclass(frozen=True, eq=False, kw_only=True)
class Times:
    """The time stamps of a page in document order: row, and text as displayed (empty where a script shows it)."""

    rows: Rows
    texts: tuple[str, ...]
    others: Rows  # texts that are a date of something else
    sources: tuple[str, ...]  # what the dates are read from
    reference: datetime | None = None

    def within(self, start: int, end: int) -> range:
        """The indices of the times in the rows `start .. end`."""
        return range(bisect_left(self._rows, start), bisect_left(self._rows, end))

    @kept
    def _rows(self) -> list[int]:
        return self.rows.tolist()

    def date(self, index: int) -> FoundDate:
        """The date of a time stamp, read when it is asked for."""
        date = self._dates.get(index)
        if date is None:
            source = self.sources[index]
            date = read_plain_date(source) or read_age(source, self.reference) or _dates(source, self.reference)[0]
            self._dates[index] = date
        return date

    @kept
    def _dates(self) -> dict[int, FoundDate]:
        return {}


def no_times() -> Times:
    """The times of a page that has none."""
    return Times(rows=np.zeros(0, np.int64), texts=(), others=np.zeros(0, np.int64), sources=())


def find_times(page: Page, marks: Marks, *, reference: datetime | None = None) -> Times:
    """The times of a page outside quotes; those of persons, edits and of the page itself are kept apart.

    >>> from weft import parse
    >>> prose = "I was there on 4 May 2021 and it rained all day"
    >>> page = parse(f"<p>Posted <b>2022-09-04 06:38</b><p>Joined: Jan 2020<p>{prose}")
    >>> find_times(page, mark(page)).texts
    ('2022-09-04 06:38',)
    """
    stamps: dict[int, tuple[str, str]] = {}
    others: list[int] = []
    ages: list[tuple[int, str]] = []
    year = reference.year if reference else 0
    for row, text, shape, label in in_time(marks.times):
        if is_age(text):
            ages.append((row, text))
            continue
        stamp = _read_stamp(shape, year)
        if not stamp:
            continue
        if stamp.other or (label and _is_other(label) and not _is_whole(label)):
            others.append(row)
        elif stamp.day_word:  # "Today" is a word of prose beside other words
            if joined := _with_next_clock(page, row, text, reference):
                stamps[row] = joined
            elif stamp.rest <= MAX_BESIDE_DAY:
                stamps[row] = text, text[stamp.start : stamp.end]
        elif stamp.rest <= MAX_LABEL_LENGTH and (not stamp.vague or _says_time(page, row, marks.flags)):
            stamps[row] = text, text[stamp.start : stamp.end]
    stamps |= pick_ages(page, ages) | _attribute_stamps(page, marks.attribute_times, reference)
    rows = sorted(stamps)
    return Times(
        rows=np.array(rows, np.int64),
        texts=tuple(stamps[row][1] for row in rows),
        others=np.array(others, np.int64),
        sources=tuple(stamps[row][0] for row in rows),
        reference=reference,
    )


def inside(page: Page, rows: NDArray[np.generic]) -> NDArray[np.bool_]:
    """Whether a row is one of `rows` or lies under one."""
    if not len(rows):
        return np.zeros(len(page), np.bool_)
    steps = np.bincount(rows, minlength=len(page) + 1) - np.bincount(page.end[rows], minlength=len(page) + 1)
    return np.cumsum(steps[:-1]) > 0


def text_before(page: Page, row: int, reach: int = 6) -> str:
    """The text right before a row, not farther than `reach` rows: the label of what stands there."""
    for before in range(row - 1, max(row - reach, 0), -1):
        if page.tag[before] == 0 and page.chars[before]:
            return page.text(before).strip()
    return ""


def read_plain_date(text: str) -> FoundDate | None:
    """The date that a stamp such as `2022-9-4 06:38` is: half of all have this form, and the grammar of dates is slow.

    >>> read_plain_date("2022-9-4 06:38").iso, read_plain_date("Sep 4, 2022")
    ('2022-09-04T06:38', None)
    """
    match = _PLAIN.fullmatch(text)
    if not match:
        return None
    year, month, day, hour, minute, second = match.groups()
    clock = f"T{hour:0>2}:{minute}" + (f":{second}" if second else "") if hour else ""
    iso = f"{year}-{month:0>2}-{day:0>2}{clock}"
    return FoundDate(start=0, end=len(text), text=text, iso=iso, relative=False)


@dataclass(frozen=True, kw_only=True)
class _Stamp:
    """What a text says as a time stamp, the same for all texts of its shape."""

    start: int  # of what is displayed
    end: int
    rest: int  # characters beside the dates
    other: bool  # a date of something else
    day_word: bool
    vague: bool  # a month, "last week": more often a link to an archive


@lru_cache(maxsize=16_384)
def _read_stamp(text: str, year: int) -> _Stamp | None:
    """How a text of that shape reads on a page read in that year (0: not known), None where it has no date."""
    dates = _dates(text, datetime(year, 1, 1) if year else None)
    if not dates:
        return None
    date = dates[0]
    rest = len(text) - sum(len(date.text) for date in dates)
    start, end = _displayed(text, date, rest)
    return _Stamp(
        start=start,
        end=end,
        rest=rest,
        other=_is_other(text),
        day_word=is_day_word(date.text),
        vague=is_last_unit(date.text) or (len(date.iso) == len("2022-09") and not date.relative),
    )


@lru_cache(maxsize=16_384)
def _is_other(text: str) -> bool:
    return OTHER_TIME.search(text)


@lru_cache(maxsize=16_384)
def _is_whole(text: str) -> bool:
    """Whether a text ends with a date of its own: "Joined: Mar 2019" labels nothing behind it."""
    text = text.rstrip(_MARKS)
    return bool(_YEAR_END.search(text)) or any(date.end == len(text) for date in find_dates(text))


def _dates(text: str, reference: datetime | None) -> list[FoundDate]:
    return find_dates(text, reference=reference) or _behind_label(text, reference)


def _displayed(text: str, date: FoundDate, rest: int) -> tuple[int, int]:
    """What is shown: the whole text where only marks surround the date; else the date with its weekday."""
    if rest <= MAX_MARK_LENGTH and not any(map(str.isalpha, text[: date.start] + text[date.end :])):
        start = len(text) - len(text.lstrip(_MARKS))
        return start, max(len(text.rstrip(_MARKS)), start)
    weekday = weekday_start(text[: date.start])
    return (weekday if weekday >= 0 else date.start), date.end


def _with_next_clock(page: Page, row: int, text: str, reference: datetime | None) -> tuple[str, str] | None:
    """A day word with the clock in the next text, and the date in it: `<b>Today</b>, 12:08`."""
    for after in range(row + 1, min(row + 3, len(page))):
        if page.tag[after] == 0 and page.chars[after]:
            clock = " ".join(page.text(after).split())
            joined = f"{text}{clock}"[:60]
            dates = find_dates(joined, reference=reference) if begins_with_clock(clock) else []
            return (joined, dates[0].text) if dates and len(text) <= 24 else None
    return None


def _behind_label(text: str, reference: datetime | None) -> list[FoundDate]:
    """The dates behind a label and a colon, where a short form (`04-04`) is a date by itself."""
    label, colon, rest = text.replace("：", ":").partition(":")
    if not colon or len(label) > 12 or any(map(str.isdecimal, label)):
        return []
    shift = len(label) + 1 + len(rest) - len(rest.lstrip())
    return [
        replace(date, start=date.start + shift, end=date.end + shift)
        for date in find_dates(rest.strip(), reference=reference)
    ]


def _says_time(page: Page, row: int, flags: Flags) -> bool:
    """Whether an element near says that a text is a time: a month alone is more often a link to an archive."""
    parent = int(page.parent[row])
    near = (parent, int(page.parent[parent]))
    return any(bool(flags[near_row] & TIME) or page.tag[near_row] == _TIME_TAG for near_row in near)


def _attribute_stamps(page: Page, rows: Rows, reference: datetime | None) -> dict[int, tuple[str, str]]:
    """Elements without text that carry a time: a script writes it in the reader's browser."""
    stamps: dict[int, tuple[str, str]] = {}
    for row in in_time(rows[:MAX_TEXTS].tolist()):
        value = page.attribute(row, "datetime") or page.attribute(row, "title") or ""
        if len(value) <= MAX_STAMP_LENGTH and any(map(str.isdecimal, value)):
            dates = find_dates(value, reference=reference)
            if dates and len(value) - len(dates[0].text) <= MAX_MARK_LENGTH:
                stamps[row] = value, ""
    return stamps


_TIME_TAG = tag_number("time")
