"""Worker processes that answer requests, each watched by a thread: what hangs, crashes or eats memory is replaced."""

from __future__ import annotations

import logging
import multiprocessing
import time
from concurrent.futures import Future
from contextlib import suppress
from multiprocessing.context import SpawnContext
from queue import Empty, Full, Queue
from threading import Event, Thread

from weft.content import Reason
from weft.document import Failure
from weft.engines.chunks import Chunk
from weft.engines.job import Job
from weft.engines.local import count_cores
from weft.engines.worker import START, Worker
from weft.io import RawPage
from weft.pipeline import encode, failed, failure_of

LOOK = 0.1  # seconds between two looks at a worker
logger: logging.Logger = logging.getLogger("weft")
Waiting = tuple[RawPage, "Future[bytes]"]


class WorkerPool:
    """Answers requests one a worker at a time; more than `queue` that wait are refused."""

    def __init__(
        self, job: Job, *, workers: int = 0, queue: int = 0, seconds: float = 30.0, memory: int = 1 << 30
    ) -> None:
        self.job: Job = job
        self.seconds: float = seconds
        self.memory: int = memory
        self.size: int = workers or count_cores()
        self.context: SpawnContext = multiprocessing.get_context("spawn")
        self.replaced: int = 0
        self._stopped = Event()
        self._queue: Queue[Waiting] = Queue(queue or 4 * self.size)
        self._threads = [Thread(target=self._serve, daemon=True) for _ in range(self.size)]
        for thread in self._threads:
            thread.start()

    def submit(self, raw: RawPage) -> Future[bytes]:
        """The answer to come; raises `queue.Full` where too many wait."""
        answer: Future[bytes] = Future()
        if self._stopped.is_set():
            raise Full
        self._queue.put_nowait((raw, answer))
        return answer

    @property
    def waiting(self) -> int:
        """Requests that no worker has begun."""
        return self._queue.qsize()

    @property
    def has_room(self) -> bool:
        """Whether another request may wait."""
        return not (self._stopped.is_set() or self._queue.full())

    def close(self) -> None:
        """Finish what was begun; what waits is refused."""
        self._stopped.set()
        for thread in self._threads:
            thread.join(self.seconds + 5)
        with suppress(Empty):
            while True:
                _, answer = self._queue.get_nowait()
                if answer.set_running_or_notify_cancel():
                    answer.set_exception(Full())

    def _serve(self) -> None:
        worker: Worker | None = None
        while not self._stopped.is_set():
            try:
                worker = worker or Worker(self.context, self.job)
                raw, answer = self._queue.get(timeout=LOOK)
            except Empty:
                continue
            except OSError as error:  # the machine has no room for a process: it may have later
                logger.warning("no worker could be started: %s", error)
                self._stopped.wait(1.0)
                continue
            if answer.set_running_or_notify_cancel():  # a client that has gone needs no answer
                worker = self._try(worker, raw, answer)
        if worker is not None:
            worker.dismiss()

    def _try(self, worker: Worker, raw: RawPage, answer: Future[bytes]) -> Worker | None:
        """The same as `_answer`, whatever goes wrong: who asks gets an answer, and who asks next another worker."""
        try:
            return self._answer(worker, raw, answer)
        except Exception as error:
            if not answer.done():
                answer.set_result(encode(failed(failure_of(error, raw.id))))
            worker.kill()
            self.replaced += 1
            return None

    def _answer(self, worker: Worker, raw: RawPage, answer: Future[bytes]) -> Worker | None:
        """Let the worker answer; the worker for the next request, none where it is lost."""
        chunk = Chunk(number=0, pages=[raw])
        if not worker.give(chunk):
            answer.set_result(chunk.lines[0])
            return worker
        started = time.monotonic()
        while not worker.connection.poll(LOOK):
            # A new worker needs a moment before its clock runs, which is not the page's fault.
            if worker.seconds > self.seconds or time.monotonic() - started > self.seconds + START:
                self._lose(worker, (raw, answer), Reason("limit", "seconds"), f"took more than {self.seconds:g} s")
                return None
            if worker.memory > self.memory:
                self._lose(worker, (raw, answer), Reason("limit", "memory"), f"took more than {self.memory >> 20} MB")
                return None
        if worker.take() is None:
            self._lose(worker, (raw, answer), Reason("crash"), "the worker was lost at this page")
            return None
        answer.set_result(chunk.lines[0])
        return worker

    def _lose(self, worker: Worker, asked: Waiting, reason: Reason, what: str) -> None:
        """End a worker, and say why there is no other answer."""
        worker.kill()
        self.replaced += 1
        raw, answer = asked
        answer.set_result(encode(failed(Failure(reason=reason, what=what, page=raw.id))))
