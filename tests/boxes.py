"""A made-up layout: what a browser would measure, without one. The same page always gets the same boxes.

Block elements are stacked, texts and inline elements stand side by side and wrap, the cells of a table row share its
width. A letter is half as wide as its font is high, a line a quarter higher. `bgcolor` gives a background (RRGGBB).
"""

import random
import re
from dataclasses import replace
from typing import Any

import numpy as np

from weft.page import Page
from weft.page.geometry import KINDS, Geometry

WIDTH, VIEW_HEIGHT, MARGIN = 1280, 1024, 8
FONTS = {"h1": 32, "h2": 24, "h3": 20, "small": 13}
HEX_COLOR = re.compile(r"[0-9a-fA-F]{6}")
BOLD = {"h1", "h2", "h3", "b", "strong", "th"}
INLINE = set("a abbr b button cite code em font i img input label select small span strong sub sup svg time u".split())
PICTURES = {"img": (120, 80), "svg": (24, 24), "input": (150, 24), "select": (100, 24), "hr": (WIDTH, 2)}
UNDRAWN = set("head script style template noscript title meta link base option".split())


def make_layout(seed: int, size: int = 40) -> str:
    """A random page of about `size` pieces with columns, backgrounds, rules, pictures, headings and lines of text."""
    rng = random.Random(seed)
    pieces, opened = ["<body>"], ["body"]
    for _ in range(size):
        choice = rng.random()
        if choice < 0.35 and len(opened) < 9:
            tag = rng.choice("div div section p ul li table tr td td span a td p h2 b".split())
            color = rng.choice(["", "", "", " bgcolor=ffeedd", " bgcolor=112233"])
            pieces.append(f"<{tag}{color}{' href=/x' if tag == 'a' else ''}>")
            opened.append(tag)
        elif choice < 0.5 and len(opened) > 1:
            pieces.append(f"</{opened.pop()}>")
        elif choice < 0.65:
            pieces.append(rng.choice(["<hr>", "<img>", "<img>", "<h2>A heading</h2>", "<input>"]))
        else:
            pieces.append(
                rng.choice(["", "<b>bold</b> ", "<a href=/y>link</a> "]) + "warp and weft " * rng.randrange(1, 40)
            )
    return "".join(pieces)


def lay_out(page: Page) -> Page:
    """The page with a geometry."""
    flow = _Flow(page)
    row = 0
    while row < len(page):
        flow.end_before(row)
        row = flow.begin(row)
    flow.end_before(len(page))
    columns: dict[str, Any] = {name: np.array(flow.column[name], kind) for name, kind in KINDS.items()}
    bottom = float((columns["top"] + columns["height"]).max(initial=0)) + MARGIN
    sizes: dict[str, Any] = {
        "page_width": WIDTH,
        "page_height": bottom,
        "view_width": WIDTH,
        "view_height": VIEW_HEIGHT,
    }
    return replace(page, geometry=Geometry(**columns, **sizes, fonts=("serif",)))


def scatter(page: Page, seed: int) -> Page:
    """The laid out page with a part of its rows moved, resized, repainted, hidden or in another font at random."""
    rng = np.random.default_rng(seed)
    geometry = lay_out(page).geometry
    count = len(page)
    columns = {name: getattr(geometry, name).copy() for name in KINDS}
    for name, values in {
        "left": rng.integers(-200, 1300, count),
        "top": rng.integers(-50, 900, count),
        "width": rng.integers(0, 900, count),
        "height": rng.integers(0, 300, count),
        "is_inline": rng.random(count) < 0.5,
        "is_visible": rng.random(count) < 0.5,
        "background": rng.choice([0, 0xFF0000FF, 0xFFFFFFFF, 0x00FF00FF, 0x12345600], count),
        "has_picture": rng.random(count) < 0.2,
        "has_border": rng.random(count) < 0.5,
        "font_size": rng.choice([10, 16, 16.5, 30], count),
        "font_weight": rng.choice([400, 700], count),
        "is_fixed": rng.random(count) < 0.1,
        "z_index": rng.choice([0, 5, 900], count),
    }.items():
        chosen = columns["is_drawn"] & (rng.random(count) < 0.2)
        columns[name][chosen] = values[chosen]
    return replace(page, geometry=replace(geometry, **columns))


