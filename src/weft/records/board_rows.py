"""Board rows: the records that name a thread each.

A row is told by its title: a link of its own in the same slot of every row, to another page each time. What else a row
says is told by its kind (a name, a time, a number) and by what stands around it: behind the numbers, or beside a word
such as "last", comes the last reply.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from weft.records.alignment import Column, Mask, Slots
from weft.records.counts import count_columns, find_counts
from weft.records.evidence import HEADINGS, REPLY_MARK, Evidence, link_around
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


def read_rows(known: Evidence, slots: Slots) -> list[BoardRow]:
    """The rows of a region that have a title; empty where they name no threads."""
    titles = find_titles(known, slots)
    numbers = count_columns(known, slots, titles) if titles else []
    if not titles or _is_index(known, slots, titles, numbers):
        return []
    replies, views = find_counts(known, numbers)
    behind = {record: row for record, row in (replies | views).items() if record in titles and row > titles[record]}
    taken = np.zeros(len(known.page), np.bool_)
    taken[list(titles.values())] = True
    author, last_author = _split(known, marked_columns(known, slots, taken), behind)
    stamps = slots.columns(known.is_time[slots.rows], plain=2.0).values()
    time, last_time = _split(known, list(stamps), behind)
    index = {row: place for place, row in enumerate(known.times.rows.tolist())}
    return [
        BoardRow(
            start=start, end=end, title=titles[i], author=author.get(i, -1), time=index.get(time.get(i, -1), -1),
            last_author=last_author.get(i, -1), last_time=index.get(last_time.get(i, -1), -1),
            replies=replies.get(i, -1), views=views.get(i, -1),
        )
        for i, (start, end) in enumerate(slots.ranges)
        if i in titles
    ]  # fmt: skip


def find_titles(known: Evidence, slots: Slots) -> Column:
    """The row of the title's text of each record, by record; empty where no slot of links is sure to be titles."""
    n = len(slots.ranges)
    links = _link_texts(known, slots)
    best, chosen = 0.0, Column()
    for order, column in enumerate(_first_columns(slots, links)):
        if len(column) < PRESENT * n:
            continue
        score, elsewhere = _title_score(known, column, n)
        if elsewhere and not chosen:
            return {}  # rows that begin with a link to a board or a person are no threads
        if chosen and _same_links(known, chosen, column):
            score -= EXCERPT  # behind the title comes the beginning of the text with the same link
        if score - 0.05 * order > best:
            best, chosen = score - 0.05 * order, column
    return _with_odd_rows(known, slots, chosen, links) if best >= SURE else {}


def _link_texts(known: Evidence, slots: Slots) -> Mask:
    page, rows = known.page, slots.rows
    texts = (page.tag[rows] == 0) & (page.chars[rows] > 0) & (page.chars[rows] <= MAX_TITLE_LENGTH)
    return texts & page.in_link[rows] & ~known.is_time[rows] & ~page.hidden[rows]


def _first_columns(slots: Slots, picked: Mask) -> list[Column]:
    """By slot the first picked row of each record, in document order."""
    found: dict[int, Column] = {}
    for row, slot, record in zip(
        slots.rows[picked].tolist(), slots.slot[picked].tolist(), slots.record[picked].tolist(), strict=True
    ):
        found.setdefault(slot, {}).setdefault(record, row)
    return list(found.values())


def _title_score(known: Evidence, column: Column, n: int) -> tuple[float, bool]:
    """How much a column of links looks like titles of threads, and whether it leads to boards or other lists."""
    rows = list(column.values())
    texts = [REPLY_MARK.sub("", known.line(row)) for row in rows]
    links = {row: link for row in rows if (link := link_around(known, row)) >= 0}
    hrefs = [known.address(row) for row in links]
    if not hrefs or sum(bool(_NO_TITLE.fullmatch(text)) for text in texts) > 0.3 * n:
        return 0.0, False
    varied = len(set(texts)) / len(texts)
    kinds = [_address_kind(_DIGITS.sub("1", href)) for href in hrefs]
    elsewhere = sum(leads for leads, _ in kinds) / len(hrefs)
    if elsewhere > 0.5:
        people = sum(map(known.leads_to_person, links.values())) / len(links)
        return 0.0, varied > 0.8 and people < 0.5
    if varied < VARIED:
        return 0.0, False
    score = 2.0 * len(rows) / n + 1.5 * varied + len(set(hrefs)) / n
    score += min(sum(map(len, texts)) / len(texts), 20) / 10
    score += 0.5 * sum(thread for _, thread in kinds) / len(hrefs)
    return score + _says_title(known, rows[0]), False


