"""`python -m bench records`: paper B's tables and ours as JSON, Markdown and a page."""

import json
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

from bench.places import RECORD
from bench.records import clustering, cost, learning, locating, wrapping
from bench.records.truth import read, spread
from bench.run import summary
from bench.table import grid

COST_PAGES = 150
PAPER = {
    "paper B's method, its own 200 pages": (142, 1, 2, 55, 0),
    "MDR in paper B": (127, 8, 10, 0, 55),
}
PAPER_PAIRS = {"H-K in paper B": (0.910, 0.972, 0.940), "FPC in paper B": (0.336, 0.982, 0.501)}


def make(data: Path, out: Path, *, pages: int = 0) -> int:
    """Measure, print, and write `records.json`, `records.md` and `records.html`."""
    where = summary([], [])
    report = {"made": where["made"], "machine": where["machine"], **measure(data, pages=pages)}
    sections = tables(report)
    text = "# Records\n\n" + "\n\n".join(f"## {title}\n\n{note}\n\n{table}" for title, note, table in sections) + "\n"
    (out / "records.json").write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    (out / "records.md").write_text(text, encoding="utf-8")
    if out.resolve() != RECORD:  # what is kept is in report.html
        (out / "records.html").write_text(page(sections), encoding="utf-8")
    print(text)
    return 0


def write_library(data: Path, path: Path) -> int:
    """Write the location library that ships with weft."""
    library = learning.library_of(read(data))
    library.save(path)
    print(f"{len(library.places)} places in {path}")
    return 0


def measure(data: Path, *, pages: int = 0) -> dict[str, Any]:
    """Everything that the tables show; of so many pages, evenly spread, or of all."""
    cases = spread(read(data), pages)
    # The true template of a real page is not known: clusters are judged on the generated forums.
    generated = [case for case in cases if case.corpus != "realworld" and case.page_type != "other"]
    descriptions = clustering.describe(generated, clustering.record_rows(generated))
    return {
        "pages": len(cases),
        "location": locating.locate(cases),
        "fields": locating.read_fields(cases),
        "library": learning.try_libraries(cases),
        "software": learning.name_software(cases, data),
        "clusters": clustering.compare(generated, descriptions),
        "softmealy": wrapping.wrap(generated, descriptions),
        "cost": cost.measure(spread(cases, COST_PAGES)),
    }


Section = tuple[str, str, str]


def tables(report: Mapping[str, Any]) -> list[Section]:
    """Title, what the numbers mean, and a Markdown table, section by section."""
    return [
        (
            "Record location",
            "A all records of a page with several, B something else, C nothing; D nothing, E something on a page with "
            "one. For `default` the one right post is D too. By place: a record is right when one true one begins in "
            "it. MDR is judged by its best region. Last column: pages without threads or posts that gave posts.",
            _location(report["location"]),
        ),
        ("Record location by corpus, default", "As above.", _by_corpus(report["location"]["default"]["by_corpus"])),
        (
            "Fields, default",
            "Records pooled; one counts when its body (threads) or title (boards) matches; author and time of those.",
            _fields(report["fields"]),
        ),
        (
            "Location library",
            f"{report['library']['places']} places learned from the default's own answers on every second page.",
            _library(report["library"]),
        ),
        ("Software", "Named from content and structure; versions where both sides know one.", _software(report)),
        (
            "Clusters",
            f"Pairs of pages, generated forums; {report['clusters']['templates']} true templates.",
            _pairs(report["clusters"]["pairs"]),
        ),
        (
            "Versions and templates",
            "Paper B's tables 1 and 2: versions a software, clusters of more than two pages a version.",
            _versions(report["clusters"]),
        ),
        (
            "SoftMealy, one page a cluster",
            f"{_whole(report['softmealy'])} pages extracted whole: all records, with author and time; "
            f"{_whole(report['softmealy']['of several records'])} where the centre page has three records or more. "
            "Labels are the default's records on the centre page.",
            _wrappers(report["softmealy"]["clusters"]),
        ),
        ("Cost", "Process time over that of the parse, summed.", _cost(report["cost"])),
    ]


