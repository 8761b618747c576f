"""A text and where it stands as one number, so that the texts of two pages are compared in one look-up.

A number is a hash of 64 bits, the same on every machine, of the position path and of the bytes of the text that are no
white space. A path is a sum over the steps, each mixed with its depth; because a subtree is a range of rows, the sum
over the ancestors of every row is a cumulative sum. A text is a polynomial in its bytes, likewise a difference of two
cumulative sums. Two texts meet by chance once in 2^64; pages made to meet only spoil their own answer.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from weft.page import Page, tag_number
from weft.similarity.folds import mix, sum_paths

STEPS = ("index", "tags")  # a step of a path: the child's number from 0, or its tag

Keys = NDArray[np.uint64]

_TEXT = tag_number("#text")
_BASE = 0x9E3779B97F4A7C15  # odd, so that it has an inverse modulo 2^64
_INVERSE = pow(_BASE, -1, 1 << 64)
_IS_SPACE = np.isin(np.arange(256), list(b" \t\n\r\x0b\x0c"))


def text_rows(page: Page) -> NDArray[np.int64]:
    """The rows of texts that are content and not only white space."""
    return np.flatnonzero((page.tag == _TEXT) & (page.chars > 0))


def text_keys(page: Page, rows: NDArray[np.int64], *, steps: str) -> Keys:
    """The key of every given text row."""
    table = page.table
    texts = _hash_spans(page.text_bytes, table.text_start[rows], table.text_end[rows])
    return mix(_places(page, steps)[rows], texts)


def keys_of(texts: Sequence[tuple[str, str]], *, steps: str) -> Keys:
    """The keys of printed paths with texts: what `text_keys` gives for a row that stands there and says that.

    >>> from weft import parse
    >>> page = parse("<p>One <b>two</b></p>")
    >>> bool(text_keys(page, text_rows(page), steps="tags")[1] == keys_of([("body/p/b/#text", "two")], steps="tags")[0])
    True
    """
    by_path = {path: _place(path, steps) for path in dict.fromkeys(path for path, _ in texts)}
    places = np.array([by_path[path] for path, _ in texts], dtype=np.uint64)
    return mix(places, _hash_strings([text for _, text in texts]))


def print_paths(page: Page, rows: NDArray[np.int64], *, steps: str) -> list[str]:
    """The paths of rows below `html`: `body/div/#text` by tags, `1/0/2` by index."""
    paths = [[row, *page.ancestors(row)[:-1]][::-1] for row in rows.tolist()]
    if steps == "tags":
        return ["/".join(map(page.tag_name, path)) for path in paths]
    numbers = _child_numbers(page)
    return ["/".join(str(numbers[row]) for row in path) for path in paths]


def print_text(page: Page, row: int) -> str:
    """The text of a row with white space squeezed, which its key does not see."""
    return b" ".join(page.text(row).encode().split()).decode()


def _places(page: Page, steps: str) -> Keys:
    """The hash of every row's path below the root."""
    own = _tag_hashes(page) if steps == "tags" else _child_numbers(page)
    return sum_paths(page, own) - mix(np.zeros(1, np.uint64), own[:1])


def _place(path: str, steps: str) -> int:
    """The hash of a printed path."""
    names = path.split("/")
    numbers = _hash_strings(names) if steps == "tags" else np.array([_number(name) for name in names], dtype=np.uint64)
    depths = np.arange(1, len(names) + 1, dtype=np.uint64)
    return int(np.sum(mix(depths, numbers), dtype=np.uint64))


def _number(name: str) -> int:
    if not (name.isascii() and name.isdecimal() and len(name) < 10):
        raise ValueError(f"{name!r} is no number of a child")
    return int(name)


def _tag_hashes(page: Page) -> Keys:
    """By row the hash of its tag's name: the numbers of rare tags differ from page to page."""
    names = [*page.tag_names, "#overflow"]
    return _hash_strings(names)[np.minimum(page.tag, len(names) - 1)]


def _child_numbers(page: Page) -> Keys:
    """By row its number, from 0, among all children of its parent."""
    order = np.argsort(page.parent, kind="stable")
    parents = page.parent[order]
    is_first = np.concatenate(([True], parents[1:] != parents[:-1]))
    places = np.arange(len(page))
    numbers = np.empty(len(page), dtype=np.uint64)
    numbers[order] = places - np.maximum.accumulate(np.where(is_first, places, 0))
    return numbers


def _hash_strings(strings: Sequence[str]) -> Keys:
    parts = [string.encode() for string in strings]
    ends = np.cumsum([len(part) for part in parts], dtype=np.int64)
    return _hash_spans(b"".join(parts), np.concatenate(([0], ends))[: len(parts)], ends)


def _hash_spans(source: bytes, starts: NDArray[np.integer], ends: NDArray[np.integer]) -> Keys:
    """The hash of spans of bytes, white space left out: sum of byte · base^place, moved to start at place 0."""
    data = np.frombuffer(source, dtype=np.uint8)[: ends.max(initial=0)]  # raw text stands last and is not asked for
    kept = ~_IS_SPACE[data]
    place = np.concatenate(([0], np.cumsum(kept)))
    values = data[kept].astype(np.uint64) + np.uint64(1)
    total = np.zeros(len(values) + 1, dtype=np.uint64)
    np.cumsum(values * _powers(_BASE, len(values)), out=total[1:])
    first, last = place[starts], place[ends]
    moved: Keys = (total[last] - total[first]) * _powers(_INVERSE, len(values) + 1)[first]
    return moved


def _powers(base: int, count: int) -> Keys:
    powers = np.full(count, base, dtype=np.uint64)
    powers[:1] = 1
    return np.multiply.accumulate(powers)
