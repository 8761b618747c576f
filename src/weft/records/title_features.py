"""Features of columns of links: what tells the titles of threads from boards, people, page numbers and excerpts.

The words of addresses are a few features among many: a forum may call its threads what it likes. The kernel computes
them (`record_titles.rs`).
"""

import numpy as np
from numpy.typing import NDArray

from weft.deadline import kernel_call
from weft.kernel import records as kernel
from weft.records.alignment import Column, Slots
from weft.records.evidence import Evidence

Matrix = NDArray[np.float32]

FEATURES = tuple(kernel.TITLE_FEATURES)


def link_columns(evidence: Evidence, slots: Slots) -> tuple[list[Column], Matrix]:
    """The columns of link texts that may be titles, and a row of features for each, in the order of `FEATURES`.

    A column has the first link text of each record in one slot; enough of the records have one.
    """
    with kernel_call() as seconds:
        columns, features = kernel.link_columns(
            evidence.page.table, evidence.columns, slots.ranges, slots.slot, seconds=seconds
        )
    return [dict(column) for column in columns], features
