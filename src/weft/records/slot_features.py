"""Features of the slots of a region: what tells the slot of the bodies from those of names, signatures and buttons.

Each feature is a mean over the rows of a slot, most of them shares of the record that a row lies in, so that a thread
of one-line posts and one of essays give the same numbers. The words of classes are eight features among many. The
kernel computes them (`record_columns.rs`).
"""

import numpy as np
from numpy.typing import NDArray

from weft.deadline import kernel_call
from weft.kernel import records as kernel
from weft.records.alignment import Slots
from weft.records.evidence import Evidence

Matrix = NDArray[np.float32]

FEATURES = tuple(kernel.SLOT_FEATURES)


def slot_features(evidence: Evidence, slots: Slots) -> Matrix:
    """A row of features for each slot, in the order of `FEATURES`."""
    with kernel_call() as seconds:
        return kernel.slot_features(evidence.page.table, evidence.columns, slots.ranges, slots.slot, seconds=seconds)
