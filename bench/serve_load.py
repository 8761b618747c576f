"""The service at twice what it can do, with slow and broken clients among the good ones.

python -m bench.serve_load --seconds 1800

Good clients ask about pages and check every answer, byte by byte, against what the library says. Refused (503 or 429),
they come again when they are told to. A line a minute says how it goes. The exit code is 1 where a good answer was
wrong, memory grew, an accepted answer took too long, or the service did not end well.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import resource
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from urllib.parse import quote

import weft
from bench.rough_clients import ROUGH, run_rough_clients
from bench.scale.http_client import Post, get, send
from bench.scale.processes import kill_tree, memory_of, start_command, workers_of
from weft.pipeline import encode

GOLDEN = Path(__file__).parents[1] / "tests" / "golden"
FORMATS = ("text", "markdown")
TIMES = (1, 25)
WARM_UP = 10.0  # seconds in which the capacity is measured
TRIES = 6  # of one question, before its client gives up
MAX_CLIENTS = 400  # good ones at once; beyond that a client is not even started
STARTED, STOPPED = 120.0, 90.0  # seconds in which the service must answer, and must have ended
REFUSED = (503, 429)


@dataclass(frozen=True)
class Question:
    """A request and the bytes of its answer."""

    post: Post
    answer: bytes


def make_questions() -> list[Question]:
    """The golden pages, short as they are and many times as long, in a few formats."""
    questions = []
    pages = [
        (path.parent.name, path.read_bytes() * times) for path in sorted(GOLDEN.glob("*/page.html")) for times in TIMES
    ]
    for number, (name, data) in enumerate(pages):
        url = f"http://{name}.example/{number}"
        document = weft.extract(data, url=url)
        reason = {"code": document.reason.code, "detail": document.reason.detail}
        choice = {"chosen_by": document.chosen_by, "cluster": document.cluster, "reason": reason}
        for format in FORMATS:
            line: dict[str, object] = {"id": url, "url": url, "status": "ok", **choice, format: document.render(format)}
            target = f"/v1/extract?format={format}&url={quote(url, safe='')}"
            questions.append(Question(Post(path=target, body=data), encode(line)))
    return questions


@dataclass
class Minute:
    """What good clients got, and what the service took."""

    seconds: list[float] = field(default_factory=list)  # of accepted answers
    wrong: list[str] = field(default_factory=list)
    refused: int = 0
    dropped: int = 0  # connections that ended without an answer
    given_up: int = 0
    server: list[float] = field(default_factory=list)  # megabytes
    workers: list[float] = field(default_factory=list)

    def percentile(self, share: int) -> float:
        """Seconds that so many of a hundred answers took at most."""
        return quantiles(self.seconds, n=100, method="inclusive")[share - 1] if len(self.seconds) > 1 else 0.0

    def __str__(self) -> str:
        server, workers = (median(values) if values else 0.0 for values in (self.server, self.workers))
        return (
            f"good {len(self.seconds):6}  wrong {len(self.wrong):3}  refused {self.refused:6}  "
            f"dropped {self.dropped:4}  given up {self.given_up:5}  "
            f"p50 {self.percentile(50):6.3f} s  p99 {self.percentile(99):6.3f} s  "
            f"server {server:5.0f} MB  workers {workers:5.0f} MB"
        )


@dataclass
class Load:
    """Good clients against one service."""

    port: int
    questions: list[Question]
    minute: Minute = field(default_factory=Minute)
    clients: int = 0

    async def measure_capacity(self, clients: int) -> float:
        """Answers a second to clients that ask one question after another."""
        end = time.monotonic() + WARM_UP

        async def client(number: int) -> None:
            rng = random.Random(number)
            while time.monotonic() < end:
                await self.ask(rng.choice(self.questions), rng)

        await asyncio.gather(*map(client, range(clients)))
        return len(self.minute.seconds) / WARM_UP

    async def arrive(self, rate: float) -> None:
        """Clients come at that rate, whether others were answered or not, until the task is cancelled."""
        rng = random.Random(0)
        async with asyncio.TaskGroup() as group:
            while True:
                await asyncio.sleep(rng.expovariate(rate))
                if self.clients < MAX_CLIENTS:
                    group.create_task(self.ask(rng.choice(self.questions), rng))
                else:
                    self.minute.given_up += 1

    async def ask(self, question: Question, rng: random.Random) -> None:
        """Ask until answered, or give up."""
        self.clients += 1
        try:
            for _ in range(TRIES):
                start = time.monotonic()
                reply = await send(self.port, question.post)
                if reply.status == 0:
                    self.minute.dropped += 1
                elif reply.status not in REFUSED:
                    return self.check(question, reply.status, reply.body, time.monotonic() - start)
                else:
                    self.minute.refused += 1
                await asyncio.sleep(float(reply.headers.get("retry-after", 1)) * rng.uniform(1, 1.5))
            self.minute.given_up += 1
        finally:
            self.clients -= 1

    def check(self, question: Question, status: int, body: bytes, seconds: float) -> None:
        """An answer must be the library's."""
        self.minute.seconds.append(seconds)
        if status != 200 or body != question.answer:
            self.minute.wrong.append(f"{question.post.path}: status {status}, {body[:200]!r}")


