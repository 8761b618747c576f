"""Dates as a page prints them: in short blocks around the title, in `time`, in elements of a telling class."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.content import Field
from weft.dates import find_dates
from weft.deadline import in_time
from weft.metadata.date_style import DateStyle
from weft.metadata.near_title import Near, block_texts
from weft.metadata.values import clean_text
from weft.page import Page

CLOSE_BLOCKS = 3  # behind the title and before it
MAX_BLOCKS = 12  # behind the title
MAX_BLOCK_LENGTH = 120
MAX_LABEL_LENGTH = 24  # before a date: "Last updated on "
MAX_AROUND_CLOSE = 60  # characters besides a date in a block that is there to tell it
MAX_AROUND_LATER = 20  # the same, farther from the title
ROWS_BEHIND, ROWS_BEFORE = 150, 60  # the title: a marked date within them is the page's
MAX_LABELLED_LENGTH = 300  # characters of such a line
MAX_LABELLED = 400  # blocks in which a line that says "published" is looked for
MAX_SHORT_BYTES = 960
DATELINE_BLOCKS = 5  # behind the title
MAX_DATELINE = 90  # characters of a paragraph in which its date and the dash behind it stand
MAX_WORDS_BEFORE = 5

UPDATED = re.compile(
    r"updat|modif|edited|revis|amended|更新|修改|mise? à jour|aktualisiert|aktualisierung|geändert|änderung|actualiza"
    r"|atualiza|aggiornat|bijgewerkt|gewijzigd|uppdatera|oppdatert|opdateret|päivitetty|aktualiz|zaktualiz|güncelle"
    r"|обновлен|изменен|оновлен|ενημερ|업데이트|수정|diperbarui|cập nhật",
    re.IGNORECASE,
)
PUBLISHED = re.compile(
    r"(?:dieser|this|cet) (?:artikel|beitrag|eintrag|article|post|entry)|publi|veröffentlich|"
    r"erschienen|erstellt|verfasst|geschrieben|eingestellt|posted|written|created|publicad|pubblicat"
    r"|geplaatst|opublikowan|опубликован|发布|發佈|公開",
    re.IGNORECASE,
)
# What a text of ASCII has where the pattern is found in it: a search for these is sooner done than one for the pattern.
_PUBLISHED_HINTS = (
    "publi", "post", "written", "created", "article", "artikel", "entry", "beitrag", "eintrag", "erstellt",
    "erschienen", "verfasst", "geschrieben", "eingestellt", "pubblicat", "geplaatst", "opublikowan",
)  # fmt: skip
_DATELINE_END = re.compile(r"\)?,?\s{0,2}(?:\([^)]{1,30}\)|\|?\s?[\w./ ]{1,20})?\s{0,2}(?:[–—|:]|-\s|-{2})")
_DIGIT = re.compile(r"[\d年]")


@dataclass(frozen=True, kw_only=True)
class PrintedDate:
    """A date in ISO 8601 with its row, as the page prints it."""

    iso: str
    row: int
    text: str
    is_update: bool = False

    @property
    def field(self) -> Field:
        """As a field of the page."""
        return Field(value=self.iso, row=self.row, source="byline")


@dataclass(frozen=True, eq=False)
class PrintedDates:
    """The printed dates of a page, those that tell most of it first; each search is made when it is asked for."""

    near: Near
    style: DateStyle

    def close(self) -> Iterator[PrintedDate]:
        """In the few blocks right behind the title, then in those right before it."""
        first, behind = self._blocks()
        count = len(self.near.page.blocks)
        after = range(behind, min(behind + CLOSE_BLOCKS, count))
        before = range(first - 1, max(first - 1 - CLOSE_BLOCKS, -1), -1)
        for index in (*after, *before):
            yield from self._in_block(index, MAX_AROUND_CLOSE)

    def marked(self) -> Iterator[PrintedDate]:
        """In `time`, `abbr` and elements whose class speaks of a date, nearest to the title first."""
        yield from self._marked(self._marked_rows())

    def later(self) -> Iterator[PrintedDate]:
        """In short blocks farther behind the title."""
        behind = self._blocks()[1]
        for index in range(behind + CLOSE_BLOCKS, min(behind + MAX_BLOCKS, len(self.near.page.blocks))):
            yield from self._in_block(index, MAX_AROUND_LATER)

    def datelines(self) -> Iterator[PrintedDate]:
        """At the beginning of the first paragraphs: "Berlin, 25 January 2022 – …", as press releases write it."""
        behind, blocks = self._blocks()[1], self.near.page.blocks
        for index in range(behind, min(behind + DATELINE_BLOCKS, len(blocks))):
            if blocks.chars[index] <= MAX_DATELINE or blocks.hidden[index]:
                continue
            text = clean_text(blocks.text(index)[: 2 * MAX_DATELINE])[:MAX_DATELINE]
            dates = find_dates(text, day_first=self.style.day_first) if _DIGIT.search(text) else []
            for date in dates[:1]:
                before = text[: date.start]
                if len(before.split()) <= MAX_WORDS_BEFORE and _DATELINE_END.match(text[date.end :]):
                    is_update = UPDATED.search(before) is not None
                    row = int(blocks.row[index])
                    yield PrintedDate(iso=date.iso, row=row, text=date.text, is_update=is_update)

    def labelled(self) -> Iterator[PrintedDate]:
        """In a block anywhere behind the title that says "published": the foot of an article often does."""
        behind = self._blocks()[1]
        blocks = self.near.page.blocks
        lengths = blocks.chars[behind:]
        fits = np.flatnonzero((lengths >= 8) & (lengths <= MAX_LABELLED_LENGTH) & ~blocks.hidden[behind:])
        for index in in_time((fits[:MAX_LABELLED] + behind).tolist()):
            text = blocks.text(index)
            if _DIGIT.search(text) and says_published(text) and not self.near.in_side(int(blocks.row[index])):
                yield from self._in_block(index, MAX_LABELLED_LENGTH, label=PUBLISHED)

    def _blocks(self) -> tuple[int, int]:
        """The first block of the title, and the first behind it."""
        page, row = self.near.page, self.near.title_row
        first, behind = np.searchsorted(page.blocks.first, [row, page.end[row]]).tolist()
        return first, behind

    def _in_block(self, index: int, around: int, *, label: re.Pattern[str] | None = None) -> Iterator[PrintedDate]:
        """The dates of a short block that says little else; `label` is what must stand before them."""
        blocks = self.near.page.blocks
        if not 4 <= blocks.chars[index] <= (MAX_LABELLED_LENGTH if label else MAX_BLOCK_LENGTH):
            return
        text = clean_text(blocks.text(index))
        if not _DIGIT.search(text):
            return
        dates = find_dates(text, reference=self.style.reference, day_first=self.style.day_first)
        if not dates:  # elements without a space between them: a name and a date
            text = " ".join(block_texts(self.near.page, index))
            dates = find_dates(text, reference=self.style.reference, day_first=self.style.day_first)
        if len(text) - sum(len(date.text) for date in dates) > around:
            return
        start = 0
        for date in dates:
            before = text[start : date.start]
            start = date.end
            if date.iso and (label is None or label.search(before)):
                before = before or self._line_before(index)
                row, is_update = int(blocks.row[index]), UPDATED.search(before[-2 * MAX_LABEL_LENGTH :]) is not None
                yield PrintedDate(iso=date.iso, row=row, text=date.text, is_update=is_update)

    def _line_before(self, index: int) -> str:
        """The short block before one: it may be the label of a date."""
        blocks = self.near.page.blocks
        return blocks.text(index - 1) if index and blocks.chars[index - 1] <= MAX_LABEL_LENGTH else ""

    def _marked_rows(self) -> NDArray[np.int64]:
        page = self.near.page
        rows = np.union1d(page.rows_of("time", "abbr"), self.near.named["date"])
        return rows[~_in_quotes(page, rows)] if rows.size else rows

    def _marked(self, rows: NDArray[np.int64]) -> Iterator[PrintedDate]:
        page = self.near.page
        for row in in_time(self.near(rows)):
            text = page.attribute(row, "datetime") or page.attribute(row, "title") or clean_text(_short_text(page, row))
            iso = self.style.read(text)
            if iso:
                classes = " ".join(page.classes(row))
                label = "" if "publish" in classes else f"{classes} {_text_before(page, row)} {text}"
                yield PrintedDate(iso=iso, row=row, text=text, is_update=UPDATED.search(label) is not None)

    def is_beside(self, row: int) -> bool:
        """Whether a row is so near to the title that a marked date there is the page's and no teaser's."""
        return -ROWS_BEFORE < row - self.near.title_row < ROWS_BEHIND


def says_published(text: str) -> bool:
    """Whether a text says that something was published.

    >>> says_published("Posted on 4 May"), says_published("4 May")
    (True, False)
    """
    if text.isascii():
        lowered = text.lower()
        if not any(hint in lowered for hint in _PUBLISHED_HINTS):
            return False
    return PUBLISHED.search(text) is not None


def _in_quotes(page: Page, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which rows stand in a quote: posts of social networks are embedded so, with their own date."""
    quotes = page.rows_of("blockquote")
    if not quotes.size:
        return np.zeros(len(rows), bool)
    inside: NDArray[np.bool_] = np.any((quotes[:, None] < rows) & (rows < page.end[quotes][:, None]), axis=0)
    return inside


def _short_text(page: Page, row: int) -> str:
    """The text of a row; empty where it is long, because a class can belong to the whole page."""
    table = page.table
    return page.text(row) if table.text_end[row] - table.text_start[row] <= MAX_SHORT_BYTES else ""


def _text_before(page: Page, row: int) -> str:
    """The few characters before a row: its label is there."""
    start = int(page.table.text_start[row])
    return page.text_bytes[max(start - MAX_LABEL_LENGTH, 0) : start].decode(errors="ignore")
