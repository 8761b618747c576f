"""Names of people in records: which slot of short texts is the author's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from weft import _native
from weft.deadline import in_time
from weft.page.kernel import kernel_call
from weft.records.alignment import Column, Slots
from weft.records.evidence import Evidence
from weft.records.language_words import NAME_LABEL, NO_NAME
from weft.records.name_features import Matrix, name_features

MIN_PRESENCE = 0.3  # share of the records that must have a name in a slot that nothing marks as names
MAX_NAME_LENGTH = 40
MAX_COLUMNS = 40  # of short texts that are looked at, the first of a record
MIN_LIKELY = 0.2  # from which on the likeliest column is the authors'; a marked one adds names where it has none
MIN_OTHER = 0.5  # from which on another column adds names where the likeliest has none
MARKED = 1.5  # score of the marks alone from which a text is a name by itself

NameJudge = Callable[[Matrix], NDArray[np.float64]]  # from the features of columns how likely each is the authors


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


def find_authors(
    evidence: Evidence, slots: Slots, taken: NDArray[np.bool_], times: list[int], judge: NameJudge
) -> list[int]:
    """The row of each record's author, -1 where there is none: the likeliest column of short texts outside the bodies.

    Names are dressed differently (colours of groups, guests without a link), so a record that lacks the best column
    takes the best of the other columns that are likely names or are marked as such.
    """
    columns, features = author_columns(evidence, slots, taken, times)
    likely = judge(features).tolist() if columns else []
    chosen: Column = {}
    for value, column in in_time(sorted(zip(likely, columns, strict=True), key=lambda entry: -entry[0])):
        is_marked = name_marks(evidence, next(iter(column.values()))) >= MARKED
        if value >= (MIN_LIKELY if is_marked or not chosen else MIN_OTHER):
            for index, row in in_time(column.items()):
                chosen.setdefault(index, row)
    return [chosen.get(index, -1) for index in range(len(slots.ranges))]


def author_columns(
    evidence: Evidence, slots: Slots, taken: NDArray[np.bool_], times: list[int]
) -> tuple[list[Column], Matrix]:
    """The columns of texts that can be names, outside the `taken` rows, and their features."""
    columns = name_columns(evidence, slots, taken)
    least = MIN_PRESENCE * len(slots.ranges)
    shown = {
        key: column
        for key, column in columns.items()
        if len(column) >= least or name_marks(evidence, next(iter(column.values()))) >= MARKED
    }
    picked = dict(islice(shown.items(), MAX_COLUMNS))
    return list(picked.values()), name_features(evidence, slots, picked, times, _page_names(evidence).marks)


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
