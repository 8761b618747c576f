"""Features of columns of links: what tells the titles of threads from boards, people, page numbers and excerpts.

The words of addresses are a few features among many: a forum may call its threads what it likes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from weft.deadline import in_time
from weft.records.alignment import Column, Slots
from weft.records.evidence import HEADINGS, REPLY_MARK, Evidence, link_around
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


def title_features(evidence: Evidence, slots: Slots, columns: Sequence[Column]) -> Matrix:
    """A row of features for each column of link texts, in the order of `FEATURES`."""
    own = float(sum(int(evidence.page.chars[start:end].sum()) for start, end in in_time(slots.ranges))) or 1.0
    means = [_mean([len(evidence.line(row)) for row in in_time(column.values())]) for column in columns]
    starts = [start for start, _ in slots.ranges]
    rows = []
    for order, column in in_time(enumerate(columns)):
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
    texts = [REPLY_MARK.sub("", evidence.line(row)) for row in in_time(rows)]
    links = [link_around(evidence, row) for row in in_time(rows)]
    addresses = [evidence.address(row) for row in in_time(rows)]
    kinds = [address_kind(_DIGITS.sub("1", address)) for address in in_time(addresses)]
    lengths = np.array([len(text) for text in texts], np.float64)
    above = [evidence.above(row, 4) for row in in_time(rows[:12])]
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
        "people": _mean([evidence.leads_to_person(link) for link in in_time(links)]),
        "says_title": _mean([any(evidence.flags[row] & TITLE for row in rows) for rows in above]),
        "says_author": _mean([any(evidence.flags[row] & AUTHOR for row in rows) for rows in above]),
        "heading": _mean([bool(HEADINGS[page.tag[rows]].any()) for rows in above]),
        "bold": _mean([bool(_BOLD[page.tag[rows]].any()) for rows in above]),
        "has_query": _mean(["?" in address for address in addresses]),
        "shared_words": float(len(frozenset.intersection(*words))) if words else 0.0,
    }


@lru_cache(maxsize=16_384)
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
    same = [evidence.address(some[record]) == evidence.address(others[record]) for record in in_time(both)]
    return sum(same) > 0.8 * max(len(both), 1)


def _mean(values: Sequence[float]) -> float:
    return float(sum(values)) / len(values) if values else 0.0
