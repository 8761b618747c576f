"""Tree-path similarity (paper D, Definition 3, from its reference 3): same levels over most levels, path by path.

A page is its paths from the root to the leaf elements, with how often each occurs. The paper gives the measure of two
paths only. weft's `tree_paths` compares paths at the same position; here every path has its best partner on the other
page, the mean weighted by occurrences, and the mean of both directions: the kinder reading, so the harder baseline.
"""

from dataclasses import dataclass

import numpy as np

from weft import Page


@dataclass(frozen=True)
class TreePaths:
    """The paths of a page as hashes: per distinct path its steps and its count; per prefix its shortest path."""

    paths: tuple[tuple[tuple[int, ...], int], ...]
    shortest: dict[int, int]


def read_paths(page: Page) -> TreePaths:
    """The leaf paths of a page; texts are no nodes here, their number is content."""
    elements = np.flatnonzero(page.tag)
    hashes, depth, parent = page.table.path_tags.tolist(), page.depth.tolist(), page.parent.tolist()
    inner = {parent[row] for row in elements.tolist()}
    found: dict[tuple[int, ...], int] = {}
    steps: dict[int, tuple[int, ...]] = {-1: ()}
    shortest: dict[int, int] = {}
    for row in elements.tolist():
        path = steps[row] = (*steps[parent[row]], hashes[row])
        if row in inner:
            continue
        found[path] = found.get(path, 0) + 1
        if found[path] == 1:
            for step in path:
                shortest[step] = min(shortest.get(step, depth[row] + 1), depth[row] + 1)
    return TreePaths(tuple(found.items()), shortest)


def tree_path_similarity(one: TreePaths, other: TreePaths) -> float:
    """0..1, symmetric, 1 for pages with the same paths; 0 where a page has none."""
    if not one.paths or not other.paths:
        return 0.0
    return (_mean_best(one, other) + _mean_best(other, one)) / 2


def _mean_best(one: TreePaths, other: TreePaths) -> float:
    total = weight = 0.0
    for path, count in one.paths:
        best = 0.0
        for levels, step in enumerate(path, 1):
            if step not in other.shortest:
                break  # a longer prefix is not there either
            best = max(best, levels / max(len(path), other.shortest[step]))
        total += best * count
        weight += count
    return total / weight
