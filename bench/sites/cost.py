"""What learning and applying a site cost: time and memory by number of pages, and speed against the bare parse."""

import json
import math
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import fmean
from time import process_time
from typing import Any

import numpy as np

import weft
from bench.datasets import Case
from bench.places import CHECKOUT
from bench.sites.bodies import progress
from bench.sites.corpora import SiteCases
from bench.sites.learning import as_raw, learn

SIZES = (100, 300, 1000, 3000, 10_000)
WORKER = "bench.sites.cost_worker"
MAX_LENGTH = 1800.0  # seconds a size may take; a curve that is too steep ends there


ROUNDS = 11  # of a page: parse, then apply; the least of each counts, which on a busy machine takes some tries
FEW_ROUNDS = 3  # of `weft.extract`, which takes longer and is only shown beside


def measure_cost(sites: Sequence[SiteCases], *, sizes: Sequence[int] = SIZES) -> dict[str, Any]:
    """The curve over generated pages, as many of a theme, varied, then learning and applying on real themes."""
    points = curve(sizes)
    return {
        "curve": points,
        "varied": curve(sizes[-1:], sites[0].cases[0].path.parent),
        "exponent": {name: exponent(points, name) for name in ("learn_cpu_s", "grown_mb")},
        "learning": [_learning(site) for site in sites],
        "applying": measure_applying(sites),
    }


def curve(sizes: Sequence[int], folder: Path | None = None) -> list[dict[str, float]]:
    """Time and peak memory for each number of pages, each in a fresh process; ends at the first that fails.

    With a folder its pages are varied, else pages are generated.
    """
    points = []
    for number, size in enumerate(sizes, 1):
        try:
            done = subprocess.run(
                [sys.executable, "-m", WORKER, str(size), *([str(folder)] if folder else [])],
                cwd=CHECKOUT,
                env={**os.environ, "PYTHONHASHSEED": "0"},
                capture_output=True,
                timeout=MAX_LENGTH,
                check=True,
            )
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
            print(f"bench: {size} pages: {error}", file=sys.stderr)
            break
        points.append(json.loads(done.stdout))
        progress("cost", number, len(sizes))
    return points


def exponent(points: Sequence[dict[str, float]], name: str) -> float:
    """The slope on log-log axes from 1,000 pages on, where there are two such sizes: 1 is linear; 0 where unknown.

    >>> round(exponent([{"pages": 10, "s": 1.0}, {"pages": 100, "s": 10.0}], "s"), 3)
    1.0
    """
    large = [point for point in points if point["pages"] >= 1000]
    used = [point for point in (large if len(large) > 1 else points) if point[name] > 0]
    if len(used) < 2:
        return 0.0
    pages, values = (np.log([point[key] for point in used]) for key in ("pages", name))
    return float(np.polyfit(pages, values, 1)[0])


def _learning(site: SiteCases) -> dict[str, Any]:
    """Milliseconds to learn a site, parsing included, told for 100 pages as in paper A; the better of two."""
    pages = [as_raw(case) for case in site.cases]
    cpu = min(_cpu_seconds(lambda: weft.learn(pages)) for _ in range(2))
    return {
        "site": f"{site.corpus}/{site.name}",
        "pages": len(pages),
        "megabytes": sum(len(page.data) for page in pages) / 1e6,
        "cpu_ms_100_pages": 100_000 * cpu / len(pages),
    }


def measure_applying(sites: Sequence[SiteCases], *, rounds: int = ROUNDS) -> dict[str, float]:
    """CPU milliseconds a page from bytes to text: the least of interleaved rounds by page, summed over pages.

    The bare parse is `weft.parse` of the same bytes, its result dropped inside the clock as the others' are.
    """
    pages = [timed for site in sites for timed in _time_pages(site, rounds)]
    by_template = [page for page in pages if page["by_template"]]
    if not pages:
        return {}
    ways = ("parse", "template", "weft.extract")
    return {
        "pages": len(pages),
        "by_template": len(by_template) / len(pages),
        **{f"{way}_ms": 1000 * fmean(page[way] for page in pages) for way in ways},
        "template_to_parse": _ratio(pages, "template"),
        "by_template_to_parse": _ratio(by_template, "template"),
        "extract_to_parse": _ratio(pages, "weft.extract"),
    }


def _time_pages(site: SiteCases, rounds: int) -> Iterator[dict[str, float]]:
    """The least CPU seconds of each page by way, and whether a template answered."""
    learned = learn(site.cases)
    for case in site.cases:
        chosen_by = learned.extract(case.data, url=case.url or None).chosen_by
        ways = _ways(learned, case)
        alone = {"weft.extract": ways.pop("weft.extract")}
        least = _least(ways, rounds) | _least(alone, min(rounds, FEW_ROUNDS))
        yield {**least, "by_template": chosen_by == "template"}


def _ratio(pages: Sequence[dict[str, float]], way: str) -> float:
    return sum(page[way] for page in pages) / sum(page["parse"] for page in pages) if pages else 0.0


def _ways(learned: weft.Site, case: Case) -> dict[str, Callable[[], object]]:
    """What is timed on a page, from its bytes in memory."""
    data, url = case.data, case.url or None
    return {
        "parse": lambda: weft.parse(data, url=url),
        "template": lambda: learned.extract(data, url=url).text,
        "weft.extract": lambda: weft.extract(data, url=url).text,
    }


def _least(ways: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """The least CPU seconds of each way; ways take turns, so that a busy machine slows all of them."""
    least = dict.fromkeys(ways, math.inf)
    for _ in range(rounds):
        for name, way in ways.items():
            least[name] = min(least[name], _cpu_seconds(way))
    return least


def _cpu_seconds(way: Callable[[], object]) -> float:
    started = process_time()
    way()
    return process_time() - started
