"""Plain text: paragraphs with a blank line between them, items and rows on lines, cells with tabs between them.

This is the format that runs over whole crawls, so the kernel writes almost every page. What it leaves, pages with
formulas above all, is written here, on slices of the page's text, one a block, with what stands between blocks found
for all of them at once. Formulas are shown as their LaTeX source, without dollar signs. What only those pages need is
imported with the first of them.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from weft import _native
from weft.deadline import check_time
from weft.document import Document
from weft.page import Page, tag_number
from weft.page.kernel import kernel_call
from weft.render_options import BlockIndexes, RenderOptions
from weft.renderers.controls import without_controls
from weft.renderers.named_formulas import has_named_formula, may_have_named_formulas
from weft.renderers.render import shown_blocks
from weft.renderers.text_cuts import find_cuts, note_cuts

if TYPE_CHECKING:
    from weft.renderers.formulas import Formula

_LINES = ("li", "tr", "thead", "tbody", "tfoot", "dt", "dd", "option", "optgroup", "caption")
_LISTS = ("ul", "ol", "menu", "dir", "dl", "table")
_ROWS = ("tr", "thead", "tbody", "tfoot", "caption")
_PARAGRAPH, _LINE, _CELL, _SPACE, _COLUMN = range(5)
_SEPARATORS = ("\n\n", "\n", "\t", " ", "\n\n")


def _flags(*tags: str) -> NDArray[np.bool_]:
    flags = np.zeros(1 << 16, dtype=np.bool_)  # one for every number a tag can have
    flags[[tag_number(tag) for tag in tags]] = True
    return flags


_IS_LIST, _IS_ITEM, _IS_ROW, _IS_CELL = _flags(*_LISTS), _flags("li", "dd"), _flags(*_ROWS), _flags("td", "th")
_KIND = np.where(_flags(*_LINES), _LINE, np.where(_IS_CELL, _CELL, _PARAGRAPH)).astype(np.int8)
_BR, _PRE = tag_number("br"), tag_number("pre")
_ARROW = "↩"  # of a link from a note back to its reference
_NO_CUTS: Mapping[int, str] = {}


def render_text(document: Document, options: RenderOptions) -> str:
    """The kept blocks as plain text.

    >>> from weft import parse
    >>> page = parse("<p>One\\n two<ul><li>three<li>four</ul><table><tr><td>5<td>6</table>")
    >>> render_text(Document(page=page, keep=np.arange(len(page.blocks))), RenderOptions())
    'One two\\n\\nthree\\nfour\\n\\n5\\t6'
    """
    page, keep = document.page, shown_blocks(document, options)
    if not len(keep):
        return ""
    with kernel_call() as seconds:
        text = _native.clean_text(page.table, keep, seconds=seconds)
    return write_text(page, keep, readings=options.readings) if text is None else text


def write_text(page: Page, keep: BlockIndexes, *, readings: bool) -> str:
    """The same for any page, with a search for what is cut out of the text: the twin of the kernel's short way."""
    cuts = _in_kept_text(page, keep, find_cuts(page, keep, readings=readings))
    text = None
    if not _has_named_formulas(page):
        with kernel_call() as seconds:
            text = _native.plain_text(page.table, keep, cuts, seconds=seconds)
    text = compose_text(page, keep, cuts=cuts) if text is None else text
    if _ARROW in text and (notes := note_cuts(page, keep)):
        text = compose_text(page, keep, cuts={**cuts, **notes})
    return without_controls(text)


def _in_kept_text(page: Page, keep: BlockIndexes, cuts: Mapping[int, str]) -> Mapping[int, str]:
    """The cuts of the kept blocks: code is looked through on the whole page."""
    if not cuts:
        return cuts
    rows = np.array([*cuts])
    first, last = np.append(page.blocks.first[keep], len(page)), page.blocks.last[keep]
    is_kept = first[last.searchsorted(rows, side="right")] < page.end[rows]
    return {row: cuts[row] for row in rows[is_kept].tolist()}


def _has_named_formulas(page: Page) -> bool:
    """Whether the page may have formulas that the kernel does not tell, as text or images in elements called so."""
    if not may_have_named_formulas(page):
        return False
    return has_named_formula(page, 0, len(page))


def compose_text(page: Page, keep: BlockIndexes, *, cuts: Mapping[int, str] = _NO_CUTS) -> str:
    """The same for any page, with other words for the rows that are cut: the kernel's twin, and what it leaves."""
    from weft.renderers.shown_rows import shown_formulas

    read = _reader(page, cuts)
    texts = _texts(page, keep, read)
    if cuts and not all(texts):  # all of a block may be cut
        keep = keep[[bool(text) for text in texts]]
        texts = [text for text in texts if text]
        if not texts:
            return ""
    if formulas := shown_formulas(page, keep):
        return _with_formulas(page, dict(zip(keep.tolist(), texts, strict=True)), formulas, read)
    return _weave(page, texts, page.blocks.first[keep], page.blocks.last[keep])


