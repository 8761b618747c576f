"""The role of each part of a record: small trained trees say how likely a column of rows plays it.

Bodies, authors of posts and titles have trees of their own features (`slot_features.py`, `name_features.py`,
`title_features.py`). All other roles are told here by one set of features (`role_features.py`), each by its own trees:
the time of a post, its number, the buttons, signatures and quotes in its body; of a board's row who began a thread
and when, who replied last and when, and how many replies and views it has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_deadline, kernel_call
from weft.kernel import records as kernel
from weft.kernel.trees import Trees
from weft.records.alignment import Column, ColumnsByKey, Slots
from weft.records.features import Entries, Matrix, Parts, Span, role_features
from weft.records.words import tag_mask

ROLES = (
    "times", "numbers", "buttons", "signatures", "quotes",
    "row_authors", "row_last_authors", "row_times", "row_last_times", "replies", "views",
)  # fmt: skip
"""Every role that is told here, by the name of its trees."""

TIME_WORDS = frozenset({"says_last", "says_other"})  # what words are asked of columns of times
COUNT_WORDS = frozenset({"says_last", "says_replies", "says_views"})  # of numbers
NAME_WORDS = frozenset({"says_last"})  # of names
BODY_WORDS = frozenset({"says_button", "says_wrote", "says_other"})  # of what stands in bodies

LIKELY = 0.5  # from which on a column plays a role
ROW_LIKELY = 0.35  # the same of a name, a time or a number of a row: there are few of each, and most play a role
MIN_TIME = 0.1  # the same of the time of a post: records are found by their times, so most have one
MAX_BUTTON_LENGTH = 160  # characters of a text that is a button, a label or a note
MAX_VALUE_LENGTH = 80  # of a number, a rank or another value beside the body
PRESENT = 0.7  # share of the records that have such a column
MAX_COLUMNS = 100  # of texts or elements in bodies that are looked at, those of most records first
MAX_QUOTES = 200  # elements of bodies that are tried as quotes
_BOXES = tag_mask(
    "blockquote", "div", "table", "td", "p", "fieldset", "section", "dl", "dd", "q", "ul", "aside", "cite"
)
_NO_PARTS = tag_mask(
    "b", "i", "u", "font", "strong", "em", "bdi", "big", "br", "hr", "img", "a", "span", "code", "tbody", "tr"
)


class RoleJudge(Protocol):
    """What says how likely columns play a role."""

    def role(self, name: str, matrix: Matrix) -> NDArray[np.float64]:
        """How likely each column plays the role of that name."""
        ...

    @property
    def trees(self) -> Mapping[str, Trees]:
        """What says so, by the names of the roles: for the kernel."""
        ...


def columns_of(parts: Parts, columns: ColumnsByKey) -> tuple[list[Column], Matrix]:
    """The columns and their features."""
    picked = list(columns.values())
    return picked, role_features(parts, [list(column.items()) for column in picked], list(columns))


def time_columns(parts: Parts) -> ColumnsByKey:
    """The columns of times outside of the bodies."""
    evidence, slots = parts.evidence, parts.slots
    with kernel_call() as seconds:
        columns = kernel.time_columns(evidence.columns, slots.region, parts.mains, seconds=seconds)
    return {(slot, ordinal): dict(rows) for slot, ordinal, rows in columns}


def find_times(parts: Parts, judge: RoleJudge) -> list[int]:
    """The row of each record's own time, -1 for none: of the likeliest column that it has, the first."""
    columns = time_columns(parts)
    if len(columns) == 1:  # nothing is to be chosen
        (only,) = columns.values()
        return [only.get(record, -1) for record in range(len(parts.slots.ranges))]
    picked, features = columns_of(parts, columns)
    return _filled(parts.slots, picked, judge.role("times", features), MIN_TIME)


def _filled(slots: Slots, columns: Sequence[Column], likely: NDArray[np.float64], least: float) -> list[int]:
    """For each record the row of the likeliest column that it has."""
    chosen: Column = {}
    for index in check_deadline(np.argsort(-likely, kind="stable").tolist()):
        if likely[index] >= least:
            chosen = {**columns[index], **chosen}
    return [chosen.get(record, -1) for record in range(len(slots.ranges))]


