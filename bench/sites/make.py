"""`python -m bench sites`: measure, write JSON, tables, plots and the HTML report, and print the tables."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from bench.readme import RECORD
from bench.run import summary
from bench.sites import bodies, clustering, cost, fields, papers, plots, refit, refit_kinds
from bench.sites.corpora import APART, SITE_CORPORA, SiteCases, read_sites
from bench.sites.methods import DEFAULT, SINGLE, all_methods
from bench.sites.record import read_record, write_record
from bench.sites.sheet import Sheet, html, markdown
from bench.sites.sheets import SHEETS
from bench.sites.shelf import Shelf

TITLE = "Whole sites"
ABOUT = "Made by `python -m bench sites`; what the numbers mean is in bench/sites/README.md."
TIMED_SITES = 12  # themes whose learning and applying is timed: times say the same after a few


def make(data: Path, out: Path, *, only: Sequence[str] = (), sites: int = 0) -> int:
    """Measure the sections (all unless named) on so many sites of each corpus (0: all).

    Sections that an earlier run left in the folder stay in the report, each with the time and machine of its run.
    """
    record = read_record(out)
    shelf = Shelf()
    for section in only or SECTIONS:
        found = SECTIONS[section](data, sites, shelf)
        where = summary([], [])
        record[section] = {"made": where["made"], "machine": where["machine"], "sites_a_corpus": sites, **found}
        write_record(record, out)
    report(out)
    return 0


def report(out: Path) -> None:
    """Write and print the report of what the folder's record holds."""
    record = read_record(out)
    found = [section for section in SECTIONS if section in record]
    sheets = [sheet for section in found for sheet in _sheets(section, record[section], out)]
    text = markdown(TITLE, ABOUT, sheets)
    (out / "sites.md").write_text(text, encoding="utf-8")
    if out.resolve() != RECORD:  # what is kept in the tree is Markdown with pictures beside it
        (out / "sites.html").write_text(html(TITLE, ABOUT, sheets), encoding="utf-8")
    print(text)


def _sheets(section: str, record: dict[str, Any], out: Path) -> list[Sheet]:
    """The plot and the tables of a section; the first says when and where it was measured."""
    tables = [*SHEETS[section](record), *_failures(section, record)]
    count = f"{record['sites_a_corpus']} sites of each corpus" if record["sites_a_corpus"] else "All sites"
    note = f"{tables[0].note} {count}; {record['made']}, {record['machine']}."
    return [replace(tables[0], note=note.strip()), *_drawn(section, record, out), *tables[1:]]


def _clustering(data: Path, sites: int, shelf: Shelf) -> dict[str, Any]:
    known = _news_and_blogs(data, sites)
    ours, fitted = clustering.weft_methods(shelf), refit.refit_methods(known, read_sites(data, ("swde",), sites=sites))
    return clustering.measure_clustering(known, [*ours[:3], *fitted, *ours[3:], *clustering.baseline_methods(shelf)])


def _body(data: Path, sites: int, shelf: Shelf) -> dict[str, Any]:
    record = bodies.measure_bodies(read_sites(data, SITE_CORPORA, sites=sites), all_methods(shelf))
    return {**record, "kinds": refit_kinds.measure_kinds(_news_and_blogs(data, sites), shelf)}


def _fields(data: Path, sites: int, _: Shelf) -> dict[str, Any]:
    return fields.measure_fields(read_sites(data, ("swde",), sites=sites))


def _papers(data: Path, sites: int, shelf: Shelf) -> dict[str, Any]:
    return papers.measure_papers(_news_and_blogs(data, sites), shelf)


def _cost(data: Path, sites: int, _: Shelf) -> dict[str, Any]:
    return cost.measure_cost(read_sites(data, ("themes",), sites=min(sites, TIMED_SITES) or TIMED_SITES))


def _news_and_blogs(data: Path, sites: int) -> list[SiteCases]:
    """The sites whose templates are known."""
    return read_sites(data, [corpus for corpus in SITE_CORPORA if corpus != APART], sites=sites)


SECTIONS: dict[str, Callable[[Path, int, Shelf], dict[str, Any]]] = {
    "clustering": _clustering,
    "body": _body,
    "fields": _fields,
    "papers": _papers,
    "cost": _cost,
}


def _drawn(section: str, record: dict[str, Any], out: Path) -> list[Sheet]:
    """The plots of a section, as files and as parts of the report."""
    path = out / f"sites-{section}.png"
    if section == "cost" and record["curve"]:
        plots.draw_cost(record["curve"], path)
        return [Sheet(title="Cost by number of pages", plot=path)]
    if section == "clustering":
        values = {name: method["all_pages"]["all"]["f1"] for name, method in record["methods"].items()}
        plots.draw_bars(values, path, label="pair F1, mean over sites")
        return [Sheet(title="Clustering: pair F1", plot=path)]
    if section == "body" and {DEFAULT, SINGLE} <= set(record["methods"]):
        ours, single = (record["methods"][name]["whole"]["sites"] for name in (DEFAULT, SINGLE))
        plots.draw_gaps(ours, single, path)
        return [Sheet(title="Bodies: with and without the site, a dot a site", plot=path)]
    return []


def _failures(section: str, record: dict[str, Any]) -> list[Sheet]:
    failed = record.get("failures", {})
    rows = [[what, error] for what, error in failed.items()]
    return [Sheet(title=f"Failed: {section}", head=["what", "error"], rows=rows)] if rows else []
