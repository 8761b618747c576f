"""A dendrogram: in which order clusters would become one if they had to (average linkage)."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
from numpy.typing import NDArray

ROW, LEFT, TREE, RIGHT, TOP = 20, 12, 420, 300, 24
TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)


@dataclass(frozen=True)
class Merge:
    """Two groups that become one at a distance; groups below the count of leaves are leaves, the others merges."""

    left: int
    right: int
    distance: float


def average_linkage(distances: NDArray[np.float64]) -> list[Merge]:
    """The merges of the closest groups, one after the other, until one is left (Sokal and Michener 1958).

    >>> average_linkage(np.array([[0, 0.1, 0.9], [0.1, 0, 0.7], [0.9, 0.7, 0]]))
    [Merge(left=0, right=1, distance=0.1), Merge(left=2, right=3, distance=0.8)]
    """
    count = len(distances)
    between = distances.astype(np.float64)
    np.fill_diagonal(between, np.inf)
    sizes, groups = np.ones(count), list(range(count))
    merges: list[Merge] = []
    for number in range(count - 1):
        one, other = sorted(divmod(int(np.argmin(between)), count))
        left, right = sorted((groups[one], groups[other]))
        merges.append(Merge(left, right, round(float(between[one, other]), 9)))
        joined = (sizes[one] * between[one] + sizes[other] * between[other]) / (sizes[one] + sizes[other])
        between[one], between[:, one] = joined, joined
        between[other], between[:, other], between[one, one] = np.inf, np.inf, np.inf
        sizes[one] += sizes[other]
        groups[one] = count + number
    return merges


def dendrogram(names: Sequence[str], colours: Sequence[str], distances: NDArray[np.float64]) -> str:
    """The tree as SVG, leaves on the right; the further left two branches meet, the less they have in common."""
    merges = average_linkage(distances)
    count = len(names)
    x, y = np.zeros(count + len(merges)), np.zeros(count + len(merges))
    for rank, leaf in enumerate(_leaf_order(count, merges)):
        x[leaf], y[leaf] = LEFT + TREE, TOP + ROW * (rank + 0.5)
    lines = []
    for group, merge in enumerate(merges, start=count):
        x[group] = LEFT + TREE * (1 - min(merge.distance, 1.0))
        ends = sorted((merge.left, merge.right), key=lambda part: y[part])
        y[group] = (y[ends[0]] + y[ends[1]]) / 2
        path = f"M{x[ends[0]]:.1f} {y[ends[0]]:.1f}H{x[group]:.1f}V{y[ends[1]]:.1f}H{x[ends[1]]:.1f}"
        lines.append(f'<path d="{path}"><title>{1 - merge.distance:.0%} of tag paths in common</title></path>')
    leaves = "".join(_leaf(names[leaf], colours[leaf], y[leaf]) for leaf in range(count))
    height = TOP + ROW * count + 8
    ticks = "".join(_tick(share, height) for share in TICKS)
    size = f"0 0 {LEFT + TREE + RIGHT} {height}"
    return (
        f'<svg class="tree" viewBox="{size}" role="img" aria-label="dendrogram">{ticks}{"".join(lines)}{leaves}</svg>'
    )


def _leaf_order(count: int, merges: Sequence[Merge]) -> list[int]:
    """The leaves so that no branches cross."""
    order, waiting = [], [count + len(merges) - 1] if count else []
    while waiting:
        group = waiting.pop()
        if group < count:
            order.append(group)
        else:
            merge = merges[group - count]
            waiting += [merge.right, merge.left]
    return order


def _leaf(name: str, colour: str, y: float) -> str:
    x = LEFT + TREE
    dot = f'<circle cx="{x}" cy="{y:.1f}" r="4.5" fill="{colour}"/>'
    return f'{dot}<text x="{x + 10}" y="{y + 4:.1f}">{escape(name)}</text>'


def _tick(share: float, height: int) -> str:
    x = LEFT + TREE * share
    return f'<path class="tick" d="M{x:.0f} {TOP}V{height}"/><text class="tick" x="{x:.0f}" y="14">{share:.0%}</text>'
