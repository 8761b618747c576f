"""What a page gives with a person's marks on it: they win, and what they do not name the site's template fills in."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weft.content import BODY, NOISE, RECORD, Field, Metadata, Reason, Record
from weft.dates import normalise_date
from weft.document import Document
from weft.page import Page
from weft.studio.marking import Marks, marked_body
from weft.templates.fields import squeeze

SOURCE = "mark"
JOIN = "; "  # between the texts of a field that is marked more than once
MAX_RECORDS = 200  # that are shown of a page
MAX_VALUE = 2_000  # characters of a value that are shown
MAX_TEXT = 200_000  # characters of the text as one piece; its blocks are all there


def with_marks(document: Document, marks: Marks) -> Document:
    """The document with the marks of a person, as immediate as a click: nothing is learned for it."""
    if not marks:
        return document
    page = document.page
    says = marked_body(page, marks)
    visible = ~page.blocks.hidden
    has_body = bool(marks.rows(BODY))
    keep = np.flatnonzero((says > 0) & visible) if has_body else document.keep[says[document.keep] >= 0]
    starts = marks.rows(RECORD)
    inside = _inside(page, starts)
    own = {name: [row for row in marks.rows(name) if not inside[row]] for name in marks.fields}
    fields = {**document.fields, **{name: _field(page, rows) for name, rows in own.items() if rows}}
    records = _records(page, marks) if starts else document.records
    return replace(
        document,
        keep=keep,
        reason=Reason("marked", _words(marks)).then(document.reason.detail),
        fields=fields,
        records=records,
        find_metadata=lambda page: _metadata(document, fields, own),
    )


def _words(marks: Marks) -> str:
    names = [name for name in (BODY, NOISE, RECORD) if marks.rows(name)] + marks.fields
    alone = " (no other text is kept)" if BODY in names else ""  # who adds a missing paragraph does not expect it
    return f"marked by a person: {', '.join(names)}{alone}"


def _field(page: Page, rows: list[int]) -> Field:
    return Field(value=JOIN.join(filter(None, (squeeze(page.text(row)) for row in rows))), row=rows[0], source=SOURCE)


def _inside(page: Page, rows: list[int]) -> NDArray[np.bool_]:
    """Whether each row lies in one of these, or is one."""
    inside = np.zeros(len(page), np.bool_)
    for row in rows:
        inside[row : page.end[row]] = True
    return inside


def _records(page: Page, marks: Marks) -> tuple[Record, ...]:
    """The marked records, each with the marked fields inside of it; a `body` in a record is its text."""
    found = []
    names = [*marks.fields, *([BODY] if marks.rows(BODY) else [])]
    for start in marks.rows(RECORD):
        end = int(page.end[start])
        rows = {name: [row for row in marks.rows(name) if start <= row < end] for name in names}
        fields = {name: _field(page, own) for name, own in rows.items() if own}
        found.append(Record(start=start, end=end, fields=fields))
    return tuple(found)


def _metadata(document: Document, fields: Mapping[str, Field], own: dict[str, list[int]]) -> Metadata:
    """The metadata with the marked title, author and date."""
    metadata = document.metadata
    title, author, date = (fields[name] if own.get(name) else Field() for name in ("title", "author", "date"))
    iso = normalise_date(date.value)
    return replace(
        metadata,
        title=title or metadata.title,
        author=author or metadata.author,
        date=replace(date, value=iso) if iso else metadata.date,
    )


def kept_rows(document: Document) -> list[list[int]]:
    """Of each kept block the rows that show it: its element, or, where that holds other blocks, the run's own rows."""
    page, blocks = document.page, document.page.blocks
    alone = shares_no_element(page)
    shown = []
    for block in document.keep.tolist():
        row = int(blocks.row[block])
        shown.append([row] if alone[block] else run_rows(page, row, int(blocks.first[block]), int(blocks.last[block])))
    return shown


def shares_no_element(page: Page) -> NDArray[np.bool_]:
    """Of each block whether its element holds no other."""
    blocks = page.blocks
    first, last = np.searchsorted(blocks.first, [blocks.row, page.end[blocks.row]])
    return last - first == 1


def run_rows(page: Page, element: int, first: int, last: int) -> list[int]:
    """The children of an element that a run of inline text is made of."""
    rows: list[int] = []
    row = first
    while row < last:
        top = row
        while (above := int(page.parent[top])) > element:
            top = above
        rows.append(top)
        row = max(int(page.end[top]), row + 1)
    return rows


def to_json(document: Document) -> dict[str, Any]:
    """What is shown beside a page."""
    kept = kept_rows(document)
    blocks = document.page.blocks
    records = list(document.records[:MAX_RECORDS])
    return {
        "text": document.text[:MAX_TEXT],
        "blocks": [
            {"row": rows[0], "text": squeeze(blocks.text(block))}
            for rows, block in zip(kept, document.keep.tolist(), strict=True)
            if rows
        ],
        "kept": [row for rows in kept for row in rows],
        "fields": [_field_json(document.page, name, field) for name, field in document.fields.items()],
        "records": [_record_json(document.page, record) for record in records],
        "records_total": len(document.records),
        "why": document.reason.detail,
    }


def _field_json(page: Page, name: str, field: Field) -> dict[str, Any]:
    value = field.value[:MAX_VALUE]
    return {"name": name, "value": value, "row": shown_row(page, field.row), "source": field.source}


def _record_json(page: Page, record: Record) -> dict[str, Any]:
    fields = [_field_json(page, name, field) for name, field in record.fields.items()]
    return {"start": record.start, "end": record.end, "fields": fields}


def shown_row(page: Page, row: int) -> int:
    """The row of the element in which a text is shown; -1 for a value that is nowhere."""
    return int(page.parent[row]) if 0 <= row < len(page) and page.tag[row] == 0 else row
