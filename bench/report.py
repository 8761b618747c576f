"""One run as files: JSON, Markdown, a plot, and what each system did page by page."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from bench import plot, table
from bench.datasets import Case, main_measure, read, spread
from bench.places import RECORD, Missing
from bench.run import Options, Result, run, summary, write_pages

DIGITS = 5


def scored_cases(dataset: str, data: Path, pages: int) -> list[Case]:
    """The pages of a data set whose true text is known, or so many of them."""
    cases = [case for case in read(dataset, data) if case.scored]
    if not cases:
        raise Missing(f"{dataset} says nothing about the text of its pages")
    return spread(cases, pages)


def make(
    cases: Sequence[Case],
    systems: Sequence[str],
    *,
    dataset: str,
    how: Options,
    out: Path,
    others: Callable[[Sequence[Case]], list[Result]] = lambda cases: [],
    about: Mapping[str, Any] = MappingProxyType({}),
) -> list[Result]:
    """Run, write `DATASET.json`, `.md`, `.png` and `DATASET.pages/SYSTEM.jsonl`, and print the tables.

    `others` answers without a worker; `about` is what else the record says of the run.
    """
    results = run(cases, systems, how, others=others)
    cases = cases[: len(results[0].answers)]
    measure = main_measure(dataset)
    report = summary(cases, results, dataset=dataset, measure=measure, rounds=how.rounds, **about)
    name = dataset.replace("/", "-")
    (out / f"{name}.json").write_text(as_json(report), encoding="utf-8")
    text = table.markdown(report)
    pages = out / f"{name}.pages"
    pages.mkdir(exist_ok=True)
    write_pages(pages, cases, results)
    print(text)
    if out.resolve() != RECORD:  # the kept tables and plots are in report.html
        (out / f"{name}.md").write_text(text, encoding="utf-8")
        plot.draw(report, out / f"{name}.png")
    return results


def as_json(report: Mapping[str, Any]) -> str:
    """The record of a run, rounded and a system a line: a diff says which system moved."""
    rounded = json.loads(json.dumps(report), parse_float=lambda digits: round(float(digits), DIGITS))
    systems = ",\n".join(f"  {json.dumps(system)}" for system in rounded.pop("systems"))
    lines = [f" {json.dumps(key)}: {json.dumps(value)}" for key, value in rounded.items()]
    return "{\n" + ",\n".join([*lines, f' "systems": [\n{systems}\n ]']) + "\n}\n"
