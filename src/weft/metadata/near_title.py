"""Rows near the title that are no side matter, and the texts there."""

from collections.abc import Iterator
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from weft.metadata.class_names import Rows, leading_rows, named_rows
from weft.metadata.values import READ_LENGTH, clean_text, first_text
from weft.page import Page, tag_number

MAX_ROWS = 12  # nearest to the title
BEFORE_TITLE = 3  # how much farther a row before the title counts

_SIDE_TAGS = frozenset({tag_number("nav"), tag_number("aside")})
MAX_TEXTS = 12  # of one byline or block
MAX_TEXT_ROWS = 80  # in which they are


class Near:
    """Orders rows by their distance from the title, without side matter. It remembers which rows are side matter."""

    def __init__(self, page: Page, title_row: int) -> None:
        self.page = page
        self.title_row = title_row
        self._side: dict[int, bool] = {-1: False}

    @cached_property
    def named(self) -> Rows:
        """The rows of each kind of names."""
        return named_rows(self.page)

    @cached_property
    def leading(self) -> Rows:
        """The links of each kind of addresses."""
        return leading_rows(self.page)

    @cached_property
    def _called_side(self) -> frozenset[int]:
        return frozenset(self.named["side"].tolist())

    def __call__(self, rows: NDArray[np.int64]) -> Iterator[int]:
        """The rows that are no side matter, nearest first."""
        for row in rows[np.argsort(self.distance(rows), kind="stable")[:MAX_ROWS]].tolist():
            if not self.in_side(row):
                yield row

    def distance(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Rows from the title, those before it counted as farther."""
        away = rows - self.title_row
        return np.where(away >= 0, away, -BEFORE_TITLE * away)

    def in_side(self, row: int) -> bool:
        """Whether a row stands in side matter: comments, teasers, menus."""
        path = []
        while row not in self._side:
            path.append(row)
            row = int(self.page.parent[row])
        side = self._side[row]
        for below in reversed(path):
            side = self._side[below] = side or self._is_side(below)
        return side

    def _is_side(self, row: int) -> bool:
        page, end = self.page, int(self.page.end[row])
        if (end - row) * 2 > len(page) or row <= self.title_row < end:
            return False  # a class of `body` speaks of the whole page; what holds the title is `layout-right-sidebar`
        return page.tag[row] in _SIDE_TAGS or row in self._called_side


def block_texts(page: Page, index: int) -> list[str]:
    """The first texts of a block, each made clean: a block joins elements without a space between them."""
    first = page.blocks.first
    end = int(first[index + 1]) if index + 1 < len(first) else int(page.end[page.blocks.row[index]])
    return texts_under(page, int(first[index]), end)


def texts_under(page: Page, row: int, end: int) -> list[str]:
    """The first texts of a range of rows, each made clean."""
    texts = np.flatnonzero(page.tag[row : min(end, row + MAX_TEXT_ROWS)] == 0)[:MAX_TEXTS] + row
    return [text for inner in texts.tolist() if (text := clean_text(first_text(page, inner, READ_LENGTH)))]
