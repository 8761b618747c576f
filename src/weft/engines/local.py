"""The local engine: all cores of this machine, lines in the order of the pages, whatever happens to a worker.

A page has a time and a memory limit that hold inside native code too: the parent looks at the workers' clocks and kills
one that is over. What a lost worker had not finished is done again by another; a page at which workers are lost again
and again is given up, with a line that says so. What waits is bounded, so memory does not grow with the input.
"""

from __future__ import annotations

import multiprocessing
import os
import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import wait
from multiprocessing.context import SpawnContext
from typing import TypeVar

from weft.content import Reason
from weft.engines.chunks import LOST_READING, AnyChunk, Chunk, ShardChunk
from weft.engines.job import Job
from weft.engines.pieces import Packer
from weft.engines.worker import Worker
from weft.errors import WeftError


def count_cores() -> int:
    """The cores that this process may run on; where the system does not say, all of the machine."""
    if hasattr(os, "sched_getaffinity"):  # Linux
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


LOOK = 0.2  # seconds between two looks at the clocks
AHEAD = 2  # chunks a worker has: one that it does, one that waits so that it never does
MAX_WAITING = 128 << 20  # bytes of pages read and not yet written: one slow page must not stop the others at once
MAX_CHUNKS = 256  # the same for many small pages
AnyChunkT = TypeVar("AnyChunkT", bound=AnyChunk)
DEAD_STARTS = 5  # workers in a row that die before they have done anything: none ever will


@dataclass(frozen=True, kw_only=True)
class LocalEngine:
    """Does a job with processes of this machine."""

    workers: int = 0  # 0: one for each core
    seconds: float = 60.0  # for one page, in all; its own limit, which is shorter, ends it from inside
    memory: int = 2 << 30  # bytes of a worker; the hugest page of our data takes 0.5 GB

    def map(self, job: Job, chunks: Iterable[Chunk]) -> Generator[Chunk]:
        """The chunks with all their lines, in order."""
        crew = self.crew(job)
        try:
            yield from crew.map(chunks)
        finally:
            crew.dismiss()

    def crew(self, job: Job, packer: Packer | None = None) -> Crew:
        """Workers for a job, which pack their lines where a packer is given; they are to be dismissed."""
        return Crew(self, job, packer)


class Crew:
    """The workers of an engine for one job; they stay from one `map` to the next."""

    def __init__(self, engine: LocalEngine, job: Job, packer: Packer | None = None) -> None:
        self.engine: LocalEngine = engine
        self.job: Job = job
        self.packer: Packer | None = packer
        self.context: SpawnContext = multiprocessing.get_context("spawn")  # a fork of a process with threads may hang
        size = engine.workers or count_cores()
        self.workers: list[Worker] = [Worker(self.context, job, packer) for _ in range(size)]
        self.again: list[AnyChunk] = []  # of lost workers
        self.done: set[int] = set()  # by what Python calls a chunk: several calls of `map` may be under way
        self.waiting: int = 0  # chunks that were handed out and are not yet yielded
        self.waiting_bytes: int = 0  # of those chunks
        self.dead_starts: int = 0
        self.looked: float = 0.0

    def map(self, chunks: Iterable[AnyChunkT]) -> Iterator[AnyChunkT]:
        """The chunks with all their lines, in order.

        It may be called again while chunks of an earlier call are taken: the later ones are then done before the rest.
        """
        more, has_more = iter(chunks), True
        order: deque[AnyChunkT] = deque()  # those that are not yet yielded
        while has_more or order:
            has_more = self._hand_out(more, order) if has_more or self.again else False
            self._collect()
            while order and id(order[0]) in self.done:
                chunk = order.popleft()
                self.done.remove(id(chunk))
                self.waiting -= 1
                self.waiting_bytes -= chunk.size
                yield chunk

    def _hand_out(self, chunks: Iterator[AnyChunkT], order: deque[AnyChunkT]) -> bool:
        """Give every worker what it can take; whether there may be more to read."""
        for worker in sorted(self.workers, key=lambda worker: len(worker.chunks)):
            while len(worker.chunks) < AHEAD:
                if self.again:
                    self._give(worker, self.again.pop(0))
                    continue
                # Of each call one chunk may wait, however many wait for another call.
                if order and (self.waiting >= MAX_CHUNKS or self.waiting_bytes >= MAX_WAITING):
                    return True
                chunk = next(chunks, None)
                if chunk is None:
                    return False
                order.append(chunk)
                self.waiting += 1
                self.waiting_bytes += chunk.size
                self._give(worker, chunk)
        return True

    def _give(self, worker: Worker, chunk: AnyChunk) -> None:
        """Hand a chunk to a worker; one of which no page can be sent is done."""
        if not worker.give(chunk):
            self.done.add(id(chunk))

    def _collect(self) -> None:
        """Wait for something to happen, and see to it."""
        busy = {worker.connection: worker for worker in self.workers if worker.chunks}
        if not busy:
            return
        ready = wait(list(busy), timeout=LOOK)
        for connection in ready:
            worker = busy[connection]  # type: ignore[index]  # we wait for connections only
            chunk = worker.take()
            if chunk is None:
                self._replace(worker)
            else:
                self.dead_starts = 0
                if not chunk.open:
                    self.done.add(id(chunk))
        if time.monotonic() - self.looked >= LOOK:
            self.looked = time.monotonic()
            for worker in list(self.workers):
                self._look_at(worker)

    def _look_at(self, worker: Worker) -> None:
        """End a worker that is over a limit, and give the page up that it was at."""
        index = worker.place
        if not worker.chunks or worker.connection.poll():
            return
        if index < 0:
            if worker.is_stuck:
                self._replace(worker)
            return
        limits = (
            ("memory", worker.memory > self.engine.memory, f"{self.engine.memory >> 20} MB of memory"),
            ("seconds", worker.seconds > self.engine.seconds, f"{self.engine.seconds:g} s"),
        )
        for limit, is_over, value in limits:
            if is_over:
                worker.chunks[0].fail(index, Reason("limit", limit), f"took more than {value} and was stopped")
                self._replace(worker, is_settled=True)
                return

    def _replace(self, worker: Worker, *, is_settled: bool = False) -> None:
        """Another worker for one that is lost; its chunks are done again, save the page at which workers are lost."""
        index, is_reading = worker.place, worker.is_reading
        worker.kill()
        if index >= 0 and not is_settled:
            chunk = worker.chunks[0]
            chunk.losses[index] = chunk.losses.get(index, 0) + 1
            if chunk.losses[index] >= self.job.tries:
                chunk.fail(index, Reason("crash"), f"{self.job.tries} workers were lost at this page")
        elif is_reading and isinstance(chunk := worker.chunks[0], ShardChunk):
            chunk.losses[LOST_READING] = chunk.losses.get(LOST_READING, 0) + 1
            if chunk.losses[LOST_READING] >= self.job.tries:
                chunk.give_up()
        elif not worker.finished and not is_settled:
            self.dead_starts += 1
            if self.dead_starts >= DEAD_STARTS:
                raise WeftError(
                    f"{DEAD_STARTS} workers ended before their first page (exit code {worker.process.exitcode})",
                    advice='in a script of yours call run under if __name__ == "__main__": because workers import the '
                    "script; else try workers=1, and look at the messages above",
                )
        for chunk in worker.chunks:
            if chunk.open:
                self.again.append(chunk)
            else:
                self.done.add(id(chunk))
        self.workers[self.workers.index(worker)] = Worker(self.context, self.job, self.packer)

    def dismiss(self) -> None:
        """End all workers."""
        for worker in self.workers:
            worker.dismiss()
