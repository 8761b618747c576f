"""Board rows: the records that name a thread each.

The title tells a row: the column of links that a judge holds most likely (`title_features.py`). Names, times and
numbers are candidates by their kind; a judge says which of them are who began a thread and when, who replied last and
when, and how many replies and views there are (`roles.py`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_deadline, kernel_call
from weft.kernel import records as kernel
from weft.records.alignment import Column, ColumnsByKey, Slots
from weft.records.evidence import Evidence
from weft.records.features import Parts
from weft.records.language_words import REPLY_COUNT
from weft.records.names import name_columns
from weft.records.roles import COUNT_WORDS, NAME_WORDS, TIME_WORDS, RoleJudge, pick_two

PRESENT = 0.7  # share of the rows that have a number in the slot
NAMED = 0.3  # share of the rows that have a name in the slot
MAX_NUMBERS = 64  # columns of numbers that are looked at: a row of a board has a few
_NUMBER = re.compile(r"^\D{0,14}?(\d[\d,.]*\s?[kKmM万]?)\D{0,14}$")
_GROUPED = re.compile(r"\d{1,3}(?:\.\d{3})+")  # 1.234 in the half of the world that writes 1,5 for a half


_FACTORS = {"k": 1e3, "K": 1e3, "m": 1e6, "M": 1e6, "万": 1e4}


class BoardRow(NamedTuple):
    """A row by the rows of its parts, as the kernel tells it, -1 for none; times are indices in the page's times."""

    start: int
    end: int
    title: int
    author: int = -1
    time: int = -1
    last_author: int = -1
    last_time: int = -1
    replies: int = -1
    views: int = -1


@dataclass(frozen=True, kw_only=True)
class Rows:
    """The rows of a region read as a board's, and what speaks for and against it."""

    rows: Sequence[BoardRow] = ()
    likely: float = 0.0  # that the titles are the titles of threads
    runner_up: float = 0.0  # the same of the best other column of links
    is_index: bool = False  # whether the rows look like boards themselves, each with its latest thread


@dataclass(frozen=True, eq=False, kw_only=True)
class Titled:
    """A region of which the titles are known: what is told before the other parts of its rows are looked for."""

    titles: Column
    numbers: ColumnsByKey
    likely: float = 0.0
    runner_up: float = 0.0
    is_index: bool = False


def read_rows(evidence: Evidence, slots: Slots, judges: RoleJudge) -> Rows:
    """The rows of a region that have a title."""
    titled = read_titles(evidence, slots, judges)
    rows = fill_rows(evidence, slots, titled, judges)
    return Rows(rows=rows, likely=titled.likely, runner_up=titled.runner_up, is_index=titled.is_index)


def read_titles(evidence: Evidence, slots: Slots, judges: RoleJudge) -> Titled:
    """The titles of a region, and what speaks for and against them.

    The kernel finds them (`records/features/title_column.rs`).
    """
    with kernel_call() as seconds:
        titles, numbers, likely, runner_up, is_index = kernel.read_titles(
            evidence.columns, are_prices, slots.region, judges.trees["titles"], seconds=seconds
        )
    columns = {key: dict(column) for key, column in numbers}
    return Titled(titles=dict(titles), numbers=columns, likely=likely, runner_up=runner_up, is_index=is_index)


def bare_rows(slots: Slots, titled: Titled) -> list[BoardRow]:
    """The rows with their titles alone."""
    titles = titled.titles
    return [
        BoardRow(start=start, end=end, title=titles[i]) for i, (start, end) in enumerate(slots.ranges) if i in titles
    ]


