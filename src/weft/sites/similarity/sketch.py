"""MinHash signatures and locality-sensitive hashing: similar sets of hashes found without comparing all pairs."""

from collections.abc import Sequence
from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_deadline
from weft.page.folds import mix
from weft.sites.similarity.similarity import PathSet

SIZE = 128  # values of a signature: an estimate of the Jaccard index is off by 0.04 at most (one standard deviation)
BANDS = 32  # of 4 values: sets with the Jaccard index 0.3 meet in some band at 23 %, 0.5 at 87 %, 0.7 almost always
SEED = 0x5765_6674
CHUNK = 4096  # hashes of a set that are worked on at once: 4 MB

Signature: TypeAlias = NDArray[np.uint64]
"""The least value of each of many hash functions over a set; `EMPTY` throughout where the set is."""

EMPTY = np.uint64(0xFFFF_FFFF_FFFF_FFFF)


def sign(paths: PathSet, *, size: int = SIZE) -> Signature:
    """The MinHash signature of a set: two sets agree in a value with a chance equal to their Jaccard index.

    The hash functions are fixed, so signatures of other runs and machines compare.
    """
    least = np.full(size, EMPTY)
    spread = mix(paths, np.uint64(SEED))  # also small numbers, so that a factor is enough to shuffle them
    for start in check_deadline(range(0, len(spread), CHUNK)):
        values = spread[start : start + CHUNK, None] * _factors(size)
        np.minimum(least, values.min(axis=0), out=least)
    return least


@cache
def _factors(size: int) -> NDArray[np.uint64]:
    """Odd numbers, so that each multiplication is a permutation."""
    numbers = np.arange(1, size + 1, dtype=np.uint64)
    return mix(mix(numbers, numbers), numbers) | np.uint64(1)


def estimate(a: Signature, b: Signature) -> float:
    """The Jaccard index of the sets of two signatures, about; 0 where one is empty.

    >>> sets = np.arange(1000, dtype=np.uint64) ** 3, np.arange(500, 1000, dtype=np.uint64) ** 3
    >>> estimate(sign(sets[0]), sign(sets[1]))
    0.5078125
    """
    return float(np.mean((a == b) & (a != EMPTY)))


def candidates(signatures: Sequence[Signature], *, bands: int = BANDS) -> NDArray[np.int64]:
    """Pairs of pages that are worth comparing, as rows (earlier, later), in order.

    Pages whose signatures agree throughout a band share a bucket, and each is paired with the first page of its
    bucket: at most one pair a page and band, also when all pages are alike. Whoever follows the pairs finds the rest.
    """
    if not signatures:
        return np.zeros((0, 2), dtype=np.int64)
    table = np.stack(signatures)
    pages = np.flatnonzero(table[:, 0] != EMPTY)
    pairs = [np.zeros((0, 2), dtype=np.int64)]
    for band in np.array_split(table[pages], bands, axis=1):
        bucket = np.zeros(len(pages), dtype=np.uint64)
        for column in band.T:
            bucket = mix(bucket, column)
        _, first, inverse = np.unique(bucket, return_index=True, return_inverse=True)
        met = np.stack((pages[first[inverse]], pages), axis=1)
        pairs.append(met[met[:, 0] != met[:, 1]])
    return np.unique(np.concatenate(pairs), axis=0)
