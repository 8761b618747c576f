"""Probabilities of margins: the same to the last bit on every machine, and as mathematics has them but for it."""

import hashlib
import math

import numpy as np
import pytest

from weft import _native


def test_the_bits_are_the_same_everywhere() -> None:
    margins = np.arange(-2_000, 2_000, dtype=np.float32) / np.float32(50)
    bits = _native.logistic(margins).tobytes() + _native.shares(margins[1_990:1_997]).tobytes()
    assert hashlib.sha256(bits).hexdigest()[:16] == "178942c7ac1b828b"


def test_probabilities_are_right() -> None:
    margins = np.linspace(-40, 40, 1001, dtype=np.float32)
    expected = [1 / (1 + math.exp(-margin)) for margin in margins.tolist()]
    assert _native.logistic(margins).tolist() == pytest.approx(expected, rel=1e-15)
    assert _native.shares(margins[:7]).sum() == pytest.approx(1)
    assert not len(_native.logistic(margins[:0]))
