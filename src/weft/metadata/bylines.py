"""Authors as the page prints them: links to an author, telling class names, lines that begin with "by"."""

import re
from itertools import islice

import numpy as np

from weft.content import Field
from weft.dates import find_dates
from weft.deadline import in_time
from weft.metadata.author_labels import is_day, is_label, is_name, labelled_name, may_be_labelled
from weft.metadata.near_title import Near, block_texts, texts_under
from weft.metadata.relations import Relations
from weft.metadata.values import Candidates, add, clean_author, clean_text, join_authors
from weft.page import Page, tag_number

_A = tag_number("a")
ROWS_BEFORE = 100  # the title, within which links to an author are looked for
ROWS_BEHIND = 400
MAX_BLOCKS = 12  # behind the title
FEW_BLOCKS = 4  # before it

_CHINESE_BY = re.compile(
    r"(?:作者|撰文|撰稿人?|记者|(?:^|\s)文)\s{0,2}[:：/／|]\s{0,2}([^\s,，。:：|/／()（）\]】]{2,12})"
)
MAX_BYLINE_LENGTH = 120
MAX_DATED_LENGTH = 80  # characters of a line of a date and a name, and of one that names the author far below
MAX_FULL_NAME = 3  # words
CLOSE_BLOCKS = 3  # behind the title
MAX_FAR = 300  # blocks behind the title in which a label is looked for
BY = re.compile(r"(?:^|[\s|•·])(?:written |posted |published |reported |reviewed )?[Bb][Yy]:?\s+(?=[^\W\d_])")
_CONTINUED = re.compile(r"\s*\n\s*(,|&|and|und|et|y)\s*\n\s*")
# Two words with a capital that stand beside a date and are nobody's name.
NO_NAME = re.compile(
    r"\b(?:press|release|news\w*|blog\w*|articles?|updated?|reports?|read\w*|min\w*|views?|comments?|posted|published|category"
    r"|share|presse\w*|meldung|kommentare?|uhr|about|author|more|the|all|our|your|with|view|profile|follow|by)\b",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"(?:\w+\s){0,2}(?:by|on|in|via|was|of|from)|authors?|share|follow|(?:last )?updated?|published|contributors?"
    r"|editors?|staff|name|join(?:ed| date)?|posts?|reply|profile|view (?:archive|profile|all posts)|sign in|log in"
    r"|联系作者|楼主|关注",
    re.IGNORECASE,
)
_ONE_WORD = re.compile(r"[A-ZÀ-ÖØ-ÞА-ЯΑ-Ω][\w.'’\-]+")
_NAME = re.compile(r"[^\W\d_][\w.'’\-]*(?:\s(?:[^\W\d_][\w.'’\-]*|&)){0,4}")


def read_bylines(near: Near, relations: Relations) -> Candidates:
    """Printed authors: by markup and class, then in texts near the title."""
    candidates: Candidates = {}
    _read_authors(near, relations, candidates)
    for read in (_read_blocks, _read_boxes, _read_far):
        if not candidates.get("author"):
            read(near, candidates)
    for fields in candidates.values():
        fields.sort(key=lambda field: int(near.distance(np.array(field.row))))
    return candidates


def _read_authors(near: Near, relations: Relations, candidates: Candidates) -> None:
    """Links to an author, then elements whose class speaks of one."""
    page, first, last = near.page, near.title_row - ROWS_BEFORE, near.title_row + ROWS_BEHIND
    links = {*near.leading["author"].tolist(), *relations.get("author", ())}
    links = {row for row in links if first <= row < last and page.tag[row] == _A}
    for rows in (np.array(sorted(links), np.int64), near.named["author"]):
        named = ((row, name) for row in near(rows) if (name := name_under(page, row)))
        for row, name in islice(named, 1):
            add(candidates, "author", Field(value=name, row=row, source="byline"))


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
        is_close = index < behind + CLOSE_BLOCKS
        if name := name or name_in(labelled_name(text)) or (name_beside_date(text) if is_close else ""):
            add(candidates, "author", Field(value=name, row=int(blocks.row[index]), source="byline"))


