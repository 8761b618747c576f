"""Times: the short texts of a page that are a time stamp, and elements that carry one in an attribute."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from weft.dates import FoundDate, find_dates
from weft.page import Page, tag_number
from weft.records.words import EDITED, QUOTE, TIME, Flags

Rows = NDArray[np.int64]

LONGEST_STAMP = 90  # characters of a text that is a time with a label; longer texts are prose that mentions one
LONGEST_LABEL = 34  # characters beside the date in such a text: "Posted by somebody on", "发表于"
LONGEST_MARK = 12  # characters beside it that are no letters: brackets, a second clock
MOST_TEXTS = 200_000  # texts looked at: a page with more of them is a table
LONGEST_SPAN = 1_000  # bytes of a text with the white space around it

# Every time has one of these; most texts of a page have none, and this search is all that they cost.
_LIKELY = re.compile(
    rb"\d[-/.:]\d|\d ?(?:\xe5\xb9\xb4|\xe6\x9c\x88)|\d ?[hdmwy]\b|\xe5\x89\x8d|\xe6\x98\xa8|\xe5\x88\x9a|\xe4\xbb\x8a"
    rb"|[^\x00-\x7f].*\d|\d.*[^\x00-\x7f]|(?i:ago|now|day|moment|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
)
# Times of a person, of a change or of the page, not of a record.
_OTHER = re.compile(
    r"join|regist|since|birth|last (?:visit|active|activity|login|seen|edit|modif)|edited|online|signed up|dabei seit"
    r"|inscri|регистр|注册|加入|最后(?:登录|访问|活动|编辑)|编辑|上次|在线|生日|gmt|current(?:ly)?\b|time now"
    r"|processed in|copyright|©|all times|(?:forum|board) time|(?:服务器|当前|现在)时间",
    re.IGNORECASE,
)
_DAY_WORD = re.compile(
    r"\s*(?:today|yesterday|今天|今日|昨天|昨日|前天|heute|gestern|aujourd.hui|hoy|ayer|oggi|ieri)\s*", re.IGNORECASE
)
_CLOCK = re.compile(r"[\s,，]*(?:at )?\s*\d{1,2}[:：.]\d\d")
_WEEKDAY = re.compile(r"(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?,?\s*$", re.IGNORECASE)


@dataclass(frozen=True, eq=False, kw_only=True)
class Times:
    """The time stamps of a page in document order: row, date, and text as displayed (empty where a script shows it)."""

    rows: Rows
    dates: tuple[FoundDate, ...]
    texts: tuple[str, ...]
    others: Rows  # texts that are a date of something else

    def within(self, start: int, end: int) -> range:
        """The indices of the times in the rows `start .. end`."""
        first, last = np.searchsorted(self.rows, [start, end]).tolist()
        return range(first, last)


def find_times(page: Page, flags: Flags, *, reference: datetime | None = None) -> Times:
    """The times of a page outside quotes; those of persons, edits and of the page itself are kept apart.

    >>> from weft import parse
    >>> page = parse("<p>Posted <b>2022-09-04 06:38</b><p>Joined: Jan 2020<p>I was there on 4 May 2021 and it was fine")
    >>> find_times(page, np.zeros(len(page), np.uint16)).texts
    ('2022-09-04 06:38',)
    """
    quoted = inside(page, np.flatnonzero(((flags & (QUOTE | EDITED)) > 0) | (page.tag == _BLOCKQUOTE)))
    found: dict[int, tuple[FoundDate, str]] = {}
    others: list[int] = []
    for row, text in _likely_texts(page, quoted):
        date, shown = _read_stamp(page, row, text, flags, reference)
        if date and shown:
            found[row] = date, shown
        elif date:
            others.append(row)
    found |= _silent_stamps(page, quoted, reference)
    rows = sorted(found)
    return Times(
        rows=np.array(rows, np.int64),
        dates=tuple(found[row][0] for row in rows),
        texts=tuple(found[row][1] for row in rows),
        others=np.array(others, np.int64),
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


def short_text_rows(page: Page, *, most: int, least: int = 2) -> Rows:
    """The rows of the visible texts of `least` to `most` characters."""
    chars, table = page.chars, page.table
    wanted = (page.tag == 0) & (chars >= least) & (chars <= most) & ~page.raw & ~page.hidden
    wanted &= table.text_end - table.text_start <= LONGEST_SPAN
    return np.flatnonzero(wanted)[:MOST_TEXTS]


def _likely_texts(page: Page, quoted: NDArray[np.bool_]) -> Iterator[tuple[int, str]]:
    table, source = page.table, page.source
    rows = short_text_rows(page, most=LONGEST_STAMP)
    rows = rows[~quoted[rows]]
    for row, start, end in zip(
        rows.tolist(), table.text_start[rows].tolist(), table.text_end[rows].tolist(), strict=True
    ):
        data = source[start:end]
        if _LIKELY.search(data):
            yield row, " ".join(data.decode().split())


def _read_stamp(
    page: Page, row: int, text: str, flags: Flags, reference: datetime | None
) -> tuple[FoundDate | None, str]:
    """The date of a text that is a time stamp and what is displayed; nothing displayed: a date of something else."""
    dates = find_dates(text, reference=reference) or _behind_label(text, reference)
    if not dates:
        return None, ""
    date = dates[0]
    label = text_before(page, row)
    if _OTHER.search(text) or (len(label) <= 24 and _OTHER.search(label)):
        return date, ""
    rest = len(text) - sum(len(date.text) for date in dates)
    if _DAY_WORD.fullmatch(date.text):
        joined = _with_next_clock(page, row, text, reference)
        if joined or rest > 2:  # "Today" is a word of prose beside other words
            return (joined, joined.text) if joined else (None, "")
    month_alone = len(date.iso) == len("2022-09") and not date.relative
    if rest > LONGEST_LABEL or (month_alone and not _says_time(page, row, flags)):
        return None, ""
    return date, _displayed(text, date, rest)


def _displayed(text: str, date: FoundDate, rest: int) -> str:
    """What a time stamp shows: the whole text where only marks surround the date, a weekday before it included."""
    if rest <= LONGEST_MARK and not any(map(str.isalpha, text[: date.start] + text[date.end :])):
        return text.strip(" ()[],|-·•»«")
    weekday = _WEEKDAY.search(text[: date.start])
    return text[weekday.start() if weekday else date.start : date.end]


def _with_next_clock(page: Page, row: int, text: str, reference: datetime | None) -> FoundDate | None:
    """The date of a day word and a clock in the next text: `<b>Today</b>, 12:08`."""
    for after in range(row + 1, min(row + 3, len(page))):
        if page.tag[after] == 0 and page.chars[after]:
            clock = " ".join(page.text(after).split())
            dates = find_dates(f"{text}{clock}"[:60], reference=reference) if _CLOCK.match(clock) else []
            return dates[0] if dates and len(text) <= 24 else None
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
    return any(bool(flags[place] & TIME) or page.tag[place] == _TIME_TAG for place in near)


def _silent_stamps(
    page: Page, quoted: NDArray[np.bool_], reference: datetime | None
) -> dict[int, tuple[FoundDate, str]]:
    """Elements without text that carry a time: a script writes it in the reader's browser."""
    rows = np.union1d(page.rows_with("datetime"), page.rows_with("title")).astype(np.int64)
    rows = rows[~quoted[rows] & ~page.hidden[rows] & (page.table.text_end[rows] == page.table.text_start[rows])]
    found: dict[int, tuple[FoundDate, str]] = {}
    for row in rows[:MOST_TEXTS].tolist():
        value = page.attribute(row, "datetime") or page.attribute(row, "title") or ""
        if len(value) <= LONGEST_STAMP and any(map(str.isdecimal, value)):
            dates = find_dates(value, reference=reference)
            if dates and len(value) - len(dates[0].text) <= LONGEST_MARK:
                found[row] = dates[0], ""
    return found


_BLOCKQUOTE, _TIME_TAG = tag_number("blockquote"), tag_number("time")
