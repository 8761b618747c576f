"""What is not a table of systems on single pages: the papers, whole sites, records, vision, speed and the rest."""

import base64
import json
from collections.abc import Callable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from bench import hostile, speed
from bench.markdown import make as written_markdown
from bench.onepage.elements import Markup, fold, moment, section, table
from bench.papers import overview, tables
from bench.records import report as records
from bench.scale.plan import plan_sheet
from bench.scale.sheets import SHEETS as SCALE_SHEETS
from bench.sites.make import SECTIONS as SITE_SECTIONS
from bench.sites.sheet import Sheet
from bench.sites.sheets import SHEETS as SITE_SHEETS
from bench.structures import report as structures
from bench.vision import report as vision

NAMES = ("structures", "markdown", "sites", "records", "vision", "speed", "hostile", "startup", "scale")
PICTURES = {  # what stands under each file
    "sites": {
        "sites-body.png": "Bodies with and without the site, a dot a site",
        "sites-clustering.png": "Clustering: pair F1 by method",
        "sites-cost.png": "Cost of learning by number of pages",
    },
    "scale": {
        "scale-memory.png": "Memory of a run over a crawl, by seconds",
        "scale-serve.png": "Memory of the service under load, by seconds",
    },
}
PAPERS = {
    "A": "A. Clustering by block paths, density rules (Wang, Chen, Dai 2018)",
    "B": "B. Forums made by open-source software (Liu et al. 2017)",
    "C": "C. Survey: wrappers, tag stripping, DOM statistics, vision (Zhao et al.)",
    "D": "D. Structure-similar clusters, template subtraction (Wang, Feng et al. 2018)",
    "E": "E. Node classification (Hong et al. 2019)",
}
TITLES = {
    "structures": "Structures: what a reader sees of an answer",
    "markdown": "Markdown that is read back, and TEI by its schema",
    "sites": "Whole sites: clusters, bodies, fields, cost",
    "records": "Records: posts and rows of forums",
    "vision": "Vision: methods on drawn pages",
    "speed": "Speed: the parse alone, threads",
    "hostile": "Hostile pages",
    "startup": "Start: import and first answer",
    "scale": "Scale: many pages, faults, the service",
}


def read_others(record: Path) -> dict[str, Any]:
    """The records that are there, by section."""
    files = {name: record / f"{name}.json" for name in NAMES}
    return {name: json.loads(path.read_text(encoding="utf-8")) for name, path in files.items() if path.is_file()}


def paper_part(record: Path) -> Markup:
    """Every table of the five papers, theirs and ours side by side."""
    parts = [_paper_table(overview(record))]
    for name in dict.fromkeys(found.paper for found in tables(record)):
        inner = [_paper_table(found) for found in tables(record) if found.paper == name]
        parts.append(fold(PAPERS.get(name, name), *inner))
    note = (
        "What the papers print, beside what their methods and weft's default reach here. Their pages are not ours, so "
        "a difference of a few points says little. Each note says which pages, and whether a figure is in-sample."
    )
    return section("papers", "The five papers", *parts, note=note)


def _paper_table(found: Any) -> Markup:
    head, rows = found.grid()
    return table(head, rows, note=found.note, name=found.title)


def other_part(name: str, found: Any, made: Mapping[str, Any], record: Path) -> Markup:
    """One of the other sections, folded table by table."""
    sheets = _SHEETS[name](found, record)
    shown = PICTURES.get(name, {}).items()
    pictures = [fold(title, _picture(record / file)) for file, title in shown if (record / file).is_file()]
    where = _where(made.get(name, {}))
    folded = [_folded(sheet, is_open=place == 0) for place, sheet in enumerate(sheets)]
    return section(name, TITLES[name], *folded[:1], *pictures, *folded[1:], note=where)


def _where(made: Mapping[str, Any]) -> str:
    if not made:
        return ""
    return f"{moment(made['made'])}, commit {made['commit']}, {made['machine']}."


def _folded(sheet: Sheet, *, is_open: bool) -> Markup:
    if not sheet.rows:
        return f'<h3>{escape(sheet.title)}</h3><p class="note">{escape(sheet.note)}</p>'
    return fold(sheet.title, table(sheet.head, sheet.rows, note=sheet.note), is_open=is_open)


