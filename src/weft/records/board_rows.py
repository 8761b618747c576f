"""Board rows: the records that name a thread each.

The title tells a row: the column of links that a judge holds most likely (`title_features.py`). The other parts are
told by their kind (a name, a time, a number) and by what is around them. The last reply comes behind the numbers or
beside a word such as "last". The words beside a number tell whether it counts replies or views.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from weft import _native
from weft.deadline import check_time, in_time
from weft.page import Page
from weft.page.kernel import kernel_call
from weft.records.alignment import Column, Slots
from weft.records.evidence import Evidence
from weft.records.item_fields import PRICE
from weft.records.language_words import LAST, REPLIES, REPLY_COUNT, VIEWS
from weft.records.names import marked_columns
from weft.records.times import text_before
from weft.records.title_features import FEATURES, Matrix, link_columns

MAX_TITLE_LENGTH = 200

PRESENT = 0.7  # share of the rows that have a number in the slot
MAX_LABEL_LENGTH = 20
MAX_NEIGHBOURS = 4  # siblings that can label a number
MAX_NUMBERS = 64  # columns of numbers that are looked at: a row of a board has a few
_NUMBER = re.compile(r"^\D{0,14}?(\d[\d,.]*\s?[kKmM万]?)\D{0,14}$")
_GROUPED = re.compile(r"\d{1,3}(?:\.\d{3})+")  # 1.234 in the half of the world that writes 1,5 for a half
SAME = 0.8  # share of the rows in which two links lead to the same page
MAX_WORDLESS = 0.3  # share of the texts of a title's column that may be numbers or marks
TitleJudge = Callable[[Matrix], NDArray[np.float64]]  # from the features of columns how likely each is the titles
_FACTORS = {"k": 1e3, "K": 1e3, "m": 1e6, "M": 1e6, "万": 1e4}


@dataclass(frozen=True, kw_only=True)
class BoardRow:
    """A row by the rows of its parts, -1 for none; times are indices in the page's times."""

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


def read_rows(evidence: Evidence, slots: Slots, judge: TitleJudge) -> Rows:
    """The rows of a region that have a title."""
    titles, likely, runner_up = find_titles(evidence, slots, judge)
    if not titles:
        return Rows()
    numbers = count_columns(evidence, slots, titles)
    replies, views = find_counts(evidence, numbers)
    behind = {record: row for record, row in (replies | views).items() if record in titles and row > titles[record]}
    taken = np.zeros(len(evidence.page), np.bool_)
    taken[list(titles.values())] = True
    author, last_author = _split(evidence, marked_columns(evidence, slots, taken), behind)
    stamps = slots.columns(evidence.is_time[slots.rows], plain=2.0).values()
    time, last_time = _split(evidence, list(stamps), behind)
    index = {row: time_index for time_index, row in enumerate(evidence.times.rows.tolist())}
    rows = [
        BoardRow(
            start=start, end=end, title=titles[i], author=author.get(i, -1), time=index.get(time.get(i, -1), -1),
            last_author=last_author.get(i, -1), last_time=index.get(last_time.get(i, -1), -1),
            replies=replies.get(i, -1), views=views.get(i, -1),
        )
        for i, (start, end) in enumerate(slots.ranges)
        if i in titles
    ]  # fmt: skip
    return Rows(rows=rows, likely=likely, runner_up=runner_up, is_index=_is_index(evidence, slots, titles, numbers))


def find_titles(evidence: Evidence, slots: Slots, judge: TitleJudge) -> tuple[Column, float, float]:
    """The likeliest column of titles by record, how likely it is, and how likely the next one is; empty for none."""
    columns, features = link_columns(evidence, slots)
    if not columns:
        return {}, 0.0, 0.0
    likely = judge(features)
    order = np.argsort(-likely, kind="stable")
    best = _first_of_same(evidence, columns, int(order[0]), features)
    titles = _with_odd_rows(evidence, slots, columns[best])
    return titles, float(likely[order[0]]), float(likely[order[1]]) if len(order) > 1 else 0.0


def _first_of_same(evidence: Evidence, columns: Sequence[Column], best: int, features: Matrix) -> int:
    """The first column of words with the addresses of the best one: behind a title comes an excerpt with its link."""
    wordless = features[:, FEATURES.index("wordless")]
    addresses = {record: evidence.address(row) for record, row in in_time(columns[best].items())}
    for index, column in in_time(enumerate(columns[:best])):
        same = [evidence.address(row) == addresses.get(record) for record, row in in_time(column.items())]
        if sum(same) > SAME * len(addresses) and wordless[index] < MAX_WORDLESS:
            return index
    return best


def _with_odd_rows(evidence: Evidence, slots: Slots, titles: Column) -> Column:
    """The titles, with those of rows that are built differently (sticky threads): their links have the same shape."""
    if len(titles) == len(slots.ranges):
        return titles
    table, pairs = evidence.page.table, list(titles.items())
    with kernel_call() as seconds:
        pairs = _native.with_odd_titles(table, evidence.columns, slots.ranges, slots.slot, pairs, seconds=seconds)
    return dict(pairs)


