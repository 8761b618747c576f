"""Authors and dates as the page prints them: `time`, telling class names, bylines, and the date in the address."""

import re
from dataclasses import dataclass, replace
from datetime import datetime
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from weft.content import Field
from weft.dates import find_dates, normalise_date
from weft.metadata.classes import ClassWords
from weft.metadata.found import Found, add
from weft.metadata.values import clean_author, clean_text, join_authors
from weft.page import Page

MOST_ROWS = 12  # of one kind, nearest to the title first
BEFORE_TITLE = 3  # how much farther a row before the title counts
ROWS_BEFORE = 100  # the title, within which links to an author are looked for
ROWS_BEHIND = 400
MOST_BLOCKS = 12  # behind the title
FEW_BLOCKS = 4  # before it
LONGEST_BYLINE = 120
MOST_TEXTS = 12  # in one byline
MOST_AROUND_DATE = 60  # characters besides a date in a text that is there to tell it

AUTHOR_CLASS = ClassWords(
    hints=("author", "byline", "by-line", "writer", "zuozhe"),
    wanted=re.compile(r"(?:^|[-_])(?:by-?line|author|writer|zuozhe)(?!i[sz]|ing)"),
    unwanted=re.compile(r"bio|image|img|avatar|photo|pic|box|desc|social|job|role|date|time|count|about"),
)
DATE_CLASS = ClassWords(
    hints=("date", "time", "publish", "posted"),
    wanted=re.compile(
        r"(?:date|time|published|pubdate|pub[-_]?time|publish(?:ed)?[-_]?(?:date|time|on|at)|posted[-_]?on|timestamp"
        r"|dateline)(?:[-_]{1,2}(?:published|time|created|posted|text|info|meta|wrapper))?$|^(?:date|publish)"
    ),
    unwanted=re.compile(r"update|modified|read|event|expir|validat|video|duration|countdown|candidate|picker"),
)
SIDE_CLASS = ClassWords(
    hints=("comment", "repl", "related", "sidebar", "widget", "recent", "popular", "footer", "nav", "menu", "teaser")
    + ("promo", "trending", "recommend", "carousel"),
    wanted=re.compile(
        r"comment|repl(?:y|ies)|related|sidebar|widget|recent|popular|footer|\bnav|menu|teaser|promo|trending|recommend"
        r"|carousel"
    ),
)
_UPDATED = re.compile(r"updat|modif|edited|revis|更新|修改|mis à jour|aktualisiert|обновлено", re.IGNORECASE)
_BY = re.compile(r"(?:^|[\s|•·])(?:written |posted |published |reported |reviewed )?[Bb][Yy]:?\s+(?=[^\W\d_])")
_CHINESE_BY = re.compile(r"(?:作者|撰文|撰稿人?|记者|(?:^|\s)文)\s{0,2}[:：/／|]\s{0,2}([^\s,，。:：|/／()（）\]】]{2,12})")  # noqa: RUF001
_AUTHOR_ADDRESS = re.compile(r"/(?:authors?|profiles?|people|contributors?|staff|by)/[^/]")
_CONTINUED = re.compile(r"\s*\n\s*(,|&|and|und|et|y)\s*\n\s*")
_LABEL = re.compile(
    r"(?:\w+\s){0,2}(?:by|on|in|via|was)|authors?|share|follow|updated|last updated?|published|contributors?|editors?|staff|name",
    re.IGNORECASE,
)
_NAME = re.compile(r"[^\W\d_][\w.'’\-]*(?:\s(?:[^\W\d_][\w.'’\-]*|&)){0,4}")  # noqa: RUF001
_URL_DATE = re.compile(r"/((?:19|20)\d\d)[/-]?([01]\d)(?:[/-]?([0-3]\d))?(?=[/_.-]|$)|[/_-]t?((?:19|20)\d\d)([01]\d)([0-3]\d)(?=[/_.-])")


@dataclass(frozen=True, kw_only=True)
class DateReading:
    """How the dates of a page are read."""

    reference: datetime | None = None
    day_first: bool = False


def read_bylines(page: Page, title_row: int, reading: DateReading) -> Found:
    """What is printed: authors and dates by markup and class names, then in the texts near the title; the address last."""
    found: Found = {}
    near = _Near(page, title_row)
    _read_authors(near, found)
    _read_times(near, reading, found)
    _read_date_classes(near, reading, found)
    _read_blocks(page, title_row, reading, found)
    _read_url(page, found)
    return found


