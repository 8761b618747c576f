"""What a page may do and cost while it is being visited, and the processes of the browser that it costs."""

import asyncio
import os
import signal
import time
from collections import Counter
from collections.abc import Coroutine
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from weft.browser.options import BrowserLimits
from weft.errors import BrowserError, WeftError

CHECK_SECONDS = 0.05  # between two checks of the memory: at most some hundred megabytes can be taken meanwhile
CHECKS = 5  # at the same processes, before new ones are looked for, which costs ten times as much
INTERRUPT_SECONDS = 2.0  # for what was interrupted
NEXT_BROWSER = "the next gets a new one"

Answer = TypeVar("Answer")


class Guard:
    """Counts what a page does and measures what it costs; the first thing that is too much ends the visit."""

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
        what = f"over the limit of {getattr(self._limits, limit):.10g} {unit} in the browser"
        self.trip(BrowserError(what, page=self.name, advice=f"allow more with BrowserLimits({limit}=…)", reason=limit))

    def count(self, what: str, amount: int = 1) -> None:
        """More of what a page may have only so much of."""
        self._counts[what] += amount
        if self._counts[what] > getattr(self._limits, what):
            self.over(what)

    def count_of(self, what: str) -> int:
        """How much of it there was."""
        return self._counts[what]

    def crash(self) -> None:
        """End the visit because the browser or the page's process is gone."""
        self.trip(BrowserError("the browser crashed on this page", page=self.name, advice=NEXT_BROWSER))

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
            await asyncio.wait({working, watching}, timeout=INTERRUPT_SECONDS)
            if working.done() and not working.cancelled():
                working.exception()  # looked at, so that asyncio does not report it

    async def _watch_memory(self) -> None:
        processes: list[Process] = []
        for look in count():
            if look % CHECKS == 0:
                processes = process_tree(self._pid)
            if memory_of(processes) > self._limits.memory:
                self.over("memory")
            await asyncio.sleep(CHECK_SECONDS)


PROC = Path("/proc")
KILL_SECONDS = 2.0
KILL: int = getattr(signal, "SIGKILL", signal.SIGTERM)  # Windows knows one way to end a process, and calls it so


class Process(NamedTuple):
    """A process, and when it was started: its number may be another's one day."""

    pid: int
    started: str  # empty where the system does not say


def process_tree(root: int) -> list[Process]:
    """A process and all that it started, parents first; empty where it has ended."""
    if not PROC.exists():
        return [Process(root, "")]
    pids = [root]
    for pid in pids:
        pids.extend(_children(pid))
    return [Process(pid, started) for pid in pids if (started := _started(pid))]


def memory_of(processes: list[Process]) -> float:
    """Megabytes that processes hold beside their program files; 0 where the system does not say."""
    return sum(_private_kilobytes(process.pid) for process in processes) / 1024


def kill(processes: list[Process]) -> None:
    """End processes, children first, and wait until they have ended."""
    for process in reversed(processes):
        if is_running(process):
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process.pid, KILL)
    deadline = time.monotonic() + KILL_SECONDS
    while any(map(is_running, processes)) and time.monotonic() < deadline:
        time.sleep(0.01)


def is_running(process: Process) -> bool:
    """Whether a process is there and not just waiting to be collected."""
    return _started(process.pid) == process.started


def _started(pid: int) -> str:
    """When a process that still runs was started; empty for none."""
    try:
        fields = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ""
    return "" if fields[0] in "ZX" else fields[19]


def _children(pid: int) -> list[int]:
    children: list[int] = []
    with suppress(OSError):  # it has ended meanwhile
        for task in (PROC / str(pid) / "task").iterdir():
            children.extend(map(int, (task / "children").read_text().split()))
    return children


def _private_kilobytes(pid: int) -> int:
    """Anonymous and shared memory: the browser's program file, mapped into each process, would count many times."""
    try:
        lines = (PROC / str(pid) / "status").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith(("RssAnon:", "RssShmem:")))
