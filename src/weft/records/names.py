"""Names of people in records: which slot of short texts is the author's."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from weft.deadline import in_time
from weft.records.alignment import Column, Slots
from weft.records.evidence import Evidence, link_around
from weft.records.language_words import NAME_LABEL, NO_NAME
from weft.records.words import AUTHOR, BUTTON, RANK

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


def has_label(text: str) -> bool:
    """Whether a text begins with a word such as "by".

    >>> has_label("by Ann"), has_label("Byron")
    (True, False)
    """
    return NAME_LABEL.match(text)


def name_rows(evidence: Evidence, rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Those of the rows that are texts short enough for a name, visible, no date and no word of the page."""
    page = evidence.page
    rows = rows[(page.tag[rows] == 0) & (page.chars[rows] > 0) & (page.chars[rows] <= MAX_NAME_LENGTH)]
    rows = rows[~(evidence.is_date[rows] | evidence.is_title[rows] | page.hidden[rows] | page.raw[rows])]
    return np.array([row for row in in_time(rows.tolist()) if _can_be_name(evidence.text(row))], np.int64)


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
    """The score of a text as a name, by the classes, the link and the label around it."""
    flags = evidence.flags[evidence.above(row, 4)].tolist()
    score = next((2.0 - 0.2 * distance for distance, flag in enumerate(flags) if flag & AUTHOR), 0.0)
    link = link_around(evidence, row, reach=4)
    if link >= 0:
        score += 0.3 + MARKED * evidence.leads_to_person(link)
    if has_label(evidence.text(row).strip()):
        score += MARKED
    if any(flag & BUTTON for flag in flags):
        score -= MARKED
    if any(flag & RANK for flag in flags[:2]):
        score -= MARKED
    return score


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
