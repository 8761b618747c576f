"""The centre page (paper B, section 3.2.2): of pages grouped by their records, the one that stands for most others."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from weft.content import Record
from weft.page import Page
from weft.papers.b.h_k import HK
from weft.papers.b.record_paths import RecordPaths, sibling_rows
from weft.similarity.path_sets import PathSet

# The repair and the threshold (the printed distance of 2) that group forum pages best where records are known.
BY_RECORDS = RecordPaths(repair="root", alike=1 / 3)
MIN_RECORDS = 3  # what varies from record to record shows on several
DIGITS = 9  # sums that are equal must not differ by the order of adding


@dataclass(frozen=True, kw_only=True)
class RecordPage:
    """What is to be known of a page to group it by its records."""

    paths: PathSet
    records: int


def describe_record_page(page: Page, records: Sequence[Record]) -> RecordPage:
    """The paths in a page's records, and how many records there are."""
    rows = [row for record in records for row in sibling_rows(page, record.start, record.end)]
    return RecordPage(paths=BY_RECORDS.describe_records(page, np.array(rows, np.int64)), records=len(records))


def find_centre(pages: Sequence[RecordPage]) -> int:
    """The position of the centre of the largest group. Compares all pairs of pages.

    A page with several records comes before one with few, then counts how near it is to the others of the group.
    """
    if not pages:
        raise ValueError("no pages have no centre")
    groups = HK().group([page.paths for page in pages], BY_RECORDS)
    largest = max(groups, key=len).tolist() if groups else [0]
    nearness = BY_RECORDS.matrix([pages[position].paths for position in largest]).sum(axis=1)
    order = zip(np.round(nearness, DIGITS).tolist(), largest, strict=True)
    return max(order, key=lambda pair: (pages[pair[1]].records >= MIN_RECORDS, pair[0], -pair[1]))[1]
