"""Features of parts of records: what tells times, counters, numbers, buttons, signatures and quotes from each other.

A part is a column: rows of several records that play one role, or one element of one record. All roles are told by the
same features. The words of classes and the words of the table of languages are some among many; what repeats from
record to record, what differs only in digits, what rises by one, and where a part stands to the body or title, to the
author and to the time, are the others. The kernel computes them (`roles/mod.rs`, `roles/texts.rs`,
`records/features/roles/words.rs`) but for the order of times.

Features of the slots of a region: what tells the slot of the bodies from those of names, signatures and buttons.

Each feature is a mean over the rows of a slot, most of them shares of the record that a row lies in, so that a thread
of one-line posts and one of essays give the same numbers. The words of classes are eight features among many. The
kernel computes them (`records/features/slot_features.rs`).

Features of columns of links: what tells the titles of threads from boards, people, page numbers and excerpts.

The words of addresses are a few features among many: a forum may call its threads what it likes. The kernel computes
them (`records/features/title_features.rs`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_deadline, kernel_call
from weft.kernel import records as kernel
from weft.records.alignment import Column, Slots
from weft.records.evidence import Evidence
from weft.records.names import clean_name

Matrix = NDArray[np.float32]
Sums = NDArray[np.float64]
Span = tuple[int, int]
Entries = Sequence[tuple[int, int]]  # record and row
KnownParts = tuple[Sequence[Span], tuple[Sequence[int], Sequence[int], Sequence[int]], Sequence[int], int]

MAX_ROWS = 24  # of a column that are looked at
ROLE_FEATURES = tuple(kernel.ROLE_FEATURES)
FLOOR_WORDS = {"楼主": "1", "沙发": "2", "板凳": "3", "地板": "4"}
_COLUMN = {name: index for index, name in enumerate(ROLE_FEATURES)}
_WORDS = tuple(name for name in ROLE_FEATURES if name.startswith("says_"))


@dataclass(frozen=True, eq=False, kw_only=True)
class Parts:
    """Records of which some parts are known: the body or title of each as a range, the others as rows or -1."""

    evidence: Evidence
    slots: Slots
    mains: Sequence[Span]
    authors: Sequence[int] = ()
    times: Sequence[int] = ()
    numbers: Sequence[int] = ()  # the counter of each record, where it is known
    asked: frozenset[str] = frozenset(_WORDS)  # the features of words that are asked for: they are dear

    @cached_property
    def names(self) -> list[int]:
        """A number for the author of each record, the same for the same name; -1 where nobody knows."""
        numbers: dict[str, int] = {"": -1}
        names = [clean_name(self.evidence.text(row)) if row >= 0 else "" for row in check_deadline(self.authors)]
        return [numbers.setdefault(name, len(numbers)) for name in names]

    @property
    def known(self) -> KnownParts:
        """What the kernel asks of it; the features of words that are asked for are bits."""
        words = sum(1 << bit for bit, name in enumerate(_WORDS) if name in self.asked)
        return self.mains, (self.authors, self.times, self.numbers), self.names, words

    @property
    def chars(self) -> Sums:
        """Running sum of the characters of texts that are shown."""
        return self.evidence.shown


def role_features(parts: Parts, columns: Sequence[Entries], keys: Sequence[tuple[int, int]] = ()) -> Matrix:
    """A row of features for each column; `keys` are their slots and ordinals in the record where they have such."""
    if not columns:
        return np.zeros((0, len(ROLE_FEATURES)), np.float32)
    evidence, slots = parts.evidence, parts.slots
    with kernel_call() as seconds:
        matrix = kernel.role_features(evidence.columns, slots.region, parts.known, columns, keys, seconds=seconds)
    _add_order_of_times(matrix, evidence, [rows[:MAX_ROWS] for rows in columns])
    return matrix


def _add_order_of_times(matrix: Matrix, evidence: Evidence, columns: Sequence[Entries]) -> None:
    """Write for columns of times the shares of the records in which another time is later, and is earlier."""
    rows = [row for entries in columns for _, row in entries]
    if len(columns) < 2 or not evidence.is_time[rows].all():
        return
    times = evidence.times
    places = iter(np.searchsorted(times.rows, rows).tolist())
    by_record: dict[int, list[tuple[int, str]]] = defaultdict(list)  # column and stamp
    for index, entries in check_deadline(enumerate(columns)):
        for record, _ in entries:
            by_record[record].append((index, times.date(next(places)).iso))
    earlier, later = [0] * len(columns), [0] * len(columns)
    for stamps in check_deadline(by_record.values()):
        if len(stamps) > 1:
            is_before, is_behind = _order([stamp for _, stamp in stamps])
            for index, stamp in stamps:
                earlier[index] += is_before[stamp]
                later[index] += is_behind[stamp]
    sizes = [len(entries) for entries in columns]
    matrix[:, _COLUMN["earlier"]] = np.divide(earlier, sizes)
    matrix[:, _COLUMN["later"]] = np.divide(later, sizes)


def _order(stamps: Sequence[str]) -> tuple[dict[str, bool], dict[str, bool]]:
    """Of each stamp whether another one is later, and whether one is earlier, as far as both tell: a day has no clock.

    A stamp that another one begins with says nothing of which is earlier. Between a stamp and the last of all are only
    such, or the last one is later.

    >>> is_before, is_behind = _order(["2022-09", "2022-09-04", "2022-09-05"])
    >>> is_before["2022-09"], is_before["2022-09-04"], is_behind["2022-09-04"]
    (False, True, False)
    """
    ranked = sorted({stamp for stamp in stamps if stamp})
    last = ranked[-1] if ranked else ""
    is_before = {stamp: stamp < last and not last.startswith(stamp) for stamp in ("", *ranked)}
    is_behind = {"": False}
    for place, stamp in enumerate(ranked):
        is_behind[stamp] = any(not stamp.startswith(other) for other in ranked[:place])
    return is_before, is_behind


SLOT_FEATURES = tuple(kernel.SLOT_FEATURES)


def slot_features(evidence: Evidence, slots: Slots) -> Matrix:
    """A row of features for each slot, in the order of `FEATURES`."""
    with kernel_call() as seconds:
        return kernel.slot_features(evidence.columns, slots.region, seconds=seconds)


TITLE_FEATURES = tuple(kernel.TITLE_FEATURES)


def link_columns(evidence: Evidence, slots: Slots) -> tuple[list[Column], Matrix]:
    """The columns of link texts that may be titles, and a row of features for each, in the order of `FEATURES`.

    A column has the first link text of each record in one slot; enough of the records have one.
    """
    with kernel_call() as seconds:
        columns, features = kernel.link_columns(evidence.columns, slots.region, seconds=seconds)
    return [dict(column) for column in columns], features
