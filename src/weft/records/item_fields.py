"""The fields of cards and items: title, address, picture, price, rating, time and text.

The kernel reads those of all records of a region at once, with their types (`records/fields/items.rs`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from weft.content import ReadFields, Record
from weft.deadline import kernel_call, time_limit
from weft.kernel.records import have_prices, read_items
from weft.records.evidence import Evidence
from weft.renderers.page_addresses import base_of

SOURCE = "records"


def item_records(evidence: Evidence, ranges: Sequence[tuple[int, int]]) -> tuple[Record, ...]:
    """The records in these rows with their fields."""
    page, times = evidence.page, evidence.times
    with time_limit(page.seconds), kernel_call() as seconds:
        read = read_items(evidence.columns, ranges, times.isos, times.texts, base_of(page), seconds=seconds)
    return tuple(
        Record(start=start, end=end, fields=ReadFields(fields, SOURCE))
        for (start, end), fields in zip(ranges, read, strict=True)
    )


def price_rows(evidence: Evidence) -> NDArray[np.int64]:
    """The rows of the short texts that hold a price.

    >>> from weft import parse
    >>> from weft.records.evidence import gather
    >>> len(price_rows(gather(parse("<b>$ 12.50</b><i>free</i><p>1 200 €"))))
    2
    """
    rows = evidence.marks.prices
    return rows[np.array(have_prices([evidence.page.text(row) for row in rows.tolist()]), np.bool_)]
