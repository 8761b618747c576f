"""Which rows of a page are shown: the kept text, what it stands in, and the images and formulas that belong to it."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_time
from weft.page import Page, tag_number
from weft.page.shown_images import near_kept, shown_images
from weft.renderers.formulas import Formula, find_formulas
from weft.renderers.media import shown_media

_TEXT, _BR, _HR = (tag_number(tag) for tag in ("#text", "br", "hr"))
_TABLE_PARTS = frozenset(tag_number(tag) for tag in ("tr", "thead", "tbody", "tfoot"))


@dataclass(frozen=True, eq=False)
class ShownRows:
    """The rows to show. `mask` marks them and all that they stand in; `root` is the row they all lie under."""

    mask: NDArray[np.bool_]
    text: NDArray[np.bool_]
    root: int = 0
    formulas: dict[int, Formula] = field(default_factory=dict)


def find_shown_rows(page: Page, keep: NDArray[np.int64], *, images: bool = True) -> ShownRows:
    """Find out which rows are shown for the kept blocks."""
    text = kept_text(page, keep)
    mask = text.copy()
    if not len(keep):
        return ShownRows(mask, text)
    formulas = shown_formulas(page, keep)
    rules = np.flatnonzero((page.tag == _HR) & ~page.hidden)
    kept = keep_mask(page, keep)
    mask[rules[near_kept(page, rules, kept)]] = True
    mask[shown_media(page, kept)] = True
    if images:
        mask[shown_images(page, keep)] = True
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
    after = np.searchsorted(blocks.first, starts, side="right")
    inner = blocks.first[np.minimum(after, len(blocks) - 1)]
    own = (after < len(blocks)) & (inner < ends)  # the formula holds the next block's text itself
    shown = np.where(own, kept[after], near_kept(page, starts, kept))
    return [formula for formula, is_shown in zip(formulas, shown.tolist(), strict=True) if is_shown]
