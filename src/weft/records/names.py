"""Names of people in records: which slot of short texts is the author's."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from weft import _native
from weft.deadline import in_time
from weft.page.kernel import kernel_call
from weft.records.alignment import Column, Slots
from weft.records.evidence import Evidence
from weft.records.language_words import NAME_LABEL, NO_NAME

PRESENT = 0.7  # share of the records that must have a name in a slot that nothing marks as names
MAX_NAME_LENGTH = 40
SURE = 2.0  # score from which a slot is the author's
MARKED = 1.5  # score of the marks alone from which a text is a name by itself
BESIDE_TIME = 1.0
NEAR = 20  # rows between a name and the time beside it
COMMENTING = 2.5  # what a slot loses that is in some records more than once: names of those who comment


@lru_cache(maxsize=16_384)
def clean_name(text: str) -> str:
    """A name without the label before it.

    >>> clean_name(" by Ann,"), clean_name("Parker")
    ('Ann', 'Parker')
    """
    return NAME_LABEL.cut(" ".join(text.split())).strip(" ,:;»|·•-–")


@lru_cache(maxsize=16_384)
def has_label(text: str) -> bool:
    """Whether a text begins with a word such as "by".

    >>> has_label("by Ann"), has_label("Byron")
    (True, False)
    """
    return NAME_LABEL.match(text)


@dataclass(frozen=True, eq=False, kw_only=True)
class _PageNames:
    """Which rows of a page can be names or say nothing, and the score of each text as a name by what is around it."""

    can_be: NDArray[np.bool_]
    says_nothing: NDArray[np.bool_]
    mark_column: NDArray[np.float64]

    @cached_property
    def marks(self) -> list[float]:
        return self.mark_column.tolist()


_NAMES_OF: WeakKeyDictionary[Evidence, _PageNames] = WeakKeyDictionary()  # regions ask for the same names again


def _page_names(evidence: Evidence) -> _PageNames:
    names = _NAMES_OF.get(evidence)
    return names if names is not None else _NAMES_OF.setdefault(evidence, _find_page_names(evidence))


def _find_page_names(evidence: Evidence) -> _PageNames:
    table = evidence.page.table
    with kernel_call() as seconds:
        rows, texts, shown, quiet = _native.name_texts(table, evidence.columns, seconds=seconds)
    numbers, stripped = rows.tolist(), [text.strip() for text in in_time(texts)]
    labelled = [(row, text) for row, text in in_time(zip(numbers, stripped, strict=True)) if has_label(text)]
    can_be, says_nothing = np.zeros((2, len(evidence.page)), np.bool_)
    entries = zip(numbers, stripped, shown.tolist(), strict=True)
    can_be[[row for row, text, is_shown in in_time(entries) if is_shown and _can_be_name(text)]] = True
    says_nothing[rows[quiet]] = True
    says_nothing[[row for row, text in labelled if len(text.encode()) <= MAX_NAME_LENGTH]] = True
    with kernel_call() as seconds:
        marks = _native.name_marks(
            table,
            evidence.columns,
            evidence.link_kind_column,
            np.array([row for row, _ in labelled], np.int64),
            seconds=seconds,
        )
    return _PageNames(can_be=can_be, says_nothing=says_nothing, mark_column=marks)


def says_nothing(evidence: Evidence) -> NDArray[np.bool_]:
    """Which texts are a number or marks, or a name behind a label, and short."""
    return _page_names(evidence).says_nothing


def name_rows(evidence: Evidence, rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Those of the rows that are texts short enough for a name, visible, no date and no word of the page."""
    return rows[_page_names(evidence).can_be[rows]]


def name_arrays(evidence: Evidence) -> tuple[NDArray[np.bool_], NDArray[np.float64], NDArray[np.uint8]]:
    """Of every row whether it can be a name, its score as one, and what its address speaks of: for the kernel."""
    names = _page_names(evidence)
    return names.can_be, names.mark_column, evidence.link_kind_column


@lru_cache(maxsize=16_384)
def _can_be_name(text: str) -> bool:
    text = text.strip()
    return not text.endswith((":", "：")) and not NO_NAME.fullmatch(clean_name(text))


def name_columns(evidence: Evidence, slots: Slots, taken: NDArray[np.bool_]) -> dict[tuple[int, int], Column]:
    """The columns of texts that can be names, outside the `taken` rows."""
    picked = np.zeros(len(evidence.page), np.bool_)
    picked[name_rows(evidence, slots.rows[~taken[slots.rows]])] = True
    return slots.columns(picked[slots.rows])


def find_authors(evidence: Evidence, slots: Slots, taken: NDArray[np.bool_], times: list[int]) -> list[int]:
    """The row of each record's author, -1 where there is none: the best slot of short texts outside the bodies.

    Names are dressed differently (colours of groups, guests without a link), so a record that lacks the best slot takes
    the best of the other slots that are names by themselves.
    """
    n = len(slots.ranges)
    columns = name_columns(evidence, slots, taken)
    scored = []
    for order, ((slot, ordinal), column) in in_time(enumerate(columns.items())):
        marks = name_marks(evidence, next(iter(column.values())))
        score = marks + _likeness(evidence, column, n) + _beside_time(evidence, column, times) - 0.01 * order
        if ordinal == 0 and (0 < len(columns.get((slot, 1), ())) < 0.9 * len(column) or (slot, 2) in columns):
            score -= COMMENTING
        if score >= SURE and (len(column) >= PRESENT * n or marks >= MARKED):
            scored.append((score, marks, column))
    chosen: Column = {}
    for _, marks, column in in_time(sorted(scored, key=lambda entry: -entry[0])):
        if not chosen or marks >= MARKED:
            for index, row in in_time(column.items()):
                chosen.setdefault(index, row)
    return [chosen.get(index, -1) for index in range(n)]


def marked_columns(evidence: Evidence, slots: Slots, taken: NDArray[np.bool_]) -> list[Column]:
    """The columns that are names by their class, link or label, in document order."""
    return [
        column
        for column in in_time(name_columns(evidence, slots, taken).values())
        if 2 * len(column) >= len(slots.ranges) and name_marks(evidence, next(iter(column.values()))) >= MARKED
    ]


def name_marks(evidence: Evidence, row: int) -> float:
    """The score of a text that can be a name, by the classes, the link and the label around it."""
    return _page_names(evidence).marks[row]


def _likeness(evidence: Evidence, column: Column, n: int) -> float:
    """The score of a column of short texts as names: by their number, variety and length."""
    names = [clean_name(evidence.text(row)) for row in in_time(column.values())]
    score = 3.0 * len(names) / n
    if n > 1 and len(names) > 1:
        score += (len(set(names)) - 1) / (n - 1) if len(set(names)) > 1 else -1.0
    return score - 0.03 * sum(map(len, names)) / len(names)


def _beside_time(evidence: Evidence, column: Column, times: list[int]) -> float:
    rows = evidence.times.rows
    distance = sorted(
        abs(row - int(rows[times[record]])) for record, row in in_time(column.items()) if times[record] >= 0
    )
    return BESIDE_TIME if distance and distance[len(distance) // 2] <= NEAR else 0.0
