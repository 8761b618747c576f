"""Board rows: the records that name a thread each.

The title tells a row: a link in the same slot of every row, to another page each time. The other parts are told by
their kind (a name, a time, a number) and by what is around them. The last reply comes behind the numbers or beside a
word such as "last". The words beside a number tell whether it counts replies or views.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_time, in_time
from weft.page import Page
from weft.records.alignment import Column, Mask, Slots
from weft.records.evidence import HEADINGS, REPLY_MARK, Evidence, link_around
from weft.records.item_fields import PRICE
from weft.records.names import marked_columns
from weft.records.single_post import LAST
from weft.records.times import text_before
from weft.records.words import TITLE

PRESENT = 0.7  # share of the rows that have a title in the slot
VARIED = 0.6  # share of the titles that differ: the replies of a thread all have its title
SURE = 4.5  # score from which links are titles
EXCERPT = 1.5  # what a second link to the same page lacks for being the title
MAX_TITLE_LENGTH = 200

_NO_TITLE = re.compile(r"[\W_]*[\d,.]+\s*[kKmM万]?[\W_]*|\W*")
_THREAD = re.compile(
    r"thread|topic|tid|[?&]t=|/t/|/d/|discuss|question|ask|read|article|post|[?&]p=|view(?!forum|board)", re.IGNORECASE
)
_DIGITS = re.compile(r"\d+")
_SURE_THREAD = re.compile(r"tid|thread|topic|[?&]t=\d", re.IGNORECASE)
_ELSEWHERE = re.compile(
    r"forumdisplay|viewforum|forum-?\d|[?&]f(?:id)?[=-]\d+|/forums?/[^/]*/?$|/forum/|[?&]forum=|post_type=forum|board|categor"
    r"|/c/|/f/|section|member|profile|user|space|uid|gid=|search|javascript:|login|^#|^mailto:",
    re.IGNORECASE,
)
PRESENT = 0.7  # share of the rows that have a number in the slot
MAX_COUNT_LENGTH = 40  # characters of a text that is a number with its label
MAX_LABEL_LENGTH = 20
MAX_NEIGHBOURS = 4  # siblings that can label a number
MAX_NUMBERS = 64  # columns of numbers that are looked at: a row of a board has a few
_NUMBER = re.compile(r"^\D{0,14}?(\d[\d,.]*\s?[kKmM万]?)\D{0,14}$")
_FRACTION = re.compile(r"\d+[.,]\d{1,2}")  # 9.50 and 4,5 are measured, not counted
_GROUPED = re.compile(r"\d{1,3}(?:\.\d{3})+")  # 1.234 in the half of the world that writes 1,5 for a half
_REPLIES = re.compile(
    r"repl|回复|回帖|^回|answer|comment|posts?$|评论|réponse|antwort|respuesta|ответ|chat|message", re.IGNORECASE
)
_VIEWS = re.compile(r"view|查看|浏览|^看|阅读|hits|\bread|eye|aufruf|lecture|visita|просмотр|点击", re.IGNORECASE)
_REPLY_COUNT = re.compile(
    r"\d\s?[篇个条]?(?:回复|回帖|评论)|(?:回复|replies|comments)\s?[:：]?\s?\d"
    r"|\d\s(?:repl(?:y|ies)|posts?|answers?|comments?|messages?)\b",
    re.IGNORECASE,
)
_FACTORS = {"k": 1e3, "K": 1e3, "m": 1e6, "M": 1e6, "万": 1e4}


@dataclass(frozen=True, kw_only=True)
class BoardRow:
    """A row by the rows of its parts, -1 for none; times are indices in the page's times."""

    start: int
    end: int
    title: int
    author: int = -1
    time: int = -1
    last_author: int = -1
    last_time: int = -1
    replies: int = -1
    views: int = -1