async def watch(load: Load, process: subprocess.Popen[bytes], every: float) -> list[Minute]:
    """A line for every so many seconds, until the task is cancelled; they are the result, however it ends."""
    minutes: list[Minute] = []
    start = time.monotonic()
    try:
        while process.poll() is None:
            await asyncio.sleep(1)
            load.minute.server.append(memory_of(process.pid) / 1e6)
            load.minute.workers.append(sum(map(memory_of, workers_of(process.pid))) / 1e6)
            if time.monotonic() - start >= every * (len(minutes) + 1):
                minutes.append(load.minute)
                load.minute = Minute()
                print(f"{time.monotonic() - start:6.0f} s  {minutes[-1]}", flush=True)
                for wrong in minutes[-1].wrong[:3]:
                    print(f"          {wrong}", flush=True)
    except asyncio.CancelledError:
        pass
    return minutes


def faults_of(minutes: list[Minute], status: int, options: argparse.Namespace) -> list[str]:
    """What is not as it must be."""
    third = max(len(minutes) // 3, 1)
    first, last = (
        median(megabytes for minute in part for megabytes in minute.server)
        + median(megabytes for minute in part for megabytes in minute.workers)
        for part in (minutes[:third], minutes[-third:])
    )
    answers = sum(len(minute.seconds) for minute in minutes)
    p99 = max(minute.percentile(99) for minute in minutes)
    dropped = sum(minute.dropped for minute in minutes)
    checks = {
        f"{sum(len(minute.wrong) for minute in minutes)} wrong answers": any(minute.wrong for minute in minutes),
        "no answers": not answers,
        f"p99 of a minute is {p99:.2f} s": p99 > options.p99,
        f"memory grew from {first:.0f} to {last:.0f} MB": last > first * options.growth + 50,
        f"{dropped} connections of good clients ended without an answer": dropped > answers / 100,
        f"the service ended with {status}": status != 0,
    }
    return [what for what, is_fault in checks.items() if is_fault]


async def run_load(process: subprocess.Popen[bytes], port: int, options: argparse.Namespace) -> list[Minute]:
    """Measure what the service can do, then ask for twice as much."""
    end = time.monotonic() + STARTED
    while (await get(port, "/health")).status != 200:
        if time.monotonic() > end or process.poll() is not None:
            raise TimeoutError("the service does not start")
        await asyncio.sleep(0.2)
    load = Load(port, make_questions())
    capacity = await load.measure_capacity(2 * options.workers)
    load.minute = Minute()
    print(f"capacity {capacity:.1f} answers/s; now {2 * capacity:.1f} questions/s, and {ROUGH}", flush=True)
    watching = asyncio.create_task(watch(load, process, options.every))
    tasks = [asyncio.create_task(load.arrive(2 * capacity)), asyncio.create_task(run_rough_clients(port))]
    await asyncio.wait([*tasks, watching], timeout=options.seconds + 1, return_when=asyncio.FIRST_COMPLETED)
    for task in (*tasks, watching):
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return await watching


def main() -> int:
    """Start the service, load it, stop it."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.serve_load", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=120.0, help="of load (default: 120)")
    parser.add_argument("--every", type=float, default=60.0, help="seconds of a printed line")
    parser.add_argument(
        "--workers", type=int, default=len(os.sched_getaffinity(0)), help="of the service (default: one a core)"
    )
    parser.add_argument("--port", type=int, default=18_091, help="of the service (default: %(default)s)")
    parser.add_argument("--p99", type=float, default=10.0, help="seconds of an accepted answer, in each line")
    parser.add_argument("--growth", type=float, default=1.25, help="of memory, the last third beside the first")
    parser.add_argument("--log", type=Path, default=Path("serve_load.log"), help="what the service prints")
    options = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # rough clients hold many connections
    command = [sys.executable, "-m", "weft", "serve", "--port", str(options.port), "--workers", str(options.workers)]
    process = start_command(command, log=options.log)
    try:
        minutes = asyncio.run(run_load(process, options.port, options))
        process.send_signal(signal.SIGTERM)
        status = process.wait(STOPPED)
    finally:
        if process.poll() is None:
            kill_tree(process)
    faults = faults_of(minutes, status, options)
    print("\n".join(faults) or "all is well")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
