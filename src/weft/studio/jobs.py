"""Jobs: what is being made from the marks, each in a process of its own, with its progress and what came of it.

A copy of a store as it is now: what a process of its own makes something from, while people go on marking.
"""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from shutil import rmtree
from threading import Lock, Thread, Timer
from time import monotonic
from typing import Any

from weft.errors import ConfigError, NoMatch, WeftError
from weft.io.databases import Database
from weft.studio.changes import PAGE, SITE, TEMPLATE, Write
from weft.studio.ledger import MAX_VALUES
from weft.studio.making import RESULT, STORE
from weft.studio.products import PRODUCTS, find_product
from weft.studio.project import Project
from weft.studio.store import Store

COLUMNS = "id, number, url, charset, digest, size, data"
AUTHOR = "weft"


def copy_store(store: Store, path: Path, *, page_ids: Sequence[str]) -> None:
    """Write the site, the templates, the marks and some of the pages into a new file."""
    with Store.open(path) as copy:
        targets = {SITE: store.read(SITE), **store.read_many(TEMPLATE), **store.read_many(PAGE)}
        writes = [Write(target, dict(now.value), 0) for target, now in targets.items() if now.value]
        if writes:
            copy.write(writes, author=AUTHOR, what="copied")
        _copy_pages(store.database, copy.database, page_ids)


def _copy_pages(source: Database, copy: Database, page_ids: Sequence[str]) -> None:
    """Pages as they are packed, under the same numbers."""
    insert = f"INSERT INTO weft_pages ({COLUMNS}) VALUES ({', '.join('?' * 7)})"
    for start in range(0, len(page_ids), MAX_VALUES):
        some = list(page_ids[start : start + MAX_VALUES])
        marks = ", ".join("?" * len(some))
        rows = source.run(f"SELECT {COLUMNS} FROM weft_pages WHERE id IN ({marks})", some)
        with copy.transaction():
            copy.run_all(insert, rows)


MAX_RUNNING = 2  # at once: more would make everybody wait
MAX_KEPT = 20  # jobs that are remembered with their files
MAX_SECONDS = 3600.0
STOPS_IN = 5.0  # seconds that a cancelled job has
MAX_LINE = 2_000  # characters of a line of progress
RUNNING, DONE, FAILED, CANCELLED = "running", "done", "failed", "cancelled"

logger: logging.Logger = logging.getLogger("weft.studio")


class TooMany(WeftError):
    """As many jobs run as may."""


@dataclass
class Job:
    """One thing that is made, and how far it is."""

    number: int
    product: str
    cluster: str
    author: str
    folder: Path
    at: str = field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))
    state: str = RUNNING
    what: str = "copying the marked pages"
    done: int = 0
    total: int = 0
    error: str = ""
    advice: str = ""
    file: str = ""
    use: str = ""
    figures: dict[str, Any] = field(default_factory=dict)
    began: float = field(default_factory=monotonic)
    seconds: float = 0.0
    process: subprocess.Popen[str] | None = field(default=None, repr=False)
    thread: Thread | None = field(default=None, repr=False)

    def to_json(self) -> dict[str, Any]:
        """For the browser."""
        names = ("number", "product", "cluster", "author", "at", "state", "what", "done", "total", "error", "advice")
        is_over = self.state != RUNNING
        return {
            **{name: getattr(self, name) for name in names},
            "title": PRODUCTS[self.product].title,
            "file": self.file,
            "use": self.use,
            "figures": self.figures,
            "seconds": round(self.seconds if is_over else monotonic() - self.began, 1),
        }


