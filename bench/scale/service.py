"""The service under full load: clients in a hurry, slow ones, broken bodies, huge posts; every answer is checked."""

import asyncio
import random
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any

from bench.datasets import read, spread
from bench.scale.crawl import SEED
from bench.scale.faults import curves
from bench.scale.http_client import Reply, get, send
from bench.scale.processes import Watch, kill_tree, start_command
from bench.scale.requests import Question, broken_post, huge_post, make_questions, slow_post

HURRIED, SLOW, BROKEN, HUGE = 24, 4, 4, 2  # clients at once: more than the service lets wait (4 a worker)
CLIENTS = f"{HURRIED} clients in a hurry, {SLOW} slow ones, {BROKEN} with broken bodies, {HUGE} posting 50 MB"
TOO_SLOW = 40.0  # seconds of a body; the service waits 30
LEARNING = 0.01  # of the questions: a site takes as long as a hundred pages
START = 60.0  # seconds in which the service must answer
STOP = 60.0  # seconds in which it must have ended
BUSY = 503


@dataclass
class Tally:
    """What came back."""

    seconds: list[float] = field(default_factory=list)  # of right answers to clients in a hurry
    statuses: dict[str, Counter[int]] = field(default_factory=dict)  # by the kind of client
    wrong: list[str] = field(default_factory=list)

    def count(self, kind: str, status: int) -> None:
        """An answer, or none."""
        self.statuses.setdefault(kind, Counter())[status] += 1


@dataclass(frozen=True, kw_only=True)
class Load:
    """Clients against one service until a moment."""

    port: int
    questions: Sequence[Question]
    until: float
    tally: Tally

    async def run(self) -> None:
        """All clients at once."""
        clients = [self.hurried(number) for number in range(HURRIED)]
        clients += [self.slow(number) for number in range(SLOW)] + [self.broken(number) for number in range(BROKEN)]
        clients += [self.huge(number) for number in range(HUGE)]
        await asyncio.gather(*clients)

    async def hurried(self, number: int) -> None:
        """One question after another; refused, it comes again a moment later."""
        rng = random.Random(f"{SEED}/{number}")
        while time.monotonic() < self.until:
            question = self.questions[-1] if rng.random() < LEARNING else rng.choice(self.questions[:-1])
            start = time.monotonic()
            reply = await send(self.port, question.post)
            self.tally.count(question.kind, reply.status)
            if reply.status == BUSY:
                self.check(reply.headers.get("retry-after") == "1", "a refusal that does not say when to come again")
                await asyncio.sleep(rng.uniform(0.05, 0.3))
            else:
                self.check_answer(question, reply)
                self.tally.seconds.append(time.monotonic() - start)

    async def slow(self, number: int) -> None:
        """Sends for seconds; every other one for longer than it may."""
        rng = random.Random(f"{SEED}/slow/{number}")
        turn = number
        while time.monotonic() < self.until:
            turn += 1
            question = rng.choice(self.questions[:-1])
            is_too_slow = turn % 2 == 0
            reply = await send(self.port, slow_post(question, seconds=TOO_SLOW if is_too_slow else rng.uniform(2, 8)))
            self.tally.count("too slow" if is_too_slow else "slow", reply.status)
            if reply.status == 200:
                self.check_answer(question, reply)
            elif is_too_slow:
                self.check(reply.status in (408, BUSY), f"a body of {TOO_SLOW:g} s has status {reply.status}")

    async def broken(self, number: int) -> None:
        """Bodies that make no sense."""
        rng = random.Random(f"{SEED}/broken/{number}")
        while time.monotonic() < self.until:
            post, right = broken_post(rng)
            reply = await send(self.port, post)
            self.tally.count("broken", reply.status)
            self.check(reply.status in right | {BUSY}, f"{post.path} {post.body[:40]!r} has status {reply.status}")
            await asyncio.sleep(0.05)

    async def huge(self, number: int) -> None:
        """Fifty megabytes at a time."""
        post = huge_post(is_chunked=number % 2 == 1)
        while time.monotonic() < self.until:
            reply = await send(self.port, post)
            self.tally.count("50 MB", reply.status)
            # 0: the service hung up while the client was still sending, which TCP may tell before the answer.
            self.check(reply.status in (413, BUSY, 0), f"50 MB have status {reply.status}")
            await asyncio.sleep(0.5)

    def check_answer(self, question: Question, reply: Reply) -> None:
        """The service must say what the library says."""
        self.check(
            reply.status == 200 and reply.values == question.answer,
            f"{question.post.path}: status {reply.status}, {reply.body[:200]!r}",
        )

    def check(self, is_right: bool, what: str) -> None:
        """Keep what is wrong."""
        if not is_right:
            self.tally.wrong.append(what)


