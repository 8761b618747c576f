import numpy as np

from weft.extractors.block_classifier import expected_f1


def best(probability: list[float], words: list[float], *, beta: float = 1.0) -> int:
    return int(np.argmax(expected_f1(np.array(probability), np.array(words), beta=beta)))


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
