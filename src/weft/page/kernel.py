"""Calls of the kernel that walk a page: each has what is left of the deadline; what trips in it is a `LimitError`."""

from collections.abc import Iterator
from contextlib import contextmanager

from weft import _native
from weft.deadline import seconds_left, total_seconds
from weft.errors import LimitError


@contextmanager
def kernel_call(page: str = "") -> Iterator[float]:
    """The seconds that a call of the kernel has; what trips in it, memory too, is a `LimitError` about that page.

    >>> with kernel_call() as seconds:
    ...     _native.measure_blocks(_native.parse("<p>One", (99, 99, 99, 99, seconds)), seconds=seconds).shape[0]
    1
    """
    try:
        yield seconds_left()
    except _native.LimitTripped as tripped:
        raise limit_error(tripped, page) from None
    except MemoryError:
        raise LimitError("memory", 0, page) from None


def limit_error(tripped: _native.LimitTripped, page: str = "") -> LimitError:
    """The error of a limit that tripped in the kernel; of a deadline it names the seconds that were given in all."""
    name, value = tripped.args
    return LimitError(name, total_seconds() if name == "seconds" else value, page)
