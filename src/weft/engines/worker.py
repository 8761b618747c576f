"""A worker process of the local engine, as its parent sees it and as it sees itself.

Tasks on their way to a worker: bytes of pages are written to the pipe from where they lie, and not copied before.

A message tells how many buffers follow it; each of them is a message of its own, and arrives as the bytes that it was.
"""

from __future__ import annotations

import logging
import os
import pickle
import signal
import time
from collections import deque
from dataclasses import replace
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnContext, SpawnProcess
from pickle import PickleBuffer
from queue import SimpleQueue
from threading import Thread
from typing import Any

from weft.document import Failure
from weft.engines.chunks import AnyChunk, PagesTask, ShardTask, WorkerMessage, from_parcel, line_of
from weft.engines.job import Job, Process, Resting
from weft.engines.pieces import Packer, Piece
from weft.engines.shards import Tail
from weft.errors import WeftError
from weft.pipeline import Pipeline, unread_page

MIN_BUFFER = 1 << 12  # bytes that are a message of their own: of fewer, a copy costs less
PROTOCOL = 5  # the first that knows buffers
COUNT_BYTES = 4  # of the number of buffers


def send_task(connection: Connection, task: PagesTask | ShardTask) -> None:
    """Send a task."""
    buffers: list[PickleBuffer] = []
    data = pickle.dumps(_with_buffers(task), PROTOCOL, buffer_callback=buffers.append)
    connection.send_bytes(len(buffers).to_bytes(COUNT_BYTES, "little") + data)
    for buffer in buffers:
        connection.send_bytes(buffer.raw())


def receive_task(connection: Connection) -> PagesTask | ShardTask:
    """The task that was sent."""
    data = connection.recv_bytes()
    count = int.from_bytes(data[:COUNT_BYTES], "little")
    buffers = [connection.recv_bytes() for _ in range(count)]
    task: PagesTask | ShardTask = pickle.loads(memoryview(data)[COUNT_BYTES:], buffers=buffers)
    return task


def _with_buffers(task: PagesTask | ShardTask) -> PagesTask | ShardTask:
    """The same task, in which what is long is no part of the message."""
    if isinstance(task, PagesTask):
        parcels: Any = [(index, (page_id, _buffer(data), *rest)) for index, (page_id, data, *rest) in task.parcels]
        return replace(task, parcels=parcels)
    if (lot := task.shard.lot) is None:
        return task
    lines: Any = tuple((number, line and _buffer(line)) for number, line in lot.lines)
    return replace(task, shard=replace(task.shard, lot=replace(lot, lines=lines)))


def _buffer(data: bytes) -> PickleBuffer | bytes:
    return PickleBuffer(data) if len(data) >= MIN_BUFFER else data


TELL = 0.5  # seconds of work that may be lost with a worker, beside the page that it is at
GOODBYE = 5.0  # seconds in which an idle process ends
START = 60.0  # seconds in which a worker that has pages must have begun with one
logger: logging.Logger = logging.getLogger("weft")
PLACE, SINCE = 0, 1  # of the clock that both sides see: which page is being done, and since when (0: none)
READING = -2.0  # the place of a worker that reads a shard, while it does no page


class Worker:
    """A process that does chunks; the parent can see which page it is at, and since when."""

    def __init__(self, context: SpawnContext, job: Job, packer: Packer | None = None) -> None:
        self.connection: Connection
        self.connection, far_end = context.Pipe()
        self.clock: Any = context.RawArray("d", 2)
        self.process: SpawnProcess = context.Process(target=work, args=(far_end, self.clock, job, packer), daemon=True)
        _start(self.process)
        far_end.close()
        self.chunks: deque[AnyChunk] = deque()  # the first is being done, others wait
        self.finished: int = 0
        self.heard: float = time.monotonic()  # when it last gave lines, or was given pages while it had none
        self._to_send: SimpleQueue[PagesTask | ShardTask | None] = SimpleQueue()
        # A thread sends, for a pipe that is full both ways would hold both sides for ever.
        self._sender = Thread(target=self._send, daemon=True)
        self._sender.start()

    def give(self, chunk: AnyChunk) -> bool:
        """Hand a chunk over, which waits until those before it are done; whether it has a page that can be sent."""
        task = chunk.task()
        if task is None:
            return False
        if not self.chunks:
            self.heard = time.monotonic()
        self.chunks.append(chunk)
        self._to_send.put(task)
        return True

    def _send(self) -> None:
        while task := self._to_send.get():
            try:
                send_task(self.connection, task)
            except OSError:
                return  # the worker is lost, which the other direction tells
            except Exception:  # such as no memory for it: the worker would wait for ever
                logger.exception("pages could not be sent to a worker")
                self.process.kill()
                return

    def take(self) -> AnyChunk | None:
        """The chunk at hand with the lines that came; none where the worker was lost before it could tell."""
        try:
            told: WorkerMessage = self.connection.recv()
        except (EOFError, OSError):
            return None
        chunk = self.chunks[0]
        chunk.take(told)
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
    def is_reading(self) -> bool:
        """Whether it is reading a shard, and doing no page."""
        return bool(self.chunks) and not self.clock[SINCE] and self.clock[PLACE] == READING

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
        self._to_send.put(None)
        self._sender.join()
        self.connection.close()
        self.process.join(GOODBYE)
        self.kill()

    def kill(self) -> None:
        """End the process whatever it is doing."""
        self.process.kill()
        self.process.join()
        self._to_send.put(None)
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


