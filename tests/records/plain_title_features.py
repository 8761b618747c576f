"""Columns of links, their features and what they tell of rows, as Python: the kernel's twin."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tests.records.plain_evidence import REPLY_MARK
from weft.page import Page
from weft.records.alignment import Column, Mask, Slots
from weft.records.evidence import HEADINGS, Evidence, link_around
from weft.records.words import AUTHOR, TITLE, tag_mask

Matrix = NDArray[np.float32]

FEATURES = (
    "records", "presence", "order", "columns", "varied", "addresses", "shapes", "mean_chars", "longest", "spread",
    "of_record", "of_links", "wordless", "spaced", "elsewhere", "thread", "people", "says_title", "says_author",
    "heading", "bold", "same_as_before", "before", "is_longest", "has_query", "shared_words", "first_link",
)  # fmt: skip
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
_BOLD = tag_mask("b", "strong")
MIN_PRESENCE = 0.6
MAX_COLUMNS = 24
MAX_TITLE_LENGTH = 200
MAX_COUNT_LENGTH = 40
VARIED = 0.6
_NUMBER = re.compile(r"^\D{0,14}?(\d[\d,.]*\s?[kKmM万]?)\D{0,14}$")
_FRACTION = re.compile(r"\d+[.,]\d{1,2}")


def plain_title_features(evidence: Evidence, slots: Slots, columns: Sequence[Column]) -> Matrix:
    """A row of features for each column of link texts, in the order of `FEATURES`."""
    own = float(sum(int(evidence.page.chars[start:end].sum()) for start, end in slots.ranges)) or 1.0
    means = [_mean([len(evidence.line(row)) for row in column.values()]) for column in columns]
    starts = [start for start, _ in slots.ranges]
    rows = []
    for order, column in enumerate(columns):
        features = _features(evidence, column, len(slots.ranges))
        seen = [other for other in columns[:order] if _same_links(evidence, other, column)]
        features |= {
            "order": float(order),
            "columns": float(len(columns)),
            "same_as_before": float(bool(seen)),
            "of_record": means[order] * len(column) / own,
            "of_links": means[order] / max(sum(means), 1.0),
            "is_longest": float(means[order] == max(means)),
            "before": _mean([row - starts[record] for record, row in column.items()]),
            "first_link": float(order == 0),
        }
        rows.append([features[name] for name in FEATURES])
    return np.array(rows, np.float32).reshape(len(rows), len(FEATURES))


def _features(evidence: Evidence, column: Column, n: int) -> dict[str, float]:
    page, rows = evidence.page, list(column.values())
    texts = [REPLY_MARK.cut(evidence.line(row)) for row in rows]
    links = [link_around(evidence, row) for row in rows]
    addresses = [evidence.address(row) for row in rows]
    kinds = [address_kind(_DIGITS.sub("1", address)) for address in addresses]
    lengths = np.array([len(text) for text in texts], np.float64)
    above = [evidence.above(row, 4) for row in rows[:12]]
    words = [frozenset(text.lower().split()) for text in texts[:24]]
    return {
        "records": float(n),
        "presence": len(rows) / n,
        "varied": len(set(texts)) / len(texts),
        "addresses": len(set(addresses)) / len(addresses),
        "shapes": len({_DIGITS.sub("", address) for address in addresses}) / len(addresses),
        "mean_chars": float(lengths.mean()),
        "longest": float(lengths.max()),
        "spread": float(lengths.std() / max(lengths.mean(), 1.0)),
        "wordless": _mean([bool(_NO_TITLE.fullmatch(text)) for text in texts]),
        "spaced": _mean([" " in text or len(text) > 12 for text in texts]),
        "elsewhere": _mean([leads for leads, _ in kinds]),
        "thread": _mean([thread for _, thread in kinds]),
        "people": _mean([evidence.leads_to_person(link) for link in links]),
        "says_title": _mean([any(evidence.flags[row] & TITLE for row in rows) for rows in above]),
        "says_author": _mean([any(evidence.flags[row] & AUTHOR for row in rows) for rows in above]),
        "heading": _mean([bool(HEADINGS[page.tag[rows]].any()) for rows in above]),
        "bold": _mean([bool(_BOLD[page.tag[rows]].any()) for rows in above]),
        "has_query": _mean(["?" in address for address in addresses]),
        "shared_words": float(len(frozenset.intersection(*words))) if words else 0.0,
    }


def address_kind(address: str) -> tuple[bool, bool]:
    """Whether an address leads to boards, people or other lists, and whether it speaks of a thread.

    Which numbers stand in it does not matter, so that the addresses of a board are one for the cache.
    """
    return bool(_ELSEWHERE.search(address)) and not _SURE_THREAD.search(address), bool(_THREAD.search(address))


def is_wordless(text: str) -> bool:
    """Whether a text is a number or marks, and no title.

    >>> is_wordless("(12k)"), is_wordless("12 looms")
    (True, False)
    """
    return bool(_NO_TITLE.fullmatch(text))


def _same_links(evidence: Evidence, some: Column, others: Column) -> bool:
    both = [record for record in some if record in others]
    same = [evidence.address(some[record]) == evidence.address(others[record]) for record in both]
    return sum(same) > 0.8 * max(len(both), 1)


def _mean(values: Sequence[float]) -> float:
    return float(sum(values)) / len(values) if values else 0.0


def plain_link_columns(evidence: Evidence, slots: Slots) -> list[Column]:
    """The columns of link texts that may be titles: the first of each slot that enough of the records have."""
    columns = _first_columns(slots, _link_texts(evidence, slots))
    return [column for column in columns if len(column) >= MIN_PRESENCE * len(slots.ranges)][:MAX_COLUMNS]


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


def _shape(address: str) -> str:
    """An address without its numbers and values."""
    return re.sub(r"=[^&#]*|\d+", "", address.partition("#")[0])


def plain_with_odd_rows(evidence: Evidence, slots: Slots, titles: Column) -> Column:
    """The titles, with those of rows that are built differently (sticky threads): their links have the same shape."""
    if len(titles) == len(slots.ranges):
        return titles
    shapes = {_shape(evidence.address(row)) for row in titles.values()}
    all_titles = dict(titles)
    links = _link_texts(evidence, slots)
    for row, record in zip(slots.rows[links].tolist(), slots.record[links].tolist(), strict=True):
        alike = record not in all_titles and _shape(evidence.address(row)) in shapes
        if alike and not is_wordless(evidence.text(row).strip()):
            all_titles[record] = row
    return all_titles


def plain_is_index(evidence: Evidence, slots: Slots, titles: Column, numbers: list[Column]) -> bool:
    """Whether the rows are boards: then a link to a thread is on the other side of the numbers."""
    rows = {record: [column[record] for column in numbers if record in column] for record in titles}
    edges = {
        record: (min(numbers_of_row), max(numbers_of_row)) for record, numbers_of_row in rows.items() if numbers_of_row
    }
    own = {_shape(evidence.address(row)) for row in titles.values()}
    links = _link_texts(evidence, slots)
    texts_by_shape: dict[str, set[str]] = {}
    for row, record in zip(slots.rows[links].tolist(), slots.record[links].tolist(), strict=True):
        if record not in edges:
            continue
        first, last = edges[record]
        if not (row < first < titles[record] or row > last > titles[record]):
            continue
        shape, text = _shape(evidence.address(row)), evidence.text(row).strip()
        if shape not in own and not is_wordless(text) and not evidence.leads_to_person(link_around(evidence, row)):
            texts_by_shape.setdefault(shape, set()).add(text)
    return any(len(texts) > max(1, VARIED * len(titles)) for texts in texts_by_shape.values())


def plain_count_rows(page: Page) -> NDArray[np.int64]:
    """The rows of the short visible texts that can count something."""
    rows = np.flatnonzero((page.tag == 0) & (page.chars > 0) & (page.chars <= MAX_COUNT_LENGTH) & ~page.hidden)
    return np.array([row for row in rows.tolist() if _can_count(page.text(row))], np.int64)


def _can_count(text: str) -> bool:
    match = _NUMBER.match(" ".join(text.split()))
    return match is not None and not _FRACTION.fullmatch(match[1])
