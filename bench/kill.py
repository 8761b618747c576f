"""Runs that are killed at random moments, or whose disk is full, on every sink: the output must be that of other runs.

The moments are spread evenly over a whole run, from its first milliseconds to its last, and drawn inside each part from
a seed that is printed. A run that was killed is begun again by the same command, and may be killed again.
"""

import gzip
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from bench.scale.processes import children_of, command_of

SINKS = (
    "out.jsonl",
    "out.jsonl.gz",
    "out.jsonl.zst",
    "out.csv",
    "out.parquet",
    "out.sqlite",
    "out.warc",
    "out.warc.gz",
    "out/",
)
SEED = 16
HERE = "here"  # the engine of the runs whose disk is full
LOOK = 0.002  # seconds between two looks at a run
MAX_CHAIN = 5  # kills of one output before it may end
SHARDS = 6  # files of the input: what Ray's actors take
BROKEN = 100  # every so many pages one fails
DISK = 16 << 20  # bytes of the small disk
VICTIMS = {"worker": ("multiprocessing.spawn",), "actor": ("ray::Doer",)}


@dataclass(kw_only=True)
class Trial:
    """One sink, and what was done to its runs."""

    sink: str
    engine: str
    victim: str
    seconds: float  # of an undisturbed run
    moments: list[float] = field(default_factory=list)  # seconds after the start, or bytes of room
    outputs: int = 0  # that were compared
    different: list[str] = field(default_factory=list)

    def line(self) -> str:
        """For people."""
        ends = f"{min(self.moments):.3g} to {max(self.moments):.3g}" if self.moments else "none"
        return (
            f"{self.sink:14} {self.engine:5} {self.victim:6} {len(self.moments):3} moments ({ends}; a run takes"
            f" {self.seconds:.1f} s), {self.outputs} outputs, {len(self.different)} different"
        )


@dataclass(frozen=True, kw_only=True)
class Bench:
    """Where runs lie, and how they are made."""

    work: Path
    inputs: Sequence[Path]
    engine: str
    workers: str = "1"

    def start(self, output: str, *, more: dict[str, str] | None = None) -> int:
        """The process of a run, forked from this one: what it imports is there already, so most moments are work."""
        log = self.work / "log"
        child = os.fork()
        if child:
            return child
        try:
            os.environ |= more or {}
            with log.open("ab") as words:
                os.dup2(words.fileno(), 1)
                os.dup2(words.fileno(), 2)
            if self.engine == HERE:
                os._exit(run_here(self.inputs, output))
            from weft.cli.main import main

            arguments = [*map(str, self.inputs), "-o", output, "-f", "markdown", "-m", "whole_page"]
            os._exit(main(["run", *arguments, "--workers", self.workers, "--engine", self.engine]))
        except BaseException:
            import traceback

            traceback.print_exc()
            os._exit(70)

    def place(self, name: str) -> str:
        """An output in an empty folder."""
        shutil.rmtree(self.work / "runs", ignore_errors=True)
        (self.work / "runs").mkdir(parents=True)
        return f"{self.work}/runs/{name}"


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What is done to the runs of each sink."""

    moments: int  # at which they are killed
    full: int  # disks
    engine: str
    victim: str  # who is killed: parent, worker or actor
    seed: int
    pages: int


def make(out: Path, plan: Plan, sinks: Sequence[str]) -> int:
    """Do all trials, print a line for each and write them down; 1 where an output is another one."""
    import weft.cli.run  # noqa: F401  # so that forks have it
    from weft import Pipeline
    from weft.io import RawPage

    Pipeline(method="whole_page", format="markdown").process(RawPage(id="", data=b"<p>x"))  # imports the rest
    work = out / f"work-{os.getpid()}"
    inputs = make_input(work, plan.pages)
    bench = Bench(work=work, inputs=inputs, engine=plan.engine, workers="1" if plan.victim == "parent" else "2")
    trials = []
    print(f"bench kill: {plan}", flush=True)
    for sink in sinks:
        draw = random.Random(f"{plan.seed} {sink} {plan.engine} {plan.victim}")
        if plan.moments:
            trials.append(kill_runs(bench, sink, plan.victim, spread(draw, plan.moments)))
            print(trials[-1].line(), flush=True)
        if plan.full:
            trials.append(fill_disks(replace(bench, engine=HERE), sink, spread(draw, plan.full)))
            print(trials[-1].line(), flush=True)
    with (out / "kills.jsonl").open("a") as file:
        file.writelines(json.dumps({**vars(plan), **vars(trial)}) + "\n" for trial in trials)
    shutil.rmtree(work, ignore_errors=True)
    return int(any(trial.different for trial in trials))


class HereEngine:
    """Does pages in the run's own process: a full disk is nothing to workers, and without them a run is short."""

    def map(self, job: Any, chunks: Iterable[Any]) -> Iterator[Any]:
        """The chunks with all their lines."""
        process = job.start()
        for chunk in chunks:
            chunk.lines |= {index: process(page) for index, page in chunk.open}
            yield chunk


