"""How fast: the parse against lexbor, an extractor against resiliparse, two threads against one, writing a page."""

import json
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import fmean, median
from typing import Any

from bench.report import scored_cases
from bench.run import Options, cpu_ratio, run, summary
from bench.sites.corpora import read_sites
from bench.speed_stages import class_name, size_ratios, stage_times
from bench.speed_uses import SITE_USES, USES, site_ratios, use_ratios
from bench.table import SPEED, grid, speed_cells

WRITTEN = ("markdown", "text", "html", "tei")  # formats whose writing is measured
METHODS = ("auto", "whole_page")
USE_ROUNDS = 3  # of uses, of which there are many
SITE_CORPORA = ("realsites", "themes")  # of each one site is learned
SYSTEMS = ("weft-parse", "lxml", "density", "weft", "resiliparse")


def make(data: Path, out: Path, *, pages: int, rounds: int) -> int:
    """Measure on pages of wcxb-dev and write `speed.json` and `speed.md`."""
    cases = scored_cases("wcxb-dev", data, pages)
    results = run(cases, SYSTEMS, Options(rounds=rounds, families=()))
    by_name = {result.name: result for result in results}
    report = summary(cases, results, dataset="wcxb-dev", rounds=rounds)
    for system in report["systems"]:  # a report of times
        del system["quality"], system["by_type"], system["nodes"]
    report["megabytes"] = sum(case.path.stat().st_size for case in cases) / 1e6
    report["density_to_resiliparse"] = cpu_ratio(by_name["density"], by_name["resiliparse"])
    pairs = zip(by_name["weft-parse"].answers, by_name["lexbor"].answers, strict=True)
    report["same_elements"] = sum(ours.text == theirs.text for ours, theirs in pairs)
    report["sizes"] = size_ratios([case.path.stat().st_size for case in cases], results, by_name["lexbor"])
    report["stages_ms"] = stage_times([case.data for case in cases], rounds=rounds)
    report["threads"] = thread_times([case.data for case in cases], rounds=rounds)
    report["writing"] = writing_times([case.data for case in cases], rounds=rounds)
    report["uses"] = use_ratios([case.data for case in cases], by_name["lexbor"], rounds=min(rounds, USE_ROUNDS))
    sites = [site.cases for site in read_sites(data, SITE_CORPORA, sites=1)]
    report["site"] = site_ratios(sites, rounds=min(rounds, USE_ROUNDS))
    (out / "speed.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    text = markdown(report)
    (out / "speed.md").write_text(text, encoding="utf-8")
    print(text)
    return 0


def thread_times(pages: Sequence[bytes], *, rounds: int) -> dict[str, dict[str, float]]:
    """Wall seconds to parse and to extract all pages with one thread and with two, and how many times faster two are.

    The pages are dropped as they come, as a crawl would: what is measured is the work, not keeping.
    """
    import weft
    from weft.page import parse_many

    def in_threads(work: Callable[[bytes], int]) -> Callable[[int], None]:
        def work_on_all(threads: int) -> None:
            with ThreadPoolExecutor(threads) as pool:
                for _ in pool.map(work, pages, chunksize=1):
                    pass

        return work_on_all

    def native_threads(threads: int) -> None:
        for start in range(0, len(pages), 50):
            parse_many(pages[start : start + 50], threads=threads)

    return {
        "weft.parse in Python threads": _one_and_two(in_threads(lambda data: len(weft.parse(data))), rounds),
        "parse_many": _one_and_two(native_threads, rounds),
        "weft.extract in Python threads": _one_and_two(in_threads(lambda data: len(weft.extract(data).text)), rounds),
    }


def writing_times(pages: Sequence[bytes], *, rounds: int) -> list[dict[str, Any]]:
    """Milliseconds of CPU time to write a page that was extracted, by method and format: the least of the rounds."""
    import weft

    times: dict[tuple[str, str], list[float]] = {(method, name): [] for method in METHODS for name in WRITTEN}
    for data in pages:
        for method in METHODS:
            document = weft.extract(data, method=method)
            for name in WRITTEN:
                times[method, name].append(min(_cpu_ms(document.render, name) for _ in range(rounds)))
    return [
        {"method": method, "format": name, "median_ms": median(own), "mean_ms": fmean(own)}
        for (method, name), own in times.items()
    ]


def _cpu_ms(work: Callable[[str], str], name: str) -> float:
    started = time.process_time()
    work(name)
    return 1_000 * (time.process_time() - started)


def _one_and_two(work: Callable[[int], None], rounds: int) -> dict[str, float]:
    """Rounds of one and of two take turns, and the best of each counts."""
    best = {1: float("inf"), 2: float("inf")}
    for _ in range(rounds):
        for threads in best:
            started = time.perf_counter()
            work(threads)
            best[threads] = min(best[threads], time.perf_counter() - started)
    return {"one_s": best[1], "two_s": best[2], "speedup": best[1] / best[2]}


def _where_time_goes(report: dict[str, Any]) -> list[str]:
    """The tables of sizes and stages; a report of an older run has none."""
    if "sizes" not in report:
        return []
    names = [system["name"] for system in report["systems"]]
    sizes = [
        [class_name(row), str(row["pages"]), *(_ratio(row["ratios"][name]) for name in names)]
        for row in report["sizes"]
    ]
    stages = [[stage, f"{milliseconds:.3f}"] for stage, milliseconds in report["stages_ms"].items()]
    return [
        "## Sizes of pages",
        "CPU time as a ratio to the bare lexbor parse, by the bytes of a page.",
        grid(["pages", "count", *names], sizes),
        "## Stages",
        "CPU time of the default's stages, the mean of a page: to parse it, to judge its blocks, to choose, to finish "
        "the choice (title, comments, discussions), what the cascade adds, to write the text.",
        grid(["stage", "ms"], stages),
    ]


def _uses(report: dict[str, Any]) -> list[str]:
    """The tables of uses and of a learned site; a report of an older run has none."""
    if "uses" not in report:
        return []
    uses = [
        [
            "all" if index == 0 else class_name(row),
            str(row["pages"]),
            *(_ratio(row["to_parse"][use]) for use in USES),
            _ratio(row["json"]),
        ]
        for index, row in enumerate(report["uses"])
    ]
    site = report["site"]
    return [
        "## Uses",
        "CPU time of what is asked of an extracted page, as a ratio to its parse, each on a document of which nothing "
        "was asked before. `extract` and `json in all` begin with the bytes; the last is JSON over lexbor's parse.",
        grid(["pages", "count", *USES, "json to lexbor"], uses),
        "## A learned site",
        f"From bytes, as a ratio to the parse, {site['pages']} pages that a template answers. Learning "
        f"{site['learned_pages']} pages took {site['learn_s_100_pages']:.2f} s of CPU for each 100.",
        grid(list(SITE_USES), [[_ratio(site["to_parse"].get(use)) for use in SITE_USES]]),
    ]


def _ratio(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def markdown(report: dict[str, Any]) -> str:
    """The tables of a speed run."""
    rows = [[system["name"], system["version"], *speed_cells(system)] for system in report["systems"]]
    threads = [
        [name, f"{times['one_s']:.3f}", f"{times['two_s']:.3f}", f"{times['speedup']:.2f}"]
        for name, times in report["threads"].items()
    ]
    writing = [
        [row["method"], row["format"], f"{row['median_ms']:.2f}", f"{row['mean_ms']:.2f}"] for row in report["writing"]
    ]
    parts = [
        "# Speed",
        f"{report['pages']} pages of wcxb-dev ({report['megabytes']:.0f} MB), {report['rounds']} rounds, the least "
        f"time of a page counts, {report['made']}, {report['machine']}. "
        "Ratio: to the bare lexbor parse of the same bytes in the same run.",
        grid(["system", "version", *SPEED], rows),
        f"weft and lexbor find the same number of elements on {report['same_elements']} of {report['pages']} pages "
        "(what is in a `<template>` apart; weft, as browsers, ends an open `<iframe>` at `</noscript>`, lexbor not).",
        f"density end to end takes {report['density_to_resiliparse']:.2f} times the CPU time of resiliparse.",
        *_where_time_goes(report),
        *_uses(report),
        "## Threads",
        grid(["what", "one thread, s", "two threads, s", "times faster"], threads),
        "## Writing",
        "CPU time to write a page that was extracted: what the method chose, in a format.",
        grid(["method", "format", "median, ms", "mean, ms"], writing),
    ]
    return "\n\n".join(parts) + "\n"
