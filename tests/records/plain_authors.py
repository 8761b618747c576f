"""The authors of records, as Python: the kernel's twin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from tests.records.plain_bodies import likely, plain_columns
from weft._native import Trees
from weft.records.alignment import Column, Slots
from weft.records.evidence import HEADINGS, Evidence, link_around
from weft.records.names import name_arrays, name_marks, name_rows
from weft.records.words import tag_mask

Matrix = NDArray[np.float32]
Columns = Mapping[tuple[int, int], Column]  # by slot and ordinal in the record

FEATURES = (
    "records", "columns", "order", "first", "presence", "distinct", "again", "mean_chars", "longest", "spread", "words",
    "digits", "capitals", "marks", "marks_mean", "in_link", "person", "heading", "bold", "ordinal", "is_listed",
    "to_time", "before_time", "place", "own_links",
)  # fmt: skip
MAX_ROWS = 24  # of a column that are looked at
_BOLD = tag_mask("b", "strong")
MIN_PRESENCE = 0.3
MAX_COLUMNS = 40
MIN_LIKELY = 0.2
MIN_OTHER = 0.5
MARKED = 1.5


def name_columns(evidence: Evidence, slots: Slots, taken: NDArray[np.bool_]) -> dict[tuple[int, int], Column]:
    """The columns of texts that can be names, outside the `taken` rows."""
    picked = np.zeros(len(evidence.page), np.bool_)
    picked[name_rows(evidence, slots.rows[~taken[slots.rows]])] = True
    return plain_columns(slots, picked[slots.rows])


def plain_authors(
    evidence: Evidence, slots: Slots, taken: NDArray[np.bool_], times: list[int], trees: Trees
) -> list[int]:
    """The row of each record's author, -1 where there is none: the likeliest column of short texts outside the bodies.

    Names are dressed differently (colours of groups, guests without a link), so a record that lacks the best column
    takes the best of the other columns that are likely names or are marked as such.
    """
    columns, features = plain_author_columns(evidence, slots, taken, times)
    values = likely(trees, features).tolist()
    chosen: Column = {}
    for value, column in sorted(zip(values, columns, strict=True), key=lambda entry: -entry[0]):
        is_marked = name_marks(evidence, next(iter(column.values()))) >= MARKED
        if value >= (MIN_LIKELY if is_marked or not chosen else MIN_OTHER):
            for index, row in column.items():
                chosen.setdefault(index, row)
    return [chosen.get(index, -1) for index in range(len(slots.ranges))]


def plain_author_columns(
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
    return list(picked.values()), name_features(evidence, slots, picked, times, name_arrays(evidence)[1].tolist())


def name_features(
    evidence: Evidence, slots: Slots, columns: Columns, times: Sequence[int], marks: Sequence[float]
) -> Matrix:
    """A row of features for each column; `times` are the records' times, `marks` the score of every row of the page."""
    rows = []
    for order, ((slot, ordinal), column) in enumerate(columns.items()):
        more = len(columns.get((slot, 1), ()))
        features = _features(evidence, slots, column, times) | {
            "columns": float(len(columns)),
            "order": float(order),
            "first": float(order == 0),
            "ordinal": float(ordinal),
            "is_listed": float(ordinal == 0 and (0 < more < 0.9 * len(column) or (slot, 2) in columns)),
            "marks": marks[next(iter(column.values()))],
            "marks_mean": _mean([marks[row] for row in list(column.values())[:MAX_ROWS]]),
        }
        rows.append([features[name] for name in FEATURES])
    return np.array(rows, np.float32).reshape(len(rows), len(FEATURES))


def _features(evidence: Evidence, slots: Slots, column: Column, times: Sequence[int]) -> dict[str, float]:
    n, page = len(slots.ranges), evidence.page
    entries = list(column.items())[:MAX_ROWS]
    names = [evidence.line(row) for _, row in (entries)]
    links = [link_around(evidence, row) for _, row in (entries)]
    lengths = np.array([len(name) for name in names], np.float64)
    stamps = [(row, int(evidence.times.rows[times[record]])) for record, row in entries if times[record] >= 0]
    above = [page.tag[evidence.above(row, 3)] for _, row in (entries)]
    addresses = {evidence.address(row) for _, row in (entries)}
    return {
        "records": float(n),
        "presence": len(column) / n,
        "distinct": len(set(names)) / len(names),
        "again": float(1 < len(set(names)) < len(names)),
        "mean_chars": float(lengths.mean()),
        "longest": float(lengths.max()),
        "spread": float(lengths.std()),
        "words": _mean([len(name.split()) for name in names]),
        "digits": _mean([any(map(str.isdigit, name)) for name in names]),
        "capitals": _mean([name[:1].isupper() for name in names]),
        "in_link": _mean([link >= 0 for link in links]),
        "person": _mean([evidence.leads_to_person(link) for link in links]),
        "heading": _mean([bool(HEADINGS[tags].any()) for tags in above]),
        "bold": _mean([bool(_BOLD[tags].any()) for tags in above]),
        "to_time": float(np.median([abs(row - time) for row, time in stamps])) if stamps else -1.0,
        "before_time": _mean([row < time for row, time in stamps]),
        "place": _mean([row - slots.ranges[record][0] for record, row in entries]),
        "own_links": len(addresses) / len(names),
    }


def _mean(values: Sequence[float]) -> float:
    return float(sum(values)) / len(values) if values else 0.0