class _Flow:
    """Goes through the rows once, with a pen at (x, y) in a line of some height."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.column: dict[str, list[int]] = {name: [0] * len(page) for name in KINDS}
        self.tag = [page.tag_name(row) for row in range(len(page))]
        self.end, self.parent, self.chars = page.end.tolist(), page.parent.tolist(), page.chars.tolist()
        self.skipped, self.in_link = (page.hidden | page.raw).tolist(), page.in_link.tolist()
        self.colors = {int(row): page.attribute(int(row), "bgcolor") for row in page.rows_with("bgcolor")}
        self.open: list[tuple[int, int, int]] = []  # a row, and the left and right end of what is in it
        self.cells: dict[int, tuple[int, int, int]] = {}  # a table row's top, lowest bottom, and width of a cell
        self.x, self.y, self.line = MARGIN, MARGIN, 0

    def begin(self, row: int) -> int:
        """Draws a row, or begins to; the next row to look at."""
        name = self.tag[row]
        if name in UNDRAWN or self.skipped[row]:
            return self.end[row]
        left, right = self.open[-1][1:] if self.open else (MARGIN, WIDTH - MARGIN)
        self._style(row, name)
        if name == "#text":
            if self.chars[row]:
                self._text(row, left, right)
            return row + 1
        if name in PICTURES:
            self._picture(row, name, left, right)
            return self.end[row]
        if name not in INLINE:
            self._new_line(left)
        if name in ("td", "th"):
            left, right = self._cell(row, left, right)
        self.open.append((row, left + 40 * (name == "li"), right))
        self.x = max(self.x, self.open[-1][1])
        self.column["left"][row], self.column["top"][row] = self.x, self.y
        return row + 1

    def end_before(self, row: int) -> None:
        """Closes what ends before a row."""
        while self.open and self.end[self.open[-1][0]] <= row:
            ended, left, right = self.open.pop()
            if self.column["is_inline"][ended]:
                self._hull(ended)
                continue
            self._new_line(left)
            outer = self.open[-1][1] if self.open else MARGIN
            top = self.column["top"][ended]
            self._draw(ended, (left, top, right - left, self.y - top))
            self.y += 16 if self.tag[ended] in ("p", "ul", "ol", "h1", "h2", "h3") else 0
            self._end_cell(ended)
            self.x = outer

    def _text(self, row: int, left: int, right: int) -> None:
        size = self.column["font_size"][row]
        width, line = self.chars[row] * size // 2, size * 5 // 4
        lines = 1 + (self.x - left + width) // max(right - left, 1)
        if lines == 1:
            self._draw(row, (self.x, self.y, width, line))
            self.x += width
            self.line = max(self.line, line)
        else:
            self._draw(row, (left, self.y, right - left, lines * line))
            self.x, self.y, self.line = left, self.y + lines * line, 0

    def _picture(self, row: int, name: str, left: int, right: int) -> None:
        width, height = PICTURES[name]
        if name == "hr" or self.x + width > right:
            self._new_line(left)
        self._draw(row, (self.x, self.y, min(width, right - left), height))
        self.x, self.line = self.x + width, max(self.line, height)
        if name == "hr":
            self._new_line(left)

    def _new_line(self, left: int) -> None:
        self.x, self.y, self.line = left, self.y + self.line, 0

    def _cell(self, row: int, left: int, right: int) -> tuple[int, int]:
        """The share of a cell in the width of its table row; it begins at the top of that."""
        parent = self.parent[row]
        if parent not in self.cells:
            count = sum(self.tag[child] in ("td", "th") for child in self.page.children(parent))
            self.cells[parent] = (self.y, self.y, max((right - left) // count, 20))
        self.y, _, width = self.cells[parent]
        self.x = int(left + (self.page.nth[row] - 1) * width)
        return self.x, self.x + width

    def _end_cell(self, row: int) -> None:
        """What comes after a cell begins below the lowest cell of its table row."""
        parent = self.parent[row]
        if parent in self.cells:
            top, bottom, width = self.cells[parent]
            self.y = max(bottom, self.y)
            self.cells[parent] = (top, self.y, width)

    def _hull(self, row: int) -> None:
        """An inline element is as large as what is in it."""
        inside = [below for below in range(row + 1, self.end[row]) if self.column["is_drawn"][below]]
        if inside:
            left, top = (min(self.column[name][below] for below in inside) for name in ("left", "top"))
            right = max(self.column["left"][below] + self.column["width"][below] for below in inside)
            bottom = max(self.column["top"][below] + self.column["height"][below] for below in inside)
            self._draw(row, (left, top, right - left, bottom - top))

    def _style(self, row: int, name: str) -> None:
        column, parent = self.column, self.parent[row]
        column["font_size"][row] = FONTS.get(name, column["font_size"][parent] if parent >= 0 else 16)
        column["font_weight"][row] = 700 if name in BOLD else column["font_weight"][parent] if parent >= 0 else 400
        column["color"][row] = 0x0000EEFF if self.in_link[row] else 0x000000FF
        column["is_inline"][row] = name in INLINE or name == "#text"
        if HEX_COLOR.fullmatch(color := self.colors.get(row) or ""):
            column["background"][row] = int(color + "ff", 16)

    def _draw(self, row: int, box: tuple[int, int, int, int]) -> None:
        for name, value in zip(("left", "top", "width", "height"), box, strict=True):
            self.column[name][row] = value
        self.column["is_drawn"][row] = self.column["is_visible"][row] = True
