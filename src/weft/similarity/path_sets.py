"""What two sets of hashes share: all that the set similarities need beside the sizes."""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

PathSet: TypeAlias = NDArray[np.uint64]
"""Hashes, sorted, each once."""

BLOCK_CELLS = 4_000_000  # cells of a block of the incidence matrix: 32 MB, whatever the pages


def shared(a: PathSet, b: PathSet) -> NDArray[np.int64]:
    """The positions in the shorter set of what both have."""
    short, long = (a, b) if len(a) <= len(b) else (b, a)
    if not len(short):
        return np.zeros(0, dtype=np.int64)
    places = np.minimum(np.searchsorted(long, short), len(long) - 1)
    return np.flatnonzero(long[places] == short)


def sizes(sets: Sequence[PathSet]) -> NDArray[np.int64]:
    """How many hashes each set has."""
    return np.array([len(one) for one in sets], dtype=np.int64)


def overlaps(sets: Sequence[PathSet], weights: Sequence[NDArray[np.float64]] | None = None) -> NDArray[np.float64]:
    """For every two sets how many hashes they share, or what the shared ones weigh; a hash has one weight in all sets.

    In words: `len(a & b)` for every pair. Here a product of the matrix sets x hashes with itself, a block of
    hashes at a time, so that memory does not grow with the pages; a hash of one set only is counted apart.
    """
    owner = np.repeat(np.arange(len(sets)), sizes(sets))
    if not len(owner):
        return np.zeros((len(sets), len(sets)))
    _, first, column, count = np.unique(
        np.concatenate(sets), return_index=True, return_inverse=True, return_counts=True
    )
    weight = np.ones(len(count)) if weights is None else np.concatenate(weights)[first]
    alone = np.flatnonzero(count[column] == 1)
    total = np.diag(np.bincount(owner[alone], weight[column[alone]], minlength=len(sets)).astype(np.float64))
    common = np.cumsum(count > 1) - 1  # the column of a hash among those of two or more sets
    column, weight = np.where(count > 1, common, -1)[column], weight[count > 1]
    width = max(1, BLOCK_CELLS // len(sets))
    for start in range(0, len(weight), width):
        part = np.flatnonzero((column >= start) & (column < start + width))
        block = np.zeros((len(sets), len(weight[start : start + width])))
        block[owner[part], column[part] - start] = 1
        total += (block * weight[start : start + width]) @ block.T
    return total
