"""Tasks on their way to a worker: bytes of pages are written to the pipe from where they lie, and not copied before.

A message tells how many buffers follow it; each of them is a message of its own, and arrives as the bytes that it was.
"""

from __future__ import annotations

import pickle
from dataclasses import replace
from multiprocessing.connection import Connection
from pickle import PickleBuffer
from typing import Any

from weft.engines.chunks import PagesTask, ShardTask

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