def _is_index(evidence: Evidence, slots: Slots, titles: Column, numbers: list[Column]) -> bool:
    """Whether the rows are boards: then a link to a thread is on the other side of the numbers."""
    if not numbers:
        return False
    rows = {record: [column[record] for column in numbers if record in column] for record in in_time(titles)}
    edges = {
        record: (min(numbers_of_row), max(numbers_of_row)) for record, numbers_of_row in rows.items() if numbers_of_row
    }
    with kernel_call() as seconds:
        return _native.is_index(
            evidence.page.table,
            evidence.columns,
            slots.ranges,
            slots.slot,
            list(titles.items()),
            edges,
            seconds=seconds,
        )


def _split(evidence: Evidence, columns: list[Column], behind: Column) -> tuple[Column, Column]:
    """The column of the thread's start and the column of its last reply."""
    start, last = Column(), Column()
    is_last: dict[int, bool] = {}  # by element: a long class over a thousand columns is read once
    for column in in_time(columns):
        check_time()
        record, row = next(iter(column.items()))
        late = (record in behind and row > behind[record]) or _says_last(evidence, row, is_last)
        if not late and not start:
            start = column
        elif not last:
            last = column
        if start and last:
            break
    return start, last


def _says_last(evidence: Evidence, row: int, is_last: dict[int, bool]) -> bool:
    """Whether the text before a row, or a class, title or address over it, speaks of the last reply."""
    if LAST.search(text_before(evidence.page, row)[:MAX_TITLE_LENGTH]):
        return True
    for ancestor in evidence.above(row, 4):
        if ancestor not in is_last:
            is_last[ancestor] = LAST.search(_words_of(evidence.page, ancestor))
        if is_last[ancestor]:
            return True
    return False


def _words_of(page: Page, row: int) -> str:
    attributes = [page.attribute(row, name) or "" for name in ("title", "href")]
    return " ".join([*page.classes(row), *attributes])


def reply_count_rows(evidence: Evidence) -> NDArray[np.int64]:
    """The rows of the short texts that count replies: what repeats on boards that show no time."""
    return np.array(
        [row for row in in_time(evidence.marks.counts.tolist()) if REPLY_COUNT.search(evidence.page.text(row))],
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


def find_counts(evidence: Evidence, columns: list[Column]) -> tuple[Column, Column]:
    """The rows of the replies and of the views, by record; empty where a board has none.

    What a number counts is told by the words beside it; of two that nothing labels the views are the larger.
    """
    page = evidence.page
    replies, views = Column(), Column()
    rest = []
    for column in in_time(columns):
        around = _words_beside(page, next(iter(column.values())))
        if not views and VIEWS.search(around):
            views = column
        elif not replies and REPLIES.search(around):
            replies = column
        else:
            rest.append(column)
    rest.sort(key=lambda column: sum(read_count(evidence.text(row)) for row in in_time(column.values())))
    if not replies and rest:
        replies = rest.pop(0)
    if not views and rest and replies:
        views = rest.pop()
    return replies, views


def count_columns(evidence: Evidence, slots: Slots, titles: Column) -> list[Column]:
    """The columns of numbers outside the titles, in document order; cells of one class are told by their order."""
    picked = np.flatnonzero(evidence.counts[slots.rows] & ~evidence.is_date[slots.rows])
    taken = set(titles.values())
    columns: dict[tuple[int, int], Column] = {}
    ordinal: Counter[tuple[int, int]] = Counter()
    for row, slot, record in in_time(
        zip(slots.rows[picked].tolist(), slots.slot[picked].tolist(), slots.record[picked].tolist(), strict=True)
    ):
        if row not in taken and not _is_price(evidence.text(row)):
            columns.setdefault((slot, ordinal[slot, record]), {})[record] = row
            ordinal[slot, record] += 1
    return [column for column in columns.values() if len(column) >= PRESENT * len(titles)][:MAX_NUMBERS]


@lru_cache(maxsize=16_384)
def _is_price(text: str) -> bool:
    return PRICE.search(" ".join(text.split())) is not None


def _words_beside(page: Page, row: int) -> str:
    """What labels a number: its own words, short texts and classes beside it, the classes over it."""
    parent = int(page.parent[row])
    above = int(page.parent[parent])
    words = [page.text(row), *page.classes(parent), page.attribute(parent, "title") or ""]
    for other in (*_first_children(page, parent), *_first_children(page, above)):
        if page.tag[other] == 0 and other != row:
            words.append(page.text(other)[:MAX_LABEL_LENGTH])
        elif page.tag[other] and page.end[other] - other <= 3 and not other <= row < page.end[other]:
            words += [*page.classes(other), page.text(other)[:MAX_LABEL_LENGTH]]
    words += page.classes(above)
    return " ".join(re.sub(r"\d+", "", word).strip() for word in words)


def _first_children(page: Page, row: int) -> list[int]:
    """The first children of a row; one may have a hundred thousand."""
    rows: list[int] = []
    child, stop = row + 1, int(page.end[row])
    while child < stop and len(rows) < MAX_NEIGHBOURS:
        rows.append(child)
        child = int(page.end[child])
    return rows
