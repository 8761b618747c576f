"""Roles that a page as served tells surely, where its truth does not know them.

Quotes by their tag or class, numbers by their rising one by one over three records or more, views by the words beside
them. The facts go with the records into changed pages, in which names, tags or other records are gone.

The words beside a number of a board's row: whether they speak of replies or of views.

Roles ask the kernel for them (`records/features/roles/words.rs`); here they are asked when the trees are taught.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from weft.page import Page, tag_number
from weft.records.alignment import align_records
from weft.records.board_rows import count_columns, read_count
from weft.records.evidence import Evidence, gather
from weft.records.features import Parts
from weft.records.fields import floor_value
from weft.records.language_words import REPLIES, VIEWS
from weft.records.roles import short_columns
from weft.records.words import QUOTE
from weft.training.augment.cases import TrainingRecord, squeeze

MAX_LABEL_LENGTH = 20
MAX_WORDS = 200  # characters of words that are looked at
MAX_NEIGHBOURS = 4  # siblings that can label a number


def labels_beside(page: Page, row: int) -> tuple[bool, bool]:
    """Whether what labels a number (its words, texts and classes beside and over it) speaks of replies, of views."""
    parent = int(page.parent[row])
    above = int(page.parent[parent])
    words = [page.text(row), *page.classes(parent), page.attribute(parent, "title") or ""]
    for other in (*_first_children(page, parent), *_first_children(page, above)):
        if page.tag[other] == 0 and other != row:
            words.append(page.text(other)[:MAX_LABEL_LENGTH])
        elif page.tag[other] and page.end[other] - other <= 3 and not other <= row < page.end[other]:
            words += [*page.classes(other), page.text(other)[:MAX_LABEL_LENGTH]]
    words += page.classes(above)
    return _labels(" ".join(re.sub(r"\d+", "", word).strip() for word in words)[:MAX_WORDS])


@lru_cache(maxsize=16_384)
def _labels(words: str) -> tuple[bool, bool]:
    return REPLIES.search(words), VIEWS.search(words)


def _first_children(page: Page, row: int) -> list[int]:
    """The first children of a row; one may have a hundred thousand."""
    rows: list[int] = []
    child, stop = row + 1, int(page.end[row])
    while child < stop and len(rows) < MAX_NEIGHBOURS:
        rows.append(child)
        child = int(page.end[child])
    return rows


MIN_RECORDS = 3  # that must rise by one to be numbers
_BLOCKQUOTE = tag_number("blockquote")


def with_known_roles(page: Page, page_type: str, records: Sequence[TrainingRecord]) -> tuple[TrainingRecord, ...]:
    """The records with what the page as served tells surely."""
    if page_type not in ("thread", "list") or any(record.anchor < 0 for record in records):
        return tuple(records)
    evidence = gather(page)
    if page_type == "list":
        return _with_views(evidence, records)
    known = [replace(record, quotes=_quotes(evidence, record)) for record in records]
    return _with_numbers(evidence, known)


def _quotes(evidence: Evidence, record: TrainingRecord) -> tuple[str, ...]:
    page = evidence.page
    if record.body < 0:
        return ()
    quotes, row, stop = list[str](), record.body + 1, int(page.end[record.body])
    while row < stop:
        if page.tag[row] and (page.tag[row] == _BLOCKQUOTE or evidence.flags[row] & QUOTE):
            quotes.append(squeeze(page.text(row)))
            row = int(page.end[row])
        else:
            row += 1
    whole = squeeze(page.text(record.body))
    return tuple(quote for quote in quotes if quote and quote != whole)


def _are_apart(records: Sequence[TrainingRecord]) -> bool:
    return len(records) >= MIN_RECORDS and all(one.end <= other.start for one, other in pairwise(records))


def _with_numbers(evidence: Evidence, records: Sequence[TrainingRecord]) -> tuple[TrainingRecord, ...]:
    if not _are_apart(records) or any(record.body < 0 for record in records):
        return tuple(records)
    slots = align_records(evidence, [(record.start, record.end) for record in records])
    mains = [(record.body, int(evidence.page.end[record.body])) for record in records]
    for column in short_columns(Parts(evidence=evidence, slots=slots, mains=mains)).values():
        values = [floor_value(evidence.text(row)) for _, row in sorted(column.items())]
        numbers = [int(value) for value in values if value]
        if len(numbers) == len(records) and all(after - before == 1 for before, after in pairwise(numbers)):
            return tuple(replace(record, number=number) for record, number in zip(records, numbers, strict=True))
    return tuple(records)


def _with_views(evidence: Evidence, records: Sequence[TrainingRecord]) -> tuple[TrainingRecord, ...]:
    if not _are_apart(records):
        return tuple(records)
    slots = align_records(evidence, [(record.start, record.end) for record in records])
    titles = {index: record.anchor for index, record in enumerate(records)}
    for column in count_columns(evidence, slots, titles).values():
        has_replies, has_views = labels_beside(evidence.page, next(iter(column.values())))
        if has_views and not has_replies:
            counts = {index: int(read_count(evidence.text(row))) for index, row in column.items()}
            return tuple(replace(record, views=counts.get(index, -1)) for index, record in enumerate(records))
    return tuple(records)
