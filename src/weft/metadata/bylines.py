"""Authors as the page prints them: links to an author, telling class names, lines that begin with "by"."""

import re
from itertools import islice

import numpy as np

from weft.content import Field
from weft.dates import find_dates
from weft.metadata.author_labels import is_label, labelled_name
from weft.metadata.near_title import ClassWords, Near, block_texts, texts_under
from weft.metadata.values import Candidates, add, clean_author, clean_text, join_authors
from weft.page import Page

ROWS_BEFORE = 100  # the title, within which links to an author are looked for
ROWS_BEHIND = 400
MAX_BLOCKS = 12  # behind the title
FEW_BLOCKS = 4  # before it

AUTHOR_CLASS = ClassWords(
    words=("author", "byline", "by-line", "writer", "zuozhe", "auteur", "autor"),
    wanted=re.compile(r"(?:^|[-_])(?:by-?line|author|writer|zuozhe|auteur|autor)(?!i[sz]|ing)"),
    unwanted=re.compile(r"bio|image|img|avatar|photo|pic|box|desc|social|job|role|date|time|count|about"),
)
_CHINESE_BY = re.compile(
    r"(?:作者|撰文|撰稿人?|记者|(?:^|\s)文)\s{0,2}[:：/／|]\s{0,2}([^\s,，。:：|/／()（）\]】]{2,12})"
)
_AUTHOR_ADDRESS = re.compile(
    r"/(?:authors?|profiles?|people|contributors?|staff|by|autor(?:en|in|es)?|auteurs?|autori|writers?|journalists?|reporters?|newsteam)/[^/]"
)
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


def read_bylines(near: Near) -> Candidates:
    """Printed authors: by markup and class, then in texts near the title."""
    candidates: Candidates = {}
    _read_authors(near, candidates)
    if not candidates.get("author"):
        _read_blocks(near, candidates)
    for fields in candidates.values():
        fields.sort(key=lambda field: int(near.distance(np.array(field.row))))
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


def _read_blocks(near: Near, candidates: Candidates) -> None:
    """Short blocks around the title that say who wrote the page."""
    page, blocks = near.page, near.page.blocks
    first, behind = np.searchsorted(blocks.first, [near.title_row, page.end[near.title_row]]).tolist()
    before = range(first - 1, max(first - 1 - FEW_BLOCKS, -1), -1)
    for index in (*range(behind, min(behind + MAX_BLOCKS, len(blocks))), *before):
        if not 4 <= blocks.chars[index] <= MAX_BYLINE_LENGTH:
            continue
        text = clean_text(" ".join(block_texts(page, index)))
        chinese = _CHINESE_BY.search(text)
        by = None if chinese else BY.search(text)
        if by and by.start() and not find_dates(text):
            by = None  # in the middle of a line only beside a date
        name = clean_author(chinese[1]) if chinese else name_in(text[by.start() :]) if by else ""
        if name := name or name_in(labelled_name(text)):
            add(candidates, "author", Field(value=name, row=int(blocks.row[index]), source="byline"))


def name_under(page: Page, row: int) -> str:
    """The author in the texts under a row, read one a line: elements of a byline often have no space between them."""
    return name_in("\n".join(texts_under(page, row, int(page.end[row]))))


def name_in(text: str) -> str:
    """The author in a byline of one or more lines, without dates, labels and what follows the name."""
    if not text or len(text) > MAX_BYLINE_LENGTH:
        return ""
    text = _CONTINUED.sub(lambda match: f" {match[1]} ", text)
    for line in text.split("\n"):
        by = BY.search(line)
        line = line[by.end() :] if by else labelled_name(line) or line
        dates = find_dates(line)
        name = join_authors([line[: dates[0].start] if dates else line])
        if name and _LABEL.fullmatch(name) is None and not is_label(name):
            return name if all(_NAME.fullmatch(part) for part in re.split("[;,] ", name)) else ""
    return ""
