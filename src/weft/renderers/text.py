"""Plain text: paragraphs with a blank line between them, items and rows on lines, cells with tabs between them.

This is the format that runs over whole crawls, so it works on slices of the page's text, one a block, and finds what
stands between blocks for all of them at once. Formulas are shown as their LaTeX source, without dollar signs.
"""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from weft.content import Content
from weft.page import Page, tag_number
from weft.renderers.formulas import Formula
from weft.renderers.options import Options
from weft.renderers.outline import shown_formulas
from weft.renderers.passages import join_wide

PARAGRAPH, LINE, CELL = "\n\n", "\n", "\t"
_LINES = ("li", "tr", "thead", "tbody", "tfoot", "dt", "dd", "option", "optgroup", "caption")
_LISTS = ("ul", "ol", "menu", "dir", "dl", "table")
_LAST_TAG = 1 << 16


def _flags(**tags: tuple[str, ...]) -> NDArray[np.int8]:
    flags = np.zeros(_LAST_TAG, dtype=np.int8)
    for number, names in enumerate(tags.values(), start=1):
        flags[[tag_number(tag) for tag in names]] = number
    return flags


_KIND = _flags(line=_LINES, cell=("td", "th"))
_IS_LIST, _IS_ITEM = _flags(list=_LISTS) > 0, _flags(item=("li", "dd")) > 0
_BR, _PRE = tag_number("br"), tag_number("pre")
_SEPARATORS = (PARAGRAPH, LINE, CELL)


def render_text(page: Page, keep: NDArray[np.int64], content: Content, options: Options) -> str:
    """The kept blocks as plain text.

    >>> from weft import parse
    >>> page = parse("<p>One\\n two<ul><li>three<li>four</ul><table><tr><td>5<td>6</table>")
    >>> render_text(page, np.arange(len(page.blocks)), Content(), Options())
    'One two\\n\\nthree\\nfour\\n\\n5\\t6'
    """
    if not len(keep):
        return ""
    texts = _texts(page, keep)
    if formulas := shown_formulas(page, keep):
        return _with_formulas(page, dict(zip(keep.tolist(), texts, strict=True)), formulas)
    return _woven(texts, _separators(page, page.blocks.first[keep], page.blocks.last[keep]))


def _woven(texts: list[str], separators: list[str]) -> str:
    parts = [texts[0]]
    for separator, text in zip(separators, texts[1:], strict=True):
        parts += (separator, text)
    return "".join(parts)


def _texts(page: Page, keep: NDArray[np.int64]) -> list[str]:
    """The text of each kept block, white space collapsed, `br` kept as a line break, `pre` as it stands."""
    table, source = page.table, page.source
    starts, ends = table.block_text_start[keep], table.block_text_end[keep]
    texts = [_collapse(source[start:end].decode()) for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
    if len(breaks := table.text_start[page.tag == _BR]):
        breaks = breaks[breaks < ends[-1]]  # those of hidden text lie behind
        low, high = np.searchsorted(breaks, starts), np.searchsorted(breaks, ends)
        for index in np.flatnonzero(low < high).tolist():
            cuts = [int(starts[index]), *breaks[low[index] : high[index]].tolist(), int(ends[index])]
            texts[index] = _join_lines([_collapse(source[start:end].decode()) for start, end in pairwise(cuts)])
    for row in np.flatnonzero(page.tag == _PRE).tolist():
        for index in range(*np.searchsorted(page.blocks.first[keep], [row, page.end[row]]).tolist()):
            texts[index] = source[starts[index] : ends[index]].decode().strip("\n").rstrip()
    return texts


def _with_formulas(page: Page, texts: dict[int, str], formulas: list[Formula]) -> str:
    """The slower way of a page with formulas: each stands in the run that it belongs to, or between two."""
    blocks = page.blocks
    held: dict[int, list[Formula]] = {}
    units: list[tuple[int, int, str]] = []
    for formula in formulas:
        before = int(np.searchsorted(blocks.first, formula.start, side="right")) - 1
        after = before + 1
        if before in texts and formula.start < page.end[blocks.row[before]]:
            held.setdefault(before, []).append(formula)
        elif after in texts and (blocks.first[after] < formula.end or blocks.row[after] < formula.start):
            held.setdefault(after, []).append(formula)
        else:
            units.append((formula.start, formula.end, formula.latex))
    for index, text in texts.items():
        start, end = int(blocks.first[index]), int(blocks.last[index])
        if own := held.get(index):
            start, end = min(start, own[0].start), max(end, own[-1].end)
            text = _run(page, start, end, {formula.start: formula for formula in own})
        units.append((start, end, text))
    units.sort()
    first, last = np.array([unit[0] for unit in units]), np.array([unit[1] for unit in units])
    return _woven([unit[2] for unit in units], _separators(page, first, last))


def _run(page: Page, start: int, end: int, formulas: dict[int, Formula]) -> str:
    """The text of the rows of one run, formulas in their place."""
    limit = int(page.table.block_text_end[-1])  # text that is hidden or raw lies behind
    lines: list[list[str]] = [[]]
    row = start
    while row < end:
        if formula := formulas.get(row):
            if formula.display:
                lines += [[formula.latex], []]
            else:
                lines[-1].append(formula.latex)
            row = formula.end
            continue
        if page.table.text_start[row] < limit:
            if page.tag[row] == 0:
                lines[-1].append(page.text(row))
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
                joined.append(PARAGRAPH if empty else LINE)
            joined.append(line)
        empty = 0 if line else empty + 1
    return "".join(joined)


def _collapse(text: str) -> str:
    if text.isascii():
        if not ("\n" in text or "  " in text or "\t" in text or "\f" in text):  # three blocks in four
            return text.strip()
    elif "\n" in text:
        text = join_wide(text)
    return " ".join(text.split())


def _separators(page: Page, first: NDArray[np.int32], last: NDArray[np.int32]) -> list[str]:
    """What stands between each run of rows and the next.

    The outermost element that begins or ends between two runs says it: the last row of the least depth in between, from
    the end of one run to the start of the next, is that element on the far side; its parent is the common ancestor.
    """
    if len(first) < 2:
        return []
    low, high = int(last[0]), int(first[-1]) + 1
    rows = np.arange(low, high)
    key = page.depth[low:high].astype(np.int64) * len(page) + (len(page) - 1 - rows)
    edges = np.empty(2 * len(first) - 2, dtype=np.int64)
    edges[0::2] = last[:-1] - low
    edges[1::2] = first[1:] - low + 1
    least = np.minimum.reduceat(key, edges[:-1])[0::2]  # the last edge is the end
    depth, back = np.divmod(least, len(page))
    row = len(page) - 1 - back
    tag = page.tag[row]
    above = page.tag[page.parent[row]]
    kind = _KIND[tag]
    kind[_IS_ITEM[above] & _IS_LIST[tag]] = 1
    for pre in (page.tag == _PRE).nonzero()[0].tolist():
        start, end = np.searchsorted(first, [pre, page.end[pre]])
        kind[start : max(start, end - 1)] = 1
    return [_SEPARATORS[number] for number in _spread(kind, depth)]


def _spread(kind: NDArray[np.int8], depth: NDArray[np.int64]) -> list[int]:
    """A cell beside one that holds several blocks is a column of the page, not of a table: no tab."""
    cells = kind == 2
    if cells.any():
        inside = np.zeros(len(kind) + 2, dtype=np.int64)
        inside[1:-1] = np.where(kind == 0, depth, 0)
        kind[cells & ((inside[:-2] > depth) | (inside[2:] > depth))] = 0
    return kind.tolist()
