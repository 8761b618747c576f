"""Records of programs that nobody looked at: every family is scored by a finder that learned from the others.

`python -m bench records --leave-one-out`. A family is a program with its forks and editions, of pages of programs that
run here and of the real web. The figure is the mean over the pages of a layout, then over layouts, and of pages as
served and with the names of their programs taken away the lower one: what a reader of unknown software gets. Families
with few pages are left out several at a time, for each part costs a training: their finder has seen less, never more.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from bench.places import CHECKOUT, RECORD, Missing
from bench.records.marks import MEASURES, mean_of_layouts, page_marks
from bench.records.truth import REAL, Case, read_all, spread
from bench.run import summary
from bench.table import grid
from weft.content import Region
from weft.page import Page
from weft.records.find import find_records
from weft.training.augment.cases import TrainingCase
from weft.training.augment.variants import vary

CEILINGS = ("best set by place", "with true roles", "best set by truth")
"""What a finder would reach whose choice of a set, whose roles, or whose choice alone were right."""
VIEWS = ("served", "scrambled")


@dataclass(frozen=True, kw_only=True)
class Finder:
    """Finds the records of a page; one that chooses among sets tells the F1 that each ceiling has on a page."""

    find: Callable[[Page], tuple[Region, ...]]
    ceilings: Callable[[TrainingCase], Mapping[str, float]] = lambda case: {}


Trainer = Callable[[frozenset[str]], Finder]  # a finder that has seen no page of these families
Mark = tuple[str, str, str, float]  # layout, measure, column, and what a page has
Marks = Mapping[tuple[str, str], Mapping[str, Sequence[float]]]  # by measure and column the pages of each layout

MANY_PAGES = 30
FEW_PARTS = 4
START, END = "<!-- left out: made by `python -m bench readme` -->", "<!-- end of left out -->"
NOTE = (
    "Mean over the pages of a layout, then over layouts; the figure is the lower of served and scrambled. Threads and "
    "boards: F1 of records by what they say. A + D: pages that are wholly right by place, as in paper B."
)


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What is scored: so many pages (0: all), so many families at a time (0: those with many pages alone)."""

    pages: int = 0
    parts: int = 0
    workers: int = 2


def untrained(without: frozenset[str]) -> Finder:
    """The finder that ships: it may have seen the family."""
    return Finder(find=find_records)


