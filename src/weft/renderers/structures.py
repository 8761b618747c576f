"""Structures that tags alone do not tell: tables of data, blocks of code.

A table may hold data or only lay the page out. Highlighters put line numbers beside code.
"""

import re
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from weft.page import Page, tag_number
from weft.page.name_words import words_of
from weft.render_options import BlockIndexes
from weft.renderers.code_languages import known_language
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


_PREFIX = re.compile(
    r"(?:language|lang|highlight-source|highlight|brush|code|syntax|src|type|source)[-:]([\w+#./{}-]+);?\Z",
    re.IGNORECASE,
)
# What a highlighter calls its elements: the class behind it may be the language.
_MARKERS = frozenset(
    "hljs sourceCode prettyprint highlight brush: code syntaxhighlighter src chroma shiki prism-code codehilite".split()
)
_LANGUAGE_ATTRIBUTES = ("data-lang", "data-language", "data-enlighter-language", "data-code-language")
_SPOKEN = frozenset("cs el hy ml pl ps".split())  # codes of languages that people speak, and names of others
_CODE_TABLES = frozenset({"js-file-line-container", "hljs-ln", "code-table"})
_CODE_CELLS = frozenset("blob-code js-file-line hljs-ln-code crayon-code code line-content".split())
_NUMBER_CELLS = frozenset("gutter blob-num js-line-num crayon-nums lineno linenos line-number hljs-ln-numbers".split())
_CODE, _PRE, _TABLE_CELL = tag_number("code"), tag_number("pre"), tag_number("td")
_CLIMB = 6  # the class stands on the code, the pre or a wrapper or two above, with a table between them
_LOOK = 12  # rows of a `pre` in which its `code` begins, and of a table in which its first cells stand


def language_of(page: Page, row: int) -> str:
    """The language that the page names for a code block, empty where it names none that is one."""
    inner = [child for child in range(row + 1, min(row + _LOOK, int(page.end[row]))) if page.tag[child] == _CODE]
    for candidate in [*inner[:1], row, *rows_above(page, row, _CLIMB)]:
        if language := _named(page, candidate, near=candidate >= row):
            return language
    return ""


def _named(page: Page, row: int, *, near: bool) -> str:
    """The language that one element names: in an attribute, in a class with a prefix, or in a class alone."""
    for name in _LANGUAGE_ATTRIBUTES:
        if language := known_language(page.attribute(row, name) or ""):
            return language
    classes = page.classes(row)
    prefixed = [match.group(1) for token in classes if (match := _PREFIX.match(token))]
    marked = [token for marker, token in pairwise(classes) if marker in _MARKERS]
    if language := next(filter(None, (known_language(name) for name in [*prefixed, *marked])), ""):
        return language
    if not near or page.tag[row] not in (_CODE, _PRE):
        return ""
    language = page.attribute(row, "lang") or ""
    if language not in _SPOKEN and (language := known_language(language)):
        return language
    return next(filter(None, (known_language(name, alone=True) for name in classes)), "")


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


_TASK_WORDS = frozenset("task tasks todo todos checklist".split())
_INPUT = tag_number("input")
_FIRST_ROWS = 6  # of an item, in which its box stands


def task_sign(page: Page, row: int) -> str:
    """What Markdown writes before an item of a list of tasks: `[x] ` or `[ ] `; empty before any other item.

    A box that a reader can tick is a control of the page, unless the list is called one of tasks.
    """
    for inner in range(row + 1, min(row + _FIRST_ROWS, int(page.end[row]))):
        if page.tag[inner] == _INPUT and (page.attribute(inner, "type") or "").lower() == "checkbox":
            names = [*page.classes(row), *page.classes(int(page.parent[row]))]
            is_called = any(not _TASK_WORDS.isdisjoint(words_of(name)) for name in names)
            if not is_called and page.attribute(inner, "disabled") is None:
                return ""
            return "[ ] " if page.attribute(inner, "checked") is None else "[x] "
        if page.tag[inner] == 0 and page.chars[inner]:
            break
    return ""
