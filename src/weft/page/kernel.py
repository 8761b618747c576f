"""Calls of the kernel that walk a page: each has what is left of the deadline; what trips in it is a `LimitError`."""

from types import TracebackType

from weft import _native
from weft.deadline import seconds_left, total_seconds
from weft.errors import LimitError


class kernel_call:  # a block of its own kind, as `contextlib` names them; a generator costs thrice as much
    """The seconds that a call of the kernel has; what trips in it, memory too, is a `LimitError` about that page.

    >>> with kernel_call() as seconds:
    ...     _native.measure_blocks(_native.parse("<p>One", (99, 99, 99, 99, seconds)), seconds=seconds).shape[0]
    1
    """

    __slots__ = ("page",)

    def __init__(self, page: str = "") -> None:
        self.page: str = page

    def __enter__(self) -> float:
        return seconds_left()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, _native.LimitTripped):
            raise limit_error(error, self.page) from None
        if isinstance(error, MemoryError):
            raise LimitError("memory", 0, self.page) from None


def limit_error(tripped: _native.LimitTripped, page: str = "") -> LimitError:
    """The error of a limit that tripped in the kernel; of a deadline it names the seconds that were given in all."""
    name, value = tripped.args
    return LimitError(name, total_seconds() if name == "seconds" else value, page)
