"""Probabilities of margins: as the plain twin says to the last bit, and as mathematics does but for it."""

import math

import numpy as np
import pytest

from tests.features import plain_exponential
from tests.seeds import every_seed
from weft import _native


@every_seed(50)
def test_the_twin_says_the_same_bits(seed: int) -> None:
    draw = np.random.default_rng(seed)
    margins = (draw.normal(size=200) * draw.choice([0.01, 3.0, 100.0, 1e4])).astype(np.float32)
    assert _native.logistic(margins).tolist() == plain_exponential.logistic(margins.tolist())
    assert _native.shares(margins[:7]).tolist() == plain_exponential.shares(margins[:7].tolist())


def test_probabilities_are_right() -> None:
    margins = np.linspace(-40, 40, 1001, dtype=np.float32)
    expected = [1 / (1 + math.exp(-margin)) for margin in margins.tolist()]
    assert _native.logistic(margins).tolist() == pytest.approx(expected, rel=1e-15)
    assert _native.shares(margins[:7]).sum() == pytest.approx(1)
    assert not len(_native.logistic(margins[:0]))
