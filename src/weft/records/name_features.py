"""Features of columns of short texts: what tells the authors of records from ranks, places, buttons and titles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from weft.deadline import in_time
from weft.records.alignment import Column, Slots
from weft.records.evidence import HEADINGS, Evidence, link_around
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


def name_features(
    evidence: Evidence, slots: Slots, columns: Columns, times: Sequence[int], marks: Sequence[float]
) -> Matrix:
    """A row of features for each column; `times` are the records' times, `marks` the score of every row of the page."""
    rows = []
    for order, ((slot, ordinal), column) in in_time(enumerate(columns.items())):
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
    names = [evidence.line(row) for _, row in in_time(entries)]
    links = [link_around(evidence, row) for _, row in in_time(entries)]
    lengths = np.array([len(name) for name in names], np.float64)
    stamps = [(row, int(evidence.times.rows[times[record]])) for record, row in entries if times[record] >= 0]
    above = [page.tag[evidence.above(row, 3)] for _, row in in_time(entries)]
    addresses = {evidence.address(row) for _, row in in_time(entries)}
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
