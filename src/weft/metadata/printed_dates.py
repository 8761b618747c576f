"""Dates as a page prints them: in short blocks around the title, in `time`, in elements of a telling class.

How the dates of a page are read: the time at which it was read, and whether the day comes first.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from weft.addresses import host_of
from weft.content import Field
from weft.deadline import check_deadline, kernel_call
from weft.kernel.metadata import dated_blocks, day_votes, published_lines
from weft.late_patterns import late_pattern
from weft.metadata.near_title import MAX_TEXT_ROWS, MAX_TEXTS, Near, block_texts
from weft.metadata.values import clean_text
from weft.page import Page
from weft.page.once import computed_once
from weft.text import find_dates, normalise_date
from weft.text.dates import read_iso

DAY = len("2022-09-04")
# English is written month first in the United States and what belongs to them, and in the Philippines.
MONTH_FIRST_REGIONS = frozenset("US PH PR GU VI AS MP UM PW FM MH BZ".split())
# Where the year comes first, a year at the end follows the American way.
MONTH_FIRST = frozenset("en zh ja ko fil tl".split())
# Countries whose English puts the day first; a page without a region may have their domain.
DAY_FIRST_DOMAINS = frozenset("uk ie au nz in za sg hk my ke ng gh pk lk bd ug tz zw mt jm".split())
MAX_SEARCHED = 200_000  # bytes of a page's text in which other dates are looked for

_AMBIGUOUS = late_pattern(r"(?<!\d)(\d\d?)([/.-])(\d\d?)\2(?:\d{4}|\d\d)(?!\d)")


class DateStyle:
    """How the dates of a page are read; whether the day comes first is looked for when a date needs it."""

    def __init__(
        self, *, reference: datetime | None = None, find_day_first: Callable[[], bool] = lambda: False
    ) -> None:
        self.reference = reference
        self._find_day_first = find_day_first

    @computed_once
    def day_first(self) -> bool:
        """Whether the day comes first."""
        return self._find_day_first()

    def read(self, text: str) -> str:
        """The date of a short text in ISO 8601; empty where it is none, or a time stamp of zero."""
        iso = read_iso(text, self.reference) or normalise_date(text, reference=self.reference, day_first=self.day_first)
        return "" if iso.startswith("1970-01-01") else iso

    def turned(self) -> "DateStyle":
        """The other order of day and month."""
        return DateStyle(reference=self.reference, find_day_first=lambda: not self.day_first)


def is_ambiguous(text: str) -> bool:
    """Whether a text has a date that is another one where day and month change places.

    >>> is_ambiguous("02/04/2022"), is_ambiguous("22/04/2022"), is_ambiguous("2 April 2022")
    (True, False, False)
    """
    match = _AMBIGUOUS.search(text)
    return match is not None and match[2] != "." and int(match[1]) <= 12 and int(match[3]) <= 12


def writes_day_first(page: Page, language: Field, tags: list[str]) -> bool | None:
    """Whether the day comes first by language and region; None where the page does not tell its language.

    `tags` are the language tags as the page writes them: `en-GB`, `en_US`.
    """
    if not language:
        return None
    if language.value != "en":
        return language.value not in MONTH_FIRST
    for tag in tags:
        region = re.search(r"[-_]([A-Za-z]{2})$", tag.strip())
        if region and tag.strip().lower().startswith("en"):
            return region[1].upper() not in MONTH_FIRST_REGIONS
    return _country(page) in DAY_FIRST_DOMAINS


def _country(page: Page) -> str:
    return host_of(page.url or "").rpartition(".")[2]


def order_in_text(page: Page) -> bool | None:
    """Whether other dates of the page put the day first: one of its numbers is over 12; None where none tells.

    >>> from weft import parse
    >>> order_in_text(parse("<p>23/04/2022 and 02/04/2022")), order_in_text(parse("<p>02/04/2022"))
    (True, None)
    """
    votes = day_votes(page.table, MAX_SEARCHED)
    return votes > 0 if votes else None


CLOSE_BLOCKS = 3  # behind the title and before it
MAX_BLOCKS = 12  # behind the title
MIN_BLOCK_LENGTH, MAX_BLOCK_LENGTH = 4, 120
MAX_LABEL_LENGTH = 24  # before a date: "Last updated on "
MAX_AROUND_CLOSE = 60  # characters besides a date in a block that is there to tell it
MAX_AROUND_LATER = 20  # the same, farther from the title
ROWS_BEHIND, ROWS_BEFORE = 150, 60  # the title: a marked date within them is the page's
MIN_LABELLED_LENGTH, MAX_LABELLED_LENGTH = 8, 300  # characters of such a line
MAX_LABELLED = 400  # blocks in which a line that says "published" is looked for
DATELINE_BLOCKS = 5  # behind the title
MAX_DATELINE = 90  # characters of a paragraph in which its date and the dash behind it stand
MAX_WORDS_BEFORE = 5

UPDATED_WORDS = (
    "updat", "modif", "edited", "revis", "amended", "更新", "修改", "mise à jour", "mis à jour", "aktualisiert",
    "aktualisierung", "geändert", "änderung", "actualiza", "atualiza", "aggiornat", "bijgewerkt", "gewijzigd",
    "uppdatera", "oppdatert", "opdateret", "päivitetty", "aktualiz", "zaktualiz", "güncelle", "обновлен", "изменен",
    "оновлен", "ενημερ", "업데이트", "수정", "diperbarui", "cập nhật",
)  # fmt: skip
PUBLISHED_WORDS = (
    *(f"{this} {article}" for this in ("dieser", "this", "cet")
      for article in ("artikel", "beitrag", "eintrag", "article", "post", "entry")),
    "publi", "veröffentlich", "erschienen", "erstellt", "verfasst", "geschrieben", "eingestellt", "posted", "written",
    "created", "publicad", "pubblicat", "geplaatst", "opublikowan", "опубликован", "发布", "發佈", "公開",
)  # fmt: skip
"""What a label before a date has, in lower case; the kernel reads both tables, too."""

UPDATED = late_pattern("|".join(UPDATED_WORDS), re.IGNORECASE)
PUBLISHED = late_pattern("|".join(PUBLISHED_WORDS), re.IGNORECASE)
_DATELINE_END = late_pattern(r"\)?,?\s{0,2}(?:\([^)]{1,30}\)|\|?\s?[\w./ ]{1,20})?\s{0,2}(?:[–—|:]|-\s|-{2})")
_DIGIT = late_pattern(r"[\d年]")


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
        first, behind, count = self.near.title_blocks
        after = range(behind, min(behind + CLOSE_BLOCKS, count))
        before = range(first - 1, max(first - 1 - CLOSE_BLOCKS, -1), -1)
        for index, row, text in self._dated([*after, *before]):
            yield from self._in_block(index, row, text, MAX_AROUND_CLOSE)

    def marked(self) -> Iterator[PrintedDate]:
        """In `time`, `abbr` and elements whose class speaks of a date, nearest to the title first."""
        page = self.near.page
        with kernel_call():
            marked = self.near.marked()
        for row, said, is_attribute in check_deadline(marked):
            text = said if is_attribute else clean_text(said)
            iso = self.style.read(text)
            if iso:
                classes = " ".join(page.classes(row))
                label = "" if "publish" in classes else f"{classes} {_text_before(page, row)} {text}"
                yield PrintedDate(iso=iso, row=row, text=text, is_update=UPDATED.search(label) is not None)

    def later(self) -> Iterator[PrintedDate]:
        """In short blocks farther behind the title."""
        _, behind, count = self.near.title_blocks
        last = min(behind + MAX_BLOCKS, count)
        for index, row, text in self._dated(list(range(behind + CLOSE_BLOCKS, last))):
            yield from self._in_block(index, row, text, MAX_AROUND_LATER)

    def datelines(self) -> Iterator[PrintedDate]:
        """At the beginning of the first paragraphs: "Berlin, 25 January 2022 – …", as press releases write it."""
        behind, blocks = self.near.title_blocks[1], self.near.page.blocks
        for index in range(behind, min(behind + DATELINE_BLOCKS, len(blocks))):
            if blocks.chars[index] <= MAX_DATELINE or blocks.hidden[index]:
                continue
            text = clean_text(blocks.text(index)[: 2 * MAX_DATELINE])[:MAX_DATELINE]
            dates = find_dates(text, day_first=self.style.day_first) if _DIGIT.search(text) else []
            for date in dates[:1]:
                before = text[: date.start]
                if len(before.split()) <= MAX_WORDS_BEFORE and ends_dateline(text[date.end :]):
                    is_update = UPDATED.search(before) is not None
                    row = int(blocks.row[index])
                    yield PrintedDate(iso=date.iso, row=row, text=date.text, is_update=is_update)

    def labelled(self) -> Iterator[PrintedDate]:
        """In a block anywhere behind the title that says "published": the foot of an article often does."""
        page, blocks = self.near.page, self.near.page.blocks
        with kernel_call() as seconds:
            first, lengths = self.near.title_blocks[1], (MIN_LABELLED_LENGTH, MAX_LABELLED_LENGTH)
            lines = published_lines(page.table, first, MAX_LABELLED, lengths, seconds=seconds)
        for index in check_deadline(lines):
            row, text = int(blocks.row[index]), blocks.text(index)
            if PUBLISHED.search(text) and not self.near.in_side(row):
                yield from self._in_block(index, row, text, MAX_LABELLED_LENGTH, label=PUBLISHED)

    def _dated(self, indexes: list[int]) -> list[tuple[int, int, str]]:
        """The short blocks among some that may print a date, with their rows and texts: most do not."""
        with kernel_call():
            lengths = (MIN_BLOCK_LENGTH, MAX_BLOCK_LENGTH)
            return dated_blocks(self.near.page.table, indexes, lengths, (MAX_TEXTS, MAX_TEXT_ROWS))

    def _in_block(
        self, index: int, row: int, text: str, around: int, *, label: re.Pattern[str] | None = None
    ) -> Iterator[PrintedDate]:
        """The dates of a short block that says little else; `label` is what must stand before them."""
        text = clean_text(text)
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
                is_update = UPDATED.search(before[-2 * MAX_LABEL_LENGTH :]) is not None
                yield PrintedDate(iso=date.iso, row=row, text=date.text, is_update=is_update)

    def _line_before(self, index: int) -> str:
        """The short block before one: it may be the label of a date."""
        blocks = self.near.page.blocks
        return blocks.text(index - 1) if index and blocks.chars[index - 1] <= MAX_LABEL_LENGTH else ""

    def is_beside(self, row: int) -> bool:
        """Whether a row is so near to the title that a marked date there is the page's and no teaser's."""
        return -ROWS_BEFORE < row - self.near.title_row < ROWS_BEHIND


def ends_dateline(text: str) -> bool:
    """Whether what stands behind a date begins an article.

    >>> ends_dateline(" – It rained"), ends_dateline(" it rained")
    (True, False)
    """
    return _DATELINE_END.match(text) is not None


def _text_before(page: Page, row: int) -> str:
    """The few characters before a row: its label is there."""
    start = int(page.table.text_start[row])
    return page.text_bytes[max(start - MAX_LABEL_LENGTH, 0) : start].decode(errors="ignore")