def read_rows(evidence: Evidence, slots: Slots) -> list[BoardRow]:
    """The rows of a region that have a title; empty where they name no threads."""
    titles = find_titles(evidence, slots)
    numbers = count_columns(evidence, slots, titles) if titles else []
    if not titles or _is_index(evidence, slots, titles, numbers):
        return []
    replies, views = find_counts(evidence, numbers)
    behind = {record: row for record, row in (replies | views).items() if record in titles and row > titles[record]}
    taken = np.zeros(len(evidence.page), np.bool_)
    taken[list(titles.values())] = True
    author, last_author = _split(evidence, marked_columns(evidence, slots, taken), behind)
    stamps = slots.columns(evidence.is_time[slots.rows], plain=2.0).values()
    time, last_time = _split(evidence, list(stamps), behind)
    index = {row: time_index for time_index, row in enumerate(evidence.times.rows.tolist())}
    return [
        BoardRow(
            start=start, end=end, title=titles[i], author=author.get(i, -1), time=index.get(time.get(i, -1), -1),
            last_author=last_author.get(i, -1), last_time=index.get(last_time.get(i, -1), -1),
            replies=replies.get(i, -1), views=views.get(i, -1),
        )
        for i, (start, end) in enumerate(slots.ranges)
        if i in titles
    ]  # fmt: skip


def find_titles(evidence: Evidence, slots: Slots) -> Column:
    """The row of the title's text of each record, by record; empty where no slot of links is sure to be titles."""
    n = len(slots.ranges)
    links = _link_texts(evidence, slots)
    best, chosen = 0.0, Column()
    for order, column in in_time(enumerate(_first_columns(slots, links))):
        if len(column) < PRESENT * n:
            continue
        score, elsewhere = _title_score(evidence, column, n)
        if elsewhere and not chosen:
            return {}  # rows that begin with a link to a board or a person are no threads
        if chosen and _same_links(evidence, chosen, column):
            score -= EXCERPT  # behind the title comes the beginning of the text with the same link
        if score - 0.05 * order > best:
            best, chosen = score - 0.05 * order, column
    return _with_odd_rows(evidence, slots, chosen, links) if best >= SURE else {}


def _link_texts(evidence: Evidence, slots: Slots) -> Mask:
    page, rows = evidence.page, slots.rows
    texts = (page.tag[rows] == 0) & (page.chars[rows] > 0) & (page.chars[rows] <= MAX_TITLE_LENGTH)
    return texts & page.in_link[rows] & ~evidence.is_time[rows] & ~page.hidden[rows]


def _first_columns(slots: Slots, picked: Mask) -> list[Column]:
    """By slot the first picked row of each record, in document order."""
    columns: dict[int, Column] = {}
    for row, slot, record in in_time(
        zip(slots.rows[picked].tolist(), slots.slot[picked].tolist(), slots.record[picked].tolist(), strict=True)
    ):
        columns.setdefault(slot, {}).setdefault(record, row)
    return list(columns.values())


def _title_score(evidence: Evidence, column: Column, n: int) -> tuple[float, bool]:
    """The score of a column of links as titles of threads, and whether the links lead to boards or other lists."""
    rows = list(column.values())
    texts = [REPLY_MARK.sub("", evidence.line(row)) for row in in_time(rows)]
    links = {row: link for row in in_time(rows) if (link := link_around(evidence, row)) >= 0}
    hrefs = [evidence.address(row) for row in in_time(links)]
    if not hrefs or sum(bool(_NO_TITLE.fullmatch(text)) for text in texts) > 0.3 * n:
        return 0.0, False
    varied = len(set(texts)) / len(texts)
    kinds = [_address_kind(_DIGITS.sub("1", href)) for href in in_time(hrefs)]
    elsewhere = sum(leads for leads, _ in kinds) / len(hrefs)
    if elsewhere > 0.5:
        people = sum(map(evidence.leads_to_person, links.values())) / len(links)
        return 0.0, varied > 0.8 and people < 0.5
    if varied < VARIED:
        return 0.0, False
    score = 2.0 * len(rows) / n + 1.5 * varied + len(set(hrefs)) / n
    score += min(sum(map(len, texts)) / len(texts), 20) / 10
    score += 0.5 * sum(thread for _, thread in kinds) / len(hrefs)
    return score + _says_title(evidence, rows[0]), False


@lru_cache(maxsize=16_384)
def _address_kind(address: str) -> tuple[bool, bool]:
    """Whether an address leads to boards, people or other lists, and whether it speaks of a thread.

    Which numbers stand in it does not matter, so that the addresses of a board are one for the cache.
    """
    return bool(_ELSEWHERE.search(address)) and not _SURE_THREAD.search(address), bool(_THREAD.search(address))


