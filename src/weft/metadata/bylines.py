"""Authors and dates as the page prints them: `time`, telling class names, bylines, and the date in the address."""

import re
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from urllib.parse import urlsplit

import numpy as np

from weft.content import Field
from weft.dates import find_dates, normalise_date
from weft.deadline import in_time
from weft.metadata.near_title import ClassWords, Near
from weft.metadata.values import READ_LENGTH, Candidates, add, clean_author, clean_text, first_text, join_authors
from weft.page import Page

ROWS_BEFORE = 100  # the title, within which links to an author are looked for
ROWS_BEHIND = 400
MAX_BLOCKS = 12  # behind the title
FEW_BLOCKS = 4  # before it
MAX_LABEL_LENGTH = 24  # before a date: "Last updated on "
MAX_AROUND_DATE = 60  # characters besides a date in a text that is there to tell it

AUTHOR_CLASS = ClassWords(
    words=("author", "byline", "by-line", "writer", "zuozhe"),
    wanted=re.compile(r"(?:^|[-_])(?:by-?line|author|writer|zuozhe)(?!i[sz]|ing)"),
    unwanted=re.compile(r"bio|image|img|avatar|photo|pic|box|desc|social|job|role|date|time|count|about"),
)
DATE_CLASS = ClassWords(
    words=("date", "time", "publish", "posted"),
    wanted=re.compile(
        r"(?:date|time|published|pubdate|pub[-_]?time|publish(?:ed)?[-_]?(?:date|time|on|at)|posted[-_]?on|timestamp"
        r"|dateline)(?:[-_]{1,2}(?:published|time|created|posted|text|info|meta|wrapper))?$|^(?:date|publish)"
    ),
    unwanted=re.compile(r"update|modified|read|event|expir|validat|video|duration|countdown|candidate|picker"),
)
_UPDATED = re.compile(r"updat|modif|edited|revis|更新|修改|mis à jour|aktualisiert|обновлено", re.IGNORECASE)
_CHINESE_BY = re.compile(
    r"(?:作者|撰文|撰稿人?|记者|(?:^|\s)文)\s{0,2}[:：/／|]\s{0,2}([^\s,，。:：|/／()（）\]】]{2,12})"
)
_AUTHOR_ADDRESS = re.compile(r"/(?:authors?|profiles?|people|contributors?|staff|by)/[^/]")
_URL_DATE = re.compile(
    r"/((?:19|20)\d\d)[/-]?([01]\d)(?:[/-]?([0-3]\d))?(?=[/_.-]|$)"
    r"|[/_-]t?((?:19|20)\d\d)([01]\d)([0-3]\d)(?=[/_.-])"
)
MAX_TEXTS = 12  # in one byline
MAX_BYLINE_LENGTH = 120
BY = re.compile(r"(?:^|[\s|•·])(?:written |posted |published |reported |reviewed )?[Bb][Yy]:?\s+(?=[^\W\d_])")
_CONTINUED = re.compile(r"\s*\n\s*(,|&|and|und|et|y)\s*\n\s*")
_LABEL = re.compile(
    r"(?:\w+\s){0,2}(?:by|on|in|via|was|of|from)|authors?|share|follow|(?:last )?updated?|published|contributors?"
    r"|editors?|staff|name|join(?:ed| date)?|posts?|reply|profile|view (?:archive|profile|all posts)|sign in|log in"
    r"|联系作者|楼主|关注",
    re.IGNORECASE,
)
_NAME = re.compile(r"[^\W\d_][\w.'’\-]*(?:\s(?:[^\W\d_][\w.'’\-]*|&)){0,4}")


@dataclass(frozen=True, kw_only=True)
class DateStyle:
    """How the dates of a page are read."""

    reference: datetime | None = None
    day_first: bool = False


def read_bylines(page: Page, title_row: int, style: DateStyle) -> Candidates:
    """Printed authors and dates: by markup and class, then in texts near the title, last in the address."""
    candidates: Candidates = {}
    near = Near(page, title_row)
    _read_authors(near, candidates)
    _read_dates(near, style, candidates)
    if not (candidates.get("author") and candidates.get("date")):
        _read_blocks(near, style, candidates)
    for fields in candidates.values():
        fields.sort(key=lambda field: int(near.distance(np.array(field.row))))
    _read_url(page, candidates)
    return candidates


