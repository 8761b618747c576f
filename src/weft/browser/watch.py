"""The processes of a browser: what memory they hold, and their end."""

import os
import signal
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

PROC = Path("/proc")
KILL_SECONDS = 2.0


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
                os.kill(process.pid, signal.SIGKILL)
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
    found: list[int] = []
    with suppress(OSError):  # it has ended meanwhile
        for task in (PROC / str(pid) / "task").iterdir():
            found.extend(map(int, (task / "children").read_text().split()))
    return found


def _private_kilobytes(pid: int) -> int:
    """Anonymous and shared memory: the browser's program file, mapped into each process, would count many times."""
    try:
        lines = (PROC / str(pid) / "status").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith(("RssAnon:", "RssShmem:")))