def _says_title(evidence: Evidence, row: int) -> bool:
    page = evidence.page
    return any(evidence.flags[ancestor] & TITLE or HEADINGS[page.tag[ancestor]] for ancestor in evidence.above(row, 4))


def _same_links(evidence: Evidence, some: Column, others: Column) -> bool:
    both = [record for record in some if record in others]
    same = [evidence.address(some[record]) == evidence.address(others[record]) for record in in_time(both)]
    return sum(same) > 0.8 * max(len(both), 1)


@lru_cache(maxsize=16_384)
def _shape(address: str) -> str:
    """An address without its numbers and values."""
    return re.sub(r"=[^&#]*|\d+", "", address.partition("#")[0])


def _with_odd_rows(evidence: Evidence, slots: Slots, titles: Column, links: Mask) -> Column:
    """The titles, with those of rows that are built differently (sticky threads): their links have the same shape."""
    if len(titles) == len(slots.ranges):
        return titles
    shapes = {_shape(evidence.address(row)) for row in in_time(titles.values())}
    all_titles = dict(titles)
    for row, record in in_time(zip(slots.rows[links].tolist(), slots.record[links].tolist(), strict=True)):
        alike = record not in all_titles and _shape(evidence.address(row)) in shapes
        if alike and not _NO_TITLE.fullmatch(evidence.text(row).strip()):
            all_titles[record] = row
    return all_titles


def _is_index(evidence: Evidence, slots: Slots, titles: Column, numbers: list[Column]) -> bool:
    """Whether the rows are boards: then a link to a thread is on the other side of the numbers."""
    rows = {record: [column[record] for column in numbers if record in column] for record in in_time(titles)}
    edges = {
        record: (min(numbers_of_row), max(numbers_of_row)) for record, numbers_of_row in rows.items() if numbers_of_row
    }
    own = {_shape(evidence.address(row)) for row in in_time(titles.values())}
    links = _link_texts(evidence, slots)
    texts_by_shape: dict[str, set[str]] = {}
    for row, record in in_time(zip(slots.rows[links].tolist(), slots.record[links].tolist(), strict=True)):
        if record not in edges:
            continue
        first, last = edges[record]
        if not (row < first < titles[record] or row > last > titles[record]):
            continue
        shape, text = _shape(evidence.address(row)), evidence.text(row).strip()
        if (
            shape not in own
            and not _NO_TITLE.fullmatch(text)
            and not evidence.leads_to_person(link_around(evidence, row))
        ):
            texts_by_shape.setdefault(shape, set()).add(text)
    return any(len(texts) > max(1, VARIED * len(titles)) for texts in texts_by_shape.values())


def _split(evidence: Evidence, columns: list[Column], behind: Column) -> tuple[Column, Column]:
    """The column of the thread's start and the column of its last reply."""
    start, last = Column(), Column()
    is_last: dict[int, bool] = {}  # by element: a long class over a thousand columns is read once
    for column in in_time(columns):
        check_time()
        record, row = next(iter(column.items()))
        late = (record in behind and row > behind[record]) or _says_last(evidence, row, is_last)
        if not late and not start:
            start = column
        elif not last:
            last = column
        if start and last:
            break
    return start, last


def _says_last(evidence: Evidence, row: int, is_last: dict[int, bool]) -> bool:
    """Whether the text before a row, or a class, title or address over it, speaks of the last reply."""
    if LAST.search(text_before(evidence.page, row)[:MAX_TITLE_LENGTH]):
        return True
    for ancestor in evidence.above(row, 4):
        if ancestor not in is_last:
            is_last[ancestor] = LAST.search(_words_of(evidence.page, ancestor)) is not None
        if is_last[ancestor]:
            return True
    return False


def _words_of(page: Page, row: int) -> str:
    attributes = [page.attribute(row, name) or "" for name in ("title", "href")]
    return " ".join([*page.classes(row), *attributes])


def reply_count_rows(evidence: Evidence) -> NDArray[np.int64]:
    """The rows of the short texts that count replies: what repeats on boards that show no time."""
    return np.array(
        [row for row in in_time(evidence.marks.counts.tolist()) if _REPLY_COUNT.search(evidence.page.text(row))],
        np.int64,
    )


