"""A worker process of the local engine, as its parent sees it and as it sees itself."""

from __future__ import annotations

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

from weft.engines.chunks import Chunk
from weft.engines.job import Job, Process
from weft.io import RawPage

TELL = 0.5  # seconds of work that may be lost with a worker, beside the page that it is at
GOODBYE = 5.0  # seconds in which an idle process ends
PLACE, SINCE = 0, 1  # of the clock that both sides see: which page is being done, and since when (0: none)


class Worker:
    """A process that does chunks; the parent can see which page it is at, and since when."""

    def __init__(self, context: SpawnContext, job: Job) -> None:
        self.connection: Connection
        self.connection, far_end = context.Pipe()
        self.clock: Any = context.RawArray("d", 2)
        self.process: SpawnProcess = context.Process(target=work, args=(far_end, self.clock, job), daemon=True)
        # Ctrl-C reaches the whole group, and a process that is being started could not yet ignore it. Python's own
        # tracker runs before that, for to start it lifts the mask.
        resource_tracker.ensure_running()
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        self.process.start()
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        far_end.close()
        self.chunks: deque[Chunk] = deque()  # the first is being done, others wait
        self.finished: int = 0
        self._to_send: SimpleQueue[list[tuple[int, RawPage]]] = SimpleQueue()
        # A thread sends, for a pipe that is full both ways would hold both sides for ever.
        self._sender = Thread(target=self._send, daemon=True)
        self._sender.start()

    def give(self, chunk: Chunk) -> None:
        """Hand a chunk over; it waits until those before it are done."""
        self.chunks.append(chunk)
        self._to_send.put(chunk.open)

    def _send(self) -> None:
        while pages := self._to_send.get():
            try:
                self.connection.send(pages)
            except OSError:
                return  # the worker is lost, which the other direction tells

    def take(self) -> Chunk | None:
        """The chunk at hand with the lines that came; none where the worker was lost before it could tell."""
        try:
            lines: list[tuple[int, bytes]] = self.connection.recv()
        except (EOFError, OSError):
            return None
        chunk = self.chunks[0]
        chunk.lines.update(lines)
        self.finished += 1
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


def work(connection: Connection, clock: Any, job: Job) -> None:
    """What the process does: chunks in, lines out, until its parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    process = job.start()
    while True:
        try:
            pages = connection.recv()
        except (EOFError, OSError):
            return
        if not _do(pages, process, connection, clock):
            return


def _do(pages: list[tuple[int, RawPage]], process: Process, connection: Connection, clock: Any) -> bool:
    """Do the pages of a chunk; what is done is told every little while, and at the end. Whether the parent is there."""
    lines: list[tuple[int, bytes]] = []
    told = time.monotonic()
    for number, (index, page) in enumerate(pages, start=1):
        clock[PLACE] = index
        clock[SINCE] = time.monotonic()  # the same clock in all processes of a machine
        lines.append((index, process(page)))
        clock[SINCE] = 0.0
        if number == len(pages) or time.monotonic() - told > TELL:
            try:
                connection.send(lines)
            except OSError:
                return False
            lines, told = [], time.monotonic()
    return True