def fill_rows(evidence: Evidence, slots: Slots, titled: Titled, judges: RoleJudge) -> list[BoardRow]:
    """The rows with all of their parts."""
    titles = titled.titles
    if not titles:
        return []
    parts = row_parts(evidence, slots, titles)
    replies, views = pick_two(replace(parts, asked=COUNT_WORDS), titled.numbers, ("replies", "views"), judges)
    counts = replies or views
    parts = replace(parts, numbers=[counts.get(record, -1) for record in range(len(slots.ranges))])
    names, stamps = row_names(parts, titles), row_stamps(parts)
    author, last_author = pick_two(replace(parts, asked=NAME_WORDS), names, ("row_authors", "row_last_authors"), judges)
    time, last_time = pick_two(replace(parts, asked=TIME_WORDS), stamps, ("row_times", "row_last_times"), judges)
    index = {row: time_index for time_index, row in enumerate(evidence.times.rows.tolist())}
    return [
        BoardRow(
            start=start, end=end, title=titles[i], author=author.get(i, -1), time=index.get(time.get(i, -1), -1),
            last_author=last_author.get(i, -1), last_time=index.get(last_time.get(i, -1), -1),
            replies=replies.get(i, -1), views=views.get(i, -1),
        )
        for i, (start, end) in enumerate(slots.ranges)
        if i in titles
    ]  # fmt: skip


def row_parts(evidence: Evidence, slots: Slots, titles: Column) -> Parts:
    """The rows of a board of which the titles are known."""
    mains = [(titles[i], titles[i] + 1) if i in titles else (0, 0) for i in range(len(slots.ranges))]
    return Parts(evidence=evidence, slots=slots, mains=mains)


def row_names(parts: Parts, titles: Column) -> ColumnsByKey:
    """The columns of texts that can be names, outside of the titles."""
    taken = np.zeros(len(parts.evidence.page), np.bool_)
    taken[list(titles.values())] = True
    columns = name_columns(parts.evidence, parts.slots, taken)
    return {key: column for key, column in columns.items() if len(column) >= NAMED * len(parts.slots.ranges)}


def row_stamps(parts: Parts) -> ColumnsByKey:
    """The columns of times."""
    return parts.slots.columns(parts.evidence.is_time[parts.slots.rows], plain=2.0)


def reply_count_rows(evidence: Evidence) -> NDArray[np.int64]:
    """The rows of the short texts that count replies: what repeats on boards that show no time."""
    return np.array(
        [row for row in check_deadline(evidence.marks.counts.tolist()) if REPLY_COUNT.search(evidence.page.text(row))],
        np.int64,
    )


def read_count(text: str) -> float:
    """The number in a text such as `1,234`, `(3 replies)` or `1.2k`, 0 where there is none.

    >>> read_count("1.2k views"), read_count("(1,234)"), read_count("1.234"), read_count("none")
    (1200.0, 1234.0, 1234.0, 0.0)
    """
    match = _NUMBER.match(" ".join(text.split()))
    if not match:
        return 0.0
    digits, factor = match[1].strip(), 1.0
    if digits[-1] in _FACTORS:
        digits, factor = digits[:-1].strip(), _FACTORS[digits[-1]]
    digits = digits.rstrip(".,").replace(",", "" if factor == 1.0 else ".")
    is_grouped = digits.count(".") > 1 or (factor == 1.0 and _GROUPED.fullmatch(digits))
    return factor * float(digits.replace(".", "") if is_grouped else digits)


def count_columns(evidence: Evidence, slots: Slots, titles: Column) -> ColumnsByKey:
    """The columns of numbers outside the titles, in document order; cells of one class are told by their order."""
    with kernel_call() as seconds:
        numbers = evidence.columns.numbers(are_prices, seconds=seconds)
    picked = np.flatnonzero(numbers[slots.rows])
    taken = set(titles.values())
    columns: dict[tuple[int, int], Column] = {}
    ordinal: Counter[tuple[int, int]] = Counter()
    for row, slot, record in check_deadline(
        zip(slots.rows[picked].tolist(), slots.slot[picked].tolist(), slots.record[picked].tolist(), strict=True)
    ):
        if row not in taken:
            columns.setdefault((slot, ordinal[slot, record]), {})[record] = row
            ordinal[slot, record] += 1
    shown = ((key, column) for key, column in columns.items() if len(column) >= PRESENT * len(titles))
    return dict(islice(shown, MAX_NUMBERS))


def are_prices(texts: Sequence[str]) -> list[bool]:
    """Which texts have a price, when their spaces are single ones."""
    return kernel.have_prices([" ".join(text.split()) for text in check_deadline(texts)])
