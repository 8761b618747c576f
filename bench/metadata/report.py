"""The tables of `python -m bench metadata`: fields right by data set and system, and what they cost."""

import json
import statistics
import time
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from bench.datasets import Case, read, spread
from bench.metadata.judge import FIELDS, tally, truth_of
from bench.places import peers_present
from bench.report import as_json
from bench.run import summary
from bench.systems import Worker
from bench.table import grid
from weft.model_file import unpack_model

DATASETS = ("dates", "snippets", "wcxb-dev")
SYSTEMS = ("weft", "htmldate", "trafilatura", "newspaper4k", "extruct")
FIRST_PAGES = 300  # of a data set that `find_metadata` is timed on


def make(data: Path, out: Path, *, systems: Sequence[str] = (), only: Sequence[str] = (), pages: int = 0) -> int:
    """Measure every system on every data set; write `metadata.json` and `metadata.md`, and print the tables."""
    names = systems or (SYSTEMS if peers_present() else SYSTEMS[:1])
    where = summary([], [])
    sets = {name: spread(told_cases(name, data), pages) for name in only or DATASETS if (data / name).is_dir()}
    record: dict[str, Any] = {key: where[key] for key in ("made", "commit", "machine")}
    record["datasets"] = {name: len(cases) for name, cases in sets.items()}
    record["systems"] = [_measure(name, sets) for name in names]
    record["find_metadata_ms"] = {name: cost(cases) for name, cases in sets.items()}
    text = markdown(record)
    (out / "metadata.json").write_text(as_json(record), encoding="utf-8")
    (out / "metadata.md").write_text(text, encoding="utf-8")
    print(text)
    return 0


def told_cases(name: str, data: Path) -> list[Case]:
    """The pages of a data set that it tells a field of."""
    return [case for case in read(name, data) if truth_of(case, name)]


def _measure(system: str, sets: Mapping[str, Sequence[Case]]) -> dict[str, Any]:
    worker = Worker(system, form="metadata")
    measured = {name: _on_dataset(worker, name, cases) for name, cases in sets.items()}
    worker.close()
    return {"name": system, "version": worker.version, "datasets": measured}


def _on_dataset(worker: Worker, name: str, cases: Sequence[Case]) -> dict[str, Any]:
    replies = [worker.ask(case) for case in cases]
    answers = [json.loads(reply.text or "{}") for reply in replies]
    times = [reply.cpu_s for reply in replies if reply.cpu_s is not None]
    return {
        "fields": {
            field: {"pages": one.pages, "right": one.share, "precision": one.precision}
            for field, one in tally(name, cases, answers).items()
        },
        "cpu_ms_median": 1_000 * statistics.median(times) if times else None,
        "failed": sum(bool(reply.error) for reply in replies),
        "by_source": _by_source(name, cases, answers),
    }


def _by_source(name: str, cases: Sequence[Case], answers: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """For each source of each field that a system names: how many answers it gave, and the share that is right."""
    groups: dict[str, tuple[list[Case], list[Mapping[str, Any]]]] = {}
    for case, answer in zip(cases, answers, strict=True):
        for field, source in answer.get("sources", {}).items():
            told = groups.setdefault(f"{field} {source}", ([], []))
            told[0].append(case)
            told[1].append({field: answer[field]})
    table: dict[str, Any] = {}
    for key, (told_cases, told_answers) in sorted(groups.items()):
        entry = tally(name, told_cases, told_answers).get(key.split()[0])
        if entry:
            table[key] = {"answers": entry.answered, "precision": entry.precision}
    return table


def cost(cases: Sequence[Case]) -> float:
    """The median CPU time of `find_metadata` on a parsed page, in milliseconds; the least of three counts."""
    from weft import parse
    from weft.metadata import find_metadata

    times = []
    for case in spread(list(cases), FIRST_PAGES):
        least = float("inf")
        for _ in range(3):  # on a new page each time: a page remembers its title
            page = parse(case.data, url=case.url)
            started = time.process_time()
            find_metadata(page)
            least = min(least, time.process_time() - started)
        times.append(1_000 * least)
    return statistics.median(times) if times else 0.0


def markdown(record: Mapping[str, Any]) -> str:
    """The record as tables."""
    parts = [
        "# What pages say of themselves",
        f"{record['made']}, commit {record['commit']}, {record['machine']}. *Right*: of pages whose truth has it; "
        "*precision*: of the answers on these pages. weft's ranker was trained on these sets: what counts is the "
        "line of models that had not seen the host of a page.",
    ]
    for name, pages in record["datasets"].items():
        parts += [f"## {name} ({pages} pages)", _table(record["systems"], name)]
    costs = ", ".join(f"{name} {ms:.2f}" for name, ms in record["find_metadata_ms"].items())
    parts.append(f"`find_metadata` on a parsed page, median CPU ms: {costs}.")
    weft = next((system for system in record["systems"] if system["name"] == "weft"), None)
    if weft:
        parts += ["## weft's sources", _sources(weft)]
    return "\n\n".join(parts) + "\n"


def _table(systems: Sequence[Mapping[str, Any]], name: str) -> str:
    fields = [field for field in FIELDS if field in systems[0]["datasets"][name]["fields"]]
    rows = []
    for system in systems:
        measured = system["datasets"][name]
        shown = [_cell(measured["fields"].get(field)) for field in fields]
        rows.append([f"{system['name']} {system['version']}", *shown, f"{measured['cpu_ms_median']:.1f}"])
    left_out = [_cell(scores.get(name)) for scores in (left_out_scores().get(field, {}) for field in fields)]
    rows.append(["weft, host left out", *left_out, ""])
    return grid(["system", *(f"{field}: right / precision (pages)" for field in fields), "CPU ms/page"], rows)


def _cell(one: Mapping[str, Any] | None) -> str:
    return f"{one['right']:.3f} / {one['precision']:.3f} ({one['pages']})" if one else ""


def left_out_scores() -> dict[str, dict[str, Any]]:
    """By field and data set the scores of models that had not seen the host of a page, as they were trained."""
    path = files("weft.metadata").joinpath("models/fields.zip")
    fields = unpack_model(path.read_bytes())[0]["fields"]
    return {name: about["scores"] for name, about in fields.items()}


def _sources(weft: Mapping[str, Any]) -> str:
    rows = [
        [f"{dataset}: {key}", str(entry["answers"]), f"{entry['precision']:.3f}"]
        for dataset, measured in weft["datasets"].items()
        for key, entry in measured["by_source"].items()
    ]
    return grid(["data set: field and source", "answers", "precision"], rows)
