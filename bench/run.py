"""Run systems on the same pages in the same run, and score what they answer.

Systems take turns over small batches of pages, so that a busy machine slows all of them alike; within a batch each
system passes over the pages several times and the fastest time of a page counts.
"""

import datetime
import json
import math
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, median
from typing import Any

from bench import metrics
from bench.datasets import Case
from bench.groups import find_groups
from bench.places import CHECKOUT, Missing, peers_present
from bench.systems import BARE_PARSES, BASELINE, Answer, Worker

BATCH = 16
ANSWERS = "answers:"  # a system that is a file of answers, as `answers:folds=texts.jsonl`; lines of {id, text}


@dataclass(frozen=True, kw_only=True)
class Options:
    """How a run is made."""

    rounds: int = 3
    enough: float = 0.1  # seconds: a page that took so long is timed twice only, as noise is small beside it
    timeout: float = 60.0
    families: tuple[str, ...] = tuple(metrics.MEASURES)  # of measures; `lcs` takes most of the time of scoring
    every: Mapping[str, int] = field(default_factory=dict)  # systems that are asked for every so-manieth page only …
    known: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # … and texts that stand in on the others
    minutes: float = 0.0  # the pages that were answered by then are the run; 0: all pages
    nodes: bool = False  # also the node measure of paper E; needs weft to cut pages into nodes


@dataclass(kw_only=True)
class Result:
    """What one system did: per page, in the order of the cases, its scores, its time and its error."""

    name: str
    version: str = ""
    loaded: int = 0
    peak: int = 0
    answers: list[Answer] = field(default_factory=list)
    scores: list[dict[str, float]] = field(default_factory=list)
    nodes: list[tuple[int, int, int]] = field(default_factory=list)  # per page: in both, in the answer, in the truth


def run(
    cases: Sequence[Case],
    names: Sequence[str],
    options: Options,
    *,
    others: Callable[[Sequence[Case]], list[Result]] = lambda cases: [],
) -> list[Result]:
    """Every system on every page, and, where the peers are installed, the bare parse that times are compared with.

    `others` answers without a worker, as a learned site does. A run that is short of time ends before the last page:
    all results have as many answers, for the first of the cases.
    """
    base = [BASELINE] if peers_present() else []
    files = [_from_file(name, cases) for name in names if name.startswith(ANSWERS)]
    live = [name for name in dict.fromkeys([*names, *base]) if not name.startswith(ANSWERS)]
    results = _ask_all(cases, live, options)
    done = cases[: len(results[0].answers)] if results else cases
    for result in files:
        del result.answers[len(done) :]
    results += [*files, *others(done)]
    _score(done, results, options)
    return results


def _ask_all(cases: Sequence[Case], names: Sequence[str], options: Options) -> list[Result]:
    """The answers of the systems, which take turns over batches of pages."""
    results, workers = [Result(name=name) for name in names], list[Worker]()
    ends = time.monotonic() + 60 * options.minutes if options.minutes else math.inf
    try:
        for name in names:
            workers.append(Worker(name, timeout=options.timeout))
        for batch in _batches(cases):
            for worker, result in zip(workers, results, strict=True):
                result.answers += _ask_some(worker, batch, len(result.answers), options)
            _progress(len(results[0].answers) if results else 0, len(cases))
            if time.monotonic() > ends:
                break
        for worker, result in zip(workers, results, strict=True):
            result.version, result.loaded, result.peak = worker.version, worker.loaded, worker.peak
    finally:
        for worker in workers:
            worker.close()
    return results


def summary(cases: Sequence[Case], results: Sequence[Result], **about: Any) -> dict[str, Any]:
    """A run as plain data: what the table, the plot and the gate read."""
    base = next((result for result in results if result.name == BASELINE), None)
    return {
        **about,
        "pages": len(cases),
        "page_types": {kind: sum(case.page_type == kind for case in cases) for kind in _kinds(cases)},
        "groups": {name: len(indexes) for name, indexes in find_groups(cases).items()},
        "made": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "commit": commit(),
        "machine": f"{_processor()}, {os.cpu_count()} cores with a load of {os.getloadavg()[0]:.1f} at the end, "
        f"Python {platform.python_version()}",
        "systems": [_system(cases, result, base) for result in results],
    }


