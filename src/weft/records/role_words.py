"""The words beside a part of a board's row: whether they speak of the last reply, of replies or of views."""

from __future__ import annotations

import re
from functools import lru_cache

from weft.page import Page
from weft.records.evidence import Evidence
from weft.records.language_words import LAST, REPLIES, VIEWS
from weft.records.times import text_before

MAX_LABEL_LENGTH = 20
MAX_WORDS = 200  # characters of words that are looked at
MAX_NEIGHBOURS = 4  # siblings that can label a number


def says_last(evidence: Evidence, row: int) -> bool:
    """Whether the text before a row, or a class, title or address over it, speaks of the last reply."""
    page = evidence.page
    words = [text_before(page, row)[:MAX_WORDS]]
    for ancestor in evidence.above(row, 4):
        words += [*page.classes(ancestor), *(page.attribute(ancestor, name) or "" for name in ("title", "href"))]
    return any(_is_last(word[:MAX_WORDS]) for word in words if word)


@lru_cache(maxsize=16_384)
def _is_last(word: str) -> bool:
    return LAST.search(word)


def labels_beside(page: Page, row: int) -> tuple[bool, bool]:
    """Whether what labels a number (its words, texts and classes beside and over it) speaks of replies, of views."""
    parent = int(page.parent[row])
    above = int(page.parent[parent])
    words = [page.text(row), *page.classes(parent), page.attribute(parent, "title") or ""]
    for other in (*_first_children(page, parent), *_first_children(page, above)):
        if page.tag[other] == 0 and other != row:
            words.append(page.text(other)[:MAX_LABEL_LENGTH])
        elif page.tag[other] and page.end[other] - other <= 3 and not other <= row < page.end[other]:
            words += [*page.classes(other), page.text(other)[:MAX_LABEL_LENGTH]]
    words += page.classes(above)
    return _labels(" ".join(re.sub(r"\d+", "", word).strip() for word in words)[:MAX_WORDS])


@lru_cache(maxsize=16_384)
def _labels(words: str) -> tuple[bool, bool]:
    return REPLIES.search(words), VIEWS.search(words)


def _first_children(page: Page, row: int) -> list[int]:
    """The first children of a row; one may have a hundred thousand."""
    rows: list[int] = []
    child, stop = row + 1, int(page.end[row])
    while child < stop and len(rows) < MAX_NEIGHBOURS:
        rows.append(child)
        child = int(page.end[child])
    return rows
