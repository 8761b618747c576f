"""Structures that tags alone do not tell: tables of data, blocks of code.

A table may hold data or only lay the page out. Highlighters put line numbers beside code.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.page import Page, tag_number
from weft.render_options import BlockIndexes
from weft.renderers.shown_rows import find_shown_rows

# Structure that a cell of data does not have.
_STRUCTURE = ("h1", "h2", "h3", "h4", "h5", "h6", "table", "pre", "blockquote", "hr", "article", "section", "form")
_CELL_BLOCKS = 12  # paragraphs or list items; the longest lists in honest cells we saw have ten
_CELL_CHARS = 2_000  # a cell of more is a column of the page

_COLUMNS = 200  # a wider table is not read as one
_CELLS = 1_000_000  # nor is a longer one, and few spans would make it very long


@dataclass(frozen=True, eq=False)
class _Counts:
    """Running counts over the rows, so that any table is judged by a few subtractions."""

    structure: NDArray[np.int64]
    blocks: NDArray[np.int64]
    chars: NDArray[np.int64]


def data_tables(page: Page, mask: NDArray[np.bool_]) -> set[int]:
    """The rows of the tables that hold data, among those that `mask` shows."""
    tables = page.rows_of("table")
    tables = tables[mask[tables]]
    if not len(tables):
        return set()
    structure, blocks = np.zeros(len(page), dtype=np.int64), np.zeros(len(page), dtype=np.int64)
    structure[page.rows_of(*_STRUCTURE)] = 1
    blocks[page.blocks.first] = 1
    counts = _Counts(_running(structure & mask), _running(blocks & mask), _running(np.where(mask, page.chars, 0)))
    cells, lines, heads = page.rows_of("td", "th"), page.rows_of("tr"), page.rows_of("th")
    columns = (cells[mask[cells]], lines[mask[lines]], heads[mask[heads]])
    return {row for row in tables.tolist() if _is_data(page, row, counts, columns)}


def _running(values: NDArray[np.integer]) -> NDArray[np.int64]:
    return np.concatenate(([0], np.cumsum(values.astype(np.int64))))


def _is_data(page: Page, row: int, counts: _Counts, columns: tuple[NDArray[np.int64], ...]) -> bool:
    end = int(page.end[row])
    if counts.structure[end] - counts.structure[row + 1] or page.attribute(row, "role") in ("presentation", "none"):
        return False
    if is_code_table(page, row):
        return False
    cells, lines, heads = (column[slice(*np.searchsorted(column, [row, end]))] for column in columns)
    if len(lines) < 2 and not len(heads):
        return False
    ends = page.end[cells]
    if (counts.blocks[ends] - counts.blocks[cells]).max(initial=0) > _CELL_BLOCKS:
        return False
    if (counts.chars[ends] - counts.chars[cells]).max(initial=0) > _CELL_CHARS:
        return False
    widest = np.unique(page.parent[cells], return_counts=True)[1].max(initial=0)
    return bool(1 < widest <= _COLUMNS and widest * len(lines) <= _CELLS)


def data_blocks(page: Page, keep: NDArray[np.int64], tables: set[int]) -> NDArray[np.bool_]:
    """Which of the kept blocks stand in one of the tables."""
    edges = np.zeros(len(page) + 1, dtype=np.int32)
    rows = np.array(sorted(tables), dtype=np.int64)
    np.add.at(edges, rows, 1)
    np.add.at(edges, page.end[rows], -1)
    return np.cumsum(edges)[page.blocks.first[keep]] > 0


def without_tables(page: Page, keep: BlockIndexes) -> BlockIndexes:
    """The kept blocks that do not stand in a table of data."""
    return keep[~data_blocks(page, keep, data_tables(page, find_shown_rows(page, keep).mask))]


_CODE_TABLES = frozenset({"js-file-line-container", "hljs-ln", "code-table"})
_CODE_CELLS = frozenset("blob-code js-file-line hljs-ln-code crayon-code code line-content".split())
_NUMBER_CELLS = frozenset("gutter blob-num js-line-num crayon-nums lineno linenos line-number hljs-ln-numbers".split())
_CODE, _PRE, _TABLE_CELL = tag_number("code"), tag_number("pre"), tag_number("td")
_CLIMB = 6  # the class stands on the code, the pre or a wrapper or two above, with a table between them
_LOOK = 12  # rows of a `pre` in which its `code` begins, and of a table in which its first cells stand


def is_code_table(page: Page, row: int) -> bool:
    """Whether a table is code with one line a row, or with its lines in one cell beside their numbers."""
    if not _CODE_TABLES.isdisjoint(page.classes(row)):
        return True
    first = [cell for cell in range(row + 1, min(row + _LOOK, int(page.end[row]))) if page.tag[cell] == _TABLE_CELL]
    if not first or _NUMBER_CELLS.isdisjoint(page.classes(first[0])):
        return False
    line = int(page.parent[first[0]])
    cells = [cell for cell in page.children(line) if page.tag[cell] == _TABLE_CELL]
    has_code = any(not _CODE_CELLS.isdisjoint(page.classes(cell)) for cell in cells)
    return has_code and not (page.tag[line : page.end[line]] == _PRE).any()
