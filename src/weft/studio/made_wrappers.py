"""Wrappers, sites and code from marks, with figures on marks that were left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Protocol

from weft.content import BODY, NO_FIELDS, RECORD, Label, Region
from weft.document import Failure
from weft.errors import ConfigError
from weft.page import Page
from weft.papers.c import Ontology, SoftMealy, learn_softmealy
from weft.papers.c.ontology_learning import MarkedValue, field_name, learn_ontology, marked_values
from weft.papers.c.softmealy_learning import taught_example
from weft.scoring.marks import score_counts
from weft.sites.templates.fields import squeeze
from weft.studio.changes import TEMPLATE
from weft.studio.downloads import make_wrapper
from weft.studio.export import attempt_page, export_softmealy, find_cluster, labels_of, marks_by_page, saved_text
from weft.studio.mark_quality import ask_held_out
from weft.studio.products import Figures, Made, Report
from weft.studio.project import Project
from weft.studio.store import Store
from weft.studio.teaching import learn_again, marked_pages, with_template

PARTS = 5  # of the marked pages; each is asked of what the others teach
ALONE = "One page is marked, so none could be left out: mark a second one to see figures."
Marked = tuple[str, Page, list[Label]]
Row = tuple[str, tuple[float | None, ...]]


class Finder(Protocol):
    """What finds records on pages."""

    def find(self, page: Page) -> tuple[Region, ...]:
        """The regions with their records."""


def make_site(project: Project, report: Report) -> Made:
    """The site, with templates learned again from the marks where nobody has saved one."""
    site, rows = project.site, []
    marked = [cluster for cluster in project.site.clusters if marked_pages(project, cluster.name)]
    for done, cluster in enumerate(marked):
        report(f"teaching {cluster.name}", done, len(marked))
        if not project.version_of(TEMPLATE + cluster.name).value:
            site = with_template(site, learn_again(project, cluster))
        rows += _cluster_rows(project, cluster.name)
    note = "Marked pages were dealt into parts; each part was asked of templates that had not seen its marks."
    figures = Figures(columns=("as first learned", "with the marks"), rows=tuple(rows), note=note if rows else ALONE)
    data = saved_text(site.save).encode(errors="replace")
    return Made(name="site.json", data=data, figures=figures, use="weft apply site.json page.html")


def make_code(project: Project, cluster: str, report: Report) -> Made:
    """A wrapper in Python with its own test; the figures are those of the template behind it."""
    name = cluster or find_cluster(project.store).name
    report(f"writing the wrapper of {name}", 0, 2)
    data = make_wrapper(project, name)
    report("asking the marks that were left out", 1, 2)
    rows = _cluster_rows(project, name)
    note = "The rules behind the code, learned without the marks of some pages and asked there."
    figures = Figures(columns=("as first learned", "with the marks"), rows=tuple(rows), note=note if rows else ALONE)
    return Made(name="wrapper.zip", data=data, figures=figures, use="python wrapper/wrapper.py page.html")


def _cluster_rows(project: Project, name: str) -> list[Row]:
    """The figures of a cluster's marks; none where they are too few."""
    try:
        asked = ask_held_out(project, project.cluster(name))
    except ConfigError:
        return []
    before, after = asked["before"], asked["after"]
    rows: list[Row] = []
    if after["pages"]:
        rows.append((f"{name}: body, F1 of words", (before["f1"], after["f1"])))
    for field, score in after["fields"].items():
        rows.append((f"{name}: {field}", (before["fields"].get(field, {}).get("f1"), score["f1"])))
    return rows


def make_softmealy(store: Store, cluster: str, report: Report) -> Made:
    """A SoftMealy wrapper from the marked records."""
    data = export_softmealy(store, cluster=cluster).encode(errors="replace")
    marked = _marked(store, cluster)
    figures = _held_out(marked, _learn_softmealy, report)
    return Made(
        name="softmealy.json", data=data, figures=figures, use="weft wrap softmealy apply softmealy.json page.html"
    )


