"""Which records of a page have a form of their own in Markdown: a thread, a board or a shop that is about them."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from weft.content import Record
from weft.deadline import check_deadline, seconds_left, time_limit
from weft.document import Document
from weft.errors import LimitError
from weft.page import Page, tag_number
from weft.render_options import BlockIndexes, RenderOptions
from weft.renderers.passages import GivenRecords, data_tables

THREAD, BOARD, SHOP, CATALOGUE = "forum", "board", "shop", "collection"

PAGE_TYPES = frozenset({"forum", "board", "listing", "collection"})
"""Pages whose matter may be their records; on others records are not even looked for."""

WRITTEN_KINDS = frozenset({"", "posts", "rows", "cards", "items"})
"""The kinds of records that have a form of their own; a table, an FAQ or reviews are written as they stand."""

RECORDS_SHARE = 0.5  # of the time that is left, which records may take
EVERY = 256  # records after which the time is asked for: to look at one takes less than that
MOST = 0.5  # of the records: what they must have in common to be posts, rows or cards, and to be kept

# Kept text beside cards over that of the cards, on pages that are no collection of things on offer.
MAX_BESIDE = 0.25

_TR = tag_number("tr")

POST_FIELDS = ("author", "time", "time_text", "number", "body")
"""The fields that say how a post is written."""

ROW_FIELDS = (
    *("title", "price", "rating", "author", "replies", "views", "time", "last_author", "last_time"),
    *("time_text", "last_time_text", "url", "body"),
)
"""The fields that say how a row or a card is written."""


def given_records(document: Document, keep: BlockIndexes, options: RenderOptions) -> GivenRecords:
    """The records that have a form of their own, as the kernel is told of them: see `write_markdown`."""
    records, kind = written_records(document, keep, options)
    names = POST_FIELDS if kind == THREAD else ROW_FIELDS
    given = [(record.start, record.end, record.read(names)) for record in check_deadline(records, EVERY)]
    return kind == THREAD, options.tables, given


def written_records(document: Document, keep: BlockIndexes, options: RenderOptions) -> tuple[list[Record], str]:
    """The records that have a form of their own, and their kind; empty where the page is written as it stands.

    A limit that trips costs the form, and not the page.
    """
    if not options.records or document.page_type not in PAGE_TYPES:
        return [], ""
    try:
        with time_limit(RECORDS_SHARE * seconds_left()):
            return _written(document, keep)
    except LimitError:
        return [], ""


def _written(document: Document, keep: BlockIndexes) -> tuple[list[Record], str]:
    records = sorted(document.records, key=_start)
    kind = _kind_of(records, document.page_type)
    is_catalogue = kind == SHOP and document.page_type == CATALOGUE
    is_written = kind and _are_matter(document.page, keep, records, CATALOGUE if is_catalogue else kind)
    # What the region is takes the longest to tell.
    return (records, kind) if is_written and document.find_region().kind in WRITTEN_KINDS else ([], "")


def _start(record: Record) -> int:
    return record.start


def _kind_of(records: Sequence[Record], page_type: str) -> str:
    """What the records are, empty where they are nothing that has a form of its own."""

    def most_have(name: str) -> bool:
        return sum(bool(record.read((name,))) for record in check_deadline(records, EVERY)) > MOST * len(records)

    if not records:
        return ""
    if most_have("body"):  # on a list, the beginning of an article: its title is a heading already
        return THREAD if page_type == THREAD else ""
    if most_have("price"):
        return SHOP
    return BOARD if page_type == BOARD and most_have("title") else ""


def _are_matter(page: Page, keep: BlockIndexes, records: Sequence[Record], kind: str) -> bool:
    """Whether a page is about its records, and is not written as a table of them already.

    What a shop offers is its matter. Else something of most records is kept, or they are cards and little else is.
    """
    owners = _owners(page.blocks.first[keep], records)
    is_kept = kind == CATALOGUE or len(np.unique(owners[owners >= 0])) > MOST * len(records)
    if not is_kept and kind == SHOP:
        own = sum(int(page.chars[record.start : record.end].sum()) for record in check_deadline(records, EVERY))
        is_kept = int(page.blocks.chars[keep][owners < 0].sum()) < MAX_BESIDE * own
    return is_kept and (kind == THREAD or not _are_table_rows(page, keep, records))


def _are_table_rows(page: Page, keep: BlockIndexes, records: Sequence[Record]) -> bool:
    starts = [record.start for record in records if page.tag[record.start] == _TR]
    if len(starts) <= MOST * len(records) or not len(keep):
        return False
    tables = data_tables(page, keep)
    return any(row < starts[0] < page.end[row] for row in tables)


def _owners(rows: NDArray[np.integer], records: Sequence[Record]) -> NDArray[np.int64]:
    """The index of the record that each row lies in, -1 for none."""
    starts = np.array([record.start for record in records], np.int64)
    ends = np.array([record.end for record in records], np.int64)
    owners = np.searchsorted(starts, rows, side="right") - 1
    return np.where((owners >= 0) & (rows < ends[owners]), owners, -1)
