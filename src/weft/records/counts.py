"""Counts in board rows: which numbers are replies and which are views."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from weft.page import Page
from weft.records.alignment import Column, Slots
from weft.records.cards import PRICE
from weft.records.evidence import Evidence

PRESENT = 0.7  # share of the rows that have a number in the slot
MAX_COUNT_LENGTH = 40  # characters of a text that is a number with its label
MAX_LABEL_LENGTH = 20
MAX_NEIGHBOURS = 4  # siblings that can label a number

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


def reply_count_rows(known: Evidence) -> NDArray[np.int64]:
    """The rows of the short texts that count replies: what repeats on boards that show no time."""
    return np.array([row for row in known.marks.counts.tolist() if _REPLY_COUNT.search(known.page.text(row))], np.int64)


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


def find_counts(known: Evidence, columns: list[Column]) -> tuple[Column, Column]:
    """The rows of the replies and of the views, by record; empty where a board has none.

    What a number counts is told by the words beside it; of two that nothing labels the views are the larger.
    """
    page = known.page
    replies, views = Column(), Column()
    rest = []
    for column in columns:
        around = _around(page, next(iter(column.values())))
        if not views and _VIEWS.search(around):
            views = column
        elif not replies and _REPLIES.search(around):
            replies = column
        else:
            rest.append(column)
    rest.sort(key=lambda column: sum(read_count(known.text(row)) for row in column.values()))
    if not replies and rest:
        replies = rest.pop(0)
    if not views and rest and replies:
        views = rest.pop()
    return replies, views


def count_columns(known: Evidence, slots: Slots, titles: Column) -> list[Column]:
    """The columns of numbers outside the titles, in document order; cells of one class are told by their order."""
    page, rows = known.page, slots.rows
    picked = (page.tag[rows] == 0) & (page.chars[rows] > 0) & (page.chars[rows] <= MAX_COUNT_LENGTH)
    picked &= ~page.hidden[rows] & ~known.is_date[rows]
    taken = set(titles.values())
    found: dict[tuple[int, int], Column] = {}
    ordinal: Counter[tuple[int, int]] = Counter()
    for row, slot, record in zip(
        rows[picked].tolist(), slots.slot[picked].tolist(), slots.record[picked].tolist(), strict=True
    ):
        if row not in taken and _is_count(known.text(row)):
            found.setdefault((slot, ordinal[slot, record]), {})[record] = row
            ordinal[slot, record] += 1
    return [column for column in found.values() if len(column) >= PRESENT * len(titles)]


@lru_cache(maxsize=16_384)
def _is_count(text: str) -> bool:
    """Whether a text is a whole number with its label: a price or a share is none."""
    text = " ".join(text.split())
    match = _NUMBER.match(text)
    return match is not None and not _FRACTION.fullmatch(match[1]) and not PRICE.search(text)


def _around(page: Page, row: int) -> str:
    """What labels a number: its own words, short texts and classes beside it, the classes over it."""
    parent = int(page.parent[row])
    above = int(page.parent[parent])
    words = [page.text(row), *page.classes(parent), page.attribute(parent, "title") or ""]
    for other in (*page.children(parent)[:MAX_NEIGHBOURS], *page.children(above)[:MAX_NEIGHBOURS]):
        if page.tag[other] == 0 and other != row:
            words.append(page.text(other)[:MAX_LABEL_LENGTH])
        elif page.tag[other] and page.end[other] - other <= 3 and not other <= row < page.end[other]:
            words += [*page.classes(other), page.text(other)[:MAX_LABEL_LENGTH]]
    words += page.classes(above)
    return " ".join(re.sub(r"\d+", "", word).strip() for word in words)
