"""The moment by which the work on a page must end: one deadline, set where the work begins and asked by every loop.

The deadline belongs to the running thread, so that no function has to pass it on, and its clock is the thread's own CPU
time: an answer does not depend on what else the machine does, and what a browser takes has a limit of its own. A
deadline inside another one never ends later than the one around it. A call of the kernel has what is left of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextvars import ContextVar, Token
from itertools import islice
from math import inf
from time import thread_time
from types import TracebackType
from typing import TypeVar

from weft.errors import LimitError
from weft.kernel.html import LimitTripped

Item = TypeVar("Item")
_DEADLINE: ContextVar[tuple[float, float]] = ContextVar("deadline", default=(inf, inf))  # the moment; the seconds given


class time_limit:  # a block of its own kind, as `contextlib` names them; a generator costs thrice as much
    """Give the work in this block that many seconds, or what is left of the deadline around it.

    >>> with time_limit(3600):
    ...     check_time()
    """

    __slots__ = ("_seconds", "_token")

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._token: Token[tuple[float, float]] | None = None

    def __enter__(self) -> None:
        around, given = _DEADLINE.get()
        if given <= self._seconds:  # it began earlier, so it ends earlier: no need to ask the clock
            return
        end = thread_time() + self._seconds
        self._token = _DEADLINE.set((end, self._seconds)) if end < around else None

    def __exit__(self, *error: object) -> None:
        if self._token is not None:
            _DEADLINE.reset(self._token)


def check_time() -> None:
    """Raise `LimitError` where the deadline has passed; loops over what a page holds call it."""
    end, seconds = _DEADLINE.get()
    if end < inf and thread_time() > end:
        raise LimitError("seconds", seconds)


def check_deadline(items: Iterable[Item], every: int = 16) -> Iterator[Item]:
    """The items of a loop; the deadline is asked before the first and then before every so many.

    >>> [item for item in check_deadline("ab")]
    ['a', 'b']
    """
    rest = iter(items)
    for item in rest:
        check_time()
        yield item
        yield from islice(rest, every - 1)


def seconds_left() -> float:
    """The seconds until the deadline, at least 0; infinity without one. A call of the kernel takes them along."""
    end = _DEADLINE.get()[0]
    return max(end - thread_time(), 0.0)


def total_seconds() -> float:
    """The seconds that the running deadline gave: the value that a `LimitError` names."""
    return _DEADLINE.get()[1]


class kernel_call:  # a block of its own kind, as `contextlib` names them; a generator costs thrice as much
    """The seconds that a call of the kernel has; what trips in it, memory too, is a `LimitError` about that page.

    >>> from weft.kernel.extractors import measure_blocks
    >>> from weft.kernel.html import parse
    >>> with kernel_call() as seconds:
    ...     measure_blocks(parse("<p>One", (99, 99, 99, 99, seconds)), seconds=seconds).shape[0]
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
        if isinstance(error, LimitTripped):
            raise limit_error(error, self.page) from None
        if isinstance(error, MemoryError):
            raise LimitError("memory", 0, self.page) from None


def limit_error(tripped: LimitTripped, page: str = "") -> LimitError:
    """The error of a limit that tripped in the kernel; of a deadline it names the seconds that were given in all."""
    name, value = tripped.args
    return LimitError(name, total_seconds() if name == "seconds" else value, page)
