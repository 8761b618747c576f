"""A run of many hosts, learned and extracted: its memory over time, and its output after kills at random moments."""

import gzip
import hashlib
import json
import random
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.scale.archive import write_archive
from bench.scale.crawl import SEED, make_crawl
from bench.scale.processes import Watch, kill_some, kill_tree, run_watched, start_command, workers_of
from weft.io.safe_files import unseal

KILLS = {"sampling": 2, "learning": 3, "extracting": 5}  # of a whole run
FIRST = 10.0  # seconds from the start in which a run surely samples
LOOK = 0.1  # seconds between two looks at how far a run is
EVERY = 3.0  # seconds between two workers that are killed
PART = 5  # the run whose workers are killed has this part of the pages: every kill costs a start
SHOWN = 120  # points of a curve in the record


def measure_memory(work: Path, *, pages: int, hosts: int) -> dict[str, Any]:
    """The uninterrupted run, watched; the same killed whole and gone on with; one whose workers are killed."""
    archive = crawl_archive(work, pages=pages, hosts=hosts)
    whole = work / "whole" / "out.jsonl.gz"
    watch = Watch()
    status, seconds = _run(archive, whole, watch)
    found: dict[str, Any] = {
        "pages": pages,
        "hosts": hosts,
        "archive_bytes": archive.stat().st_size,
        "status": status,
        "seconds": seconds,
        "memory": curves(watch),
        "output": check_output(whole, pages),
    }
    found["killed whole"] = kill_runs(archive, work / "killed", whole, pages=pages, hosts=hosts)
    few = crawl_archive(work, pages=pages // PART, hosts=hosts)
    reference = work / "few" / "out.jsonl.gz"
    _run(few, reference, Watch())
    found["killed workers"] = kill_workers(few, work / "rough", reference, pages=pages // PART)
    return found


def crawl_archive(work: Path, *, pages: int, hosts: int) -> Path:
    """The made-up crawl as an archive, made once."""
    path = work / f"crawl-{pages}-{hosts}.warc.gz"
    if not path.exists():
        write_archive(path, make_crawl(pages, hosts=hosts))
    return path


def command(archive: Path, out: Path, *more: str) -> list[str]:
    """`weft run` as a person would type it."""
    arguments = [str(archive), "-o", str(out), "-f", "text", "--learn", "--workers", "2", *more]
    return [sys.executable, "-m", "weft", "run", *arguments]


def _run(archive: Path, out: Path, watch: Watch) -> tuple[int, float]:
    return run_watched(command(archive, fresh_place(out)), log=out.with_name("log"), watch=watch)


def fresh_place(out: Path) -> Path:
    """The output in an empty folder."""
    shutil.rmtree(out.parent, ignore_errors=True)
    out.parent.mkdir(parents=True)
    return out


def curves(watch: Watch) -> dict[str, Any]:
    """The most memory of the parent and of any worker, and their curves; a worker of the learning has its own."""
    crew = {f"worker {number}": series for number, series in enumerate(watch.workers.values(), start=1)}
    return {
        "parent_most_mb": max((mb for _, mb in watch.own), default=0.0),
        "worker_most_mb": max((mb for series in crew.values() for _, mb in series), default=0.0),
        "parent_growth_mb": growth(watch.own),
        "growth_mb": {name: growth(series) for name, series in crew.items()},
        "curves": {"parent": thin(watch.own), **{name: thin(series) for name, series in crew.items()}},
    }


def growth(series: Sequence[tuple[float, float]]) -> float:
    """How much more memory a process has over its last quarter than over its second: flat is about nothing.

    >>> growth([(t, 100.0 + t) for t in range(8)])
    4.0
    """
    quarter = len(series) // 4
    if not quarter:
        return 0.0
    second, last = series[quarter : 2 * quarter], series[-quarter:]
    return round(sum(mb for _, mb in last) / quarter - sum(mb for _, mb in second) / quarter, 1)


def thin(series: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Some points of a curve, evenly spread."""
    return list(series[:: max(1, len(series) // SHOWN)])


def check_output(out: Path, pages: int) -> dict[str, Any]:
    """Whether every page has its line, once and in order; how they ended."""
    statuses: dict[str, int] = {}
    wrong = count = 0
    with gzip.open(out, "rb") as lines:
        for count, line in enumerate(lines, start=1):
            values = json.loads(line)
            wrong += not values["url"].endswith(f"/{count - 1}")
            key = values["status"] if values["status"] == "ok" else values["reason"]["code"]
            statuses[key] = statuses.get(key, 0) + 1
    return {"lines": count, "missing": pages - count, "misplaced": wrong, "statuses": statuses}


def digest_of(path: Path) -> str:
    """The bytes of a file in a few letters."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def kill_runs(archive: Path, place: Path, reference: Path, *, pages: int, hosts: int) -> dict[str, Any]:
    """Kill the run and all its processes at random moments, type the same command again, and compare the outputs."""
    draw = random.Random(SEED)
    out = fresh_place(place / "out.jsonl.gz")
    moments: list[str] = []
    for stage, amount in random_moments(draw, pages=pages, hosts=hosts):
        process = start_command(command(archive, out), log=place / "log")
        start = time.monotonic()
        while process.poll() is None and not has_come(out, stage, amount, time.monotonic() - start):
            time.sleep(LOOK)
        time.sleep(draw.uniform(0, 1))  # a commit must not be what the kill always follows
        if process.poll() is None:
            kill_tree(process)
            moments.append(where(out))
    start = time.monotonic()
    status = start_command(command(archive, out), log=place / "log").wait()
    return {
        "kills": len(moments),
        "moments": moments,
        "last_s": time.monotonic() - start,
        "status": status,
        "identical": digest_of(out) == digest_of(reference),
        "left_over": sorted(path.name for path in place.iterdir() if path.name not in LEFT),
    }


def random_moments(draw: random.Random, *, pages: int, hosts: int) -> list[tuple[str, float]]:
    """When a run is killed: some seconds after its start, then after so many hosts, then after so many pages."""
    stages = {"sampling": FIRST, "learning": 0.95 * hosts, "extracting": 0.95 * pages}
    return [
        (stage, amount)
        for stage, most in stages.items()
        for amount in sorted(draw.uniform(0, most) for _ in range(KILLS[stage]))
    ]


def has_come(out: Path, stage: str, amount: float, seconds: float) -> bool:
    """Whether a run has done so much of a stage."""
    if stage == "sampling":
        return seconds >= amount
    samples = out.with_name(f"{out.name}.samples")
    if stage == "learning":
        return committed(out.with_name(f"{out.name}.sites")) >= amount or (samples / "learned").exists()
    return committed(out) >= amount


def committed(out: Path) -> int:
    """The pages, or hosts, of the last commit of a run; 0 where there is none."""
    journal = out.with_name(f"{out.name}.run")
    lines = journal.read_bytes().splitlines(keepends=True) if journal.exists() else []
    whole = [data for line in lines if (data := unseal(line))]
    return int(json.loads(whole[-1])["pages"]) if whole else 0


LEFT = {"out.jsonl.gz", "out.jsonl.gz.sites", "log"}  # what a finished run leaves


def where(out: Path) -> str:
    """What an interrupted run was doing, and how much of it is committed."""
    samples = out.with_name(f"{out.name}.samples")
    if not (samples / "sampled").exists():
        return "sampling"
    if not (samples / "learned").exists():
        return f"learning, {committed(out.with_name(f'{out.name}.sites'))} hosts"
    return f"extracting, {committed(out)} pages"


def kill_workers(archive: Path, place: Path, reference: Path, *, pages: int, every: float = EVERY) -> dict[str, Any]:
    """Kill one worker or the other every few seconds until the run ends, and compare the outputs."""
    out = fresh_place(place / "out.jsonl.gz")
    start = time.monotonic()
    process = start_command(command(archive, out), log=place / "log")
    kills = kill_some(process, workers_of, every=every)
    found: dict[str, Any] = {"pages": pages, "kills": kills, "seconds": time.monotonic() - start}
    found["status"] = process.returncode
    if out.exists():
        found |= {"identical": digest_of(out) == digest_of(reference), "output": check_output(out, pages)}
    return found