@lru_cache(maxsize=16_384)
def _address_kind(address: str) -> tuple[bool, bool]:
    """Whether an address leads to boards, people or other lists, and whether it speaks of a thread.

    Which numbers stand in it does not matter, so that the addresses of a board are one for the cache.
    """
    return bool(_ELSEWHERE.search(address)) and not _SURE_THREAD.search(address), bool(_THREAD.search(address))


def _says_title(known: Evidence, row: int) -> bool:
    page = known.page
    return any(known.flags[place] & TITLE or HEADINGS[page.tag[place]] for place in known.above(row, 4))


def _same_links(known: Evidence, some: Column, others: Column) -> bool:
    both = [record for record in some if record in others]
    same = [known.address(some[record]) == known.address(others[record]) for record in both]
    return sum(same) > 0.8 * max(len(both), 1)


@lru_cache(maxsize=16_384)
def _shape(address: str) -> str:
    """An address without its numbers and values."""
    return re.sub(r"=[^&#]*|\d+", "", address.partition("#")[0])


def _with_odd_rows(known: Evidence, slots: Slots, titles: Column, links: Mask) -> Column:
    """Also the titles of rows that are built otherwise (sticky threads): links of the same shape as the others."""
    if len(titles) == len(slots.ranges):
        return titles
    shapes = {_shape(known.address(row)) for row in titles.values()}
    found = dict(titles)
    for row, record in zip(slots.rows[links].tolist(), slots.record[links].tolist(), strict=True):
        alike = record not in found and _shape(known.address(row)) in shapes
        if alike and not _NO_TITLE.fullmatch(known.text(row).strip()):
            found[record] = row
    return found


def _is_index(known: Evidence, slots: Slots, titles: Column, numbers: list[Column]) -> bool:
    """Whether the rows are boards: on the other side of the numbers stands another link with many words, a thread's."""
    rows = {record: [column[record] for column in numbers if record in column] for record in titles}
    edges = {record: (min(places), max(places)) for record, places in rows.items() if places}
    own = {_shape(known.address(row)) for row in titles.values()}
    links = _link_texts(known, slots)
    found: dict[str, set[str]] = {}
    for row, record in zip(slots.rows[links].tolist(), slots.record[links].tolist(), strict=True):
        if record not in edges:
            continue
        first, last = edges[record]
        if not (row < first < titles[record] or row > last > titles[record]):
            continue
        shape, text = _shape(known.address(row)), known.text(row).strip()
        if shape not in own and not _NO_TITLE.fullmatch(text) and not known.leads_to_person(link_around(known, row)):
            found.setdefault(shape, set()).add(text)
    return any(len(texts) > max(1, VARIED * len(titles)) for texts in found.values())


def _split(known: Evidence, columns: list[Column], behind: Column) -> tuple[Column, Column]:
    """Of the columns of one kind, that of the thread's start and that of its last reply."""
    start, last = Column(), Column()
    for column in columns:
        record, row = next(iter(column.items()))
        late = (record in behind and row > behind[record]) or bool(LAST.search(_around(known, row)))
        if not late and not start:
            start = column
        elif not last:
            last = column
    return start, last


def _around(known: Evidence, row: int) -> str:
    """The classes, titles and addresses over a row, and the text before it."""
    page = known.page
    words = [text_before(page, row)[:MAX_TITLE_LENGTH]]
    for place in known.above(row, 4):
        words += [*page.classes(place), page.attribute(place, "title") or "", page.attribute(place, "href") or ""]
    return " ".join(words)