class _Near:
    """Orders rows by their distance from the title and leaves out side matter."""

    def __init__(self, page: Page, title_row: int) -> None:
        self.page = page
        self.title_row = title_row
        side = np.union1d(page.rows_of("nav", "aside", "footer"), SIDE_CLASS.rows(page))
        side = side[(page.end[side] - side) * 2 < len(page)]  # a class of `body` speaks of the whole page
        self.in_side = np.zeros(len(page), bool)
        for row in side.tolist():
            self.in_side[row : page.end[row]] = True

    def __call__(self, rows: NDArray[np.int64]) -> list[int]:
        """The rows that are no side matter, those behind the title first, nearest first."""
        kept = rows[~self.in_side[rows]].tolist()
        return sorted(kept, key=self._distance)[:MOST_ROWS]

    def _distance(self, row: int) -> int:
        return row - self.title_row if row >= self.title_row else BEFORE_TITLE * (self.title_row - row)


def _read_authors(near: _Near, found: Found) -> None:
    """Links to an author, then elements whose class speaks of one."""
    page, title_row = near.page, near.title_row
    links = page.rows_of("a")
    links = links[slice(*np.searchsorted(links, [title_row - ROWS_BEFORE, title_row + ROWS_BEHIND]))]
    marked = [row for row in links.tolist() if _leads_to_author(page, row)]
    for row in near(np.array(marked, np.int64)) + near(AUTHOR_CLASS.rows(page)):
        if name := name_in(_lines(page, row)):
            add(found, "author", Field(value=name, row=row, source="byline"))


def _leads_to_author(page: Page, row: int) -> bool:
    if "author" in (page.attribute(row, "rel") or "").split():
        return True
    return _AUTHOR_ADDRESS.search(page.attribute(row, "href") or "") is not None


def _lines(page: Page, row: int) -> str:
    """The texts under a row, one a line: elements of a byline often have no space between them."""
    texts = np.flatnonzero(page.tag[row : page.end[row]] == 0)[:MOST_TEXTS] + row
    return "\n".join(text for inner in texts.tolist() if (text := clean_text(page.text(inner))))


def name_in(text: str) -> str:
    """The author in a byline of one or more lines, without dates, labels and what follows the name."""
    if not text or len(text) > LONGEST_BYLINE:
        return ""
    text = _CONTINUED.sub(lambda match: f" {match[1]} ", text)
    for line in text.split("\n"):
        by = _BY.search(line)
        line = line[by.end() :] if by else line
        dates = find_dates(line)
        name = join_authors([line[: dates[0].start] if dates else line])
        if name and _LABEL.fullmatch(name) is None:
            return name if all(_NAME.fullmatch(part) for part in re.split("[;,] ", name)) else ""
    return ""


def _read_times(near: _Near, reading: DateReading, found: Found) -> None:
    page = near.page
    for row in near(page.rows_of("time")):
        text = page.attribute(row, "datetime") or page.text(row)
        context = " ".join(page.classes(row)) + " " + page.text(int(page.parent[row]))[:LONGEST_BYLINE]
        _add_date(found, text, context, Field(row=row, source="time"), reading)


def _read_date_classes(near: _Near, reading: DateReading, found: Found) -> None:
    for row in near(DATE_CLASS.rows(near.page)):
        text = clean_text(near.page.text(row)[:LONGEST_BYLINE])
        _add_date(found, text, text, Field(row=row, source="byline"), reading)


def _read_blocks(page: Page, title_row: int, reading: DateReading, found: Found) -> None:
    """Short blocks behind the title that say who wrote the page and when."""
    blocks = page.blocks
    first, behind = np.searchsorted(blocks.first, [title_row, page.end[title_row]]).tolist()
    before = range(first - 1, max(first - 1 - FEW_BLOCKS, -1), -1)
    for index in (*range(behind, min(behind + MOST_BLOCKS, len(blocks))), *before):
        if not 4 <= blocks.chars[index] <= LONGEST_BYLINE:
            continue
        text = clean_text(blocks.text(index))
        field = Field(row=int(blocks.row[index]), source="text")
        chinese = _CHINESE_BY.search(text)
        by = _BY.match(text) or (_BY.search(text) if find_dates(text) else None)
        if name := (clean_author(chinese[1]) if chinese else name_in(text[by.start() :]) if by else ""):
            add(found, "author", replace(field, value=name))
        for date in find_dates(text, reference=reading.reference, day_first=reading.day_first)[:1]:
            if len(text) - len(date.text) <= MOST_AROUND_DATE:
                _add_date(found, date.text, text, field, reading)


def _add_date(found: Found, text: str, context: str, field: Field, reading: DateReading) -> None:
    """A printed date as it is meant: published, or modified where the text around it says so."""
    iso = normalise_date(text, reference=reading.reference, day_first=reading.day_first)
    add(found, "modified" if _UPDATED.search(context) else "date", replace(field, value=iso))


def _read_url(page: Page, found: Found) -> None:
    try:
        path = urlsplit(page.url or "").path
    except ValueError:
        return
    if match := _URL_DATE.search(path):
        parts = [part for part in match.groups() if part]
        add(found, "date", Field(value=normalise_date("-".join(parts)), source="url"))
