"""Names of people in records: which slot of short texts is the author's.

Features of columns of short texts: what tells the authors of records from ranks, places, buttons and titles.

The kernel computes them (`records/features/authors.rs`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_deadline, kernel_call
from weft.kernel import records as kernel
from weft.kernel.records import RecordEvidence
from weft.kernel.trees import Trees
from weft.records.alignment import Column, ColumnsByKey, Slots
from weft.records.evidence import Evidence
from weft.records.language_words import NAME_LABEL, NO_NAME

Matrix = NDArray[np.float32]

NAME_FEATURES = tuple(kernel.NAME_FEATURES)


MAX_NAME_LENGTH = 40


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
    """Which rows of a page can be names, and the score of each text as a name by what is around it."""

    can_be: NDArray[np.bool_]
    mark_column: NDArray[np.float64]

    @cached_property
    def marks(self) -> list[float]:
        return self.mark_column.tolist()


_CAN_BE, _LABELLED, _SHORT_LABEL = 1, 2, 4
_NAMES_OF: WeakKeyDictionary[Evidence, _PageNames] = WeakKeyDictionary()  # regions ask for the same names again


def _page_names(evidence: Evidence) -> _PageNames:
    names = _NAMES_OF.get(evidence)
    return names if names is not None else _NAMES_OF.setdefault(evidence, _find_page_names(evidence))


def _find_page_names(evidence: Evidence) -> _PageNames:
    with kernel_call() as seconds:
        can_be, marks = evidence.columns.names(name_kinds, seconds=seconds)
    return _PageNames(can_be=can_be, mark_column=marks)


def named_columns(evidence: Evidence) -> RecordEvidence:
    """What the kernel gathered of a page, with its names, for the kernel's other calls."""
    _page_names(evidence)
    return evidence.columns


def name_rows(evidence: Evidence, rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Those of the rows that are texts short enough for a name, visible, no date and no word of the page."""
    return rows[_page_names(evidence).can_be[rows]]


@lru_cache(maxsize=65_536)  # most short texts of a site are those of its other pages
def name_kind(text: str) -> int:
    """What a short text can be: a name, a labelled text, one with few bytes.

    The kernel tells it of texts that are all ASCII (`records/evidence/names.rs`).
    """
    text = text.strip()
    kind = _CAN_BE * (not text.endswith((":", "：")) and not NO_NAME.fullmatch(clean_name(text)))
    if has_label(text):
        kind |= _LABELLED | _SHORT_LABEL * (len(text.encode()) <= MAX_NAME_LENGTH)
    return kind


def name_kinds(texts: Sequence[str]) -> list[int]:
    """What each short text can be; see `name_kind`."""
    return [name_kind(text) for text in check_deadline(texts)]


def find_authors(
    evidence: Evidence, slots: Slots, taken: NDArray[np.bool_], times: list[int], trees: Trees
) -> list[int]:
    """The row of each record's author, -1 where there is none: the likeliest column of short texts outside the bodies.

    Names are dressed differently (colours of groups, guests without a link), so a record that lacks the best column
    takes the best of the other columns that are likely names or are marked as such. The kernel finds them
    (`records/features/authors.rs`).
    """
    columns = named_columns(evidence)
    with kernel_call() as seconds:
        return kernel.find_authors(columns, taken, _time_rows(evidence, times), slots.region, trees, seconds=seconds)


def author_columns(
    evidence: Evidence, slots: Slots, taken: NDArray[np.bool_], times: list[int]
) -> tuple[list[Column], Matrix]:
    """The columns of texts that can be names, outside the `taken` rows, and their features."""
    named = named_columns(evidence)
    with kernel_call() as seconds:
        columns, features = kernel.author_columns(
            named, taken, _time_rows(evidence, times), slots.region, seconds=seconds
        )
    return [dict(column) for column in columns], features


def name_columns(evidence: Evidence, slots: Slots, taken: NDArray[np.bool_]) -> ColumnsByKey:
    """The columns of texts that can be names, outside the `taken` rows."""
    picked = np.zeros(len(evidence.page), np.bool_)
    picked[name_rows(evidence, slots.rows[~taken[slots.rows]])] = True
    return slots.columns(picked[slots.rows])


def _time_rows(evidence: Evidence, times: list[int]) -> NDArray[np.int64]:
    """The rows of the times with these indices; -1 stays -1."""
    return np.append(evidence.times.rows, -1)[times]


def name_marks(evidence: Evidence, row: int) -> float:
    """The score of a text that can be a name, by the classes, the link and the label around it."""
    return _page_names(evidence).marks[row]
