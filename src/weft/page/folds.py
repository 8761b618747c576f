"""Paths as hashes: the steps from a root down to every row as one number."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_deadline
from weft.page import Page, tag_number

MULTIPLIER = np.uint64(0x9E37_79B9_7F4A_7C15)  # as in the kernel, so that all path hashes are of one kind
TEXT = tag_number("#text")
MASK = (1 << 64) - 1
TURN, BACK, HALF = np.uint64(23), np.uint64(41), np.uint64(32)


def mix(hashes: NDArray[np.uint64], items: NDArray[np.uint64] | np.uint64) -> NDArray[np.uint64]:
    """The hashes of sequences with one more item each, as the kernel makes them."""
    mixed = ((hashes << TURN | hashes >> BACK) ^ items) * MULTIPLIER
    return mixed ^ (mixed >> HALF)


@lru_cache(maxsize=1 << 16)
def hash_text(text: str) -> int:
    """FNV-1a of the UTF-8 bytes, with a last mix because sums of FNV hashes of short texts collide."""
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 & MASK
    value = (value ^ value >> 32) * 0xD6E8FEB86659FD93 & MASK
    return value ^ value >> 29


def sum_paths(page: Page, steps: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """For every row the hash of the steps from row 0 down to it: the sum of its steps, each mixed with its depth.

    As a subtree is a range of rows, a step goes in at its row and out at the row's end: one cumulative sum. It costs
    less than `fold`, and cannot begin at other roots.
    """
    mixed = mix(page.depth.astype(np.uint64), steps)
    change = np.zeros(len(page) + 1, np.uint64)
    change[:-1] = mixed
    np.subtract.at(change, page.end, mixed)
    return np.cumsum(change[:-1], dtype=np.uint64)


def levels(page: Page) -> Iterator[NDArray[np.int64]]:
    """The rows of each depth from 1 on: a parent comes before its children, so that a fold is one step a level.

    Depth is a limit of the page, so the number of levels is bounded.
    """
    order = np.argsort(page.depth, kind="stable")
    stops = np.searchsorted(page.depth[order], np.arange(1, int(page.depth.max()) + 2))
    return (order[start:stop] for start, stop in pairwise(stops))


def fold(
    page: Page, steps: NDArray[np.uint64], *, roots: NDArray[np.integer]
) -> tuple[NDArray[np.uint64], NDArray[np.bool_]]:
    """For every row the hash of the steps from its nearest root down to it, and whether it has a root at all.

    A root's own step is the first. Of nested roots the inner one starts anew.
    """
    paths = np.zeros(len(page), dtype=np.uint64)
    is_root = np.zeros(len(page), dtype=np.bool_)
    is_root[roots] = True
    inside = is_root.copy()
    paths[:1] = mix(paths[:1], steps[:1])
    for rows in check_deadline(levels(page)):
        above = page.parent[rows]
        begun = np.where(is_root[rows], np.uint64(0), paths[above])
        paths[rows] = mix(begun, steps[rows])
        inside[rows] |= inside[above]
    return np.where(inside, paths, np.uint64(0)), inside


def end_paths(page: Page, steps: NDArray[np.uint64], *, roots: NDArray[np.integer]) -> NDArray[np.uint64]:
    """The paths from the roots to every end node, sorted, each once."""
    paths, inside = fold(page, steps, roots=roots)
    return np.unique(paths[inside & is_end(page)])


def is_node(page: Page) -> NDArray[np.bool_]:
    """Which rows are part of the structure: elements, and texts that say something (no white space, no script)."""
    return (page.tag != TEXT) | (page.chars > 0)


def is_end(page: Page) -> NDArray[np.bool_]:
    """Which rows are end nodes: texts that say something, and elements without any row below."""
    return is_node(page) & (page.end == np.arange(1, len(page) + 1))


def body_row(page: Page) -> int:
    """The row of the body; row 0 on a page of frames, which has none."""
    rows = page.rows_of("body")
    return int(rows[0]) if len(rows) else 0
