"""The map of a project: each cluster is one group of dots, and no two groups touch.

Clusters are laid out by how far their pages are apart in structure, then pushed from each other until each has its own
place; inside of a group pages of similar structure lie close together. Structure alone drew several groups where the
clustering, which weighs more than structure, says one, and projected small clusters onto each other.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from weft.reports.cluster_map import EDGE, HEIGHT, WIDTH, Distances, Positions, scale, sketch_distances

DOT = 6.5  # pixels of radius that a dot needs in its group
GAP = 16.0  # pixels between two groups
FULL = 0.35  # share of the canvas that groups may fill
ROUNDS = 300  # of pushing; a dozen clusters need some twenty
GOLDEN = np.pi * (3 - np.sqrt(5))  # dots that turn by it never meet


def lay_out_clusters(sketches: Sequence[NDArray[np.uint64]], names: Sequence[str]) -> Positions:
    """Where each page is on the canvas, in pixels; pages of one name are one group."""
    if not sketches:
        return np.zeros((0, 2))
    distances = sketch_distances(sketches)
    groups = [np.flatnonzero(np.array(names) == name) for name in dict.fromkeys(names)]
    radius = np.array([DOT * np.sqrt(len(group)) for group in groups])
    radius *= min(1.0, np.sqrt(FULL * WIDTH * HEIGHT / (np.pi * radius**2).sum()))
    centres = _push_apart(_centres(distances, groups), radius)
    positions = np.zeros((len(names), 2))
    for centre, own, size in zip(centres, groups, radius, strict=True):
        positions[own] = centre + _inside(distances[np.ix_(own, own)], size)
    return positions


def _centres(distances: Distances, groups: Sequence[NDArray[np.int64]]) -> Positions:
    """Where groups lie by the mean distance of their pages, from 0 to 1 on both axes."""
    between = np.array([[distances[np.ix_(one, other)].mean() for other in groups] for one in groups])
    np.fill_diagonal(between, 0)
    places = scale(between)
    low, high = places.min(axis=0), places.max(axis=0)
    shares: Positions = np.where(high - low > 1e-9, (places - low) / np.maximum(high - low, 1e-9), 0.5)
    return shares


def _push_apart(shares: Positions, radius: NDArray[np.float64]) -> Positions:
    """The centres on the canvas, moved until no group touches another; those on one spot part in a fixed direction."""
    low = radius[:, None] + EDGE / 2
    high = np.array([WIDTH, HEIGHT]) - low
    centres: Positions = low + shares * np.maximum(high - low, 0)
    turn = np.arange(len(centres)) * GOLDEN
    centres = centres + 0.01 * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    wanted = radius[:, None] + radius[None, :] + GAP
    for _ in range(ROUNDS):
        apart = centres[:, None] - centres[None, :]
        length = np.linalg.norm(apart, axis=2)
        overlap = np.maximum(wanted - length, 0)
        np.fill_diagonal(overlap, 0)
        if not overlap.any():
            break
        push = apart / np.maximum(length, 1e-9)[:, :, None] * overlap[:, :, None] / 2
        most = max((overlap > 0).sum(axis=1).max(), 1)
        centres = np.clip(centres + push.sum(axis=1) / most, low, np.maximum(high, low))
    return centres


def _inside(distances: Distances, radius: float) -> Positions:
    """The dots of a group in its circle: a spiral, from left to right in the order of structure's first axis."""
    order = np.argsort(scale(distances)[:, 0], kind="stable")
    rank = np.arange(len(order))
    reach = radius * np.sqrt((rank + 0.5) / max(len(order), 1)) * (len(order) > 1)
    spiral = np.stack([reach * np.cos(rank * GOLDEN), reach * np.sin(rank * GOLDEN)], axis=1)
    along = np.argsort(spiral[:, 0], kind="stable")  # left to right as structure has them
    placed = np.zeros_like(spiral)
    placed[order] = spiral[along]
    return placed
