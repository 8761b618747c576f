"""The tables of the papers as data: what was printed beside what we measured."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from bench.papers.locator import NotMeasured, figure

NOT_MEASURED = "not measured"
PRINTED = Path(__file__).resolve().parent / "printed"
PAPERS = "abcde"


class PaperRow(NamedTuple):
    """A row: under each column what the paper printed and what we measured; empty where the row is of one side."""

    name: str
    paper: tuple[str, ...]
    ours: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class PaperTable:
    """A table of a paper with ours beside it, ready to be written in any format."""

    id: str  # `a1`: the mark in docs/papers
    paper: str  # the letter, upper case
    title: str  # with the number the table has in the paper
    columns: tuple[str, ...]
    rows: tuple[PaperRow, ...]
    note: str  # how their setting differs from ours

    @property
    def not_measured(self) -> tuple[str, ...]:
        """The cells of ours without a figure, as `a1: row: column`."""
        return tuple(
            f"{self.id}: {row.name}: {column}"
            for row in self.rows
            for column, cell in zip(self.columns, row.ours, strict=True)
            if cell == NOT_MEASURED
        )

    def grid(self) -> tuple[list[str], list[list[str]]]:
        """Head and rows with the paper's and our cell side by side; a column that nobody filled is left out."""
        sides = [
            (f"{column}, {side}" if column else side, cells)
            for place, column in enumerate(self.columns)
            for side, cells in (
                ("paper", [row.paper[place] for row in self.rows]),
                ("ours", [row.ours[place] for row in self.rows]),
            )
            if any(cells)
        ]
        head = ["", *(name for name, _ in sides)]
        return head, [[row.name, *(cells[at] for _, cells in sides)] for at, row in enumerate(self.rows)]


def tables(record: Path) -> list[PaperTable]:
    """The tables of the five papers, in their order; `record` is the folder of the records."""
    return [table for letter in PAPERS for table in _read(letter, record)]


def overview(record: Path) -> PaperTable:
    """One table over all: each paper's chief figure, its method measured by us, and weft's default."""
    return _read("overview", record)[0]


def _read(name: str, record: Path) -> list[PaperTable]:
    printed = tomllib.loads((PRINTED / f"{name}.toml").read_text(encoding="utf-8"))
    return [_table(entry, printed["paper"], record) for entry in printed["table"]]


def _table(entry: Mapping[str, Any], paper: str, record: Path) -> PaperTable:
    forms = entry["forms"]
    rows = tuple(
        PaperRow(
            _fill(row["name"], record), _printed(row.get("paper", ()), forms), _ours(row.get("ours", ()), forms, record)
        )
        for row in entry["rows"]
    )
    return PaperTable(
        id=entry["id"],
        paper=paper,
        title=entry["title"],
        columns=tuple(entry["columns"]),
        rows=rows,
        note=_fill(entry["note"], record),
    )


def _printed(cells: Sequence[Any], forms: Sequence[str]) -> tuple[str, ...]:
    padded = [*cells, *[""] * (len(forms) - len(cells))]
    return tuple(_cell(value, form) for value, form in zip(padded, forms, strict=True))


def _ours(locators: Sequence[str], forms: Sequence[str], record: Path) -> tuple[str, ...]:
    padded = [*locators, *[""] * (len(forms) - len(locators))]
    return tuple(_found(locator, form, record) for locator, form in zip(padded, forms, strict=True))


def _found(locator: str, form: str, record: Path) -> str:
    if not locator:
        return ""
    try:
        return _cell(figure(locator, record), form)
    except NotMeasured:
        return NOT_MEASURED


def _fill(text: str, record: Path) -> str:
    """A text with the figures that it names: `{sites > papers > A > mean > sites} sites`, on one line."""
    filled = re.sub(r"\{([^}]+)\}", lambda match: _found(match[1], ",.0f", record), text)
    return " ".join(filled.split())


def _cell(value: Any, form: str) -> str:
    """A number in the column's form (per cent are printed as such), a text as it is."""
    return format(value, form) if isinstance(value, int | float) else str(value)
