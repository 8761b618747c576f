"""A run of many inputs: starts workers, watches them, starts them again behind an input that killed one, and counts."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.fuzz.found import FoundInput, name_of, write_found
from tests.fuzz.inputs import make_input
from tests.fuzz.runner import Tally
from tests.fuzz.worker import PLACE

ROOT = Path(__file__).parents[2]
HANG = 60.0  # seconds of wall time on one input after which a worker has hung: other programs may have the processor
POLL = 0.25
MAX_WORDS = 600  # characters of a worker's error output
MIN_PROGRESS = 10.0  # seconds between two lines


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What to run."""

    seed: int
    first: int = 0
    inputs: int = 1_000_000
    seconds: float = float("inf")
    workers: int = 2
    found: Path = Path("fuzz-found")


@dataclass
class Report:
    """What was run and what failed."""

    plan: Plan
    tally: Tally = field(default_factory=Tally)
    failures: dict[str, dict[str, Any]] = field(default_factory=dict)  # by fault: how often, and the first
    seconds: float = 0.0
    peak: int = 0

    def add_failure(self, line: dict[str, Any]) -> None:
        """One more failure."""
        entry = self.failures.setdefault(
            line["fault"], {"count": 0, **{name: line[name] for name in ("operation", "number", "message")}}
        )
        entry["count"] += 1

    def add_tally(self, line: dict[str, Any]) -> None:
        """What a worker has run."""
        values = line["tally"]
        counts = {name: Counter(values[name]) for name in ("runs", "seconds", "answers")}
        tally = Tally(inputs=values["inputs"], bytes=values["bytes"], slowest=tuple(values["slowest"]), **counts)
        self.tally.add(tally)
        self.peak = max(self.peak, line["peak"])


class Worker:
    """One process and what is known of it."""

    def __init__(self, plan: Plan, index: int, first: int, folder: Path) -> None:
        self.index, self.plan = index, plan
        self.place = folder / f"place-{index}"
        self.place.write_bytes(PLACE.pack(first))
        self.number, self.moved = first, time.monotonic() + HANG  # the first input waits for imports
        command = [sys.executable, "-m", "tests.fuzz.worker", "--place", str(self.place), "--found", str(plan.found)]
        values = {
            "seed": plan.seed,
            "first": first,
            "last": plan.first + plan.inputs,
            "worker": index,
            "workers": plan.workers,
        }
        command += [word for name, value in values.items() for word in (f"--{name}", str(value))]
        self.errors = (folder / f"errors-{index}").open("w+b")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.errors, cwd=ROOT)
        self.lines: list[bytes] = []
        self.last_words = ""  # the end of its error output
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)

    def take_lines(self) -> list[dict[str, Any]]:
        """What it has said since it was asked last."""
        lines, self.lines = self.lines, []
        return [json.loads(line) for line in lines if line.endswith(b"\n")]

    def ending(self) -> str:
        """How it ended or that it hangs; empty while it works."""
        number = PLACE.unpack(self.place.read_bytes())[0]
        if number != self.number:
            self.number, self.moved = number, time.monotonic()
        code = self.process.poll()
        if code is None:
            return "hang" if time.monotonic() - self.moved > HANG else ""
        return "done" if code == 0 else f"crash by {signal.Signals(-code).name}" if code < 0 else f"exit {code}"

    def stop(self) -> None:
        """End it, and read what it still said."""
        self.process.kill()
        self.process.wait()
        self.reader.join()
        if self.process.stdout is not None and not self.errors.closed:
            self.process.stdout.close()
            self.errors.seek(0)
            self.last_words = self.errors.read().decode(errors="replace")[-MAX_WORDS:]
            self.errors.close()


def run_campaign(
    plan: Plan, *, tell: Callable[[str], None] = print, save: Callable[[Report], None] = lambda report: None
) -> Report:
    """Run it; `tell` gets a line now and then, `save` the report as far as it is."""
    report = Report(plan)
    started = told = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        workers = [Worker(plan, index, plan.first, Path(folder)) for index in range(plan.workers)]
        try:
            while workers and time.monotonic() - started < plan.seconds:
                time.sleep(POLL)
                workers = [left for worker in workers for left in _look(worker, report, Path(folder))]
                report.seconds = time.monotonic() - started
                if time.monotonic() - told > MIN_PROGRESS:
                    told = time.monotonic()
                    tell(progress(report))
                    save(report)
        finally:
            for worker in workers:
                worker.stop()
                _gather(worker, report)
    report.seconds = time.monotonic() - started
    tell(progress(report))
    save(report)
    return report


def _gather(worker: Worker, report: Report) -> None:
    for line in worker.take_lines():
        if "tally" in line:
            report.add_tally(line)
        else:
            report.add_failure(line)


def _look(worker: Worker, report: Report, folder: Path) -> list[Worker]:
    """The worker, or the one that goes on in its place, or none where it is done."""
    ending = worker.ending()
    if not ending:
        _gather(worker, report)
        return [worker]
    worker.stop()
    _gather(worker, report)
    if ending == "done":
        return []
    number, plan = worker.number, worker.plan
    words = worker.last_words
    report.add_failure({"fault": f"worker: {ending}", "operation": "", "number": number, "message": words})
    entry = FoundInput(
        name=f"{name_of(ending)}-{number}", fault=f"worker: {ending}", input=make_input(plan.seed, number)
    )
    write_found(plan.found, entry, seed=plan.seed, number=number, message=words)
    if ending.startswith("exit") and number == plan.first:  # it cannot even begin: the harness is at fault
        raise RuntimeError(words)
    return [Worker(plan, worker.index, number + 1, folder)]


def progress(report: Report) -> str:
    """One line for people."""
    tally = report.tally
    rate = tally.inputs / report.seconds if report.seconds else 0.0
    return (
        f"{report.seconds:6.0f} s  {tally.inputs:>9,} inputs  {rate:6.0f} a second  {len(report.failures)} faults  "
        f"slowest {tally.slowest[0]:.2f} s (input {tally.slowest[1]})  {report.peak >> 20} MB"
    )


def to_json(report: Report) -> dict[str, Any]:
    """The record of a run."""
    from weft import __version__

    tally, plan = report.tally, report.plan
    return {
        "made": time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime()),
        "version": __version__,
        "commit": _commit(),
        "machine": f"{os.cpu_count()} cores, Python {sys.version.split()[0]}",
        "seed": plan.seed,
        "first": plan.first,
        "workers": plan.workers,
        "inputs": tally.inputs,
        "bytes": tally.bytes,
        "seconds": round(report.seconds, 1),
        "peak_mb": report.peak >> 20,
        "slowest_cpu_s": round(tally.slowest[0], 3),
        "slowest_input": tally.slowest[1],
        "operations": {
            name: {"runs": count, "cpu_ms": round(1000 * tally.seconds[name] / count, 3)}
            for name, count in tally.runs.items()
        },
        "weft_errors": dict(sorted(tally.answers.items())),
        "failures": dict(sorted(report.failures.items())),
    }


def _commit() -> str:
    done = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout.strip()
