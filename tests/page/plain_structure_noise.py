"""Noise inside of structures, found step by step: the twin of `native/src/structure_noise.rs`.

Buttons that copy code, the numbers of its lines, the links beside a heading that edit it or lead to it, controls that
sort a table, buttons on a figure, advertisements among rows and items. Each is told by its own evidence, a tag, a name
or an address, and only where its structure has other words: a heading that is one button is a heading. What a cell or
an item says never makes it noise.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from weft.deadline import in_time
from weft.late_patterns import late_pattern
from weft.page.name_words import may_have_hint, rows_called, rows_named, words_of
from weft.page.page import Page
from weft.page.structure_noise import GUTTERS, is_number_column, is_numbers
from weft.page.tags import tag_number

MAX_CONTROL_WORDS = 6  # "Copy code to clipboard", "[edit | edit source]"
MAX_LABEL_WORDS = 8  # beside a code block and its button: the language, the name of a file
MAX_CLIMB = 3  # from a button to what holds it and the code

_COPY = frozenset("copy copybtn copybutton copycode clipboard clipboardjs zeroclipboard clippy".split())
_EDIT = frozenset("editsection editlink".split())
_ANCHOR = frozenset("anchor anchorjs headerlink headeranchor permalink".split())
_SORT = frozenset("sort sorter sorting filter filters".split())
_ADS = frozenset("advert advertisement advertising sponsored adsense".split())
_AD_NAMES = frozenset("ad ads ad-row ad-cell ad-item ad-slot ad-container ad-wrapper row-ad list-ad native-ad".split())
_AD_PARTS = ("\0ad\0", "\0ads\0", "\0ad-", "-ad\0")  # "address" and "admin" are more frequent
_AD_LABEL = late_pattern(
    r"\W*(?:advertisements?|ads?|sponsored|anzeige|werbung|publicité|publicidad|pubblicità|reklama|реклама|广告|廣告|広告|광고)"
    r"\W*",
    re.IGNORECASE,
)
_LOWER_GUTTERS = frozenset(name.lower() for name in GUTTERS)
_GUTTER_PARTS = (
    "lineno",
    "linenum",
    "line-num",
    "line_num",
    "gutter",
    "hljs-ln",
    "crayon-num",
    "blob-num",
    "\0ln\0",
    "\0lnt\0",
    "\0gl\0",
)
_INLINE_PARTS = ("sort", "filter", "editsection", "editlink", "anchor", "headerlink", "permalink")
_CODE_PARTS = ("code", "hljs")
_EDIT_ADDRESS = late_pattern(r"[?&]action=edit\b|/edit(?:/|\?|$)", re.IGNORECASE)
_SIGNS = frozenset("¶ # § 🔗 ⚓ ⚓︎".split())
_A, _PRE, _TR, _TD, _TH, _SELECT = (tag_number(tag) for tag in ("a", "pre", "tr", "td", "th", "select"))


def _flags(tags: str) -> NDArray[np.bool_]:
    flags = np.zeros(1 << 16, np.bool_)  # one for every number a tag can have
    flags[[tag_number(tag) for tag in tags.split()]] = True
    return flags


_IS_HOLDER = _flags("h1 h2 h3 h4 h5 h6 th td caption figure figcaption pre dt")  # what a button is no part of
_IS_HEAD, _IS_ROW = _flags("th"), _flags("tr li td dt dd")
_KINDS = (1, 2, 3, 4)  # of the rows that a search looks at: controls, code, headings, heads of columns
_KIND = np.zeros(1 << 16, np.uint8)
for _kind, _tags in zip(_KINDS, ("button select", "pre", "h1 h2 h3 h4 h5 h6", "th"), strict=True):
    _KIND[_flags(_tags)] = _kind


def noise_blocks(page: Page, keep: NDArray[np.int64]) -> NDArray[np.int64]:
    """Those of the kept blocks that are noise inside of a structure, as a whole."""
    first, last = page.blocks.first[keep], page.blocks.last[keep]
    rows = _outermost(page, _Search(page, first))
    return keep[covered(rows, page.end[rows], first, last)]


def inline_noise(page: Page, keep: NDArray[np.int64]) -> NDArray[np.int64]:
    """The elements that are noise in the middle of a kept text: a link in a heading, the number of a line of code."""
    if not _may_have_inline_noise(page, keep):
        return np.zeros(0, np.int64)
    rows = noise_rows(page)
    first, last, end = page.blocks.first, page.blocks.last, page.end[rows]
    after = np.searchsorted(first, rows)  # the block that begins in the element, or behind it
    goes_on = (np.append(first, len(page))[after] < end) & (end < np.append(last, 0)[after])
    in_middle = (after > 0) & (rows < np.concatenate(([0], last))[after])
    return rows[goes_on | in_middle]


def _may_have_inline_noise(page: Page, keep: NDArray[np.int64]) -> bool:
    """Whether a kept heading, head or piece of code has parts, and an element on the page is called noise."""
    first, last = page.blocks.first[keep], page.blocks.last[keep]
    parted = page.blocks.row[keep[last > first + 1]]
    if not (_KIND[page.tag[parted]] > 1).any():  # no control
        return False
    return may_have_hint(page, _INLINE_PARTS) or may_have_hint(page, _GUTTER_PARTS)


def covered(
    starts: NDArray[np.int64], ends: NDArray[np.int32], first: NDArray[np.int32], last: NDArray[np.int32]
) -> NDArray[np.bool_]:
    """Whether each run `first .. last` lies in one of the ranges, which are sorted and do not overlap."""
    if not len(starts):
        return np.zeros(len(first), np.bool_)
    index = np.searchsorted(starts, first, side="right") - 1
    inside: NDArray[np.bool_] = (index >= 0) & (last <= ends[index])
    return inside


def noise_rows(page: Page) -> NDArray[np.int64]:
    """The outermost elements inside of structures that are noise, in document order."""
    return _outermost(page, _Search(page))


def _outermost(page: Page, search: _Search) -> NDArray[np.int64]:
    kinds = (search.controls, search.copiers, search.gutters, search.beside_headings, search.advertisements)
    rows = sorted({row for kind in kinds for row in kind()})
    outermost: list[int] = []
    for row in in_time(rows):
        if not outermost or row >= page.end[outermost[-1]]:
            outermost.append(row)
    return np.array(outermost, np.int64)


class _Search:
    """One search: the page, its controls, code and headings, and running sums of its words.

    Where it is given the first rows of some blocks, it is a search for noise that holds such a block as a whole, and
    looks at no other element: most pages have none to look at.
    """

    def __init__(self, page: Page, wanted: NDArray[np.int32] | None = None) -> None:
        self.page, self.wanted = page, wanted
        kinds = _KIND.take(page.tag)
        rows = (kinds > 0).nonzero()[0]
        kinds = kinds[rows]
        controls, self.code, self.headings, self.heads = (rows[kinds == kind] for kind in _KINDS)
        self.asked_controls = self.asked(controls)

    def asked(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """The rows in which a wanted block begins."""
        if self.wanted is None or not len(rows):
            return rows
        return rows[self.wanted.searchsorted(rows) < self.wanted.searchsorted(self.page.end[rows])]

    def parted(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """The rows in which a wanted block begins and another block lies: noise in them leaves words."""
        if self.wanted is None or not len(rows):
            return rows
        first, last = self.page.blocks.first, self.page.blocks.last
        before, through = last.searchsorted(rows, side="right"), first.searchsorted(self.page.end[rows])
        return self.asked(rows[through - before > 1])

    @cached_property
    def total(self) -> NDArray[np.int64]:
        """The words before each row."""
        return np.concatenate(([0], np.cumsum(self.page.words.astype(np.int64))))

    def words(self, row: int) -> int:
        """The words of a subtree."""
        return int(self.total[self.page.end[row]] - self.total[row])

    def is_part(self, row: int, holder: int) -> bool:
        """Whether a short element stands in a holder that has other words."""
        is_short = self.words(row) <= MAX_CONTROL_WORDS or self.page.tag[row] == _SELECT
        return is_short and self.words(holder) > self.words(row)

    def controls(self) -> Iterator[int]:
        """Buttons and lists of options in headings, cells, figures and code, and what sorts the column of a head."""
        sorters = rows_named(self.page, _SORT) if len(self.parted(self.heads)) else self.heads[:0]
        yield from self.parts_of(self.asked_controls, _IS_HOLDER)
        yield from self.parts_of(sorters, _IS_HEAD)

    def parts_of(self, rows: NDArray[np.int64], flags: NDArray[np.bool_]) -> Iterator[int]:
        """Those of the rows that stand near below an element of a kind which has other words."""
        tag, parent = self.page.tag, self.page.parent
        if not len(rows):
            return
        holder, above = np.full(len(rows), -1), rows
        for _ in range(MAX_CLIMB):
            above = np.maximum(parent[above], 0)
            holder = np.where((holder < 0) & flags[tag[above]], above, holder)
        held = holder >= 0
        pairs = zip(rows[held].tolist(), holder[held].tolist(), strict=True)
        yield from (row for row, own in in_time(pairs) if self.is_part(row, own))

    def above(self, row: int) -> list[int]:
        """The nearest ancestors."""
        rows = [int(self.page.parent[row])]
        while len(rows) < MAX_CLIMB and rows[-1] > 0:
            rows.append(int(self.page.parent[rows[-1]]))
        return rows

    def copiers(self) -> Iterator[int]:
        """What is called a copy button, in or beside a code block; and any button there."""
        if not len(self.code):
            return
        rows = self.asked(rows_named(self.page, _COPY)), self.asked_controls
        for row in in_time({row for kind in rows for row in kind.tolist()}):
            if self.words(row) <= MAX_CONTROL_WORDS and self.is_beside_code(row):
                yield row

    @cached_property
    def code_words(self) -> NDArray[np.int64]:
        """The words before each piece of code that stand in code."""
        return np.concatenate(([0], np.cumsum(self.total[self.page.end[self.code]] - self.total[self.code])))

    def is_beside_code(self, row: int) -> bool:
        """Whether an element lies in a `pre`, or in an element that holds one and little else."""
        for above in self.above(row):
            low, high = np.searchsorted(self.code, [above, self.page.end[above]])
            if low < high:
                others = self.words(above) - (self.code_words[high] - self.code_words[low]) - self.words(row)
                return bool(self.page.tag[above] == _PRE or others <= MAX_LABEL_WORDS)
        return False

    def gutters(self) -> Iterator[int]:
        """The numbers of lines beside code: elements called so that hold nothing else, and a `pre` beside another."""
        page = self.page
        if may_have_hint(page, _GUTTER_PARTS) and (len(self.code) or may_have_hint(page, _CODE_PARTS)):
            rows = self.asked(rows_called(page, _LOWER_GUTTERS))
            yield from (row for row in in_time(rows.tolist()) if is_numbers(page, row))
        if len(self.code) > 1 and (page.tag == _TR).any():
            yield from (row for row in in_time(self.asked(self.code).tolist()) if is_number_column(page, row))

    def beside_headings(self) -> Iterator[int]:
        """Links in a heading, or beside it in an element of its own, that edit it or lead to it."""
        page, headings = self.page, self.headings
        if not len(headings):
            return
        for row in in_time(self.asked(rows_named(page, _EDIT)).tolist()):
            if any(self.holds_heading(above, row) for above in self.above(row)[:2]):
                yield row
        parted = frozenset(self.parted(headings).tolist())
        if not parted:
            return
        links = np.flatnonzero(page.tag == _A)
        index = np.searchsorted(headings, links) - 1
        inside = (index >= 0) & (links < page.end[headings[index]])
        for link, heading in in_time(zip(links[inside].tolist(), headings[index[inside]].tolist(), strict=True)):
            if heading in parted and self.is_part(link, heading) and _leads_to_heading(page, link):
                yield link

    def holds_heading(self, row: int, noise: int) -> bool:
        """Whether an element is a heading, or holds one and nothing but the noise besides."""
        low, high = np.searchsorted(self.headings, [row, self.page.end[row]]).tolist()
        return low < high and self.words(row) - self.words(noise) <= self.words(int(self.headings[low]))

    def advertisements(self) -> Iterator[int]:
        """Rows, cells and items of tables and lists that are called advertisements, by a name or a label for readers.

        Where most of a table or list is called so, the name says what it is about.
        """
        page, rows = self.page, _called_advertisements(self.page)
        if not len(self.asked(rows)):
            return
        parents = page.parent[rows].tolist()
        called = Counter(parents)
        few = {parent for parent, count in in_time(called.items()) if 2 * count <= len(page.children(parent))}
        yield from (row for row, parent in zip(rows.tolist(), parents, strict=True) if parent in few)


def _leads_to_heading(page: Page, link: int) -> bool:
    """Whether a link is the sign beside a heading that leads to it, or the one that edits it."""
    address = (page.attribute(link, "href") or "").strip()
    if _EDIT_ADDRESS.search(address):
        return True
    names = frozenset().union(*(words_of(name) for name in page.classes(link)))
    return "#" in address and (page.text(link).strip() in _SIGNS or not _ANCHOR.isdisjoint(names))


def _called_advertisements(page: Page) -> NDArray[np.int64]:
    """Rows, cells and items with the name or the label of an advertisement, in document order."""
    rows: set[int] = set()
    if may_have_hint(page, _AD_PARTS):
        rows.update(rows_called(page, _AD_NAMES).tolist())
    rows.update(rows_named(page, _ADS).tolist())
    labelled = page.rows_with("aria-label")
    for row in in_time(labelled[_IS_ROW[page.tag[labelled]]].tolist() if len(labelled) else ()):
        if _AD_LABEL.fullmatch(page.attribute(row, "aria-label") or ""):
            rows.add(row)
    called = np.array(sorted(rows), np.int64)
    return called[_IS_ROW[page.tag[called]]] if rows else called