def _weave(page: Page, texts: list[str], first: NDArray[np.int32], last: NDArray[np.int32]) -> str:
    """Put texts together, each the text of the rows `first .. last`, with what must stand between them."""
    row, depth = _turns(page, first, last)
    kind = _kinds(page, first, row, depth)
    if (kind >= _CELL).any():
        _set_tables(page, texts, kind, first, page.tag[row])
    parts = [texts[0]]
    for separator, text in zip(kind.tolist(), texts[1:], strict=True):
        parts += (_SEPARATORS[separator], text)
    return "".join(parts)


def _reader(page: Page, cuts: Mapping[int, str]) -> Callable[[int, int], str]:
    """What reads a stretch of the page's text, with other words where it is cut."""
    source = page.text_bytes
    if not cuts:
        return lambda start, end: source[start:end].decode()
    table = page.table
    starts: list[int] = []
    ends: list[int] = []
    words: list[bytes] = []
    for start, end, text in sorted((int(table.text_start[row]), int(table.text_end[row]), cuts[row]) for row in cuts):
        if ends and start < ends[-1]:  # inside of the one before: nothing of it is read
            ends[-1] = max(end, ends[-1])
            continue
        starts.append(start)
        ends.append(end)
        words.append(text.encode())

    def read(start: int, end: int) -> str:
        parts: list[bytes] = []
        for index in range(bisect_right(ends, start), bisect_left(starts, end)):
            if starts[index] >= start:  # else its words have been written
                parts += (source[start : starts[index]], words[index])
            start = max(start, ends[index])
        return b"".join((*parts, source[start:end])).decode()

    return read


