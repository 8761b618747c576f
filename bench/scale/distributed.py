"""The distributed engine beside the local one: the same lines, also when its workers are killed in between."""

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.scale.archive import write_parts
from bench.scale.crawl import make_crawl
from bench.scale.faults import fresh_place
from bench.scale.processes import children_of, command_of, kill_some, start_command

PARTS = 12  # archives: a shard each
HOSTS = 40
EVERY = 3.0  # seconds between two kills: an actor needs one or two to start
WORKERS = "2"
VICTIMS = ("ray::Doer", "multiprocessing.spawn")


def measure_ray(work: Path, *, pages: int) -> dict[str, Any]:
    """Seconds of each run, and whether the sorted lines are the same bytes."""
    parts = write_parts(work / "parts", list(make_crawl(pages, hosts=HOSTS)), parts=PARTS)
    local, far, rough = (fresh_place(work / name / "out.jsonl") for name in ("local", "ray", "ray-rough"))
    runs = {
        "local": _run(parts, local),
        "ray": _run(parts, far, "--engine", "ray"),
        "ray, workers killed": _run(parts, rough, "--engine", "ray", is_rough=True),
    }
    expected = sorted(local.read_bytes().splitlines())
    for name, out in (("ray", far), ("ray, workers killed", rough)):
        runs[name]["identical"] = out.exists() and sorted(out.read_bytes().splitlines()) == expected
    return {"pages": pages, "hosts": HOSTS, "archives": PARTS, "lines": len(expected), "runs": runs}


def _run(parts: Sequence[Path], out: Path, *more: str, is_rough: bool = False) -> dict[str, Any]:
    arguments = ["-o", str(out), "-f", "json", "--learn", "--workers", WORKERS, *more]
    start = time.monotonic()
    command = [sys.executable, "-m", "weft", "run", *map(str, parts), *arguments]
    process = start_command(command, log=out.with_name("log"))
    killed = kill_some(process, _actors, every=EVERY) if is_rough else 0
    return {"status": process.wait(), "seconds": time.monotonic() - start, "kills": killed}


def _actors(pid: int) -> list[int]:
    """The processes below one that are ours on Ray, and their workers."""
    return [child for child in children_of(pid) if any(name in command_of(child) for name in VICTIMS)]