def measure_serve(data: Path, work: Path, *, minutes: float, pages: int = 60) -> dict[str, Any]:
    """Start the service, load it for so long, and stop it while requests are under way."""
    questions = make_questions(spread(read("wcxb-dev", data), pages))
    port = _free_port()
    log = work / "serve.log"
    log.unlink(missing_ok=True)
    process = start_command([sys.executable, "-m", "weft", "serve", "--port", str(port), "--workers", "2"], log=log)
    watch = Watch()
    try:
        watch.follow(process)
        found = asyncio.run(_load(port, questions, process, minutes))
    finally:
        if process.poll() is None:
            kill_tree(process)
    found |= {"questions": len(questions), "clients": CLIENTS, "memory": curves(watch)}
    return {**found, "log": log.read_text()[-2000:]}


async def _load(
    port: int, questions: Sequence[Question], process: "subprocess.Popen[bytes]", minutes: float
) -> dict[str, Any]:
    await _wait_for(port)
    tally = Tally()
    start = time.monotonic()
    await Load(port=port, questions=questions, until=start + 60 * minutes, tally=tally).run()
    seconds = time.monotonic() - start
    health, metrics = await get(port, "/health"), await get(port, "/metrics")
    lines = metrics.body.decode().splitlines()
    return {
        "seconds": seconds,
        "answers": len(tally.seconds),
        "latency_ms": latencies(tally.seconds),
        "statuses": {kind: dict(sorted(counts.items())) for kind, counts in sorted(tally.statuses.items())},
        "wrong": len(tally.wrong),
        "wrong_ones": tally.wrong[:20],
        "alive": process.poll() is None and health.status == 200,
        "replaced": next((int(line.split()[1]) for line in lines if line.startswith("weft_workers_replaced ")), -1),
        "stop": await _stop(port, questions, process),
    }


async def _wait_for(port: int) -> None:
    deadline = time.monotonic() + START
    while (await get(port, "/health")).status != 200:
        if time.monotonic() > deadline:
            raise TimeoutError("the service does not start")
        await asyncio.sleep(0.2)


async def _stop(port: int, questions: Sequence[Question], process: "subprocess.Popen[bytes]") -> dict[str, Any]:
    """Ask it to end while it answers: what it has begun it finishes."""
    asked = questions[:4]
    under_way = [asyncio.create_task(send(port, question.post)) for question in asked]
    await asyncio.sleep(0.02)
    start = time.monotonic()
    process.send_signal(signal.SIGTERM)
    replies = await asyncio.gather(*under_way)
    status = await asyncio.to_thread(process.wait, STOP)
    right = sum(
        reply.status == 200 and reply.values == question.answer for question, reply in zip(asked, replies, strict=True)
    )
    refused = sum(reply.status in (0, BUSY) for reply in replies)
    return {"status": status, "seconds": time.monotonic() - start, "answered": right, "refused": refused}


def latencies(seconds: Sequence[float]) -> dict[str, float]:
    """Percentiles in milliseconds."""
    if len(seconds) < 2:
        return {}
    parts = quantiles(seconds, n=1000, method="inclusive")
    return {name: 1000 * parts[place] for name, place in (("p50", 499), ("p90", 899), ("p99", 989), ("p99.9", 998))}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
