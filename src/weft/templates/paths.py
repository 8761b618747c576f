"""Stable paths: where a row stands, told by tags and by the class and id tokens that a site's pages share."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from weft.page import Page

MASK = (1 << 64) - 1
BASE = 0x9E3779B97F4A7C15  # odd, so that its powers never vanish; the golden ratio spreads them
MAX_DEPTH = 4096  # deeper rows share a power; limits stop pages long before
ID_MARK = "#"  # an id and a class of the same name are different tokens
CLASS_MARK = "."


@lru_cache(maxsize=1 << 16)
def hash_text(text: str) -> int:
    """FNV-1a of the UTF-8 bytes, with a last mix because sums of FNV hashes of short texts collide."""
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 & MASK
    value = (value ^ value >> 32) * 0xD6E8FEB86659FD93 & MASK
    return value ^ value >> 29


def _powers() -> NDArray[np.uint64]:
    """The weight of each depth."""
    return np.cumprod(np.full(MAX_DEPTH, BASE, np.uint64), dtype=np.uint64)


POWERS = _powers()


def stable_paths(page: Page, tokens: frozenset[str]) -> NDArray[np.uint64]:
    """The hash of each row's path from the root, a step being the tag and those of its tokens that are in `tokens`.

    A path is the sum over its steps of the step's hash times a
    weight of its depth; a sum over ancestors is one cumulative sum, entering at a row and leaving at its end.
    """
    steps = _steps(page, tokens) * POWERS[np.minimum(page.depth, MAX_DEPTH - 1)]
    change = np.zeros(len(page) + 1, np.uint64)
    change[:-1] = steps
    np.subtract.at(change, page.end, steps)
    return np.cumsum(change[:-1], dtype=np.uint64)


def _steps(page: Page, tokens: frozenset[str]) -> NDArray[np.uint64]:
    """The hash of each row's own step: the sum of the hashes of its tag and its tokens, in any order."""
    table = page.table
    names = np.array([hash_text(name) for name in page.tag_names] + [hash_text("#overflow")], np.uint64)
    steps = names[np.minimum(table.tag, len(names) - 1)]
    words = page.tokens
    ids = np.array([hash_text(ID_MARK + word) if word in tokens else 0 for word in words] + [0], np.uint64)
    classes = np.array([hash_text(CLASS_MARK + word) if word in tokens else 0 for word in words] + [0], np.uint64)
    total = np.concatenate((np.zeros(1, np.uint64), np.cumsum(classes[table.class_token], dtype=np.uint64)))
    return steps + ids[table.id_token] + total[table.class_start[1:]] - total[table.class_start[:-1]]


def path_steps(page: Page, row: int, tokens: frozenset[str]) -> tuple[str, ...]:
    """The path of a row in words: `("html", "body", "div #main .wide", "#text")`."""
    return tuple(step_words(page, step, tokens) for step in (*reversed(page.ancestors(row)), row))


def step_words(page: Page, row: int, tokens: frozenset[str]) -> str:
    """One step in words: `div #main .wide`."""
    marks = [ID_MARK + name for name in [page.id(row)] if name in tokens]
    marks += [CLASS_MARK + name for name in page.classes(row) if name in tokens]
    return " ".join([page.tag_name(row), *marks])


def hash_path(steps: Sequence[str]) -> int:
    """The hash that `stable_paths` gives the rows of a path in words."""
    total = 0
    for depth, step in enumerate(steps):
        total += sum(hash_text(part) for part in step.split(" ")) * int(POWERS[min(depth, MAX_DEPTH - 1)])
    return total & MASK


def recurring_tokens(pages: Iterable[Page], *, share: float) -> frozenset[str]:
    """The tokens that at least `share` of the pages have: what a template writes, not what one page is called."""
    counts: dict[str, int] = {}
    total = 0
    for page in pages:
        total += 1
        for word in set(page.tokens):
            counts[word] = counts.get(word, 0) + 1
    return frozenset(word for word, count in counts.items() if count >= share * total and word.split() == [word])
