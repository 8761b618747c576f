"""Rows near the title that are no side matter, and the texts there."""

from collections.abc import Iterator, Sequence
from heapq import nsmallest

from weft.metadata.class_names import Rows, leading_rows, named_rows
from weft.metadata.values import READ_LENGTH, clean_text
from weft.page import Page, tag_number
from weft.page.once import kept

MAX_ROWS = 12  # nearest to the title
ROWS_BEFORE, ROWS_BEHIND = 100, 1_000  # the title, within which links that lead somewhere are looked for
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

    @kept
    def named(self) -> Rows:
        """The rows of each kind of names."""
        return named_rows(self.page)

    @kept
    def leading(self) -> Rows:
        """The links of each kind of addresses around the title."""
        return leading_rows(self.page, self.title_row - ROWS_BEFORE, self.title_row + ROWS_BEHIND)

    @kept
    def _called_side(self) -> frozenset[int]:
        return frozenset(self.named["side"])

    @kept
    def title_blocks(self) -> tuple[int, int]:
        """The first block of the title, and the first behind it."""
        first = self.page.blocks.first
        ends = (self.title_row, int(self.page.end[self.title_row]))
        return int(first.searchsorted(ends[0])), int(first.searchsorted(ends[1]))

    def __call__(self, rows: Sequence[int]) -> Iterator[int]:
        """The rows that are no side matter, nearest first."""
        return (row for row in self.nearest(rows, MAX_ROWS) if not self.in_side(row))

    def nearest(self, rows: Sequence[int], most: int) -> list[int]:
        """So many rows that are nearest to the title, the nearest first."""
        return nsmallest(most, rows, key=self.distance) if len(rows) > 1 else list(rows[:most])

    def distance(self, row: int) -> int:
        """Rows from the title, those before it counted as farther."""
        away = row - self.title_row
        return away if away >= 0 else -BEFORE_TITLE * away

    def in_side(self, row: int) -> bool:
        """Whether a row stands in side matter: comments, teasers, menus."""
        path, parent = [], self.page.parent
        while row not in self._side:
            path.append(row)
            row = int(parent[row])
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
    texts = page.table.texts_among(row, min(end, row + MAX_TEXT_ROWS), MAX_TEXTS, READ_LENGTH)
    return [cleaned for text in texts if (cleaned := clean_text(text))]
