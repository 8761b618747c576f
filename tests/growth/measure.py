"""The exponent with which the CPU time of an operation grows with the size of a page."""

import time
from collections.abc import Iterator
from math import log

from tests.growth.operations import Operation
from tests.growth.shapes import Shape
from weft import LimitError

MAX_EXPONENT = 1.25
FIRST_SIZE = 6_000  # bytes of the smaller of two pages
FACTOR = 4  # between the two
MAX_SIZE = 400_000
MIN_SECONDS = 0.002  # what takes less is not judged, but made larger
LONG = 0.25  # seconds after which one run is enough
ATTEMPTS = 3  # with larger pages and more runs: a busy machine is no growth


def cpu_seconds(operation: Operation, html: bytes, runs: int = 2) -> float:
    """The least CPU time of some runs."""
    best = float("inf")
    for _ in range(runs):
        begin = time.process_time()
        operation(html)
        best = min(best, time.process_time() - begin)
        if best > LONG:
            break
    return best


def sizes() -> Iterator[int]:
    """The sizes of the smaller page."""
    size = FIRST_SIZE
    while size * FACTOR <= MAX_SIZE:
        yield size
        size *= 2


def find_exponent(operation: Operation, shape: Shape) -> float:
    """The exponent of a pair: the least of some attempts where the first is too large; 0 where nothing takes long.

    A page that goes over a limit other than the seconds has no larger sizes: what was measured before counts.
    """
    least, attempts = float("inf"), 0
    for size in sizes():
        try:
            large = cpu_seconds(operation, shape(size * FACTOR), 1 + attempts)
            if large < MIN_SECONDS:
                continue
            small = cpu_seconds(operation, shape(size), 2 + attempts)
        except LimitError as error:
            if error.limit == "seconds":
                raise
            break
        least = min(least, log(large / max(small, MIN_SECONDS / FACTOR**2)) / log(FACTOR))
        attempts += 1
        if least < MAX_EXPONENT or attempts > ATTEMPTS:
            break
    return least if attempts else 0.0
