"""The kernel's exponential in plain Python, operation by operation: the same to the last bit."""

import math
from collections.abc import Sequence

LN_2_HIGH = float.fromhex("0x1.62e42fee00000p-1")
LN_2_LOW = float.fromhex("0x1.a39ef35793c76p-33")
LOG2_E = 1.4426950408889634


def exponential(number: float) -> float:
    """The power of two next to the exponential, times the series of the rest."""
    number = min(max(number, -700.0), 700.0)
    power = math.floor(number * LOG2_E + 0.5)
    high, low = number - power * LN_2_HIGH, power * LN_2_LOW
    rest = high - low
    lost = (high - rest) - low
    series = 1.0
    for term in range(14, 2, -1):
        series = 1.0 + rest * series / term
    return math.ldexp(1.0 + (rest + (lost + rest * rest * series / 2.0)), power)


def logistic(margins: Sequence[float]) -> list[float]:
    """Margins as probabilities."""
    return [1.0 / (1.0 + exponential(-margin)) for margin in margins]


def shares(margins: Sequence[float]) -> list[float]:
    """Margins of several things as probabilities, of which one is true."""
    powers = [exponential(margin - max(margins)) for margin in margins]
    total = 0.0
    for power in powers:
        total += power
    return [power / total for power in powers]
