"""Structures as files: `structures.json` and `structures.md`, for every system on the same pages."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

import weft
from bench.cross_validated import NAME as CROSS_VALIDATED
from bench.cross_validated import answers_file
from bench.datasets import Case, spread
from bench.places import OUT, Missing
from bench.report import as_json, scored_cases
from bench.run import ANSWERS, summary
from bench.structures.answers import Answers, ask_system
from bench.structures.elements import KINDS
from bench.structures.measures import HAD, Counts, Judge
from bench.table import grid

SYSTEMS = (
    "weft",
    "trafilatura",
    "rs-trafilatura",
    "defuddle",
    "readability.js",
    "readability-lxml",
    "crawl4ai",
    "magic-html",
    "resiliparse",
    "html2text",
    "whole_page",
)
"""The last two keep the whole page, `whole_page` all but what is hidden: what they lose, writing and alignment lose."""
NO_MARKUP = "text"
_IN_SAMPLE = {"wcxb-dev": f" weft is trained on these pages: quote its row `{CROSS_VALIDATED}`, where there is one."}


def make(data: Path, out: Path, *, dataset: str, systems: Sequence[str], pages: int) -> int:
    """Ask the systems, judge their answers, write the record and print the tables; who does not load is left out."""
    whole = scored_cases(dataset, data, 0)
    cases = spread(whole, pages)
    answers = []
    for name in systems:
        try:
            answers.append(ask_system(name, cases, dataset=dataset))
        except Missing as missing:
            print(f"bench: left out: {missing}", flush=True)
    if not answers:
        raise Missing("none of the systems is on this machine")
    report = {"dataset": dataset, "whole": len(whole), **measure(cases, answers)}
    text = markdown(report)
    (out / "structures.json").write_text(as_json(report), encoding="utf-8")
    (out / "structures.md").write_text(text, encoding="utf-8")
    print(text)
    return 0


def measure(cases: Sequence[Case], answers: Sequence[Answers]) -> dict[str, Any]:
    """The record of a run: each page is judged for all systems before the next; a page over a limit is left out."""
    counts: dict[str, list[Counts]] = {system.name: [] for system in answers}
    left_out = 0
    for case in cases:
        try:
            judge = Judge.of(case)
        except weft.LimitError:
            left_out += 1
            continue
        for system in answers:
            counts[system.name].append(judge.judge(system.by_page.get(case.id, ""), system.format))
    where = summary([], [])
    return {
        **{key: where[key] for key in ("made", "commit", "machine")},
        "pages": len(cases) - left_out,
        "left_out": left_out,
        "systems": [_system(system, counts[system.name]) for system in answers],
    }


def _system(system: Answers, counts: Sequence[Counts]) -> dict[str, Any]:
    has_markup = system.format != NO_MARKUP
    return {
        "name": system.name,
        "version": system.version,
        "format": system.format,
        "recall": {kind: _share(page.recall[kind] for page in counts) for kind in KINDS},
        "blank_cells": _share(page.blank for page in counts) if has_markup else None,
        "captions_of_kept_figures": _share(page.captions for page in counts),
        "images": sum(page.images for page in counts) if has_markup else None,
        "images_in_the_truth": _share(page.true_images for page in counts) if has_markup else None,
        "failed": system.failed,
    }


def _share(pairs: Iterable[tuple[int, int]]) -> dict[str, float | None]:
    """Pairs of (part, whole) a page: the share of all together, and the mean over the pages that have any."""
    counted = [(part, whole) for part, whole in pairs if whole]
    parts, wholes = sum(part for part, _ in counted), sum(whole for _, whole in counted)
    return {
        "share": parts / wholes if wholes else None,
        "mean": fmean(part / whole for part, whole in counted) if counted else None,
        "part": parts,
        "whole": wholes,
        "pages": len(counted),
    }


def markdown(report: Mapping[str, Any]) -> str:
    """The tables of a run."""
    systems = report["systems"]
    counted = {kind: systems[0]["recall"][kind] for kind in KINDS}
    recall = [[_title(system), *(_cell(system["recall"][kind]) for kind in KINDS)] for system in systems]
    head = [f"{kind} ({counted[kind]['whole']} on {counted[kind]['pages']} pages)" for kind in KINDS]
    parts = [
        f"# Structures on {report['dataset']}",
        f"{report['pages']} of {report['whole']} pages, {report['made']}, commit {report['commit']}, "
        f"{report['machine']}.",
        "## Structure recall",
        f"Of the elements that the truth has, the share that the answer has too: all pages together, in brackets the "
        f"mean over pages. An element is had where {HAD:.0%} of its words are. html2text and whole_page keep the page: "
        f"what they lose, writing and alignment lose.{_IN_SAMPLE.get(report['dataset'], '')}",
        grid(["system", *head], recall),
        "## Holes and pictures",
        "Blank cells: of the cells with text in table rows that the answer keeps, how many lost it. Captions: of the "
        "figures that the answer keeps, how many have theirs. Images: how many different ones the answers have, and "
        "the share of those that stand between two blocks of the truth.",
        grid(
            ["system", "blank cells", "of", "captions", "of", "images", "images in the truth", "of", "failed"],
            [_other_cells(system) for system in systems],
        ),
    ]
    return "\n\n".join(parts) + "\n"


def _title(system: Mapping[str, Any]) -> str:
    version = f" {system['version']}" if system["version"] else ""
    return f"{system['name']}{version} ({system['format']})"


def _cell(share: Mapping[str, Any]) -> str:
    return "" if share["share"] is None else f"{share['share']:.3f} ({share['mean']:.3f})"


def _other_cells(system: Mapping[str, Any]) -> list[str]:
    cells = [_title(system)]
    for name in ("blank_cells", "captions_of_kept_figures"):
        cells += _share_and_whole(system[name])
    cells.append("" if system["images"] is None else str(system["images"]))
    return [*cells, *_share_and_whole(system["images_in_the_truth"]), str(len(system["failed"]))]


def _share_and_whole(share: Mapping[str, Any] | None) -> list[str]:
    if share is None or share["share"] is None:
        return ["", ""]
    return [f"{share['share']:.3f}", str(share["whole"])]


def folds_of(data: Path) -> list[str]:
    """Weft's cross-validated answers on wcxb-dev as a system."""
    return [f"{ANSWERS}{CROSS_VALIDATED}={answers_file(data, OUT / 'answers', 'wcxb-dev')}"]