def _texts(page: Page, keep: BlockIndexes, read: Callable[[int, int], str]) -> list[str]:
    """The text of each kept block, white space collapsed, `br` kept as a line break, `pre` as it stands."""
    table = page.table
    starts, ends = table.block_text_start[keep], table.block_text_end[keep]
    texts = [_collapse(read(start, end)) for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
    if len(breaks := table.text_start[page.tag == _BR]):
        breaks = breaks[breaks < ends[-1]]  # those of hidden text lie behind
        low, high = np.searchsorted(breaks, starts), np.searchsorted(breaks, ends)
        for index in np.flatnonzero(low < high).tolist():
            check_time()
            cuts = [int(starts[index]), *breaks[low[index] : high[index]].tolist(), int(ends[index])]
            texts[index] = _join_lines([_collapse(read(start, end)) for start, end in pairwise(cuts)])
    for start, end in _pres(page, page.blocks.first[keep]):
        check_time()
        for index in range(start, end):
            check_time()
            texts[index] = read(int(starts[index]), int(ends[index])).strip("\n").rstrip()
    return texts


def _pres(page: Page, first: NDArray[np.int32]) -> list[tuple[int, int]]:
    """Which of the runs that begin at the given rows stand in one `pre`, for each outermost `pre`."""
    spans: list[tuple[int, int]] = []
    covered = 0
    for row in (page.tag == _PRE).nonzero()[0].tolist():
        if row >= covered:
            covered = int(page.end[row])
            spans.append((row, covered))
    starts, ends = np.searchsorted(first, np.array(spans, dtype=first.dtype).reshape(-1, 2)).T.tolist()
    return list(zip(starts, ends, strict=True))


def _with_formulas(page: Page, texts: dict[int, str], formulas: list[Formula], read: Callable[[int, int], str]) -> str:
    """The slower way of a page with formulas: each stands in the run that it belongs to, or between two."""
    blocks = page.blocks
    held: dict[int, list[Formula]] = {}
    units: list[tuple[int, int, str]] = []
    for formula in formulas:
        check_time()
        holder = _holder(page, texts, formula)
        if holder < 0:
            units.append((formula.start, formula.end, formula.latex))
        else:
            held.setdefault(holder, []).append(formula)
    for index, text in texts.items():
        check_time()
        start, end = int(blocks.first[index]), int(blocks.last[index])
        if own := held.get(index):
            start, end = min(start, own[0].start), max(end, own[-1].end)
            text = _run(page, start, end, {formula.start: formula for formula in own}, read)
        units.append((start, end, text))
    units = _apart(units)
    first = np.array([unit[0] for unit in units], dtype=np.int32)
    last = np.array([unit[1] for unit in units], dtype=np.int32)
    return _weave(page, [unit[2] for unit in units], first, last)


def _holder(page: Page, texts: dict[int, str], formula: Formula) -> int:
    """The kept block whose run a formula belongs to, -1 where it stands between two.

    The run that it lies in comes first, then the one that lies in it, then those of the elements around it.
    """
    blocks = page.blocks
    before = int(np.searchsorted(blocks.first, formula.start, side="right")) - 1
    after = before + 1
    if before in texts and formula.start < blocks.last[before]:
        return before
    if after in texts and blocks.first[after] < formula.end:
        return after
    if before in texts and formula.start < page.end[blocks.row[before]]:
        return before
    return after if after in texts and blocks.row[after] < formula.start else -1


def _apart(units: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """The units in order, without those that lie in another: a formula may hold the whole text of a block."""
    apart: list[tuple[int, int, str]] = []
    for start, end, text in sorted(units):
        start = max(start, apart[-1][1]) if apart else start
        if start < end:
            apart.append((start, end, text))
    return apart


def _run(page: Page, start: int, end: int, formulas: dict[int, Formula], read: Callable[[int, int], str]) -> str:
    """The text of the rows of one run, formulas in their place."""
    from weft.renderers.formulas import spaced_latex

    limit = int(page.table.block_text_end[-1])  # text that is hidden or raw lies behind
    lines: list[list[str]] = [[]]
    row = start
    while row < end:
        check_time()
        if formula := formulas.get(row):
            if formula.display:
                lines += [[formula.latex], []]
            else:
                lines[-1] += spaced_latex(page, formula)
            row = formula.end
            continue
        if page.table.text_start[row] < limit:
            if page.tag[row] == 0:
                lines[-1].append(read(int(page.table.text_start[row]), int(page.table.text_end[row])))
            elif page.tag[row] == _BR:
                lines.append([])
        row += 1
    return _join_lines([line for parts in lines if (line := _collapse("".join(parts)))])


def _join_lines(lines: list[str]) -> str:
    """Lines with one break between them, or a blank line where the page broke more than once."""
    joined: list[str] = []
    empty = 0
    for line in lines:
        if line:
            if joined:
                joined.append("\n\n" if empty else "\n")
            joined.append(line)
        empty = 0 if line else empty + 1
    return "".join(joined)


def _collapse(text: str) -> str:
    if text.isascii():
        if not ("\n" in text or "  " in text or "\t" in text or "\f" in text):  # three blocks in four
            return text.strip()
    elif "\n" in text:
        from weft.renderers.passages import join_wide

        text = join_wide(text)
    return " ".join(text.split()).removesuffix("¶")  # the sign that leads to the heading itself


def _turns(
    page: Page, first: NDArray[np.int32], last: NDArray[np.int32]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The outermost element that begins between each run of rows and the next, and its depth.

    It is the last row of the least depth from the end of one run to the start of the next; its parent is the element
    that both runs lie in.
    """
    if len(first) < 2:
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    low, high, size = int(last[0]), int(first[-1]) + 1, len(page)
    key = page.depth[low:high].astype(np.int64) * size + np.arange(size - 1 - low, size - 1 - high, -1)
    edges = np.empty(2 * len(first) - 2, dtype=np.int64)
    edges[0::2] = last[:-1] - low
    edges[1::2] = first[1:] - low + 1
    depth, back = np.divmod(np.minimum.reduceat(key, edges[:-1])[0::2], size)  # the last edge is the end
    return size - 1 - back, depth


def _kinds(page: Page, first: NDArray[np.int32], row: NDArray[np.int64], depth: NDArray[np.int64]) -> NDArray[np.int8]:
    """What stands between each run and the next, as an index into `_SEPARATORS`."""
    tag = page.tag[row]
    kind = _KIND[tag]
    kind[_IS_ITEM[page.tag[page.parent[row]]] & _IS_LIST[tag]] = _LINE
    for start, end in _pres(page, first):
        check_time()
        kind[start : max(start, end - 1)] = _LINE
    cells = kind == _CELL
    if cells.any():  # a cell beside one that holds several blocks is a column of the page, not of a table
        inside = np.zeros(len(kind) + 2, dtype=np.int64)
        inside[1:-1] = np.where(kind == _PARAGRAPH, depth, 0)
        kind[cells & ((inside[:-2] > depth) | (inside[2:] > depth))] = _COLUMN
    return kind


def _set_tables(
    page: Page, texts: list[str], kind: NDArray[np.int8], first: NDArray[np.int32], tag: NDArray[np.uint16]
) -> None:
    """Put each row of a table of data on one line, whatever its cells hold."""
    from weft.renderers.structures import data_tables

    mask = np.zeros(len(page), dtype=np.bool_)
    mask[first] = True
    for table in sorted(data_tables(page, page.subtree_sum(mask) > 0)):
        check_time()
        start, end = np.searchsorted(first, [table, page.end[table]]).tolist()
        between = slice(start, max(start, end - 1))
        kind[between] = np.where(_IS_CELL[tag[between]], _CELL, np.where(_IS_ROW[tag[between]], _LINE, _SPACE))
        texts[start:end] = [" ".join(text.split("\n")).replace("  ", " ") for text in texts[start:end]]
