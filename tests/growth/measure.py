"""The exponent with which the CPU time of an operation grows with the size of a page."""

import ctypes
import time
from collections.abc import Iterator
from functools import cache
from math import log

from tests.growth.operations import Operation
from tests.growth.shapes import Shape
from weft import LimitError

MAX_EXPONENT = 1.25
FIRST_SIZE = 6_000  # bytes of the smaller of two pages
FACTOR = 4  # between the two
MAX_SIZE = 400_000
MIN_SECONDS = 0.002  # what takes less is not judged, but made larger
LONG = 0.5  # seconds after which one run is enough
RUNS = 5  # of a pair that seems to grow too fast: a busy machine is no growth
ATTEMPTS = 3  # with larger pages
TRIM_THRESHOLD, MMAP_THRESHOLD = -1, -3  # as glibc's mallopt numbers them
KEPT_BYTES = 32 * 1024 * 1024  # the most that glibc takes for either


@cache
def keep_memory() -> None:
    """Keep the memory that a page gave back, where the system's C library can.

    Else a large page pays for memory that the system fills with zeros, and a small page behind it finds it filled:
    parsing would seem to grow as n^1.4 while every byte costs the same at every size.
    """
    if mallopt := getattr(ctypes.CDLL(None), "mallopt", None):
        mallopt(TRIM_THRESHOLD, KEPT_BYTES)
        mallopt(MMAP_THRESHOLD, KEPT_BYTES)


def cpu_seconds(operation: Operation, html: bytes, runs: int) -> float:
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
    keep_memory()
    exponents: list[float] = []
    for size in sizes():
        try:
            exponent = _measure(operation, shape, size)
        except LimitError as error:
            if error.limit == "seconds":
                raise
            break
        exponents += [] if exponent is None else [exponent]
        if exponents and (exponents[-1] < MAX_EXPONENT or len(exponents) == ATTEMPTS):
            break
    return min(exponents, default=0.0)


def _measure(operation: Operation, shape: Shape, size: int) -> float | None:
    """The exponent from one size to `FACTOR` times as much; None where that takes too little time to tell."""
    pages = shape(size), shape(size * FACTOR)
    large = cpu_seconds(operation, pages[1], 1)
    if large < MIN_SECONDS:
        return None
    small = cpu_seconds(operation, pages[0], 2)
    if _exponent(small, large) >= MAX_EXPONENT:
        large = min(large, cpu_seconds(operation, pages[1], RUNS))
        small = min(small, cpu_seconds(operation, pages[0], RUNS))
    return _exponent(small, large) if large >= MIN_SECONDS else None


def _exponent(small: float, large: float) -> float:
    return log(large / max(small, 1e-5)) / log(FACTOR)
