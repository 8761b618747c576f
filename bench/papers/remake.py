"""`make papers`: measure the tables of the papers again, say which figures moved, and write them into docs/papers.

Each step writes its record; two run at a time. Samples: generated sites (`GENERATED` of 63), all real sites, all forum
pages, 30 pages of each folder for the ontologies. Table c1 and weft's rows of e5 need models that have not seen a
domain, and stay as `python -m bench vision` and `python -m bench run` left them.
"""

import argparse
import resource
import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from bench.papers import left_out_b, ontologies, paper_a, paper_b, paper_e, site_tables
from bench.papers.locator import forget
from bench.papers.pages import PAGES, update
from bench.papers.tables import overview, tables
from bench.places import data_folder
from bench.readme import RECORD
from bench.records import report as records

AT_ONCE = 2
GENERATED = 10  # generated sites in the tables of papers A and D
FILE = "papers.md"
IS_TIME = ("ms", "fastest", "median", "under", "slowest")  # in the name of a column: such figures move with the machine


class Step(NamedTuple):
    """What is measured, and the files that it writes."""

    make: Callable[[Path, Path], int]
    files: tuple[str, ...]


def _sites(data: Path, out: Path) -> int:
    return site_tables.make(data, out, generated=GENERATED)


def _alphas(data: Path, out: Path) -> int:
    return paper_a.make(data, out, generated=GENERATED)


def _records(data: Path, out: Path) -> int:
    return records.make(data, out)


STEPS: Mapping[str, Step] = {  # the longest first
    "left_out_b": Step(left_out_b.make, (left_out_b.FILE,)),
    "records": Step(_records, ("records.json", "records.md")),
    "sites": Step(_sites, (site_tables.FILE,)),
    "paper_e": Step(paper_e.make, (paper_e.FILE,)),
    "paper_b": Step(paper_b.make, (paper_b.FILE,)),
    "paper_c": Step(ontologies.make, (ontologies.FILE,)),
    "paper_a": Step(_alphas, (paper_a.FILE,)),
}

Cells = dict[tuple[str, str, str], str]  # table, row, column: our figure


class Moved(NamedTuple):
    """A figure that is not what it was."""

    where: str
    before: str
    after: str
    is_time: bool

    def __str__(self) -> str:
        return f"{self.where}: {self.before or 'nothing'} -> {self.after or 'nothing'}"


def remake(data: Path, *, only: Sequence[str] = (), record: Path = RECORD, pages: Path = PAGES) -> int:
    """Run the steps (all unless named), keep their records, write the tables, and say what moved."""
    before, started = read_cells(record), monotonic()
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        for path in record.glob("*.json"):
            shutil.copy(path, work)
        seconds = run_steps(data, work, only or tuple(STEPS))
        for name in seconds:
            for file in STEPS[name].files:
                shutil.copy(work / file, record)
    forget()
    moved = compare(before, read_cells(record))
    text = write_words(moved, seconds, monotonic() - started)
    (record / FILE).write_text(text, encoding="utf-8")
    print(text)
    return update(pages, record)


def run_steps(data: Path, out: Path, names: Sequence[str]) -> dict[str, float]:
    """CPU seconds of each step."""
    found: dict[str, float] = {}
    with ProcessPoolExecutor(max_workers=AT_ONCE, max_tasks_per_child=1) as pool:
        running = {pool.submit(_run, name, data, out): name for name in STEPS if name in names}
        for future in as_completed(running):
            found[running[future]] = future.result()
            print(f"{running[future]}: {found[running[future]]:.0f} s of CPU", flush=True)
    return found


def _run(name: str, data: Path, out: Path) -> float:
    """One step in a process of its own; what it prints is in its record."""
    with redirect_stdout(StringIO()):
        STEPS[name].make(data, out)
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def read_cells(record: Path) -> Cells:
    """Every figure of ours in the tables; rows by their number too, for their names may hold figures."""
    return {
        (table.id, f"{number} {row.name}", column): cell
        for table in [overview(record), *tables(record)]
        for number, row in enumerate(table.rows)
        for column, cell in zip(table.columns, row.ours, strict=True)
        if cell
    }


def compare(before: Cells, after: Cells) -> list[Moved]:
    """The figures that moved, in the order of the tables; a row counts as the same by its number."""
    old = {(table, row.partition(" ")[0], column): cell for (table, row, column), cell in before.items()}
    new = {(table, row.partition(" ")[0], column): (row, cell) for (table, row, column), cell in after.items()}
    moved = []
    for (table, number, column), (row, cell) in new.items():
        was = old.get((table, number, column), "")
        if was != cell:
            where = ", ".join(filter(None, (table, row.partition(" ")[2], column)))
            moved.append(Moved(where, was, cell, any(word in column.split() for word in IS_TIME)))
    return moved


def write_words(moved: Sequence[Moved], seconds: Mapping[str, float], wall: float) -> str:
    """What moved and what it cost, for people."""
    figures, times = [one for one in moved if not one.is_time], [one for one in moved if one.is_time]
    steps = ", ".join(f"{name} {used:.0f}" for name, used in seconds.items())
    lines = [
        "# The tables of the papers, made again",
        "",
        f"{wall / 60:.0f} minutes; seconds of CPU: {steps}; together {sum(seconds.values()):.0f}.",
        "",
        f"{len(figures)} figures moved, and {len(times)} times." if moved else "No figure moved.",
        "",
        *(f"* {one}" for one in figures),
    ]
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.papers.remake", description=remake.__doc__)
    parser.add_argument("--data", default="", help="the unpacked data; else WEFT_DATA, else data/ in the checkout")
    parser.add_argument("--only", action="append", default=[], choices=list(STEPS), help="a step; several are allowed")
    options = parser.parse_args()
    raise SystemExit(remake(data_folder(options.data), only=options.only))
