"""The processes of a command: which there are, what memory they have, and how to end them hard."""

import os
import random
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.scale.crawl import SEED

PAGE = os.sysconf("SC_PAGE_SIZE")
MEGABYTE = 1e6
HELPERS = ("resource_tracker",)  # of multiprocessing: no worker


def children_of(pid: int) -> list[int]:
    """The processes that one has started, and theirs, as far as they live."""
    found = [pid]
    for parent in found:
        for tasks in Path(f"/proc/{parent}/task").glob("*/children"):
            with suppress(OSError):
                found += map(int, tasks.read_text().split())
    return found[1:]


def workers_of(pid: int) -> list[int]:
    """The same without those that do no pages."""
    return [child for child in children_of(pid) if not any(name in command_of(child) for name in HELPERS)]


def command_of(pid: int) -> str:
    """The command line of a process; empty where it has ended."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    return ""


def memory_of(pid: int) -> int:
    """The bytes that a process has in memory; 0 where it has ended."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE
    except (OSError, IndexError, ValueError):
        return 0


def cpu_of(pid: int) -> float:
    """The CPU seconds of a process so far; 0 where it has ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError, ValueError):
        return 0.0


def kill_tree(process: "subprocess.Popen[Any]") -> None:
    """End a command and all it has started, at once and without a word."""
    for pid in [process.pid, *children_of(process.pid)]:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    process.wait()


@dataclass
class Watch:
    """Memory over time: of a command's own process, and of each process that it started."""

    seconds: float = 1.0
    own: list[tuple[float, float]] = field(default_factory=list)  # (seconds since the start, MB)
    workers: dict[int, list[tuple[float, float]]] = field(default_factory=dict)
    cpu: dict[int, float] = field(default_factory=dict)  # seconds, as last seen

    def follow(self, process: "subprocess.Popen[Any]") -> "threading.Thread":
        """Look at a command until it ends."""
        thread = threading.Thread(target=self._look, args=(process, time.monotonic()), daemon=True)
        thread.start()
        return thread

    def _look(self, process: "subprocess.Popen[Any]", start: float) -> None:
        while process.poll() is None:
            now = time.monotonic() - start
            for pid in (process.pid, *workers_of(process.pid)):
                if not (memory := memory_of(pid)):
                    continue
                series = self.own if pid == process.pid else self.workers.setdefault(pid, [])
                series.append((round(now, 2), round(memory / MEGABYTE, 1)))
                self.cpu[pid] = cpu_of(pid)
            time.sleep(self.seconds)


def run_watched(command: Sequence[str], *, log: Path, watch: Watch) -> tuple[int, float]:
    """Run a command to its end; its exit status and its wall seconds."""
    start = time.monotonic()
    process = start_command(command, log=log)
    follower = watch.follow(process)
    status = process.wait()
    follower.join()
    return status, time.monotonic() - start


def start_command(command: Sequence[str], *, log: Path) -> "subprocess.Popen[bytes]":
    """Start a command whose words go to a file."""
    with log.open("ab") as words:
        return subprocess.Popen(command, stdout=words, stderr=words, stdin=subprocess.DEVNULL)


def kill_some(process: "subprocess.Popen[bytes]", find: Callable[[int], list[int]], *, every: float) -> int:
    """Kill one of those that `find` finds below a process every so many seconds until it ends; how many were killed."""
    draw = random.Random(SEED)
    kills = 0
    while process.poll() is None:
        with suppress(subprocess.TimeoutExpired):
            process.wait(every * draw.uniform(0.5, 1.5))
        victims = find(process.pid)
        if victims and process.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(draw.choice(victims), signal.SIGKILL)
                kills += 1
    return kills