def cpu_ratio(result: Result, base: Result) -> float | None:
    """The CPU time of a system over that of another, summed over the pages that both have a time for."""
    pairs = [
        (mine.cpu_s, other.cpu_s)
        for mine, other in zip(result.answers, base.answers, strict=True)
        if mine.cpu_s is not None and other.cpu_s is not None
    ]
    whole = sum(other for _, other in pairs)
    return sum(mine for mine, _ in pairs) / whole if whole else None


def write_pages(folder: Path, cases: Sequence[Case], results: Sequence[Result]) -> None:
    """Per system one file of what it did page by page, texts included: to look at, and to score again."""
    for result in results:
        if result.name in BARE_PARSES:
            continue
        name = result.name.removeprefix(ANSWERS).replace("/", "_")
        with (folder / f"{name}.jsonl").open("w", encoding="utf-8") as lines:
            for index, (case, answer) in enumerate(zip(cases, result.answers, strict=True)):
                if not answer.asked:
                    continue
                entry: dict[str, Any] = {
                    "id": case.id,
                    "page_type": case.page_type,
                    "cpu_s": answer.cpu_s,
                    "error": answer.error,
                }
                entry |= {"scores": result.scores[index], "text": answer.text}
                lines.write(json.dumps(entry) + "\n")


def _progress(done: int, whole: int) -> None:
    if sys.stderr.isatty():
        print(f"\rpage {done} of {whole} done", end="\n" if done == whole else "", file=sys.stderr, flush=True)


def _batches(cases: Sequence[Case]) -> Iterator[Sequence[Case]]:
    return (cases[start : start + BATCH] for start in range(0, len(cases), BATCH))


def _ask_some(worker: Worker, batch: Sequence[Case], first: int, options: Options) -> list[Answer]:
    """The answers for a batch that begins at page `first`, of a slow system for some of it."""
    step = options.every.get(worker.name, 1)
    wanted = [place for place in range(len(batch)) if (first + place) % step == 0]
    found = dict(zip(wanted, _ask(worker, [batch[place] for place in wanted], options), strict=True))
    known = options.known.get(worker.name, {})
    for place, case in enumerate(batch):
        if place not in found:
            found[place] = Answer(text=known[case.id]) if case.id in known else Answer(asked=False)
    return [found[place] for place in range(len(batch))]


def _ask(worker: Worker, batch: Sequence[Case], options: Options) -> list[Answer]:
    """The first answers, with the least time of all rounds; a page that failed or took long twice is not tried again.

    Twice, for the first page of its kind pays for what a system loads only then.
    """
    first = [worker.ask(case) for case in batch]
    times = [[answer.cpu_s] for answer in first]
    for _ in range(options.rounds - 1):
        for index, case in enumerate(batch):
            spent = first[index].cpu_s
            if spent is not None and (len(times[index]) == 1 or spent < options.enough):
                times[index].append(worker.ask(case).cpu_s)
    return [
        Answer(text=answer.text, cpu_s=min((t for t in spent if t is not None), default=None), error=answer.error)
        for answer, spent in zip(first, times, strict=True)
    ]


def _from_file(name: str, cases: Sequence[Case]) -> Result:
    """Answers made elsewhere, such as the out-of-fold texts of a cross-validation."""
    title, _, path = name.removeprefix(ANSWERS).partition("=")
    try:
        with Path(path).open(encoding="utf-8") as lines:
            texts = {entry["id"]: entry["text"] for entry in map(json.loads, lines)}
    except OSError as error:
        raise Missing(f"{name}: {error}; write it as answers:NAME=FILE") from None
    absent = sum(case.id not in texts for case in cases)
    if absent:
        raise Missing(f"{path} has no answer for {absent} of {len(cases)} pages")
    return Result(name=title, answers=[Answer(text=texts[case.id]) for case in cases])


