"""The titles of board rows and the texts that count something, as Python: the kernel's twin."""

import re

import numpy as np
from numpy.typing import NDArray

from weft.page import Page
from weft.records.alignment import Column, Mask, Slots
from weft.records.evidence import (
    ELSEWHERE_LINK,
    HEADINGS,
    REPLY_MARK,
    SURE_THREAD_LINK,
    THREAD_LINK,
    Evidence,
    link_around,
)
from weft.records.words import TITLE

PRESENT = 0.7
VARIED = 0.6
SURE = 4.5
EXCERPT = 1.5
MAX_TITLE_LENGTH = 200
MAX_COUNT_LENGTH = 40

_NO_TITLE = re.compile(r"[\W_]*[\d,.]+\s*[kKmM万]?[\W_]*|\W*")
_NUMBER = re.compile(r"^\D{0,14}?(\d[\d,.]*\s?[kKmM万]?)\D{0,14}$")
_FRACTION = re.compile(r"\d+[.,]\d{1,2}")  # 9.50 and 4,5 are measured, not counted


def plain_titles(evidence: Evidence, slots: Slots) -> Column:
    """The row of the title's text of each record, by record; empty where no slot of links is sure to be titles."""
    n = len(slots.ranges)
    links = _link_texts(evidence, slots)
    best, chosen = 0.0, Column()
    for order, column in enumerate(_first_columns(slots, links)):
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
    for row, slot, record in zip(
        slots.rows[picked].tolist(), slots.slot[picked].tolist(), slots.record[picked].tolist(), strict=True
    ):
        columns.setdefault(slot, {}).setdefault(record, row)
    return list(columns.values())


def _title_score(evidence: Evidence, column: Column, n: int) -> tuple[float, bool]:
    """The score of a column of links as titles of threads, and whether the links lead to boards or other lists."""
    rows = list(column.values())
    texts = [REPLY_MARK.sub("", evidence.line(row)) for row in rows]
    links = {row: link for row in rows if (link := link_around(evidence, row)) >= 0}
    hrefs = [evidence.address(row) for row in links]
    if not hrefs or sum(bool(_NO_TITLE.fullmatch(text)) for text in texts) > 0.3 * n:
        return 0.0, False
    varied = len(set(texts)) / len(texts)
    kinds = [evidence.link_kinds[link] for link in links.values()]
    elsewhere = sum(kind & (ELSEWHERE_LINK | SURE_THREAD_LINK) == ELSEWHERE_LINK for kind in kinds) / len(hrefs)
    if elsewhere > 0.5:
        people = sum(map(evidence.leads_to_person, links.values())) / len(links)
        return 0.0, varied > 0.8 and people < 0.5
    if varied < VARIED:
        return 0.0, False
    score = 2.0 * len(rows) / n + 1.5 * varied + len(set(hrefs)) / n
    score += min(sum(map(len, texts)) / len(texts), 20) / 10
    score += 0.5 * sum(kind & THREAD_LINK > 0 for kind in kinds) / len(hrefs)
    return score + _says_title(evidence, rows[0]), False


def _says_title(evidence: Evidence, row: int) -> bool:
    page = evidence.page
    return any(evidence.flags[ancestor] & TITLE or HEADINGS[page.tag[ancestor]] for ancestor in evidence.above(row, 4))


def _same_links(evidence: Evidence, some: Column, others: Column) -> bool:
    both = [record for record in some if record in others]
    same = [evidence.address(some[record]) == evidence.address(others[record]) for record in both]
    return sum(same) > 0.8 * max(len(both), 1)


def _shape(address: str) -> str:
    """An address without its numbers and values."""
    return re.sub(r"=[^&#]*|\d+", "", address.partition("#")[0])


def _with_odd_rows(evidence: Evidence, slots: Slots, titles: Column, links: Mask) -> Column:
    """The titles, with those of rows that are built differently (sticky threads): their links have the same shape."""
    if len(titles) == len(slots.ranges):
        return titles
    shapes = {_shape(evidence.address(row)) for row in titles.values()}
    all_titles = dict(titles)
    for row, record in zip(slots.rows[links].tolist(), slots.record[links].tolist(), strict=True):
        alike = record not in all_titles and _shape(evidence.address(row)) in shapes
        if alike and not _NO_TITLE.fullmatch(evidence.text(row).strip()):
            all_titles[record] = row
    return all_titles


def plain_count_rows(page: Page) -> NDArray[np.int64]:
    """The rows of the short visible texts that can count something."""
    rows = np.flatnonzero((page.tag == 0) & (page.chars > 0) & (page.chars <= MAX_COUNT_LENGTH) & ~page.hidden)
    return np.array([row for row in rows.tolist() if _can_count(page.text(row))], np.int64)


def _can_count(text: str) -> bool:
    match = _NUMBER.match(" ".join(text.split()))
    return match is not None and not _FRACTION.fullmatch(match[1])
