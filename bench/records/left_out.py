"""Records of programs that nobody looked at: every program is scored by a finder that learned from the others.

`python -m bench records --leave-one-out`. The pages of `forums` are of programs that run here, those of its
`realworld` are of the web; a program that is left out is left out of both. Programs with few pages are left out several
at a time: their finder has seen less, never more.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from bench.places import CHECKOUT, RECORD, Missing
from bench.records.tally import Tally
from bench.records.truth import Case, read, spread
from bench.run import summary
from bench.table import grid
from weft.content import Region
from weft.page import Page
from weft.records.find import find_records
from weft.training.augment.variants import vary

Finder = Callable[[Page], tuple[Region, ...]]
Trainer = Callable[[frozenset[str]], Finder]  # a finder that has seen no page of these programs

PLAIN = "as served"
GROUPS = ("forums", "realworld")
MANY_PAGES = 30
FEW_PARTS = 4
COLUMNS = {
    "threads texts f1": "thread F1",
    "threads places f1": "by place",
    "threads A+D": "A + D",
    "threads author": "author",
    "threads time": "time",
    "boards texts f1": "board F1",
    "boards A+D": "board A + D",
    "single right": "one post",
    "other clean": "others clean",
}
ROLE_COLUMNS = {
    "threads time": "times",
    "numbers": "numbers",
    "signatures cut": "signatures cut",
    "nothing besides": "nothing besides",
    "quotes": "quotes",
    "replies": "replies",
    "views": "views",
    "boards author": "row author",
    "boards time": "row time",
    "last authors": "last author",
    "last times": "last time",
}
START, END = "<!-- left out: made by `python -m bench readme` -->", "<!-- end of left out -->"
NOTE = (
    "F1 of records by what they say (body of a post, title of a row), records pooled; by place: a record is right when "
    "one true record begins in it. A + D: pages that are wholly right, as in paper B. One post: pages with one post "
    "that give that post or nothing. Others clean: pages without posts that give none."
)


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What is scored: so many pages (0: all), as served and with these changes, by so many processes."""

    pages: int = 0
    changes: tuple[str, ...] = ()
    workers: int = 2


def untrained(without: frozenset[str]) -> Finder:
    """The finder that ships: it may have seen the program."""
    return find_records


def make(data: Path, out: Path, plan: Plan = Plan(), trainer: Trainer = untrained) -> int:
    """Score every program, print the tables and write `records_left_out.json` and `records_left_out.md`."""
    where = summary([], [])
    figures = measure(spread(read(data), plan.pages), plan, trainer)
    report = {"made": where["made"], "machine": where["machine"], **figures}
    text = markdown(report)
    print(text)
    (out / "records_left_out.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    if out.resolve() != RECORD:
        (out / "records_left_out.md").write_text(text, encoding="utf-8")
    return 0


def measure(cases: Sequence[Case], plan: Plan, trainer: Trainer) -> dict[str, Any]:
    """The figures of every change, group and program, and those of all programs of a group together."""
    tallies: dict[tuple[str, str, str], Tally] = {}
    parts = left_out_together(cases)
    for number, programs in enumerate(parts, 1):
        print(f"bench: without {', '.join(programs)} ({number} of {len(parts)}) …", flush=True)
        find = trainer(frozenset(programs))
        for group, program in product(GROUPS, programs):
            own = [
                case for case in cases if case.engine == program and (case.corpus == "realworld") == (group != "forums")
            ]
            for change in (PLAIN, *plan.changes) if own else ():
                tallies[change, group, program] = score_pages(own, find, change, workers=plan.workers)
    return {"pages": len(cases), "changes": {change: _groups(tallies, change) for change in (PLAIN, *plan.changes)}}


def left_out_together(cases: Sequence[Case]) -> list[list[str]]:
    """Programs with many pages each alone; those with few, several together, for each part costs a training."""
    counts = Counter(case.engine for case in cases)
    many = sorted(program for program, count in counts.items() if count >= MANY_PAGES)
    few = sorted(set(counts) - set(many), key=lambda program: (-counts[program], program))
    return [[program] for program in many] + [sorted(few[part::FEW_PARTS]) for part in range(FEW_PARTS) if few[part:]]


def score_pages(cases: Sequence[Case], find: Finder, change: str = PLAIN, *, workers: int = 1) -> Tally:
    """Judge what a finder gives on pages as served, or on those that can be changed so."""
    jobs = [cases[part::workers] for part in range(workers) if cases[part::workers]]
    if len(jobs) < 2:
        return Tally(_counts(cases, find, change))
    _AT_WORK[:] = [(job, find, change) for job in jobs]
    with get_context("fork").Pool(len(jobs)) as pool:  # a page and a model stay in their process
        counts = pool.map(_work, range(len(jobs)))
        pool.close()  # and let them end: one that is killed may hold the lock that another waits for
        pool.join()
    return Tally(sum(counts, Counter()))


_AT_WORK: list[tuple[Sequence[Case], Finder, str]] = []


def _work(number: int) -> Counter[str]:
    return _counts(*_AT_WORK[number])


def _counts(cases: Sequence[Case], find: Finder, change: str) -> Counter[str]:
    tally = Tally()
    for case in cases:
        if case.ambiguous:
            continue
        known = replace(case).training_case()  # a copy, which lets go of its page afterwards
        changed = known if change == PLAIN else vary(known, change.split("+"))
        if changed is not None:
            tally.add(changed, find(changed.page))
    return tally.counts


def _groups(tallies: Mapping[tuple[str, str, str], Tally], change: str) -> dict[str, Any]:
    groups: dict[str, dict[str, Tally]] = defaultdict(dict)
    for (own, group, program), tally in tallies.items():
        if own == change:
            groups[group][program] = tally
    return {
        group: {
            "all": Tally(sum((tally.counts for tally in own.values()), Counter())).figures(),
            "programs": {program: tally.figures() for program, tally in own.items()},
        }
        for group, own in groups.items()
    }


def markdown(report: Mapping[str, Any]) -> str:
    """The report: all programs together, then program by program."""
    parts = [
        "# Records, leaving one program out",
        f"{report['pages']:,} pages, {report['made']}. {NOTE}",
        table(report),
        table(report, ROLE_COLUMNS),
    ]
    for change, groups in report["changes"].items():
        for group, own in groups.items():
            rows = [_row(program, figures) for program, figures in own["programs"].items()]
            parts += [f"## {group}, {change}", grid(["program", *COLUMNS.values()], rows)]
    return "\n\n".join(parts) + "\n"


def table(report: Mapping[str, Any], columns: Mapping[str, str] = COLUMNS) -> str:
    """All programs of a group together: a row for each change."""
    rows = [
        _row(f"{group}, {change}", groups[group]["all"], columns)
        for group in GROUPS
        for change, groups in report["changes"].items()
        if group in groups
    ]
    return grid(["pages", *columns.values()], rows)


def _row(name: str, figures: Mapping[str, Any], columns: Mapping[str, str] = COLUMNS) -> list[str]:
    return [name, *(f"{figures[key]:.3f}" if key in figures else "" for key in columns)]


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
    made = f"{table(report)}\n\n{table(report, ROLE_COLUMNS)}"
    page.write_text(f"{before}{START}\n{made}\n{END}{after}", encoding="utf-8")
    return 0