def _location(found: Mapping[str, Any]) -> str:
    rows = []
    for name, method in found.items():
        for kind, count in method["letters"].items():
            other = f"{method['other_pages_with_posts']} of {method['other_pages']}" if kind == "threads" else ""
            rows.append([f"{name}, {kind}", *_letter_cells(count), other])
    for name, letters in PAPER.items():
        share = (letters[0] + letters[3]) / sum(letters)
        rows.append([name, *map(str, letters), f"{share:.1%}", f"{(letters[1] + letters[4]) / sum(letters):.1%}", ""])
    return grid(["method", *locating.LETTERS, "A+D", "B+E", "others"], rows)


def _letter_cells(count: Mapping[str, Any]) -> list[str]:
    return [*(str(count[letter]) for letter in locating.LETTERS), f"{count['A+D']:.1%}", f"{count['B+E']:.1%}"]


def _by_corpus(found: Mapping[str, Any]) -> str:
    rows = [[name, *_letter_cells(count)] for name, count in found.items()]
    return grid(["corpus", *locating.LETTERS, "A+D", "B+E"], rows)


def _fields(found: Mapping[str, Any]) -> str:
    names = ("precision", "recall", "f1", "author", "time", "last_author", "last_time")
    rows = [
        [name, str(row["pages"]), str(row["records"]), *(f"{row[key]:.3f}" if key in row else "" for key in names)]
        for name, row in found.items()
    ]
    return grid(["pages", "n", "records", *names], rows)


def _library(found: Mapping[str, Any]) -> str:
    rows = [
        [f"{how}, {kind}", *_letter_cells(count)]
        for how in ("every second page", "unseen software")
        for kind, count in found[how].items()
    ]
    return grid(["tried on", *locating.LETTERS, "A+D", "B+E"], rows)


def _software(report: Mapping[str, Any]) -> str:
    names = ("pages", "right", "wrong", "unnamed", "versions", "versions right")
    rows = [[name, *(str(row.get(key, 0)) for key in names)] for name, row in report["software"].items()]
    return grid(["engine", *names], rows)


def _pairs(found: Mapping[str, Any]) -> str:
    names = ("precision", "recall", "f1")
    rows = [[name, *(f"{row[key]:.3f}" for key in names), str(row["clusters"])] for name, row in found.items()]
    rows += [[name, *(f"{value:.3f}" for value in values), ""] for name, values in PAPER_PAIRS.items()]
    return grid(["partition", *names, "clusters"], rows)


def _versions(found: Mapping[str, Any]) -> str:
    rows = [[name, str(count)] for name, count in found["versions"].items()]
    rows += [[f"{name}: templates", str(count)] for name, count in found["templates_by_version"].items()]
    return grid(["software", "number"], rows)


def _whole(found: Mapping[str, Any]) -> str:
    return f"{found['whole']} of {found['pages']}"


def _wrappers(found: list[dict[str, Any]]) -> str:
    names = ("taught", "pages", "whole", "records", "author", "time")
    rows = [[", ".join(row["corpora"]), *(str(row.get(key, 0)) for key in names)] for row in found]
    return grid(["cluster", *names], rows)


def _cost(found: Mapping[str, float]) -> str:
    return grid(["step", "over parse"], [[name, f"{value:.2f}"] for name, value in found.items()])


def page(sections: list[Section]) -> str:
    """The sections as one page that needs nothing else."""
    parts = [f"<h2>{escape(title)}</h2><p>{escape(note)}</p>{_html_table(table)}" for title, note, table in sections]
    style = (
        "body{font:15px/1.5 system-ui;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1e293b}"
        "table{border-collapse:collapse}td,th{padding:.15rem .7rem;border-bottom:1px solid #e2e8f0;text-align:right}"
        "td:first-child,th:first-child{text-align:left}"
    )
    head = f"<!doctype html><meta charset=utf-8><title>Records</title><style>{style}</style><h1>Records</h1>"
    return head + "".join(parts) + "\n"


def _html_table(markdown: str) -> str:
    head, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in markdown.splitlines()]
    lines = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return "<table><tr>" + "".join(f"<th>{escape(cell)}</th>" for cell in head) + f"</tr>{lines}</table>"