def run_here(inputs: Sequence[Path], output: str) -> int:
    """A run without workers, which ends as the command does."""
    from weft.engines import ExtractJob, run
    from weft.errors import WeftError
    from weft.io import find_sources
    from weft.io.reader import Reader
    from weft.io.sinks import open_sink
    from weft.renderers import RENDERERS

    job = ExtractJob(method="whole_page", format="markdown")
    pages = Reader(max_bytes=job.limits.bytes).read_all(find_sources([*map(str, inputs)]))
    try:
        run(pages, job, open_sink(output, format=RENDERERS[job.format]), engine=HereEngine())
    except WeftError as error:
        print(f"weft: {error}")
        return 1
    return 0


def spread(draw: random.Random, count: int) -> list[float]:
    """So many shares of a whole, one in each equal part, in random order.

    >>> [round(share, 1) for share in sorted(spread(random.Random(1), 3))]
    [0.0, 0.6, 0.9]
    """
    shares = [(number + draw.random()) / count for number in range(count)]
    draw.shuffle(shares)
    return shares


def make_input(work: Path, pages: int) -> list[Path]:
    """Made pages in some files of JSON lines; some fail, and all have something that travels along."""
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    lines = []
    for number in range(pages):
        html = (
            f"<title>Loom {number}</title><h1>Loom {number}</h1><p>Loom {number} holds its warp, and the weft runs on."
        )
        values = {"url": f"http://weft.example/{number}", "html": html, "seen": [number]}
        lines.append(json.dumps(values | ({"html": "<i>" * 3000} if number % BROKEN == 7 else {})) + "\n")
    paths = [work / f"pages-{number}.jsonl" for number in range(SHARDS)]
    for number, path in enumerate(paths):
        path.write_text("".join(lines[number * pages // SHARDS : (number + 1) * pages // SHARDS]))
    return paths


def contents(output: str) -> Any:
    """What an output holds: its bytes, or its rows; of a WARC without the date of the run and what is made from it."""
    path = Path(output)
    if not path.exists():
        return None
    if path.is_dir():
        return {str(file.relative_to(path)): file.read_bytes() for file in sorted(path.rglob("*")) if file.is_file()}
    if path.suffix == ".sqlite":
        with sqlite3.connect(path) as database:
            return database.execute("SELECT * FROM pages ORDER BY number").fetchall()
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return re.sub(rb"WARC-(Date|Record-ID): .*", b"", data) if ".warc" in path.name else data


def undisturbed(bench: Bench, sink: str) -> tuple[Any, float]:
    """What a run gives that nobody kills, and how long it takes: the shorter of two."""
    seconds = []
    for _ in range(2):
        output = bench.place(sink)
        start = time.monotonic()
        os.waitpid(bench.start(output), 0)
        seconds.append(time.monotonic() - start)
    return contents(output), min(seconds)


def kill_runs(bench: Bench, sink: str, victim: str, shares: list[float]) -> Trial:
    """Kill the runs of a sink at all shares of its time; a run that ends too early is begun afresh for its moment."""
    whole, seconds = undisturbed(bench, sink)
    trial = Trial(sink=sink, engine=bench.engine, victim=victim, seconds=seconds)
    kill = kill_parent if victim == "parent" else kill_below(VICTIMS[victim], random.Random(f"{sink} {victim}"))
    if victim != "parent":  # one run is killed at several moments: they must come in their order
        shares = [share for at in range(0, len(shares), MAX_CHAIN) for share in sorted(shares[at : at + MAX_CHAIN])]
    left: set[int] = set()  # of killed drivers
    chain, is_fresh = 0, True
    output = bench.place(sink)
    while shares:
        process, start = bench.start(output), time.monotonic()
        has_ended, was_killed = False, False
        while not has_ended and chain < MAX_CHAIN and shares:
            has_ended = wait_until(process, start + shares[0] * seconds)
            if not has_ended:
                left |= set(children_of(process))
                was_killed = kill(process)
                if was_killed:
                    trial.moments.append(time.monotonic() - start)
                    shares.pop(0)
                    chain += 1
                else:
                    time.sleep(LOOK)  # no worker has started yet, or the last is gone: the next look may find one
                has_ended = victim == "parent"
                if was_killed and shares and not has_ended and shares[0] * seconds < time.monotonic() - start:
                    break  # the rest of this run is undisturbed: the next moment has gone by
        if victim == "parent" and was_killed:
            is_fresh = False
            if chain < MAX_CHAIN and shares:
                continue
            process = bench.start(output)
        elif has_ended and is_fresh and chain == 0:
            seconds = 0.95 * min(seconds, time.monotonic() - start)  # it was over before its moment: runs got faster
        finish(bench, process, trial, output, whole)
        chain, is_fresh, output = 0, True, bench.place(sink)
        for pid in left:
            with suppress(ProcessLookupError):
                if "ray" in command_of(pid):
                    os.kill(pid, signal.SIGKILL)
        left.clear()
    return trial


def wait_until(process: int, moment: float) -> bool:
    """Whether a process ended before a moment; it is left for others to take its status."""
    while not os.waitid(os.P_PID, process, os.WEXITED | os.WNOHANG | os.WNOWAIT):
        if time.monotonic() >= moment:
            return False
        time.sleep(LOOK)
    return True


def kill_parent(process: int) -> bool:
    """Kill the run's own process; its workers see that it is gone."""
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    return True


def kill_below(names: Sequence[str], draw: random.Random) -> Callable[[int], bool]:
    """What kills one of the processes of such a command below a run's own; false where there is none."""

    def kill(process: int) -> bool:
        victims = [child for child in children_of(process) if any(name in command_of(child) for name in names)]
        if not victims:
            return False
        with suppress(ProcessLookupError):
            os.kill(draw.choice(victims), signal.SIGKILL)
            return True
        return False

    return kill


def finish(bench: Bench, process: int, trial: Trial, output: str, whole: Any) -> None:
    """Let a run end, and compare; a run that gave up, since no worker came to a page, goes on with its command."""
    with suppress(ChildProcessError):
        os.waitpid(process, 0)
    if Path(f"{output}.run").exists():
        os.waitpid(bench.start(output), 0)
    trial.outputs += 1
    folder = Path(output).parent
    names = sorted(file.name for file in folder.iterdir())
    if contents(output) != whole or names != [Path(output).name]:
        trial.different.append(f"after {trial.moments[-MAX_CHAIN:]}: {names}")
        shutil.copytree(folder, folder.with_name(f"different-{os.getpid()}-{trial.outputs}"), dirs_exist_ok=True)


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A file system in memory, so small that it can be filled; only root may make one."""
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(folder)], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def fill_disks(bench: Bench, sink: str, shares: list[float]) -> Trial:
    """Leave a run some share of the room that it needs, for its output, its journal and its temporary files."""
    with small_disk(bench.work / "runs"):
        whole, seconds, needed = _needed(bench, sink)
        trial = Trial(sink=sink, engine=bench.engine, victim="disk", seconds=seconds)
        for share in shares:
            output = _on_disk(bench, sink)
            ballast = bench.work / "runs" / "ballast"
            free = os.statvfs(bench.work / "runs")
            room = int(share * needed)
            with ballast.open("wb") as file:
                os.posix_fallocate(file.fileno(), 0, free.f_bavail * free.f_frsize - room)
            log = bench.work / "log"
            log.write_bytes(b"")
            status = _run(bench, output)
            words = log.read_text()
            is_told = status == 1 and "cannot be written" in words and "Traceback" not in words
            if not is_told and not Path(output).exists():
                trial.different.append(f"{room} bytes of room: status {status}: {words[-2000:]}")
            ballast.unlink()
            trial.moments.append(room)
            _run(bench, output)
            trial.outputs += 1
            if contents(output) != whole:
                trial.different.append(f"{room} bytes of room: {log.read_text()[-2000:]}")
    return trial


def _on_disk(bench: Bench, sink: str) -> str:
    """An output on the disk, which is empty."""
    for path in (bench.work / "runs").iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    for name in ("output", "temporary"):
        (bench.work / "runs" / name).mkdir()
    return f"{bench.work}/runs/output/{sink}"


def _run(bench: Bench, output: str) -> int:
    process = bench.start(output, more={"TMPDIR": f"{bench.work}/runs/temporary"})
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def _needed(bench: Bench, sink: str) -> tuple[Any, float, int]:
    """What an undisturbed run gives, how long it takes, and the most room that it takes."""
    output = _on_disk(bench, sink)
    start, most = time.monotonic(), 0
    process = bench.start(output, more={"TMPDIR": f"{bench.work}/runs/temporary"})
    while not wait_until(process, time.monotonic() + 0.01):
        state = os.statvfs(bench.work / "runs")
        most = max(most, (state.f_blocks - state.f_bfree) * state.f_frsize)
    os.waitpid(process, 0)
    return contents(output), time.monotonic() - start, most
