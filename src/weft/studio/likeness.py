"""All like this: rows with the same path of tags and classes, on one page and on the pages of its cluster.

Digits in classes are ignored (`post-17` and `post-18` are alike), and so are classes that do not recur over the pages
of the cluster (`sticky`) or only tell rows apart by turns (`odd`, `even`); ids name one element, not its kind.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from weft.page import Page
from weft.similarity.folds import hash_text, sum_paths
from weft.similarity.tokens import mask

RECURRING = 0.5  # share of the pages that have a class which tells kinds apart
MAX_ALIKE = 20_000  # rows of a page, as many as can be marked
BY_TURNS = frozenset("odd even alt first last active current selected open new row1 row2".split())


def recurring_classes(pages: Iterable[Page]) -> frozenset[str]:
    """The classes, digits masked, that enough of the pages have."""
    counts: dict[str, int] = {}
    total = 0
    for page in pages:
        total += 1
        for word in {mask(token) for token in page.tokens}:
            counts[word] = counts.get(word, 0) + 1
    return frozenset(word for word, count in counts.items() if count >= RECURRING * total) - BY_TURNS


def kind_paths(page: Page, classes: frozenset[str]) -> NDArray[np.uint64]:
    """The hash of each row's path from the root, a step being the tag and those of its classes that recur."""
    table = page.table
    names = np.array([hash_text(name) for name in page.tag_names] + [hash_text("#overflow")], np.uint64)
    words = [mask(token) for token in page.tokens]
    marks = np.array([hash_text(f".{word}") if word in classes else 0 for word in words] + [0], np.uint64)
    total = np.concatenate((np.zeros(1, np.uint64), np.cumsum(marks[table.class_token], dtype=np.uint64)))
    steps = names[np.minimum(table.tag, len(names) - 1)]
    return sum_paths(page, steps + total[table.class_start[1:]] - total[table.class_start[:-1]])


def rows_like(page: Page, path: np.uint64, classes: frozenset[str]) -> list[int]:
    """The rows of a page that have a path, those that say nothing left out; in document order."""
    paths = kind_paths(page, classes)
    says = page.subtree_sum(page.chars) > 0
    return np.flatnonzero((paths == path) & says)[:MAX_ALIKE].tolist()


def path_of(page: Page, row: int, classes: frozenset[str]) -> np.uint64:
    """The path of one row."""
    path: np.uint64 = kind_paths(page, classes)[row]
    return path
