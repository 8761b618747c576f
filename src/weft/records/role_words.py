"""The words beside a number of a board's row: whether they speak of replies or of views.

Roles ask the kernel for them (`record_role_words.rs`); here they are asked when the trees are taught.
"""

from __future__ import annotations

import re
from functools import lru_cache

from weft.page import Page
from weft.records.language_words import REPLIES, VIEWS

MAX_LABEL_LENGTH = 20
MAX_WORDS = 200  # characters of words that are looked at
MAX_NEIGHBOURS = 4  # siblings that can label a number


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