def _picture(path: Path) -> Markup:
    data = base64.b64encode(path.read_bytes()).decode("ascii")
    return f'<p><img alt="{escape(path.stem)}" loading="lazy" src="data:image/png;base64,{data}"></p>'


def _site_sheets(found: Mapping[str, Any], _: Path) -> list[Sheet]:
    sheets = []
    for name in SITE_SECTIONS:
        if name in found:
            [first, *rest] = SITE_SHEETS[name](found[name])
            note = f"{first.note} {moment(found[name]['made'])}, {found[name]['machine']}."
            sheets += [Sheet(title=first.title, note=note.strip(), head=first.head, rows=first.rows), *rest]
    order = ("Bodies", "Clustering")  # what most readers come for first
    return sorted(
        sheets, key=lambda sheet: next((n for n, word in enumerate(order) if sheet.title.startswith(word)), 9)
    )


def _scale_sheets(found: Mapping[str, Any], record: Path) -> list[Sheet]:
    sheets = [sheet for name, make in SCALE_SHEETS.items() if name in found for sheet in make(found[name], record)]
    return sheets + ([plan_sheet(dict(found))] if {"throughput", "learn"} <= set(found) else [])


def _from_markdown(sections: Sequence[tuple[str, str, str]]) -> list[Sheet]:
    """Tables that a section has as Markdown only."""
    sheets = []
    for title, note, grid in sections:
        head, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in grid.splitlines()]
        sheets.append(Sheet(title=title, note=note, head=head, rows=rows))
    return sheets


def _parts_of(markdown: str) -> list[tuple[str, str, str]]:
    """Title, note and table of each part of a Markdown report; a part without a table is left out."""
    parts = []
    for part in markdown.removeprefix("# ").split("\n\n#"):
        lines = part.lstrip("# ").splitlines()
        grid = "\n".join(line for line in lines if line.startswith("|"))
        note = " ".join(line for line in lines[1:] if line and not line.startswith(("|", "- ", "!")))
        if grid:
            parts.append((lines[0], note, grid))
    return parts


def _hostile_sheets(groups: Sequence[Mapping[str, Any]]) -> list[Sheet]:
    failed = [f"{group['name']}, {what}" for group in groups for what in [*group["crashes"], *group["errors"]]]
    [sheet] = _from_markdown(_parts_of(hostile.markdown(list(map(dict, groups)))))
    said = f" Failed: {'; '.join(failed[: hostile.LISTED])}." if failed else ""
    return [Sheet(title="Groups of pages", note=sheet.note + said, head=sheet.head, rows=sheet.rows)]


def _startup_sheets(found: Mapping[str, Any], _: Path) -> list[Sheet]:
    limits = found["limits_ms"]
    rows = [
        [name, *(f"{times[key]:.0f}" for key in ("cpu", "cpu_median", "wall", "wall_median")), _limit(limits.get(name))]
        for name, times in found["start_ms"].items()
    ]
    head = ("what", "CPU ms", "median", "wall ms", "median", "limit, wall")
    note = f"A base install in an environment of its own; the least of {found['rounds']} rounds taken in turns."
    sizes = [
        [name, f"{size:.1f}", _limit(found["limit_mb"] if name == "whole" else None)]
        for name, size in found["install_mb"].items()
    ]
    return [
        Sheet(title="From the start of the process", note=note, head=head, rows=rows),
        Sheet(title="A base install", head=("what", "MB", "limit"), rows=sizes),
    ]


def _limit(value: float | None) -> str:
    return "" if value is None else f"{value:.0f}"


_SHEETS: dict[str, Callable[[Any, Path], list[Sheet]]] = {
    "structures": lambda found, _: _from_markdown(_parts_of(structures.markdown(found))),
    "markdown": lambda found, _: _from_markdown(_parts_of(written_markdown.markdown(found))),
    "sites": _site_sheets,
    "records": lambda found, _: _from_markdown(records.tables(found)),
    "vision": lambda found, _: vision.sheets(found),
    "speed": lambda found, _: _from_markdown(_parts_of(speed.markdown(found))),
    "hostile": lambda found, _: _hostile_sheets(found["groups"]),
    "startup": _startup_sheets,
    "scale": _scale_sheets,
}
