"""Tables of data as records: the heads name the fields, the cells are their values, with the type of their column.

A table is read where its first line is heads that differ, and its other lines have as many cells. What spans lines or
columns is left alone: there a cell has no single name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from weft.content import Field, LazyFields, Record, Region, written
from weft.deadline import check_deadline, time_limit
from weft.page import Page, tag_number
from weft.records.evidence import Evidence
from weft.records.kinds.parts import SOURCE
from weft.records.typed_values import guess_type, with_type
from weft.renderers.passages import data_tables

MIN_LINES = 2  # of data
MIN_COLUMNS = 2
MAX_COLUMNS = 60
MAX_TABLES = 30
MAX_LINES = 5_000
MAX_NAME = 60
LINKED = 0.95  # share of a table's text that may be links
WHOLE = 0.9  # share of the lines that must have as many cells as there are heads

_TH, _TD = tag_number("th"), tag_number("td")


def read_tables(evidence: Evidence) -> list[Region]:
    """The tables of data of a page, each a region; empty where no table has heads."""
    page = evidence.page
    heads = page.rows_of("th")
    if len(heads) < MIN_COLUMNS:
        return []
    tables = data_tables(page)
    regions = []
    for row in check_deadline(sorted(tables)[:MAX_TABLES]):
        if records := read(evidence, row):
            regions.append(Region(row=row, records=records, kind="table"))
    return regions


def read(evidence: Evidence, table: int) -> tuple[Record, ...]:
    """The lines of one table as records; empty where it is no table of heads and values.

    >>> from weft import parse
    >>> from weft.records.evidence import gather
    >>> page = parse("<table><tr><th>Loom<th>Width, cm<tr><td>Ann<td>120<tr><td>Bob<td>90</table>")
    >>> [record.values for record in read(gather(page), int(page.rows_of("table")[0]))][0]
    {'loom': 'Ann', 'width_cm': '120', 'typed': {'width_cm': 120}}
    """
    page = evidence.page
    lines = page.rows_of("tr")
    lines = lines[slice(*np.searchsorted(lines, [table, int(page.end[table])]))][: MAX_LINES + 1].tolist()
    cells = [_cells(page, line) for line in check_deadline(lines)]
    names = _names(evidence, cells[0]) if cells else []
    body = [
        (line, row_cells)
        for line, row_cells in zip(lines[1:], cells[1:], strict=True)
        if row_cells and page.chars[line : page.end[line]].any()
    ]
    if not names or len(body) < MIN_LINES or not _is_whole(page, [row_cells for _, row_cells in body], len(names)):
        return ()
    body = [(line, row_cells) for line, row_cells in body if len(row_cells) == len(names)]
    if not _says_much(page, table, [row_cells for _, row_cells in body]):
        return ()
    table_fields = _TableFields(evidence, names, [row_cells for _, row_cells in body])
    return tuple(
        Record(start=line, end=int(page.end[line]), fields=LazyFields(partial(table_fields.of, row_cells)))
        for line, row_cells in body
    )


@dataclass(frozen=True, eq=False)
class _TableFields:
    """The fields of a table's lines, with the types of its columns."""

    evidence: Evidence
    names: list[str]
    lines: list[list[int]]

    @cached_property
    def types(self) -> list[str]:
        """The type of every column."""
        columns = ([_cell_text(self.evidence, cell) for cell in column] for column in zip(*self.lines, strict=True))
        return [guess_type(texts) for texts in columns]

    def of(self, cells: list[int]) -> dict[str, Field]:
        """The fields of one line by name."""
        with time_limit(self.evidence.page.seconds):
            fields = {}
            for name, kind, cell in zip(self.names, self.types, cells, strict=True):
                if text := _cell_text(self.evidence, cell):
                    fields[name] = with_type(Field(value=text, row=cell, source=SOURCE), kind)
            return fields


def _says_much(page: Page, table: int, lines: Sequence[Sequence[int]]) -> bool:
    """Whether two columns have texts in half of the lines, and not all of it is links: menus are tables too."""
    chars = np.concatenate(([0], np.cumsum(page.chars)))
    filled = [sum(bool(chars[page.end[cell]] - chars[cell]) for cell in column) for column in zip(*lines, strict=True)]
    span = slice(table, int(page.end[table]))
    linked = int(page.chars[span][page.in_link[span]].sum())
    return sum(2 * count >= len(lines) for count in filled) >= MIN_COLUMNS and linked < LINKED * page.chars[span].sum()


def _cell_text(evidence: Evidence, cell: int) -> str:
    """The text of a cell on one line, a space between its blocks."""
    page = evidence.page
    first, last = np.searchsorted(page.blocks.first, [cell, page.end[cell]])
    if last - first < 2:
        return evidence.line(cell)
    return " ".join(" ".join(page.blocks.text(index).split()) for index in range(first, last))


def _cells(page: Page, line: int) -> list[int]:
    return [cell for cell in page.children(line) if page.tag[cell] in (_TH, _TD) and not page.hidden[cell]]


def _names(evidence: Evidence, heads: Sequence[int]) -> list[str]:
    """The names of the fields; empty where the line has no heads, or heads that say nothing or the same."""
    page = evidence.page
    texts = [evidence.line(cell) for cell in heads]
    if not MIN_COLUMNS <= len(heads) <= MAX_COLUMNS or any(page.tag[cell] != _TH for cell in heads[1:]):
        return []
    if any(_spans(page, cell) for cell in heads) or any(len(text) > MAX_NAME for text in texts):
        return []
    names = [field_name(text) or ("name" if not index else "") for index, text in enumerate(texts)]
    return names if all(names) and len(set(names)) == len(names) else []


def field_name(text: str) -> str:
    """A head as the name of a field.

    >>> field_name("Width, cm"), field_name("Prix (€)"), field_name("№")
    ('width_cm', 'prix', 'no')
    """
    return re.sub(r"[\W_]+", "_", written(text).lower().replace("№", "no")).strip("_")[:MAX_NAME]


def _spans(page: Page, cell: int) -> bool:
    return any((page.attribute(cell, name) or "1").strip() not in ("", "1") for name in ("colspan", "rowspan"))


def _is_whole(page: Page, lines: Sequence[Sequence[int]], count: int) -> bool:
    """Whether most lines have a cell for every head, the first at most being a head itself, and none spans lines."""
    whole = 0
    for cells in check_deadline(lines):
        if any((page.attribute(cell, "rowspan") or "1").strip() not in ("", "1") for cell in cells):
            return False
        whole += len(cells) == count and all(page.tag[cell] == _TD for cell in cells[1:])
    return whole >= WHOLE * len(lines)
