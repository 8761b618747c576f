"""Structures that tags alone do not tell: tables of data, blocks of code, footnotes.

A table may hold data or only lay the page out. Highlighters put line numbers beside code. A footnote is a small link
to a note further down, and the note's link back.
"""

import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from urllib.parse import unquote

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_time
from weft.page import Page, tag_number
from weft.page.notes import note_label, note_row, refers, rows_inside
from weft.renderers.render import BlockIndexes
from weft.renderers.shown_rows import find_shown_rows, rows_above

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


_PREFIX = re.compile(r"(?:language|lang|highlight-source|highlight|brush|code|syntax)[-:]([\w+#.-]+)\Z", re.IGNORECASE)
_MARKERS = frozenset({"hljs", "sourceCode", "prettyprint", "highlight", "brush:", "code"})
_NO_LANGUAGE = frozenset(
    "default none text plain plaintext nohighlight notranslate linenums line-numbers source block block-code wrapper "
    "toolbar numberSource hljs copy snippet example box container wrap sourceCode prettyprinted highlight code "
    "highlighter pre table body content inline light dark auto".split()
)
_CODE_TABLES = frozenset({"js-file-line-container", "hljs-ln", "code-table"})
_NAME = re.compile(r"[\w+#.-]{1,30}\Z")
_CODE = tag_number("code")
_CLIMB = 4  # the class stands on the code, the pre or a wrapper or two above


def language_of(page: Page, row: int) -> str:
    """The language that the page names for a code block, empty where it names none."""
    inner = [child for child in range(row + 1, min(row + 4, int(page.end[row]))) if page.tag[child] == _CODE]
    for candidate in [*inner, row, *rows_above(page, row, _CLIMB)]:
        if language := _named(page, candidate, near=candidate >= row):
            return language
    return ""


def _named(page: Page, row: int, *, near: bool) -> str:
    for name in ("data-lang", "data-language"):
        if _NAME.match(value := (page.attribute(row, name) or "").strip().lower()) and value not in _NO_LANGUAGE:
            return value
    classes = page.classes(row)
    for token in classes:
        prefixed = _PREFIX.match(token)
        if prefixed and (language := prefixed.group(1).lower()) not in _NO_LANGUAGE:
            return language
    for marker, token in pairwise(classes):
        language = token.strip(";").lower()
        if near and marker in _MARKERS and _NAME.match(language) and language not in _NO_LANGUAGE:
            return language
    return ""


def is_code_table(page: Page, row: int) -> bool:
    """Whether a table is code with one line a row."""
    return not _CODE_TABLES.isdisjoint(page.classes(row))


@dataclass(frozen=True, eq=False)
class Footnotes:
    """Labels of the links that refer to a note and of the rows that hold one; the links back, which are not shown."""

    references: dict[int, str] = field(default_factory=dict)
    notes: dict[int, str] = field(default_factory=dict)
    back: frozenset[int] = frozenset()


def find_footnotes(page: Page, links: list[int], text: NDArray[np.bool_]) -> Footnotes:
    """Pair the shown links that look like references with the shown elements that they lead to."""
    targets = {row: target for row in links if (target := fragment(page, row))}
    if not targets:
        return Footnotes()
    row_of_id = {page.id(row): row for row in reversed(np.flatnonzero(page.table.id_token >= 0).tolist())}
    shown = np.concatenate(([0], np.cumsum(text)))
    references: dict[int, str] = {}
    notes: dict[int, str] = {}
    uses: Counter[str] = Counter()
    for row, target in targets.items():
        check_time()
        note = note_row(page, row_of_id.get(target, -1))
        label = note_label(page, row)
        if note <= row or not label or shown[page.end[note]] == shown[note] or not refers(page, row, target):
            continue
        if note not in notes:
            notes[note] = _numbered(label, uses)
        references[row] = notes[note]
    near = {ancestor for row in references for ancestor in (row, *rows_above(page, row, 2), *rows_inside(page, row))}
    back = {row for row, target in targets.items() if row not in references and row_of_id.get(target, -1) in near}
    return Footnotes(references, notes, frozenset(row for row in back if _inside_note(page, row, notes)))


def fragment(page: Page, row: int) -> str:
    """The id that a link on the page itself leads to, empty for any other link."""
    address, _, target = (page.attribute(row, "href") or "").strip().partition("#")
    return unquote(target) if target and address in ("", page.url) else ""


def _numbered(label: str, uses: Counter[str]) -> str:
    """A label that no other note has: pages start counting anew in every part."""
    label = label if label.isalnum() else "note"
    uses[label] += 1
    return label if uses[label] == 1 else f"{label}-{uses[label]}"


def _inside_note(page: Page, row: int, notes: dict[int, str]) -> bool:
    return any(ancestor in notes for ancestor in rows_above(page, row, 6))
