"""The blocks of a page that a browser draws: what every visual feature is made of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from weft.page import Page
from weft.page.geometry import Geometry

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class DrawnBlocks:
    """The blocks of a page that are drawn, with their boxes; every column has one entry for each of them."""

    page: Page

    @property
    def geometry(self) -> Geometry:
        """How the page looks."""
        return self.page.geometry

    @cached_property
    def _texts(self) -> tuple[Rows, Rows]:
        """The rows of drawn texts, and where among them each block begins."""
        page, blocks = self.page, self.page.blocks
        if not self.geometry:
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        rows = np.flatnonzero((page.tag == 0) & (page.chars > 0) & self.geometry.is_drawn)
        block = np.searchsorted(blocks.first, rows, side="right") - 1
        rows = rows[(block >= 0) & (rows < blocks.last[np.maximum(block, 0)])]
        block = np.searchsorted(blocks.first, rows, side="right") - 1
        return rows, np.flatnonzero(np.diff(block, prepend=-1))

    @cached_property
    def block(self) -> Rows:
        """The numbers of the blocks."""
        rows, starts = self._texts
        return np.searchsorted(self.page.blocks.first, rows[starts], side="right") - 1

    @cached_property
    def element(self) -> Rows:
        """The rows of the elements; where one is not drawn (`display: contents`), the nearest above that is."""
        rows = self.page.blocks.row[self.block].astype(np.int64)
        return self.page.nearest(self.geometry.is_drawn)[rows]

    @cached_property
    def chars(self) -> NDArray[np.int64]:
        """Their characters that are drawn."""
        rows, starts = self._texts
        return np.add.reduceat(self.page.chars[rows], starts, dtype=np.int64)

    @cached_property
    def seen(self) -> Floats:
        """Share of those characters that can be seen."""
        rows, starts = self._texts
        return np.add.reduceat(self.page.chars[rows] * self.geometry.is_visible[rows], starts) / self.chars

    @cached_property
    def text(self) -> Rows:
        """The row of the longest drawn text of each, the first of equals."""
        rows, starts = self._texts
        sizes = np.diff(np.append(starts, len(rows)))
        block = np.repeat(np.arange(len(starts)), sizes)
        order = np.lexsort((np.arange(len(rows)), -self.page.chars[rows], block))
        return rows[order[starts]]

    @cached_property
    def box(self) -> tuple[Floats, Floats, Floats, Floats]:
        """Left, top, right and bottom of the drawn texts."""
        rows, starts = self._texts
        boxes, low, high = self.geometry, np.minimum.reduceat, np.maximum.reduceat
        edges = ((boxes.left, low), (boxes.top, low), (boxes.right, high), (boxes.bottom, high))
        left, top, right, bottom = (outer(edge[rows].astype(np.float64), starts) for edge, outer in edges)
        return left, top, right, bottom

    @cached_property
    def font_size(self) -> Floats:
        """Font sizes in pixels, none of them 0."""
        return np.maximum(self.geometry.font_size[self.text].astype(np.float64), 1)

    @cached_property
    def page_size(self) -> tuple[float, float]:
        """Width and height of the page, neither of them 0."""
        return max(self.geometry.page_width, 1.0), max(self.geometry.page_height, 1.0)

    @cached_property
    def view_height(self) -> float:
        """Height of the window."""
        return max(self.geometry.view_height, 1.0)

    def share(self, *columns: NDArray[np.generic]) -> Floats:
        """The share of the drawn characters in blocks that have the same values as each one has."""
        group = np.zeros(len(self.chars), np.int64)
        for column in columns:
            _, number = np.unique(column, return_inverse=True)
            _, group = np.unique(group * (len(number) + 1) + number, return_inverse=True)
        return np.bincount(group, weights=self.chars)[group] / self.chars.sum()

    def usual(self, values: NDArray[np.generic]) -> float:
        """The median over drawn characters."""
        order = np.argsort(values, kind="stable")
        below = np.cumsum(self.chars[order])
        return float(values[order][np.searchsorted(below, below[-1] / 2)])