@dataclass
class Jobs:
    """The jobs of one server."""

    command: Sequence[str] = (sys.executable, "-m", "weft.studio.making")
    max_seconds: float = MAX_SECONDS
    _jobs: dict[int, Job] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)
    _last: int = 0

    def start(self, project: Project, product: str, *, cluster: str = "", author: str = "") -> Job:
        """Begin to make a product of the marks as they are now."""
        find_product(product)
        if cluster:
            project.cluster(cluster)
        if not any(project.marks.values()):
            raise ConfigError("no page is marked", advice="mark some pages first")
        with self._lock:
            if sum(job.state == RUNNING for job in self._jobs.values()) >= MAX_RUNNING:
                raise TooMany(f"{MAX_RUNNING} things are being made already", advice="wait for one, or cancel it")
            self._last += 1
            folder = Path(tempfile.mkdtemp(prefix="weft-made-"))
            job = Job(number=self._last, product=product, cluster=cluster, author=author, folder=folder)
            self._jobs[job.number] = job
            for old in list(self._jobs)[: max(len(self._jobs) - MAX_KEPT, 0)]:
                if self._jobs[old].state != RUNNING:
                    rmtree(self._jobs.pop(old).folder, ignore_errors=True)
        job.thread = Thread(target=self._run, args=(job, project), name=f"job-{job.number}", daemon=True)
        job.thread.start()
        return job

    def list(self) -> list[dict[str, Any]]:
        """All jobs, the newest first."""
        return [job.to_json() for job in sorted(self._jobs.values(), key=lambda job: -job.number)]

    def find(self, number: int) -> Job:
        """The job with a number; a NoMatch where there is none, or none any more."""
        if number not in self._jobs:
            raise NoMatch(f"nothing was made under number {number}", advice="make it again")
        return self._jobs[number]

    def cancel(self, number: int) -> Job:
        """End a job; one that is over stays as it is."""
        job = self.find(number)
        with self._lock:
            if job.state == RUNNING:
                self._end(job, CANCELLED)
        return job

    def read_file(self, number: int) -> tuple[str, bytes]:
        """The name and the bytes of what was made."""
        job = self.find(number)
        if job.state != DONE:
            raise NoMatch(f"job {number} has made nothing", advice="wait until it is done")
        return job.file, (job.folder / job.file).read_bytes()

    def close(self) -> None:
        """End all jobs and forget what they made."""
        for number in list(self._jobs):
            job = self.cancel(number)
            if job.thread is not None:
                job.thread.join(STOPS_IN)
            rmtree(job.folder, ignore_errors=True)

    def _run(self, job: Job, project: Project) -> None:
        try:
            copy_store(project.store, job.folder / STORE, page_ids=needed_pages(project, job.cluster))
            job.what = "starting"
            self._start_process(job)
            code = self._follow(job)
            result = _read_result(job.folder, code)
        except (OSError, WeftError) as error:
            result = {"error": f"it could not be started: {error}"}
        with self._lock:
            if job.state == RUNNING:
                for name in ("error", "advice", "file", "figures", "use"):
                    setattr(job, name, result.get(name, getattr(job, name)))
                self._end(job, FAILED if job.error else DONE)
        with suppress(OSError):
            (job.folder / STORE).unlink(missing_ok=True)

    def _start_process(self, job: Job) -> None:
        with self._lock:
            if job.state != RUNNING:
                return
            with (job.folder / "errors.txt").open("wb") as log:
                job.process = subprocess.Popen(
                    [*self.command, str(job.folder), job.product, job.cluster],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=log,
                    text=True,
                )

    def _follow(self, job: Job) -> int:
        """Take the progress as it comes; the process's exit code."""
        process = job.process
        if process is None or process.stdout is None:
            return 0
        timer = Timer(self.max_seconds, self._give_up, args=(job,))
        timer.daemon = True
        timer.start()
        with process:  # which closes its pipes at the end, and waits
            while line := process.stdout.readline(MAX_LINE):
                with suppress(ValueError, KeyError, TypeError):
                    told = json.loads(line)
                    job.what, job.done, job.total = str(told["what"]), int(told["done"]), int(told["total"])
        timer.cancel()
        if text := (job.folder / "errors.txt").read_text(errors="replace").strip():
            logger.warning("making %s: %s", job.product, text[-4_000:])
        return process.returncode

    def _give_up(self, job: Job) -> None:
        with self._lock:
            if job.state == RUNNING:
                job.error = f"it took longer than {self.max_seconds:.0f} seconds"
                job.advice = "mark fewer pages, or use the command line"
                self._end(job, FAILED)

    def _end(self, job: Job, state: str) -> None:
        """The state after the end; the process ends too. The lock is held."""
        job.state, job.seconds = state, monotonic() - job.began
        if job.process is not None and job.process.poll() is None:
            job.process.kill()


def needed_pages(project: Project, cluster: str) -> list[str]:
    """The pages that a job may look at: those with marks, and all of their clusters and of the chosen one."""
    marked = {number for number, marks in project.marks.items() if marks and number in project.states}
    clusters = {project.states[number].cluster for number in marked} | {cluster}
    clusters.discard("")
    numbers = [
        number for number, state in sorted(project.states.items()) if number in marked or state.cluster in clusters
    ]
    return [project.stored[number].id for number in numbers]


def _read_result(folder: Path, code: int) -> dict[str, Any]:
    """What a process wrote at its end; a sentence where it wrote nothing."""
    try:
        result: dict[str, Any] = json.loads((folder / RESULT).read_text(encoding="utf-8"))
        return result
    except (OSError, ValueError):
        error = f"its process was ended by signal {-code}" if code < 0 else f"its process ended with code {code}"
        advice = "it may have needed more memory than there is" if code == -9 else "look at what weft studio printed"
        return {"error": error, "advice": advice}
