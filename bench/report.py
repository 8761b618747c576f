"""One run as files: JSON, Markdown, a plot, and what each system did page by page."""

import json
from collections.abc import Sequence
from pathlib import Path

from bench import plot, table
from bench.datasets import MAIN_MEASURE, Case, read, spread
from bench.places import Missing
from bench.run import Options, run, summary, write_pages


def scored_cases(dataset: str, data: Path, pages: int) -> list[Case]:
    """The pages of a data set whose true text is known, or so many of them."""
    cases = [case for case in read(dataset, data) if case.scored]
    if not cases:
        raise Missing(f"{dataset} says nothing about the text of its pages")
    return spread(cases, pages)


def make(cases: Sequence[Case], systems: Sequence[str], *, dataset: str, how: Options, out: Path) -> int:
    """Run, write `DATASET.json`, `.md`, `.png` and `DATASET.pages/SYSTEM.jsonl`, and print the tables."""
    results = run(cases, systems, how)
    measure = MAIN_MEASURE.get(dataset.split("/")[0], "token_f1")
    report = summary(cases, results, dataset=dataset, measure=measure, rounds=how.rounds)
    name = dataset.replace("/", "-")
    (out / f"{name}.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    text = table.markdown(report)
    (out / f"{name}.md").write_text(text, encoding="utf-8")
    pages = out / f"{name}.pages"
    pages.mkdir(exist_ok=True)
    write_pages(pages, cases, results)
    print(text)
    plot.draw(report, out / f"{name}.png")
    return 0
