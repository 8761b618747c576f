"""Which rows of a page are shown: the kept text, what it stands in, and the images and formulas that belong to it."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_time
from weft.page import Page, tag_number
from weft.renderers.formulas import Formula, find_formulas

# Elements that hold an image together with its text.
_HOLDERS = ("figure", "p", "a", "td", "th", "li", "dt", "dd", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote")
_IS_HOLDER, _IS_FIGURE = np.zeros(1 << 16, dtype=np.bool_), np.zeros(1 << 16, dtype=np.bool_)
_IS_HOLDER[[tag_number(tag) for tag in _HOLDERS]] = True
_IS_FIGURE[tag_number("figure")] = True
_TEXT, _BR, _HR, _IMG = (tag_number(tag) for tag in ("#text", "br", "hr", "img"))
_TABLE_PARTS = frozenset(tag_number(tag) for tag in ("tr", "thead", "tbody", "tfoot"))
_CLIMB = 8  # an image stands a few wrappers deep in its figure or paragraph


@dataclass(frozen=True, eq=False)
class ShownRows:
    """The rows to show. `mask` marks them and all that they stand in; `root` is the row they all lie under."""

    mask: NDArray[np.bool_]
    text: NDArray[np.bool_]
    root: int = 0
    formulas: dict[int, Formula] = field(default_factory=dict)


def find_shown_rows(page: Page, keep: NDArray[np.int64]) -> ShownRows:
    """Find out which rows are shown for the kept blocks."""
    text = kept_text(page, keep)
    mask = text.copy()
    if not len(keep):
        return ShownRows(mask, text)
    formulas = shown_formulas(page, keep)
    media = np.flatnonzero((page.tag == _IMG) | (page.tag == _HR))
    mask[media[_belongs(page, media, keep)]] = True
    for formula in formulas:
        check_time()
        mask[formula.start : formula.end] = False
        mask[formula.start] = True
    shown = np.flatnonzero(mask)
    root = common_ancestor(page, min(int(page.blocks.row[keep].min()), int(shown[0])), int(shown[-1]))
    mask |= page.subtree_sum(mask) > 0
    cells = page.rows_of("td", "th")
    mask[cells] |= mask[page.parent[cells]]
    return ShownRows(mask, text, root, {formula.start: formula for formula in formulas})


def keep_mask(page: Page, keep: NDArray[np.int64]) -> NDArray[np.bool_]:
    """The kept blocks as one flag a block, with a False behind the last and, by wrapping around, before the first."""
    kept = np.zeros(len(page.blocks) + 1, dtype=np.bool_)
    kept[keep] = True
    return kept


def kept_text(page: Page, keep: NDArray[np.int64]) -> NDArray[np.bool_]:
    """The text and `br` rows of the kept blocks; text that was put aside (raw, hidden in a run) lies behind them."""
    blocks, table = page.blocks, page.table
    edges = np.zeros(len(page) + 1, dtype=np.int32)
    edges[blocks.first[keep]] += 1
    edges[blocks.last[keep]] -= 1
    covered = np.cumsum(edges[:-1]) > 0
    if not len(keep):
        return covered
    limit = int(table.block_text_end[-1])
    return covered & ((page.tag == _TEXT) | (page.tag == _BR)) & (table.text_start < limit) & ~page.raw


def rows_above(page: Page, row: int, count: int) -> list[int]:
    """The nearest ancestors of a row, at most `count`."""
    rows: list[int] = []
    while len(rows) < count and (row := int(page.parent[row])) >= 0:
        rows.append(row)
    return rows


def common_ancestor(page: Page, first: int, last: int) -> int:
    """The lowest row that two rows are or lie in; the whole table where that is a part of one."""
    root = first
    while root > 0 and (page.end[root] <= last or int(page.tag[root]) in _TABLE_PARTS):
        root = int(page.parent[root])
    return root


def shown_formulas(page: Page, keep: NDArray[np.int64]) -> list[Formula]:
    """The formulas of the kept blocks: in a run, next to one in its element, or between two."""
    blocks = page.blocks
    rows = blocks.row[keep]
    formulas = find_formulas(page, int(rows.min()), int(page.end[rows].max()))
    if not formulas:
        return []
    kept = keep_mask(page, keep)
    starts = np.array([formula.start for formula in formulas])
    ends = np.array([formula.end for formula in formulas])
    after = _neighbours(page, starts)[1]
    inner = blocks.first[np.minimum(after, len(blocks) - 1)]
    own = (after < len(blocks)) & (inner < ends)  # the formula holds the next block's text itself
    shown = np.where(own, kept[after], _near(page, starts, kept))
    return [formula for formula, is_shown in zip(formulas, shown.tolist(), strict=True) if is_shown]


def _neighbours(page: Page, rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The block that began last before each row (-1: none) and the one after it."""
    before = np.searchsorted(page.blocks.first, rows, side="right") - 1
    return before, before + 1


def _near(page: Page, rows: NDArray[np.int64], kept: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether rows lie in a kept run, beside one in the same element, or between two kept blocks."""
    blocks = page.blocks
    before, after = _neighbours(page, rows)
    last, element = np.append(blocks.last, 0), np.append(blocks.row, 0)
    in_run = rows < last[before]
    in_element = (rows < np.append(page.end[blocks.row], 0)[before]) & kept[before]
    in_next = (element[after] < rows) & kept[after]
    return np.where(in_run, kept[before], (kept[before] & kept[after]) | in_element | in_next)


def _belongs(page: Page, rows: NDArray[np.int64], keep: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether images and rules belong to the kept blocks."""
    kept = keep_mask(page, keep)
    shown = _near(page, rows, kept)
    if not len(rows):
        return shown
    holder, figure = _nearest(page, rows, _IS_HOLDER), _nearest(page, rows, _IS_FIGURE)
    shown |= (holder >= 0) & _all_kept(page, kept)[holder]
    before, _ = _neighbours(page, figure)
    after = np.searchsorted(page.blocks.first, page.end[figure])
    shown |= (figure >= 0) & kept[before] & kept[after]
    return shown & ~page.hidden[rows]


def _nearest(page: Page, rows: NDArray[np.int64], tags: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The nearest ancestor with one of the tags, -1 where none is near."""
    ancestor = np.full(len(rows), -1, dtype=np.int64)
    above = page.parent[rows].astype(np.int64)
    for _ in range(_CLIMB):
        hit = (ancestor < 0) & (above >= 0) & tags[page.tag[above]]
        ancestor[hit] = above[hit]
        above = np.where(above >= 0, page.parent[above], -1)
    return ancestor


def _all_kept(page: Page, kept: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether a row holds visible blocks and all of them are kept."""
    wanted, every = np.zeros(len(page), dtype=np.int32), np.zeros(len(page), dtype=np.int32)
    wanted[page.blocks.first] = kept[:-1]
    every[page.blocks.first] = kept[:-1] | ~page.blocks.hidden
    sums = page.subtree_sum(wanted)
    return (sums > 0) & (sums == page.subtree_sum(every))
