"""Makes an input that fails smaller, as long as it fails in the same way (delta debugging: cut ever smaller parts)."""

import time
from collections.abc import Callable
from dataclasses import replace

from tests.fuzz.inputs import Input

SECONDS = 8.0  # of one input; what is not the smallest by then is small enough


def minimise(given: Input, fails: Callable[[Input], bool], *, seconds: float = SECONDS) -> Input:
    """The smallest input that is found in time and still fails."""
    until = time.monotonic() + seconds
    for without in ({"siblings": ()}, {"url": None}, {"charset": None}):
        simpler = replace(given, **without)
        if simpler != given and fails(simpler):
            given = simpler
    length = max(1, len(given.data) // 2)
    while length and time.monotonic() < until:
        shorter = _cut_parts(given, length, fails, until)
        if shorter == given or length > len(shorter.data):
            length //= 2
        given = shorter
    return given


def _cut_parts(given: Input, length: int, fails: Callable[[Input], bool], until: float) -> Input:
    """Without the parts of that length that the failure does not need."""
    start = 0
    while start < len(given.data) and time.monotonic() < until:
        shorter = replace(given, data=given.data[:start] + given.data[start + length :])
        if fails(shorter):
            given = shorter
        else:
            start += length
    return given
