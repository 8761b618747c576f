"""What sets share, against Python's own sets."""

import random

import numpy as np
import pytest

from tests.seeds import every_seed
from weft.sites.similarity import similarity
from weft.sites.similarity.similarity import overlaps, shared


def random_sets(seed: int, *, count: int = 12) -> list[np.ndarray]:
    rng = random.Random(seed)
    return [np.unique(np.array(rng.choices(range(60), k=rng.randrange(40)), dtype=np.uint64)) for _ in range(count)]


@pytest.mark.parametrize("cells", [1, 30, 4_000_000])
@every_seed(5)
def test_overlaps_in_blocks_of_any_size(seed, cells, monkeypatch):
    monkeypatch.setattr(similarity, "BLOCK_CELLS", cells)
    sets = random_sets(seed)
    plain = [[len(set(a.tolist()) & set(b.tolist())) for b in sets] for a in sets]
    assert np.array_equal(overlaps(sets), plain)
    assert [[len(shared(a, b)) for b in sets] for a in sets] == plain


def test_weights_are_summed():
    sets = random_sets(3)
    weights = [one.astype(np.float64) / 8 for one in sets]
    plain = [[sum(set(a.tolist()) & set(b.tolist())) / 8 for b in sets] for a in sets]
    assert np.array_equal(overlaps(sets, weights), plain)


def test_shared_are_positions_in_the_shorter():
    long, short = np.array([1, 3, 5, 9], dtype=np.uint64), np.array([0, 3, 9, 12], dtype=np.uint64)[1:]
    assert shared(long, short).tolist() == [0, 1]
    assert shared(short, long).tolist() == [0, 1]


def test_nothing():
    empty = np.zeros(0, dtype=np.uint64)
    assert overlaps([]).shape == (0, 0)
    assert np.array_equal(overlaps([empty, empty]), np.zeros((2, 2)))
    assert np.array_equal(overlaps([empty, np.array([4], dtype=np.uint64)]), [[0, 0], [0, 1]])
