"""What the twins ask of the slots of records, and weft itself does not: the kernel counts it for itself."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from weft.records.alignment import Rows, Slots


def by_step(slots: Slots) -> Slots:
    """The same rows with one slot for each tag with its classes, at any depth of a record."""
    _, slot = np.unique(slots.page.table.step[slots.rows], return_inverse=True)
    return replace(slots, slot=slot)


def slot_of(slots: Slots) -> Rows:
    """The slot of every row of the page, -1 outside the records."""
    slot = np.full(len(slots.page), -1, np.int64)
    slot[slots.rows] = slots.slot
    return slot


def positions_of(slots: Slots, record: int) -> Rows:
    """The positions in `slots.rows` of one record's rows."""
    return np.flatnonzero(slots.record == record)


def sizes(slots: Slots) -> Rows:
    """How many rows each slot has."""
    return np.bincount(slots.slot, minlength=slots.count)


def under(slots: Slots, values: NDArray[np.generic]) -> NDArray[np.float64]:
    """The sum of a page column over the subtree of each row, as far as it belongs to the record."""
    total = np.concatenate(([0.0], np.cumsum(values, dtype=np.float64)))
    return total[slots.ends] - total[slots.rows]
