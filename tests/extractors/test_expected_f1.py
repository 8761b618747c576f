import numpy as np
import pytest

from weft._native import expected_f1


def oracle_expected_f1(probability: list[float], words: list[float], beta: float) -> list[float]:
    """As the module's text says it, one count of kept blocks after the other."""
    strictness = [(step + 0.5) / 24 for step in range(24)]

    def f_beta(right: float, kept: float, wanted: float) -> float:
        return (1 + beta**2) * right / (kept + beta**2 * wanted) if kept + wanted else 1.0

    means = []
    for count in range(len(words) + 1):
        kept = sum(words[:count])
        right = [one * size for one, size in zip(probability, words, strict=True)]
        independent = f_beta(sum(right[:count]), kept, sum(right)) if kept + sum(right) else 0.0
        wanted = [
            sum(size for one, size in zip(probability, words, strict=True) if one > least) for least in strictness
        ]
        nested = sum(f_beta(min(kept, other), kept, other) for other in wanted) / len(strictness)
        means.append((independent + nested) / 2)
    return means


def test_as_the_oracle() -> None:
    random = np.random.default_rng(2)
    for size in range(20):
        probability = np.sort(random.random(size))[::-1]
        words = random.integers(0, 50, size).astype(float)
        for beta in (0.5, 1.0, 2.0):
            expected = oracle_expected_f1(probability.tolist(), words.tolist(), beta)
            assert expected_f1(probability, words, beta=beta) == pytest.approx(expected)
            assert expected_f1(probability, words) == pytest.approx(
                oracle_expected_f1(probability.tolist(), words.tolist(), 1.0)
            )


def test_every_unit_has_a_probability_and_words() -> None:
    with pytest.raises(ValueError, match="every unit"):
        expected_f1(np.ones(2), np.ones(1))


def best(probability: list[float], words: list[float], *, beta: float = 1.0) -> int:
    return int(np.argmax(expected_f1(np.array(probability, float), np.array(words, float), beta=beta)))


def test_what_is_sure_is_kept():
    assert best([0.99, 0.98, 0.02], [10, 10, 10]) == 2


def test_nothing_is_an_answer():
    assert best([0.1, 0.05], [10, 10]) == 0
    assert best([], []) == 0


def test_a_large_doubtful_part_does_not_drown_a_small_sure_one():
    # Ten reviews that are content or not together: keeping them risks more than leaving them out.
    probability = [0.9] * 4 + [0.3] * 10
    assert best(probability, [50.0] * 4 + [150.0] * 10) == 4


def test_a_larger_beta_keeps_more():
    random = np.random.default_rng(1)
    for _ in range(50):
        size = int(random.integers(1, 30))
        probability = np.sort(random.random(size))[::-1].tolist()
        words = random.integers(1, 50, size).astype(float).tolist()
        kept = [best(probability, words, beta=beta) for beta in (0.25, 0.5, 1.0, 2.0, 4.0)]
        assert kept == sorted(kept)
        assert kept[0] < kept[-1] or kept[0] in (0, size)


def test_expectations_are_shares():
    random = np.random.default_rng(0)
    for _ in range(50):
        size = int(random.integers(0, 30))
        probability = np.sort(random.random(size))[::-1]
        beta = float(random.choice([0.5, 1.0, 2.0]))
        expected = expected_f1(probability, random.integers(0, 50, size).astype(float), beta=beta)
        assert len(expected) == size + 1
        assert ((expected >= 0) & (expected <= 1 + 1e-9)).all()
