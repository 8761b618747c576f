"""Sketches: estimates near the truth, candidates that cost one pair a page and band."""

import numpy as np
import pytest

from weft.sites.similarity.sketch import BANDS, EMPTY, SIZE, candidates, estimate, sign


def sets_with(index: float, seed: int, *, size: int = 400) -> tuple[np.ndarray, np.ndarray]:
    """Two random sets with about the given Jaccard index."""
    numbers = np.random.default_rng(seed).integers(0, 1 << 63, size=2 * size, dtype=np.uint64)
    both = round(size * 2 * index / (1 + index))
    return np.sort(numbers[:size]), np.sort(numbers[size - both : 2 * size - both])


@pytest.mark.parametrize("index", [0.0, 0.2, 0.5, 0.8, 1.0])
def test_estimates_the_jaccard_index(index):
    errors = [estimate(*map(sign, sets_with(index, seed))) - index for seed in range(60)]
    assert abs(np.mean(errors)) < 0.015  # unbiased
    assert np.std(errors) <= 1.3 * np.sqrt(index * (1 - index) / SIZE) + 0.002


def test_small_numbers_and_few_of_them_are_spread_too():
    a, b = np.arange(0, 30, dtype=np.uint64), np.arange(10, 40, dtype=np.uint64)
    assert estimate(sign(a), sign(b)) == pytest.approx(0.5, abs=0.15)


def test_a_signature_is_the_least_over_the_set_however_large():
    numbers = np.random.default_rng(1).integers(0, 1 << 63, size=10_000, dtype=np.uint64)
    halves = np.minimum(sign(numbers[:3000]), sign(numbers[3000:]))
    assert np.array_equal(sign(numbers), halves)
    assert sign(numbers, size=16).tolist() == sign(numbers).tolist()[:16]


def plain_mix(number: int, item: int) -> int:
    mixed = ((number << 23 | number >> 41) % (1 << 64) ^ item) * 0x9E37_79B9_7F4A_7C15 % (1 << 64)
    return mixed ^ mixed >> 32


def test_as_with_plain_numbers():
    """Signatures may be saved: any change to them shows here."""
    numbers = [1, 2, 3, 1 << 60]
    spread = [plain_mix(number, 0x5765_6674) for number in numbers]
    factors = [plain_mix(plain_mix(n, n), n) | 1 for n in range(1, 9)]
    plain = [min(number * factor % (1 << 64) for number in spread) for factor in factors]
    assert sign(np.array(numbers, dtype=np.uint64), size=8).tolist() == plain


def test_similar_pages_meet():
    signatures = [sign(one) for seed in range(50) for one in sets_with(0.75, seed)]
    pairs = candidates(signatures).tolist()
    assert sum([2 * n, 2 * n + 1] in pairs for n in range(50)) >= 49
    assert len(pairs) <= 55


def test_all_alike_costs_one_pair_a_page():
    signatures = [sign(np.arange(50, dtype=np.uint64))] * 200
    assert candidates(signatures).tolist() == [[0, page] for page in range(1, 200)]


def test_never_more_than_a_pair_a_page_and_band():
    rng = np.random.default_rng(5)
    signatures = [rng.integers(0, 2, size=SIZE).astype(np.uint64) for _ in range(100)]
    pairs = candidates(signatures)
    assert 100 < len(pairs) <= 100 * BANDS
    assert (pairs[:, 0] < pairs[:, 1]).all()


def test_empty_sets_resemble_nothing():
    empty = sign(np.zeros(0, dtype=np.uint64))
    assert (empty == EMPTY).all()
    assert estimate(empty, empty) == 0
    assert candidates([empty, empty]).shape == (0, 2)
    full = sign(np.arange(9, dtype=np.uint64))
    assert candidates([empty, full, empty, full]).tolist() == [[1, 3]]
    assert candidates([]).shape == (0, 2)