def read_count(text: str) -> float:
    """The number in a text such as `1,234`, `(3 replies)` or `1.2k`, 0 where there is none.

    >>> read_count("1.2k views"), read_count("(1,234)"), read_count("1.234"), read_count("none")
    (1200.0, 1234.0, 1234.0, 0.0)
    """
    match = _NUMBER.match(" ".join(text.split()))
    if not match:
        return 0.0
    digits, factor = match[1].strip(), 1.0
    if digits[-1] in _FACTORS:
        digits, factor = digits[:-1].strip(), _FACTORS[digits[-1]]
    digits = digits.rstrip(".,").replace(",", "" if factor == 1.0 else ".")
    is_grouped = digits.count(".") > 1 or (factor == 1.0 and _GROUPED.fullmatch(digits))
    return factor * float(digits.replace(".", "") if is_grouped else digits)


def find_counts(evidence: Evidence, columns: list[Column]) -> tuple[Column, Column]:
    """The rows of the replies and of the views, by record; empty where a board has none.

    What a number counts is told by the words beside it; of two that nothing labels the views are the larger.
    """
    page = evidence.page
    replies, views = Column(), Column()
    rest = []
    for column in in_time(columns):
        around = _words_beside(page, next(iter(column.values())))
        if not views and _VIEWS.search(around):
            views = column
        elif not replies and _REPLIES.search(around):
            replies = column
        else:
            rest.append(column)
    rest.sort(key=lambda column: sum(read_count(evidence.text(row)) for row in in_time(column.values())))
    if not replies and rest:
        replies = rest.pop(0)
    if not views and rest and replies:
        views = rest.pop()
    return replies, views


def count_columns(evidence: Evidence, slots: Slots, titles: Column) -> list[Column]:
    """The columns of numbers outside the titles, in document order; cells of one class are told by their order."""
    page, rows = evidence.page, slots.rows
    picked = (page.tag[rows] == 0) & (page.chars[rows] > 0) & (page.chars[rows] <= MAX_COUNT_LENGTH)
    picked &= ~page.hidden[rows] & ~evidence.is_date[rows]
    taken = set(titles.values())
    columns: dict[tuple[int, int], Column] = {}
    ordinal: Counter[tuple[int, int]] = Counter()
    for row, slot, record in in_time(
        zip(rows[picked].tolist(), slots.slot[picked].tolist(), slots.record[picked].tolist(), strict=True)
    ):
        if row not in taken and _is_count(evidence.text(row)):
            columns.setdefault((slot, ordinal[slot, record]), {})[record] = row
            ordinal[slot, record] += 1
    return [column for column in columns.values() if len(column) >= PRESENT * len(titles)][:MAX_NUMBERS]


@lru_cache(maxsize=16_384)
def _is_count(text: str) -> bool:
    """Whether a text is a whole number with its label: a price or a share is none."""
    text = " ".join(text.split())
    match = _NUMBER.match(text)
    return match is not None and not _FRACTION.fullmatch(match[1]) and not PRICE.search(text)


def _words_beside(page: Page, row: int) -> str:
    """What labels a number: its own words, short texts and classes beside it, the classes over it."""
    parent = int(page.parent[row])
    above = int(page.parent[parent])
    words = [page.text(row), *page.classes(parent), page.attribute(parent, "title") or ""]
    for other in (*_first_children(page, parent), *_first_children(page, above)):
        if page.tag[other] == 0 and other != row:
            words.append(page.text(other)[:MAX_LABEL_LENGTH])
        elif page.tag[other] and page.end[other] - other <= 3 and not other <= row < page.end[other]:
            words += [*page.classes(other), page.text(other)[:MAX_LABEL_LENGTH]]
    words += page.classes(above)
    return " ".join(re.sub(r"\d+", "", word).strip() for word in words)


def _first_children(page: Page, row: int) -> list[int]:
    """The first children of a row; one may have a hundred thousand."""
    rows: list[int] = []
    child, stop = row + 1, int(page.end[row])
    while child < stop and len(rows) < MAX_NEIGHBOURS:
        rows.append(child)
        child = int(page.end[child])
    return rows