def _score(cases: Sequence[Case], results: Sequence[Result], options: Options) -> None:
    for case_index, case in enumerate(cases):
        pieces = _nodes_of(case) if options.nodes else []
        clean = metrics.clean_nodes(pieces, case.text)
        for result in results:
            if result.name in BARE_PARSES:
                continue
            if not result.answers[case_index].asked:
                result.scores.append({})
                result.nodes.append((0, 0, 0))
                continue
            text = result.answers[case_index].text
            result.scores.append(_measure(case, text, options))
            called = metrics.clean_nodes(pieces, text)
            result.nodes.append((int((called & clean).sum()), int(called.sum()), int(clean.sum())))


def _measure(case: Case, text: str, options: Options) -> dict[str, float]:
    if case.wanted or case.unwanted:
        return metrics.snippet_measure(text, case.wanted, case.unwanted)
    return metrics.measure(text, case.text, families=options.families)


def _nodes_of(case: Case) -> list[str]:
    """The nodes of paper E on a page, as its runs of inline text; a page over a limit has none."""
    import weft

    try:
        return [block.text for block in weft.parse(case.data).blocks]
    except weft.LimitError:
        return []


def _system(cases: Sequence[Case], result: Result, base: Result | None) -> dict[str, Any]:
    times = [answer.cpu_s for answer in result.answers if answer.cpu_s is not None]
    ratio = cpu_ratio(result, base) if base else None
    errors = [
        {"id": case.id, "error": answer.error}
        for case, answer in zip(cases, result.answers, strict=True)
        if answer.error
    ]
    return {
        "name": result.name,
        "version": result.version,
        "pages": sum(answer.asked for answer in result.answers),
        "timed": len(times),
        "quality": quality_of(result, range(len(cases))) if result.scores else {},
        "by_type": {
            kind: quality_of(result, [index for index, case in enumerate(cases) if case.page_type == kind])
            for kind in _kinds(cases)
            if result.scores
        },
        "groups": {name: quality_of(result, indexes) for name, indexes in find_groups(cases).items() if result.scores},
        "nodes": _nodes(result),
        "cpu_ms_mean": _mean_ms(result, ratio, base),
        "cpu_ms_median": 1000 * median(times) if times else None,
        "ratio": ratio,
        "loaded_mb": result.loaded / 2**20 or None,
        "peak_mb": result.peak / 2**20 or None,
        "errors": errors,
    }


def _mean_ms(result: Result, ratio: float | None, base: Result | None) -> float | None:
    """CPU milliseconds a page; of a system timed on a part of the pages, its ratio there times the bare parse of all.

    The mean of a part would depend on which large pages are in it.
    """
    times = [answer.cpu_s for answer in result.answers if answer.cpu_s is not None]
    is_part = any(answer.cpu_s is None and not answer.error for answer in result.answers)
    if is_part and times and base is not None and ratio is not None:
        times = [ratio * answer.cpu_s for answer in base.answers if answer.cpu_s is not None]
    return 1000 * fmean(times) if times else None


def quality_of(result: Result, indexes: Sequence[int]) -> dict[str, dict[str, float]]:
    """Every measure over some of the pages, those that the system was asked for: its mean and 95 % interval."""
    if any(metrics.SNIPPETS_RIGHT in result.scores[index] for index in indexes):
        return metrics.snippet_quality([result.scores[index] for index in indexes if result.scores[index]])
    quality = {}
    for name in result.scores[0]:
        values = [result.scores[index][name] for index in indexes if result.scores[index]]
        if values:
            low, high = metrics.interval(values)
            quality[name] = {"mean": fmean(values), "low": low, "high": high}
    return quality


def _nodes(result: Result) -> dict[str, float]:
    """Paper E counts nodes of all pages together."""
    both, called, clean = (sum(page[part] for page in result.nodes) for part in range(3))
    if not clean:
        return {}
    total = metrics.score(both, called, clean)
    return {"precision": total.precision, "recall": total.recall, "f1": total.f1}


def commit() -> str:
    """The commit that is checked out, `-dirty` where files differ from it; empty where this is no checkout of git."""
    asked = ["git", "-C", str(CHECKOUT), "describe", "--always", "--dirty", "--exclude=*"]
    try:
        return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        return ""


def _kinds(cases: Sequence[Case]) -> list[str]:
    return sorted({case.page_type for case in cases})


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())
