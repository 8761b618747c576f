"""Throughput: weft, trafilatura and resiliparse over one archive of real pages; then weft with one and two workers."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from bench.datasets import Case, read, spread
from bench.places import CHECKOUT, peers_present
from bench.scale.archive import write_archive
from bench.scale.crawl import Fetched
from bench.systems import ONE_THREAD, python_of

SYSTEMS = {  # and what each writes
    "weft": "weft.jsonl.gz",
    "weft, zstd": "weft.jsonl.zst",
    "resiliparse": "resiliparse.jsonl.gz",
    "trafilatura": "trafilatura.jsonl.gz",
}
ROUNDS = 3  # the fastest counts; trafilatura takes minutes and has one
WORKERS = (1, 2)
REPEATS = 2  # of the archive for the engine, so that its start is a small part


def measure_throughput(data: Path, work: Path, *, pages: int, rounds: int = ROUNDS) -> dict[str, Any]:
    """Seconds of every system, and of the engine by its workers, on the same pages."""
    archive, twice = work / f"real-{pages}.warc.gz", work / f"real-{pages}-twice.warc.gz"
    fetched = [_fetched(case) for case in real_cases(data, pages)]
    count, size = write_archive(archive, fetched)
    write_archive(twice, fetched * REPEATS)
    systems: dict[str, list[dict[str, Any]]] = {
        name: [] for name in SYSTEMS if name.startswith("weft") or peers_present()
    }
    engine: dict[int, list[dict[str, Any]]] = {workers: [] for workers in WORKERS}
    for turn in range(rounds):  # turns, so that a busy machine slows all of them
        for name, runs in systems.items():
            if name != "trafilatura" or not turn:
                runs.append(run_python(name, "bench.scale.alone", name, archive, work / SYSTEMS[name]))
        for workers, runs in engine.items():
            runs.append(run_python("weft", "bench.scale.crew", twice, work / "crew.jsonl.gz", workers))
    return {
        "pages": count,
        "bytes": size,
        "packed": archive.stat().st_size,
        "rounds": rounds,
        "systems": {name: min(runs, key=_cpu) for name, runs in systems.items()},
        "engine": {str(workers): fastest(runs) for workers, runs in engine.items()},
    }


def real_cases(data: Path, pages: int) -> list[Case]:
    """All kinds of real pages: those of wcxb-dev and, to make up the number, of whole sites, evenly mixed."""
    singles = read("wcxb-dev", data)
    cases = spread(singles, min(pages, len(singles)))
    more = pages - len(cases)
    cases += spread(read("sites", data), more) if more > 0 else []
    order = sorted(range(len(cases)), key=lambda index: index * 0.618034 % 1)  # the golden ratio mixes evenly
    return [cases[index] for index in order]


def _fetched(case: Case) -> Fetched:
    return Fetched(url=case.url or f"http://{case.site or 'site'}.example/{case.id}", html=case.data)


def run_python(system: str, module: str, *arguments: object) -> dict[str, Any]:
    """What a module of the bench prints under the Python of a system, as its own process."""
    environment = {**os.environ, **ONE_THREAD, "PYTHONPATH": os.pathsep.join(_paths()), "PYTHONHASHSEED": "0"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed package is compiled: workers start twice as fast
    command = [str(python_of(system)), "-m", module, *map(str, arguments)]
    answer = subprocess.run(command, env=environment, cwd=CHECKOUT, capture_output=True, check=True, text=True)
    found: dict[str, Any] = json.loads(answer.stdout.splitlines()[-1])
    return found


def _paths() -> list[str]:
    return [str(CHECKOUT), *filter(None, [os.environ.get("PYTHONPATH")])]


def _cpu(run: dict[str, Any]) -> float:
    return float(sum(run["cpu_s"].values()))


def fastest(runs: list[dict[str, Any]]) -> dict[str, Any]:
    """The run with the best rate between its first commit and its last; the start of the workers is before it."""
    found = max(runs, key=steady_rate)
    return {**found, "steady": steady_rate(found), "all_steady": [steady_rate(run) for run in runs]}


def steady_rate(run: dict[str, Any]) -> float:
    """Pages a second between the first commit and the last; of the whole run where its pages were too few for two.

    >>> steady_rate({"marks": [(512, 3.0), (1024, 5.0), (1536, 7.0)]})
    256.0
    >>> steady_rate({"marks": [], "pages": 60, "wall_s": 2.0})
    30.0
    """
    if len(run["marks"]) < 2:
        return float(run["pages"] / run["wall_s"])
    (first, start), (last, end) = run["marks"][0], run["marks"][-1]
    return (last - first) / (end - start) if end > start else 0.0
