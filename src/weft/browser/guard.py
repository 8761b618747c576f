"""What a page may do and cost while it is being visited."""

import asyncio
from collections import Counter
from collections.abc import Coroutine
from dataclasses import fields
from itertools import count
from typing import Any, TypeVar

from weft.browser.options import BrowserLimits
from weft.browser.watch import Process, memory_of, process_tree
from weft.errors import BrowserError, WeftError
from weft.page import Limits

LOOK_SECONDS = 0.05  # between two looks at the memory: at most some hundred megabytes can be taken meanwhile
LOOKS = 5  # at the same processes, before new ones are looked for, which costs ten times as much
END_SECONDS = 2.0  # for what was interrupted
SHARED = frozenset(limit.name for limit in fields(Limits))  # these have an option at the command line

Answer = TypeVar("Answer")


class Guard:
    """Counts what a page does and looks at what it costs; the first thing that is too much ends the visit."""

    def __init__(self, name: str, limits: BrowserLimits, *, pid: int) -> None:
        self.name = name
        self._limits = limits
        self._pid = pid
        self._counts: Counter[str] = Counter()
        self._tripped: asyncio.Future[WeftError] = asyncio.get_running_loop().create_future()

    def trip(self, error: WeftError) -> None:
        """End the visit with this error, unless another was first."""
        if not self._tripped.done():
            self._tripped.set_result(error)

    def over(self, limit: str) -> None:
        """End the visit because of a limit."""
        unit = "megabytes of memory" if limit == "memory" else limit
        advice = f"allow more with BrowserLimits({limit}=…)" + (f" or --max-{limit}" if limit in SHARED else "")
        message = f"{self.name}: over the limit of {getattr(self._limits, limit):.10g} {unit} in the browser; {advice}"
        self.trip(BrowserError(message, reason=limit))

    def count(self, what: str, amount: int = 1) -> None:
        """More of what a page may have only so much of."""
        self._counts[what] += amount
        if self._counts[what] > getattr(self._limits, what):
            self.over(what)

    def with_noun(self, what: str) -> int:
        """How much of it there was."""
        return self._counts[what]

    def crash(self) -> None:
        """End the visit because the browser or the page's process is gone."""
        self.trip(BrowserError(f"{self.name}: the browser crashed on this page; the next gets a new one"))

    async def run(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """The answer of the work, or the error of what was too much."""
        working, watching = asyncio.create_task(work), asyncio.create_task(self._watch_memory())
        try:
            either: set[asyncio.Future[Any]] = {working, self._tripped}
            await asyncio.wait(either, timeout=self._limits.seconds, return_when=asyncio.FIRST_COMPLETED)
            if not working.done() and not self._tripped.done():
                self.over("seconds")
            if self._tripped.done():
                raise self._tripped.result()
            return working.result()
        finally:
            working.cancel()
            watching.cancel()
            await asyncio.wait({working, watching}, timeout=END_SECONDS)
            if working.done() and not working.cancelled():
                working.exception()  # looked at, so that asyncio does not report it

    async def _watch_memory(self) -> None:
        processes: list[Process] = []
        for look in count():
            if look % LOOKS == 0:
                processes = process_tree(self._pid)
            if memory_of(processes) > self._limits.memory:
                self.over("memory")
            await asyncio.sleep(LOOK_SECONDS)