def make_ontology(store: Store, cluster: str, report: Report) -> Made:
    """An ontology from the values of the marked fields."""
    marked = _marked(store, cluster)
    text = _ontology_text(marked)
    figures = _held_out(marked, lambda some: Ontology.read(_ontology_text(some)), report)
    return Made(
        name="ontology.toml", data=text.encode(), figures=figures, use="weft wrap ontology find ontology.toml page.html"
    )


def _marked(store: Store, cluster: str) -> list[Marked]:
    """The marked pages of a cluster, or of all, with their labels."""
    members = set(find_cluster(store, cluster).page_ids) if cluster else None
    marked: list[Marked] = []
    for page_id, marks in marks_by_page(store).items():
        if members is None or page_id in members:
            page = attempt_page(store.read_page(page_id), lambda page: page)
            if not isinstance(page, Failure):
                marked.append((page_id, page, labels_of(store, page_id, marks)))
    with_records = [one for one in marked if any(label.name == RECORD for label in one[2])]
    return with_records or marked  # fields outside of records are other fields


def _learn_softmealy(marked: Sequence[Marked]) -> SoftMealy:
    return learn_softmealy([taught_example(page, labels) for _, page, labels in marked])


def _ontology_text(marked: Sequence[Marked]) -> str:
    values: dict[str, list[MarkedValue]] = {}
    for _, page, labels in marked:
        for name, own in marked_values(page, labels).items():
            values.setdefault(name, []).extend(own)
    return learn_ontology("record", values)


def _held_out(marked: Sequence[Marked], learn: Callable[[Sequence[Marked]], Finder], report: Report) -> Figures:
    """How many of the marked values what the other pages teach finds, by field."""
    usable = [one for one in marked if _values(*one[1:])]
    parts = [usable[start::PARTS] for start in range(min(PARTS, len(usable)))]
    if len(parts) < 2:
        return Figures(note=ALONE)
    right: Counter[str] = Counter()
    found: Counter[str] = Counter()
    true: Counter[str] = Counter()
    for done, part in enumerate(parts):
        report("asking pages that were left out", done, len(parts))
        learned = learn([one for one in usable if one not in part])
        for _, page, labels in part:
            wanted = _values(page, labels)
            given = _given(learned, page, {name for name, _ in wanted})
            right.update(name for name, _ in (wanted & given).elements())
            found.update(name for name, _ in given.elements())
            true.update(name for name, _ in wanted.elements())
    rows = tuple((name, _shares(right[name], found[name], true[name])) for name in sorted(true))
    note = f"Values on {len(usable)} marked pages in {len(parts)} parts, each asked of what the other parts teach."
    return Figures(columns=("precision", "recall", "F1"), rows=rows, note=note)


def _shares(right: int, found: int, true: int) -> tuple[float | None, ...]:
    score = score_counts(right, found, true)
    return score.precision, score.recall, score.f1


def _values(page: Page, labels: Sequence[Label]) -> Counter[tuple[str, str]]:
    """The marked values of records by field; of the page where no record is marked."""
    records = [(row, int(page.end[row])) for label in labels if label.name == RECORD for row in label.rows]
    values: Counter[tuple[str, str]] = Counter()
    for label in labels:
        if label.name not in NO_FIELDS - ({BODY} if records else set()):
            for row in label.rows:
                if not records or any(start <= row < end for start, end in records):
                    values[field_name(label.name), squeeze(page.text(row))] += 1
    return values


def _given(finder: Finder, page: Page, names: set[str]) -> Counter[tuple[str, str]]:
    values: Counter[tuple[str, str]] = Counter()
    for region in finder.find(page):
        for record in region.records:
            for name, field in record.fields.items():
                if field_name(name) in names:
                    values[field_name(name), squeeze(field.value)] += 1
    return values
