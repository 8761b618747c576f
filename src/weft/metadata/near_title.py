"""Rows near the title that are no side matter, and the texts there."""

from collections.abc import Sequence
from heapq import nsmallest

from weft.content import Field
from weft.deadline import kernel_call
from weft.kernel.metadata import NearTitle
from weft.metadata.class_names import ADDRESS_NUMBERS, NAME_NUMBERS, patterns
from weft.metadata.titles import find_line, find_title
from weft.metadata.values import READ_LENGTH, clean_text
from weft.page import Page
from weft.page.once import computed_once, once_a_page

MAX_ROWS = 12  # nearest to the title
ROWS_BEFORE, ROWS_BEHIND = 100, 1_000  # the title, within which links that lead somewhere are looked for
BEFORE_TITLE = 3  # how much farther a row before the title counts

MAX_TEXTS = 12  # of one byline or block
MAX_TEXT_ROWS = 80  # in which they are


class Near:
    """What stands near the title of a page: one walk of the kernel tells names, addresses and side matter."""

    def __init__(self, page: Page, title_row: int) -> None:
        self.page = page
        self.title_row = title_row

    @staticmethod
    def of(page: Page) -> "Near":
        """What stands near the title of a page, of which the kernel's part is found once."""
        kernel = near_title(page)
        near = Near(page, kernel.title_row)
        near.__dict__["kernel"] = kernel
        return near

    @computed_once
    def kernel(self) -> NearTitle:
        """The kernel's part of it."""
        around = (max(self.title_row - ROWS_BEFORE, 0), max(self.title_row + ROWS_BEHIND, 0))
        with kernel_call() as seconds:
            side = NAME_NUMBERS["side"]
            return NearTitle(self.page.table, self.title_row, patterns(), around, side, seconds=seconds)

    def named(self, kind: str) -> list[int]:
        """The rows of a kind of names, in document order."""
        return self.kernel.named(NAME_NUMBERS[kind])

    def leading(self, kind: str) -> list[int]:
        """The links of a kind of addresses around the title."""
        return self.kernel.leading(ADDRESS_NUMBERS[kind])

    @computed_once
    def title_blocks(self) -> tuple[int, int, int]:
        """The first block of the title, the first behind it, and how many blocks there are."""
        return self.kernel.title_blocks()

    def __call__(self, rows: list[int]) -> list[int]:
        """The nearest of some rows that are no side matter, the nearest first."""
        return self.kernel.beside(rows, MAX_ROWS) if rows else []

    def beside(self, kind: str) -> list[int]:
        """The same of the rows of a kind of names."""
        return self.kernel.beside_named(NAME_NUMBERS[kind], MAX_ROWS)

    def marked(self) -> list[tuple[int, str, bool]]:
        """The nearest `time`, `abbr` and elements whose name speaks of a date: row, text, whether an attribute has it.

        Those in a quote are left out: posts of social networks are embedded so, with their own date.
        """
        return self.kernel.marked(NAME_NUMBERS["date"], MAX_ROWS)

    def nearest(self, rows: Sequence[int], most: int) -> list[int]:
        """So many rows that are nearest to the title, the nearest first."""
        return nsmallest(most, rows, key=self.distance) if len(rows) > 1 else list(rows[:most])

    def distance(self, row: int) -> int:
        """Rows from the title, those before it counted as farther."""
        away = row - self.title_row
        return away if away >= 0 else -BEFORE_TITLE * away

    def in_side(self, row: int) -> bool:
        """Whether a row stands in side matter: comments, teasers, menus."""
        return self.kernel.in_side(row)


@once_a_page
def near_title(page: Page) -> NearTitle:
    """What stands near the title of a page, where that is printed."""
    return Near(page, _title_row(page, find_title(page))).kernel


def _title_row(page: Page, title: Field) -> int:
    """Where the title is printed: in a heading or in a line of its own; the first h1 if only the head declares it."""
    if title.source in ("h1", "h2"):
        return title.row
    if (line := find_line(page, title.value)) >= 0:
        return line
    return next((int(rows[0]) for tag in ("h1", "body") if len(rows := page.rows_of(tag))), 0)


def block_texts(page: Page, index: int) -> list[str]:
    """The first texts of a block, each made clean: a block joins elements without a space between them."""
    first = page.blocks.first
    end = int(first[index + 1]) if index + 1 < len(first) else int(page.end[page.blocks.row[index]])
    return texts_under(page, int(first[index]), end)


def texts_under(page: Page, row: int, end: int) -> list[str]:
    """The first texts of a range of rows, each made clean."""
    texts = page.table.texts_among(row, min(end, row + MAX_TEXT_ROWS), MAX_TEXTS, READ_LENGTH)
    return [cleaned for text in texts if (cleaned := clean_text(text))]
