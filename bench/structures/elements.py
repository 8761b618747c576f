"""The elements of a page that a reader sees as things: headings, code blocks, cells, items, captions.

Found in the page's markup alone, by rules that know nothing of how weft chooses: they judge it. An element is its kind
and its blocks.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.page import Page

KINDS = ("headings", "code", "cells", "items", "captions")
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
MIN_DATA_ROWS = 2  # a table has so many rows of two cells or more, else it is there for layout …
MAX_CELL_BLOCKS = 10  # … as is one with so large a cell
LINE_HOLDERS = ("li", "dt", "dd", "td", "th")  # a code line in one of these is an item or a cell


@dataclass(frozen=True, eq=False, kw_only=True)
class Element:
    """One thing of a kind and the blocks that hold its words."""

    kind: str
    blocks: NDArray[np.int64]


def find_elements(page: Page) -> list[Element]:
    """All elements of all kinds that have a block; a block may be in several."""
    lists = page.rows_of("ul", "ol", "dl")
    pairs = [
        *(("headings", _under(page, row)) for row in page.rows_of(*HEADINGS).tolist()),
        *(("code", blocks) for blocks in code_blocks(page)),
        *(("cells", _under(page, cell)) for table in data_tables(page) for row in rows_of(page, table) for cell in row),
        *(("items", _own_blocks(page, row, lists)) for row in page.rows_of("li", "dt", "dd").tolist()),
        *(("captions", _under(page, row)) for row in page.rows_of("figcaption", "caption").tolist()),
    ]
    return [Element(kind=kind, blocks=blocks) for kind, blocks in pairs if len(blocks)]


def data_tables(page: Page) -> list[int]:
    """Tables of data: no table in them, none around their words for layout, two rows of two cells at least."""
    tables = page.rows_of("table").tolist()
    outer = {int(above) for table in tables for above in page.ancestors(table)}
    return [table for table in tables if table not in outer and _holds_data(page, table)]


def _holds_data(page: Page, table: int) -> bool:
    if page.attribute(table, "role") in ("presentation", "none"):
        return False
    rows = rows_of(page, table)
    sizes = [len(_under(page, cell)) for row in rows for cell in row]
    return sum(len(row) > 1 for row in rows) >= MIN_DATA_ROWS and max(sizes) <= MAX_CELL_BLOCKS


def rows_of(page: Page, table: int) -> list[list[int]]:
    """The cells of each row of a table; those of a table in a cell are not among them."""
    nested = _inside(page, table, page.rows_of("table"))
    lines = [row for row in _inside(page, table, page.rows_of("tr")) if not _is_in(page, row, nested)]
    return [[cell for cell in page.children(line) if page.tag_name(cell) in ("td", "th")] for line in lines]


def code_blocks(page: Page) -> Iterator[NDArray[np.int64]]:
    """The blocks of each code block: an outermost `pre`, or lines of code in several elements one after another.

    A `pre` of numbers is a column of line numbers. Lines of code outside of a `pre` are blocks whose every letter is
    in a `code`; two or more that follow each other in one parent are one code block.
    """
    last = 0
    for row in page.rows_of("pre").tolist():
        if row >= last:
            last = int(page.end[row])
            blocks = _under(page, row)
            if not _is_numbers("".join(page.blocks.text(block) for block in blocks.tolist())):
                yield blocks
    yield from _runs_of_lines(page)


def _runs_of_lines(page: Page) -> Iterator[NDArray[np.int64]]:
    run: list[int] = []
    for block in _code_lines(page):
        if run and not (block == run[-1] + 1 and _holder(page, block) == _holder(page, run[-1])):
            if len(run) > 1:
                yield np.array(run)
            run = []
        run.append(block)
    if len(run) > 1:
        yield np.array(run)


def _code_lines(page: Page) -> list[int]:
    """The blocks outside of `pre`, items and cells whose every letter is in a `code`."""
    in_code = _lies_in(page, "code")
    total = np.concatenate(([0], np.cumsum(np.where(in_code, page.chars, 0), dtype=np.int64)))
    blocks = page.blocks
    is_code = (total[blocks.last] - total[blocks.first] == blocks.chars) & (blocks.chars > 0)
    is_code &= ~_lies_in(page, "pre")[blocks.row]
    return [k for k in np.flatnonzero(is_code).tolist() if page.tag_name(int(blocks.row[k])) not in LINE_HOLDERS]


def _holder(page: Page, block: int) -> int:
    return int(page.parent[page.blocks.row[block]])


def _lies_in(page: Page, tag: str) -> NDArray[np.bool_]:
    """Per row whether it is such an element or lies in one."""
    steps = np.zeros(len(page) + 1, np.int64)
    rows = page.rows_of(tag)
    np.add.at(steps, rows, 1)
    np.add.at(steps, page.end[rows], -1)
    return np.cumsum(steps)[:-1] > 0


def _own_blocks(page: Page, row: int, lists: NDArray[np.int64]) -> NDArray[np.int64]:
    """The blocks of an item without those of the lists in it."""
    nested = {int(block) for inner in _inside(page, row, lists) for block in _under(page, inner)}
    return np.array([block for block in _under(page, row).tolist() if block not in nested], np.int64)


def _inside(page: Page, row: int, rows: NDArray[np.int64]) -> list[int]:
    """Those of some rows, which are in order, that lie below a row."""
    start, stop = np.searchsorted(rows, [row + 1, int(page.end[row])])
    return [int(inner) for inner in rows[start:stop]]


def _under(page: Page, row: int) -> NDArray[np.int64]:
    return page.blocks.under(row, int(page.end[row]))


def _is_in(page: Page, row: int, holders: list[int]) -> bool:
    return any(holder < row < page.end[holder] for holder in holders)


def _is_numbers(text: str) -> bool:
    return all(piece.isdigit() for piece in text.split())