def make(data: Path, out: Path, plan: Plan = Plan(), trainer: Trainer = untrained) -> int:
    """Score every family, print the tables and write `records_left_out.json` and `records_left_out.md`."""
    where = summary([], [])
    figures = measure(spread(read_all(data), plan.pages), plan, trainer)
    report = {"made": where["made"], "machine": where["machine"], **figures}
    text = markdown(report)
    print(text)
    (out / "records_left_out.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    if out.resolve() != RECORD:
        (out / "records_left_out.md").write_text(text, encoding="utf-8")
    return 0


def measure(cases: Sequence[Case], plan: Plan, trainer: Trainer) -> dict[str, Any]:
    """The figures of programs that run here and of the real web, and those of each layout."""
    parts, marks = left_out_together(cases, plan.parts), list[Mark]()
    for number, families in enumerate(parts, 1):
        print(f"bench: without {', '.join(families)} ({number} of {len(parts)}) …", flush=True)
        own = [case for case in cases if case.family in families and not case.ambiguous]
        marks += mark_pages(own, trainer(frozenset(families)), workers=plan.workers)
    layouts = sorted({mark[0] for mark in marks})
    here = [name for name in layouts if not name.startswith(REAL)]
    groups = {"programs": here, REAL: [name for name in layouts if name.startswith(REAL)]}
    figures = {group: figures_of([mark for mark in marks if mark[0] in own]) for group, own in groups.items() if own}
    each = {name: figures_of([mark for mark in marks if mark[0] == name]) for name in layouts}
    return {"pages": len(cases), "parts": parts, "figures": figures, "layouts": each}


def left_out_together(cases: Sequence[Case], count: int = 0) -> list[list[str]]:
    """Families with many pages each alone, those with few in some parts; or all families in so many parts."""
    pages = Counter(case.family for case in cases)
    ordered = sorted(pages, key=lambda family: (-pages[family], family))
    many = [] if count else [family for family in ordered if pages[family] >= MANY_PAGES]
    few, parts = [family for family in ordered if family not in many], count or FEW_PARTS
    return [[family] for family in sorted(many)] + [sorted(few[part::parts]) for part in range(parts) if few[part:]]


def mark_pages(cases: Sequence[Case], finder: Finder, *, workers: int = 1) -> list[Mark]:
    """The marks of pages, as served and scrambled, by so many processes."""
    jobs = [cases[part::workers] for part in range(workers) if cases[part::workers]]
    if len(jobs) < 2:
        return list(_mark(cases, finder))
    _AT_WORK[:] = [(job, finder) for job in jobs]
    with get_context("fork").Pool(len(jobs)) as pool:  # a page and a model stay in their process
        marks = pool.map(_work, range(len(jobs)))
        pool.close()  # and let them end: one that is killed may hold the lock that another waits for
        pool.join()
    return [mark for own in marks for mark in own]


_AT_WORK: list[tuple[Sequence[Case], Finder]] = []


def _work(number: int) -> list[Mark]:
    return list(_mark(*_AT_WORK[number]))


def _mark(cases: Sequence[Case], finder: Finder) -> Iterator[Mark]:
    for case in cases:
        known = replace(case).training_case()  # a copy, which lets go of its page afterwards
        for view in VIEWS:
            seen = known if view == "served" else vary(known, [view])
            if seen is None:
                continue
            marks = page_marks(seen, finder.find(seen.page))
            yield from ((case.layout, measure, view, value) for measure, value in marks.items())
            kind = {"thread": "threads", "list": "boards"}.get(seen.page_type)
            ceilings = finder.ceilings(seen) if kind else {}
            yield from ((case.layout, str(kind), f"{view} {name}", value) for name, value in ceilings.items())


def figures_of(marks: Sequence[Mark]) -> dict[str, dict[str, float]]:
    """By measure: how many pages, as served, scrambled, the lower of them, and of each ceiling the lower."""
    pages: dict[tuple[str, str], dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for layout, measured, column, value in marks:
        pages[measured, column][layout].append(value)
    return {measured: _figures(pages, measured) for measured in MEASURES if (measured, "served") in pages}


def _figures(marks: Marks, measured: str) -> dict[str, float]:
    known = {column: mean_of_layouts(marks[measured, column]) for column in VIEWS if (measured, column) in marks}
    ceilings = {name: [key for view in VIEWS if (key := (measured, f"{view} {name}")) in marks] for name in CEILINGS}
    lowest = {name: min(mean_of_layouts(marks[key]) for key in keys) for name, keys in ceilings.items() if keys}
    pages = sum(map(len, marks[measured, "served"].values()))
    return {"pages": pages, "figure": min(known.values()), **known, **lowest}


def markdown(report: Mapping[str, Any]) -> str:
    """The report: what programs that run here and pages of the web have, and the figure of every layout."""
    names = [name for name in MEASURES if any(name in own for own in report["layouts"].values())][:11]
    rows = [[layout, *(_cell(own, name, "figure") for name in names)] for layout, own in report["layouts"].items()]
    title = f"# Records, leaving one family out\n\n{report['pages']:,} pages, {report['made']}. {NOTE}"
    return f"{title}\n\n{table(report)}\n\n## Layouts\n\n{grid(['layout', *names], rows)}\n"


def table(report: Mapping[str, Any]) -> str:
    """A row for each measure: pages, figure and what it is the lower of, of programs that run here and of the web."""
    figures = {group: own for group, own in report["figures"].items() if own}
    columns = [(group, column) for group, own in figures.items() for column in ("pages", "figure", *VIEWS, *_told(own))]
    heads = [f"**{group}**" if column == "figure" else column for group, column in columns]
    measures = [name for name in MEASURES if any(name in own for own in figures.values())]
    return grid(
        ["", *heads], [[name, *(_cell(figures[group], name, column) for group, column in columns)] for name in measures]
    )


def _told(figures: Mapping[str, Mapping[str, float]]) -> list[str]:
    """The ceilings that the finder tells."""
    return [name for name in CEILINGS if any(name in own for own in figures.values())]


def _cell(figures: Mapping[str, Mapping[str, float]], measured: str, column: str) -> str:
    value = figures.get(measured, {}).get(column)
    return "" if value is None else f"{value:,}" if column == "pages" else f"{value:.3f}"


def update_docs(page: Path = CHECKOUT / "docs" / "records.md", record: Path = RECORD) -> int:
    """Write the table of the record between the marks in the documentation; nothing where there is no record."""
    kept = record / "records_left_out.json"
    if not kept.is_file():
        return 0
    before, start, rest = page.read_text(encoding="utf-8").partition(START)
    _, end, after = rest.partition(END)
    if not start or not end:
        raise Missing(f"{page}: the marks {START!r} and {END!r} are not there")
    report = json.loads(kept.read_text(encoding="utf-8"))
    page.write_text(f"{before}{START}\n{table(report)}\n{END}{after}", encoding="utf-8")
    return 0