def pick_two(parts: Parts, columns: ColumnsByKey, names: tuple[str, str], judge: RoleJudge) -> tuple[Column, Column]:
    """The columns of two roles that exclude each other: each the likeliest for its role; empty where none is likely."""
    picked, features = columns_of(parts, dict(islice(columns.items(), MAX_COLUMNS)))
    if not picked:
        return {}, {}
    likely = np.stack([judge.role(name, features) for name in names])
    chosen: list[Column] = [{}, {}]
    for place in check_deadline(np.argsort(-likely, axis=None, kind="stable").tolist()):
        role, index = divmod(place, len(picked))
        if likely[role, index] < ROW_LIKELY:
            break
        if not any(chosen[role].keys() & picked[index].keys()) and likely[1 - role, index] <= likely[role, index]:
            chosen[role] = {**picked[index], **chosen[role]}
    return chosen[0], chosen[1]


def pick_one(parts: Parts, columns: ColumnsByKey, name: str, judge: RoleJudge) -> Column:
    """The likeliest column of a role; empty where none is likely."""
    picked, features = columns_of(parts, columns)
    likely = judge.role(name, features)
    best = int(np.argmax(likely)) if picked else -1
    return picked[best] if best >= 0 and likely[best] >= LIKELY else {}


def button_columns(parts: Parts) -> ColumnsByKey:
    """The columns of short texts in the bodies, those of most records first."""
    page, slots = parts.evidence.page, parts.slots
    said = in_spans(len(page), parts.mains)
    rows = slots.rows
    picked = (page.tag[rows] == 0) & (page.chars[rows] > 0) & (page.chars[rows] <= MAX_BUTTON_LENGTH)
    picked &= ~(page.hidden[rows] | page.raw[rows]) & said[rows]
    columns = slots.columns(picked)
    return dict(islice(sorted(columns.items(), key=lambda entry: -len(entry[1])), MAX_COLUMNS))


def short_columns(parts: Parts) -> ColumnsByKey:
    """The columns of short texts outside bodies, names and times that most records have."""
    page, rows = parts.evidence.page, parts.slots.rows
    taken = in_spans(len(page), parts.mains)
    taken[[row for row in (*parts.authors, *parts.times) if row >= 0]] = True
    picked = (page.tag[rows] == 0) & (page.chars[rows] > 0) & (page.chars[rows] <= MAX_VALUE_LENGTH)
    picked &= ~(taken[rows] | page.hidden[rows] | page.raw[rows])
    columns = parts.slots.columns(picked)
    return {key: one for key, one in check_deadline(columns.items()) if len(one) >= PRESENT * len(parts.slots.ranges)}


def element_slots(parts: Parts) -> Sequence[Entries]:
    """The elements of each slot in the bodies, as records and rows; those of most records first."""
    page, slots = parts.evidence.page, parts.slots
    starts, ends = np.array(parts.mains, np.int64)[slots.record].T
    tags = page.tag[slots.rows]
    inside = (slots.rows > starts) & (slots.rows < ends) & (tags > 0) & ~_NO_PARTS[tags]
    filled = parts.chars[page.end[slots.rows]] > parts.chars[slots.rows]
    by_slot: dict[int, list[tuple[int, int]]] = {}
    for at in check_deadline(np.flatnonzero(inside & filled).tolist()):
        by_slot.setdefault(int(slots.slot[at]), []).append((int(slots.record[at]), int(slots.rows[at])))
    return sorted(by_slot.values(), key=lambda entries: -len(entries))[:MAX_COLUMNS]


def quote_elements(parts: Parts) -> Sequence[Entries]:
    """The boxes in the bodies that may be quotes, each by itself."""
    page, slots = parts.evidence.page, parts.slots
    starts, ends = np.array(parts.mains, np.int64)[slots.record].T
    inside = (slots.rows > starts) & (slots.rows < ends) & _BOXES[page.tag[slots.rows]]
    inside &= parts.chars[page.end[slots.rows]] > parts.chars[slots.rows]
    at = np.flatnonzero(inside)[:MAX_QUOTES]
    return [[entry] for entry in zip(slots.record[at].tolist(), slots.rows[at].tolist(), strict=True)]


def in_spans(count: int, spans: Sequence[Span]) -> NDArray[np.bool_]:
    """Which of so many rows lie in one of the ranges."""
    steps = np.zeros(count + 1, np.int64)
    for start, end in check_deadline(spans):
        steps[start] += 1
        steps[end] -= 1
    return np.cumsum(steps[:-1]) > 0