def name_beside_date(text: str) -> str:
    """The name in a line that has nothing else but a date; empty where the rest is written otherwise.

    >>> name_beside_date("11.12.2019 - Amelie Lee"), name_beside_date("11.12.2019 - Press release")
    ('Amelie Lee', '')
    """
    dates = find_dates(text) if len(text) <= MAX_DATED_LENGTH else []
    if len(dates) != 1:
        return ""
    rest = (text[: dates[0].start] + " " + text[dates[0].end :]).strip(" ,;:|–—-·•/")
    words = rest.split()
    is_full = 2 <= len(words) <= MAX_FULL_NAME and is_name(rest) and all(word[0].isupper() for word in words)
    return rest if is_full and _NAME.fullmatch(rest) and not NO_NAME.search(rest) else ""


def _read_boxes(near: Near, candidates: Candidates) -> None:
    """The box that tells of the author, often below the article: the first line in it that is a whole name."""
    page = near.page
    for row in near(near.named["author box"]):
        for text in texts_under(page, row, int(page.end[row])):
            name = name_in(text) if len(text) <= MAX_DATED_LENGTH else ""
            if len(name.split()) >= 2 and is_name(name) and not NO_NAME.search(name):
                add(candidates, "author", Field(value=name, row=row, source="byline"))
                return


def _read_far(near: Near, candidates: Candidates) -> None:
    """A short line anywhere behind the title that says who wrote the page: the end of an article often does."""
    page, blocks = near.page, near.page.blocks
    behind = int(np.searchsorted(blocks.first, page.end[near.title_row]))
    lengths = blocks.chars[behind:]
    fits = np.flatnonzero((lengths >= 2) & (lengths <= MAX_DATED_LENGTH) & ~blocks.hidden[behind:])
    for index in in_time((fits[:MAX_FAR] + behind).tolist()):
        text = blocks.text(index)
        if not may_be_labelled(text):
            continue
        row, text = int(blocks.row[index]), clean_text(text)
        name = name_in(labelled_name(text)).split(", ")[0] or (_next_name(page, index) if is_label(text) else "")
        if name and not near.in_side(row):
            add(candidates, "author", Field(value=name, row=row, source="byline"))
            return


def _next_name(page: Page, index: int) -> str:
    """The whole name that the block behind a label is, empty where it says something else."""
    blocks = page.blocks
    is_short = index + 1 < len(blocks) and blocks.chars[index + 1] <= MAX_DATED_LENGTH
    name = name_in(clean_text(blocks.text(index + 1))) if is_short else ""
    return name if is_name(name.split("; ")[0]) and not NO_NAME.search(name) else ""


def name_under(page: Page, row: int) -> str:
    """The author in the texts under a row, read one a line: elements of a byline often have no space between them."""
    return name_in("\n".join(_joined(texts_under(page, row, int(page.end[row])))))


def _joined(texts: list[str]) -> list[str]:
    """The texts, with single words of a name that stand in elements of their own as one.

    >>> _joined(["By", "Ann", "Lee"]), _joined(["Ann", "Editor"]), _joined(["Ann Lee", "Bonn"])
    (['By', 'Ann Lee'], ['Ann', 'Editor'], ['Ann Lee', 'Bonn'])
    """
    joined: list[str] = []
    is_open = False  # whether the last text is one word of a name
    for text in texts:
        is_word = _ONE_WORD.fullmatch(text) is not None and _LABEL.fullmatch(text) is None and not is_label(text)
        if is_word and is_open:
            joined[-1] += f" {text}"
        else:
            joined.append(text)
        is_open = is_word
    return joined


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
        if name and _LABEL.fullmatch(name) is None and not is_label(name) and not is_day(name):
            return name if all(_NAME.fullmatch(part) for part in re.split("[;,] ", name)) else ""
    return ""
