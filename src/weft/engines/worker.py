"""A worker process of the local engine, as its parent sees it and as it sees itself."""

from __future__ import annotations

import logging
import os
import signal
import time
from collections import deque
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnContext, SpawnProcess
from queue import SimpleQueue
from threading import Thread
from typing import Any

from weft.engines.chunks import Chunk, Parcel, from_parcel
from weft.engines.job import Job, Process

TELL = 0.5  # seconds of work that may be lost with a worker, beside the page that it is at
GOODBYE = 5.0  # seconds in which an idle process ends
START = 60.0  # seconds in which a worker that has pages must have begun with one
logger: logging.Logger = logging.getLogger("weft")
PLACE, SINCE = 0, 1  # of the clock that both sides see: which page is being done, and since when (0: none)


class Worker:
    """A process that does chunks; the parent can see which page it is at, and since when."""

    def __init__(self, context: SpawnContext, job: Job) -> None:
        self.connection: Connection
        self.connection, far_end = context.Pipe()
        self.clock: Any = context.RawArray("d", 2)
        self.process: SpawnProcess = context.Process(target=work, args=(far_end, self.clock, job), daemon=True)
        _start(self.process)
        far_end.close()
        self.chunks: deque[Chunk] = deque()  # the first is being done, others wait
        self.finished: int = 0
        self.heard: float = time.monotonic()  # when it last gave lines, or was given pages while it had none
        self._to_send: SimpleQueue[list[tuple[int, Parcel]]] = SimpleQueue()
        # A thread sends, for a pipe that is full both ways would hold both sides for ever.
        self._sender = Thread(target=self._send, daemon=True)
        self._sender.start()

    def give(self, chunk: Chunk) -> bool:
        """Hand a chunk over, which waits until those before it are done; whether it has a page that can be sent."""
        parcels = chunk.pack()
        if not parcels:
            return False
        if not self.chunks:
            self.heard = time.monotonic()
        self.chunks.append(chunk)
        self._to_send.put(parcels)
        return True

    def _send(self) -> None:
        while parcels := self._to_send.get():
            try:
                self.connection.send(parcels)
            except OSError:
                return  # the worker is lost, which the other direction tells
            except Exception:  # such as no memory for it: the worker would wait for ever
                logger.exception("pages could not be sent to a worker")
                self.process.kill()
                return

    def take(self) -> Chunk | None:
        """The chunk at hand with the lines that came; none where the worker was lost before it could tell."""
        try:
            lines: list[tuple[int, bytes]] = self.connection.recv()
        except (EOFError, OSError):
            return None
        chunk = self.chunks[0]
        chunk.lines.update(lines)
        self.finished += 1
        self.heard = time.monotonic()
        if not chunk.open:
            self.chunks.popleft()
        return chunk

    @property
    def place(self) -> int:
        """The place of the page that is being done; -1: none."""
        return int(self.clock[PLACE]) if self.clock[SINCE] else -1

    @property
    def seconds(self) -> float:
        """How long the page has been taking."""
        since = self.clock[SINCE]
        return time.monotonic() - since if since else 0.0

    @property
    def is_stuck(self) -> bool:
        """Whether it has pages and has not begun with one for long: it hangs where no page is to blame."""
        return self.place < 0 and bool(self.chunks) and time.monotonic() - self.heard > START

    @property
    def memory(self) -> int:
        """The bytes that the process has in memory; 0 where that cannot be told."""
        try:
            with open(f"/proc/{self.process.pid}/statm", encoding="ascii") as file:
                return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        except (OSError, IndexError, ValueError):
            return 0

    def dismiss(self) -> None:
        """End an idle process, which lets go of its files by itself; end a busy one whatever it is doing."""
        if self.chunks:
            self.process.kill()
        self._to_send.put([])
        self._sender.join()
        self.connection.close()
        self.process.join(GOODBYE)
        self.kill()

    def kill(self) -> None:
        """End the process whatever it is doing."""
        self.process.kill()
        self.process.join()
        self._to_send.put([])
        self._sender.join()
        self.connection.close()


def _start(process: SpawnProcess) -> None:
    """Ctrl-C reaches the whole group, and a process that is being started could not yet ignore it.

    Python's own tracker runs before that, for to start it lifts the mask. Windows has neither mask nor tracker.
    """
    if not hasattr(signal, "pthread_sigmask"):
        return process.start()
    resource_tracker.ensure_running()
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    process.start()
    signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    return None


def work(connection: Connection, clock: Any, job: Job) -> None:
    """What the process does: chunks in, lines out, until its parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    process = job.start()
    while True:
        try:
            parcels = connection.recv()
        except (EOFError, OSError):
            return
        if not _do(parcels, process, connection, clock):
            return


def _do(parcels: list[tuple[int, Parcel]], process: Process, connection: Connection, clock: Any) -> bool:
    """Do the pages of a chunk; what is done is told every little while, and at the end. Whether the parent is there."""
    lines: list[tuple[int, bytes]] = []
    told = time.monotonic()
    for number, (index, parcel) in enumerate(parcels, start=1):
        clock[PLACE] = index
        clock[SINCE] = time.monotonic()  # the same clock in all processes of a machine
        lines.append((index, process(from_parcel(parcel))))
        clock[SINCE] = 0.0
        if number == len(parcels) or time.monotonic() - told > TELL:
            try:
                connection.send(lines)
            except OSError:
                return False
            lines, told = [], time.monotonic()
    return True