def work(connection: Connection, clock: Any, job: Job, packer: Packer | None = None) -> None:
    """What the process does: chunks in, lines out, until its parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    process = job.start()
    while True:
        try:
            task = receive_task(connection)
            telling = _Telling(connection, packer if task.may_pack else None)
            if isinstance(task, ShardTask):
                _do_shard(task, process, telling, clock)
            else:
                _do_pages(task, process, telling, clock)
        except (EOFError, OSError):
            return


class _Telling:
    """Tells lines every little while, so that little is lost with a worker; at the end of a chunk all of them, packed.

    So the parent packs nothing but what a lost worker has told.
    """

    def __init__(self, connection: Connection, packer: Packer | None) -> None:
        self._connection, self._packer = connection, packer
        self._lines: list[tuple[int, bytes]] = []
        self._told = 0  # of these lines
        self._when = time.monotonic()

    def add(self, index: int, line: bytes, *, is_last: bool = False) -> None:
        self._lines.append((index, line))
        if not is_last and time.monotonic() - self._when > TELL:
            self._connection.send(WorkerMessage(self._untold()))
            self._when = time.monotonic()

    def end(self, tail: Tail | None = None) -> None:
        piece = self._piece()
        self._connection.send(WorkerMessage([] if piece else self._untold(), piece, tail))

    def _untold(self) -> list[tuple[int, bytes]]:
        lines = self._lines[self._told :]
        self._told = len(self._lines)
        return lines

    def _piece(self) -> Piece | None:
        if self._packer is None or not self._lines:
            return None
        try:
            return self._packer([line for _, line in self._lines])
        except Exception:  # the parent packs the lines, and raises it
            return None


def _do_pages(task: PagesTask, process: Process, telling: _Telling, clock: Any) -> None:
    """Do the pages of a chunk."""
    last = len(task.parcels) - 1
    for number, (index, parcel) in enumerate(task.parcels):
        _begin(clock, index)
        line = process(from_parcel(parcel))
        clock[SINCE] = 0.0
        telling.add(index, line, is_last=number == last)
    _rest(process)
    telling.end()


def _do_shard(task: ShardTask, process: Process, telling: _Telling, clock: Any) -> None:
    """Read a shard and do its pages. While it reads no page's clock runs."""
    clock[PLACE] = READING
    reading = task.shard.open()
    for index, entry in enumerate(reading.read()):
        if index in task.known:
            continue
        if index in task.failed:
            reason, what = task.failed[index]
            raw = unread_page(entry) if isinstance(entry, WeftError) else entry
            line = Pipeline().line(raw, Failure(reason=reason, what=what, page=raw.id))
        else:
            _begin(clock, index)
            line = line_of(entry, process)
            clock[SINCE], clock[PLACE] = 0.0, READING
        telling.add(index, line)
    clock[PLACE] = 0.0
    _rest(process)
    telling.end(reading.tail())


def _rest(process: Process) -> None:
    """Let go of files before the end of a chunk is told: whoever hears of it finds none that is still held."""
    if isinstance(process, Resting):
        process.rest()


def _begin(clock: Any, index: int) -> None:
    clock[PLACE] = index
    clock[SINCE] = time.monotonic()  # the same clock in all processes of a machine
