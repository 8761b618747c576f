"""The data sets of single pages: one table over all of them, then each with its plot and tables."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from bench.cross_validated import NAME as CROSS_VALIDATED
from bench.onepage.elements import Cell, Markup, fold, moment, section, table
from bench.onepage.scatter import Dot, scatter
from bench.peer_loaders import PEERS
from bench.site_answers import NAME as SITE
from bench.systems import BARE_PARSES, BASELINE
from bench.table import speed_cells
from bench.texts import TEXT_SETS, TextSet

Run = Mapping[str, Any]
CONVERTERS = ("html2text", "inscriptis", "whole_page")  # they choose nothing
SPEED_HEAD = ("CPU ms", "median", "× lexbor", "MB", "peak", "failed")  # those of `bench.table.SPEED`, short
SHADE = (0.4, 1.0)  # qualities between which a cell's ground goes from none to full
ABOUT = {
    CROSS_VALIDATED: "the default, each page judged by a model that saw no page of its domain",
    "weft": "the default as shipped",
    SITE: "learned from all pages of the site, without their truth; its time holds a page's share of the learning",
    "node_classifier": "paper E",
    "dom_stats": "paper C, statistics of the DOM",
    "line_block": "paper C, tag stripping",
    "density": "paper A on the single page",
    "whole_page": "keeps everything",
    "html2text": "keeps everything",
    "inscriptis": "keeps everything",
    "trafilatura": "include_comments=False",
    "trafilatura-defaults": "as it comes",
}


def read_runs(record: Path) -> list[tuple[TextSet, Run]]:
    """The data sets that the record holds, in the order of `TEXT_SETS`."""
    files = [(wanted, record / f"{wanted.file}.json") for wanted in TEXT_SETS]
    return [(wanted, _read(path)) for wanted, path in files if path.is_file()]


def _read(path: Path) -> Run:
    run: Run = json.loads(path.read_text(encoding="utf-8"))
    return run


def by_name(run: Run) -> dict[str, dict[str, Any]]:
    """The systems that answer with text; weft's is the cross-validated one where there is one, with weft's times."""
    systems = {system["name"]: dict(system) for system in run["systems"] if system["quality"]}
    if CROSS_VALIDATED in systems and "weft" in systems:
        systems["weft"] |= {key: systems[CROSS_VALIDATED][key] for key in ("quality", "by_type", "nodes")}
        del systems[CROSS_VALIDATED]
    return systems


def is_ours(name: str) -> bool:
    """Whether a system is weft or one of its methods."""
    return name not in PEERS


def mean_of(system: Mapping[str, Any], measure: str) -> float:
    """The main figure of a row."""
    return float(system["quality"][measure]["mean"])


def best_peer(run: Run) -> str:
    """The peer with the highest main figure."""
    systems = by_name(run)
    peers = [name for name in systems if name in PEERS and name not in CONVERTERS]
    return max(peers, key=lambda name: mean_of(systems[name], run["measure"]), default="")


def overview(runs: Sequence[tuple[TextSet, Run]]) -> Markup:
    """A row a data set, a column a system: who is how good where."""
    if not runs:
        return ""
    known = dict.fromkeys(name for _, run in runs for name in by_name(run))
    peers = [name for name in PEERS if name in known and name not in CONVERTERS]
    peers.sort(key=lambda name: -fmean(found for _, run in runs if (found := _figure(run, name)) is not None))
    columns = [name for name in ("weft", SITE) if name in known] + peers
    rows: list[Sequence[Cell | str]] = [_overview_row(wanted, run, columns) for wanted, run in runs]
    first, run = runs[0]
    ratios = [_figure(run, name, "ratio") for name in columns]
    label = Cell(text="× bare parse", title=f"CPU time on {first.name}, times the bare lexbor parse")
    rows.append([label, "", *("" if ratio is None else f"{ratio:.1f}" for ratio in ratios)])
    note = (
        "F1, mean over pages: of words on English sets, of tokens (a CJK character is a word) on the others. Bold: "
        "best of the row. Darker: better. Hover for the interval. * on an evenly spread part of the pages, as the "
        "system is slow. × bare parse: CPU time on the first set. Whether weft had seen a set in training is said at "
        "each set below; † marks those it had, in part."
    )
    return f'<div class="overview">{table(["data set", "pages", *columns], rows, note=note)}</div>'


def _overview_row(wanted: TextSet, run: Run, columns: Sequence[str]) -> list[Cell | str]:
    systems, measure = by_name(run), run["measure"]
    figures = {name: mean_of(systems[name], measure) for name in columns if name in systems}
    top = max(figures.values())
    link = f'<a href="#{wanted.file}">{wanted.name}</a>{" †" if "in-sample in part" in wanted.standing else ""}'
    row: list[Cell | str] = [Cell(text=wanted.name, markup=link, title=wanted.title), f"{run['pages']:,}"]
    for name in columns:
        if name not in figures:
            row.append("")
            continue
        value, quality = figures[name], systems[name]["quality"][measure]
        part = "*" if systems[name].get("pages", run["pages"]) < run["pages"] else ""
        heat = min(1.0, max(0.0, (value - SHADE[0]) / (SHADE[1] - SHADE[0])))
        interval = f"{quality['low']:.3f}–{quality['high']:.3f}"
        row.append(Cell(text=f"{value:.3f}{part}", heat=heat, best=value == top, title=interval))
    return row


def _figure(run: Run, name: str, key: str = "") -> float | None:
    system = by_name(run).get(name)
    if system is None:
        return None
    return system[key] if key else mean_of(system, run["measure"])


def text_set(wanted: TextSet, run: Run) -> Markup:
    """One data set: the plot, quality and speed, by page type."""
    systems = sorted(by_name(run).values(), key=lambda system: -mean_of(system, run["measure"]))
    parts = [_plot(run), _main_table(run, systems)]
    if len(run["page_types"]) > 1:
        parts.append(fold("By page type", _by_type(run, systems), is_open=wanted.folds))
    failed = _failed(run)
    if failed:
        parts.append(fold(f"Failed pages of {len(failed)} systems", table(["system", "pages", "errors"], failed)))
    return section(wanted.file, f"{wanted.name}: {wanted.title}", *parts, note=where(run, wanted))


def where(run: Run, wanted: TextSet) -> str:
    """Which pages, in-sample or not, when, at which commit, on which machine under which load."""
    whole = run.get("whole", run["pages"])
    some = f"{run['pages']:,} pages" if whole == run["pages"] else f"{run['pages']:,} of {whole:,} pages, evenly spread"
    commit = f", commit {run['commit']}" if run.get("commit") else ""
    rounds = f"{run['rounds']} round{'s' if run['rounds'] > 1 else ''}"
    peers = [system for system in run["systems"] if system["name"] in PEERS]
    asked, timed = (min((system.get(key, run["pages"]) for system in peers), default=0) for key in ("pages", "timed"))
    part = f" (some peers answered {asked} of them, some were timed on {timed})" if 0 < timed < run["pages"] else ""
    return f"{some}{part}; {wanted.standing}. {rounds}, one thread, {moment(run['made'])}{commit}, {run['machine']}."


def _plot(run: Run) -> Markup:
    base = next((system["cpu_ms_mean"] for system in run["systems"] if system["name"] == BASELINE), 0.0)
    dots = []
    for name, system in by_name(run).items():
        quality = system["quality"][run["measure"]]
        kind = "ours" if name in ("weft", SITE) else "method" if is_ours(name) else "theirs"
        if system["cpu_ms_mean"]:
            dots.append(
                Dot(
                    name=name,
                    ms=system["cpu_ms_mean"],
                    quality=quality["mean"],
                    low=quality["low"],
                    high=quality["high"],
                    kind=kind,
                )
            )
    return scatter(dots, measure=_spoken(run["measure"]), base_ms=base or 0.0)


def _spoken(measure: str) -> str:
    return measure.replace("_", " ").replace("f1", "F1")


def _main_table(run: Run, systems: Sequence[Mapping[str, Any]]) -> Markup:
    measure, rows = run["measure"], []
    family = measure.rpartition("_")[0]
    for system in systems:
        quality = system["quality"]
        figures = quality[measure]
        rows.append(
            [
                Cell(text=system["name"], title=ABOUT.get(system["name"], "")),
                system["version"],
                f"{system.get('pages', run['pages']):,}",
                f"{system.get('timed', run['pages']):,}",
                f"{figures['mean']:.4f}",
                f"{figures['low']:.3f}–{figures['high']:.3f}",
                *(f"{quality[f'{family}_{part}']['mean']:.3f}" for part in ("precision", "recall")),
                *speed_cells(dict(system)),
            ]
        )
    bare = [system for system in run["systems"] if system["name"] in BARE_PARSES]
    rows += [
        [system["name"], system["version"], "", str(system.get("timed", "")), "", "", "", "", *speed_cells(system)]
        for system in bare
    ]
    names = [str(system["name"]) for system in [*systems, *bare]]
    ours = [place for place, name in enumerate(names) if name in ("weft", SITE)]
    head = ["system", "version", "pages", "timed", _spoken(measure), "95 %", "P", "R", *SPEED_HEAD]
    return table(head, rows, ours=ours)


def _by_type(run: Run, systems: Sequence[Mapping[str, Any]]) -> Markup:
    kinds = sorted(run["page_types"], key=lambda kind: -run["page_types"][kind])
    rows: list[list[Cell | str]] = []
    tops = {kind: max((_typed(system, kind, run) or 0.0) for system in systems) for kind in kinds}
    for system in systems:
        row: list[Cell | str] = [str(system["name"])]
        for kind in kinds:
            value = _typed(system, kind, run)
            if value is None:
                row.append("")
                continue
            found = system["by_type"][kind][run["measure"]]
            heat = min(1.0, max(0.0, (value - SHADE[0]) / (SHADE[1] - SHADE[0])))
            interval = f"{found['low']:.3f}–{found['high']:.3f}"
            row.append(Cell(text=f"{value:.3f}", heat=heat, best=value == tops[kind], title=interval))
        rows.append(row)
    ours = [place for place, system in enumerate(systems) if system["name"] in ("weft", SITE)]
    return table(["system", *(f"{kind} ({run['page_types'][kind]})" for kind in kinds)], rows, ours=ours)


def _typed(system: Mapping[str, Any], kind: str, run: Run) -> float | None:
    found = system["by_type"].get(kind, {}).get(run["measure"])
    return float(found["mean"]) if found else None


def _failed(run: Run) -> list[list[str]]:
    rows = []
    for system in run["systems"]:
        kinds = dict.fromkeys(entry["error"].partition(":")[0] for entry in system["errors"])
        if kinds:
            rows.append([system["name"], str(len(system["errors"])), ", ".join(kinds)])
    return rows