def _read_authors(near: Near, candidates: Candidates) -> None:
    """Links to an author, then elements whose class speaks of one."""
    page, title_row = near.page, near.title_row
    links = page.rows_of("a")
    links = links[slice(*np.searchsorted(links, [title_row - ROWS_BEFORE, title_row + ROWS_BEHIND]))]
    marked = [row for row in links.tolist() if _leads_to_author(page, row)]
    for rows in (np.array(marked, np.int64), AUTHOR_CLASS.rows(page, near.lines)):
        named = ((row, name) for row in near(rows) if (name := name_under(page, row)))
        for row, name in islice(named, 1):
            add(candidates, "author", Field(value=name, row=row, source="byline"))


def _leads_to_author(page: Page, row: int) -> bool:
    if "author" in (page.attribute(row, "rel") or "").split():
        return True
    return _AUTHOR_ADDRESS.search(page.attribute(row, "href") or "") is not None


def _read_dates(near: Near, style: DateStyle, candidates: Candidates) -> None:
    """`time` elements and elements whose class speaks of a date, nearest to the title first."""
    page = near.page
    for row in in_time(near(np.union1d(page.rows_of("time"), DATE_CLASS.rows(page, near.lines)))):
        text = page.attribute(row, "datetime") or clean_text(_short_text(page, row))
        classes = " ".join(page.classes(row))
        label = "" if "publish" in classes else f"{classes} {_text_before(page, row)} {text}"
        _add_date(candidates, text, label, Field(row=row, source="byline"), style)
        if candidates.get("date"):
            return


def _short_text(page: Page, row: int) -> str:
    """The text of a row; empty where it is long, because a class can belong to the whole page."""
    table = page.table
    return page.text(row) if table.text_end[row] - table.text_start[row] <= 8 * MAX_BYLINE_LENGTH else ""


def _text_before(page: Page, row: int) -> str:
    """The few characters before a row: its label is there."""
    start = int(page.table.text_start[row])
    return page.text_bytes[max(start - MAX_LABEL_LENGTH, 0) : start].decode(errors="ignore")


def _read_blocks(near: Near, style: DateStyle, candidates: Candidates) -> None:
    """Short blocks around the title that say who wrote the page and when."""
    page, blocks = near.page, near.page.blocks
    first, behind = np.searchsorted(blocks.first, [near.title_row, page.end[near.title_row]]).tolist()
    before = range(first - 1, max(first - 1 - FEW_BLOCKS, -1), -1)
    for index in (*range(behind, min(behind + MAX_BLOCKS, len(blocks))), *before):
        if not 4 <= blocks.chars[index] <= MAX_BYLINE_LENGTH:
            continue
        text = clean_text(blocks.text(index))
        field = Field(row=int(blocks.row[index]), source="byline")
        dates = find_dates(text, reference=style.reference, day_first=style.day_first)
        chinese = _CHINESE_BY.search(text)
        by = BY.search(text) if dates else BY.match(text)
        if name := (clean_author(chinese[1]) if chinese else name_in(text[by.start() :]) if by else ""):
            add(candidates, "author", replace(field, value=name))
        for date in dates[:1]:
            if len(text) - len(date.text) <= MAX_AROUND_DATE:
                _add_date(candidates, date.text, text[max(date.start - MAX_LABEL_LENGTH, 0) : date.start], field, style)


def _add_date(candidates: Candidates, text: str, label: str, field: Field, style: DateStyle) -> None:
    """Add a printed date as `date`, or as `modified` where its label says so."""
    iso = normalise_date(text, reference=style.reference, day_first=style.day_first)
    add(candidates, "modified" if _UPDATED.search(label) else "date", replace(field, value=iso))


def _read_url(page: Page, candidates: Candidates) -> None:
    try:
        path = urlsplit(page.url or "").path
    except ValueError:
        return
    if match := _URL_DATE.search(path):
        parts = [part for part in match.groups() if part]
        add(candidates, "date", Field(value=normalise_date("-".join(parts)), source="url"))


def name_under(page: Page, row: int) -> str:
    """The author in the texts under a row, read one a line: elements of a byline often have no space between them."""
    texts = np.flatnonzero(page.tag[row : page.end[row]] == 0)[:MAX_TEXTS] + row
    return name_in(
        "\n".join(text for inner in texts.tolist() if (text := clean_text(first_text(page, inner, READ_LENGTH))))
    )


def name_in(text: str) -> str:
    """The author in a byline of one or more lines, without dates, labels and what follows the name."""
    if not text or len(text) > MAX_BYLINE_LENGTH:
        return ""
    text = _CONTINUED.sub(lambda match: f" {match[1]} ", text)
    for line in text.split("\n"):
        by = BY.search(line)
        line = line[by.end() :] if by else line
        dates = find_dates(line)
        name = join_authors([line[: dates[0].start] if dates else line])
        if name and _LABEL.fullmatch(name) is None:
            return name if all(_NAME.fullmatch(part) for part in re.split("[;,] ", name)) else ""
    return ""
