"""What can be taken out of a store: labels, the site, wrappers, and the record of all changes."""

import io
import json
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from weft.content import NO_FIELDS, RECORD, Label
from weft.errors import ArtifactError, ConfigError, LimitError, NoMatch
from weft.io import RawPage
from weft.page import Page, parse
from weft.papers.c import SoftMealy, learn_softmealy
from weft.papers.c.softmealy_learning import taught_example
from weft.site import Cluster, Site
from weft.site.sample import spread
from weft.studio.marking import Marks, read_marks
from weft.studio.store import Store
from weft.studio.wrapper_code import TEST, write_wrapper
from weft.studio.wrapper_plan import WrapperPlan
from weft.templates import Template

PAGE, TEMPLATE, SITE = "page:", "template:", "site"
SAVED_PAGES = 6  # that a wrapper is tested on: its medoid, marked ones, others
DATE = (1980, 1, 1, 0, 0, 0)  # of files in a zip, so that the same wrapper is the same file


def export_labels(store: Store) -> Iterator[str]:
    """The marks of all pages as JSON lines, for `weft learn --labels` and `weft wrap learn --labels`."""
    for page_id, marks in marks_by_page(store).items():
        for label in labels_of(store, page_id, marks):
            line = {"page_id": label.page_id, "rows": list(label.rows), "name": label.name}
            yield json.dumps(line, ensure_ascii=False) + "\n"


def export_changes(store: Store) -> Iterator[str]:
    """Every change that was ever made, with time, author and values before and after, as JSON lines."""
    for change in store.changes():
        edits = [
            {"target": edit.target, "version": edit.version, "before": edit.before, "after": edit.after}
            for edit in store.edits(change.number)
        ]
        about = {"number": change.number, "at": change.at, "author": change.author, "what": change.what}
        yield json.dumps({**about, "undoes": change.undoes, "redoes": change.redoes, "edits": edits}) + "\n"


def export_site(store: Store) -> str:
    """The site with the templates that people saved, as `Site.load` and `weft apply` read it."""
    return json.dumps(read_site(store).to_json(), ensure_ascii=False, indent=1) + "\n"


def export_softmealy(store: Store, *, cluster: str = "") -> str:
    """A wrapper of records, learned from the marked ones, as `weft wrap apply` reads it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "softmealy.json"
        teach_softmealy(store, cluster=cluster).save(path)
        return path.read_text(encoding="utf-8")


def export_wrapper(store: Store, *, cluster: str = "", template: Template | None = None) -> bytes:
    """A zip with a wrapper in Python, its test, and some pages with what it gives for them.

    `template` is the cluster's, where it is another one than the saved or learned one.
    """
    found = find_cluster(store, cluster)
    plan = plan_wrapper(store, found, template=template)
    pages = list(_saved_pages(store, found))
    expected, files = {}, {}
    for number, (raw, page) in enumerate(pages, start=1):
        name = f"{number:02}.html"
        expected[name] = {"id": raw.id, "url": raw.url or "", "encoding": raw.charset, "content": plan.run(page)}
        files[f"pages/{name}"] = raw.data
    files["wrapper.py"] = _encode(write_wrapper(plan))
    files["test_wrapper.py"] = TEST.encode()
    files["expected.json"] = _encode(json.dumps(expected, ensure_ascii=False, indent=1) + "\n")
    return pack_files({f"wrapper/{name}": files[name] for name in sorted(files)})


def plan_wrapper(store: Store, cluster: Cluster, *, template: Template | None = None) -> WrapperPlan:
    """What the wrapper of a cluster does; where people marked fields it gives these and no others."""
    chosen = template or cluster.template
    if not chosen.is_learned:
        raise ConfigError(f"cluster {cluster.name} has no rules yet; mark one of its pages and teach it first")
    marked = _marks_in(store, cluster)
    names = dict.fromkeys(
        label.name
        for page_id, marks in marked.items()
        for label in _outside_records(store, page_id, marks)
        if label.name not in NO_FIELDS
    )
    # A template that was taught says itself where records are, and more plainly.
    has_records = not chosen.records.taught and any(marks.rows(RECORD) for marks in marked.values())
    records = teach_softmealy(store, cluster=cluster.name) if has_records else None
    return WrapperPlan(template=chosen, host=cluster.host, records=records, names=tuple(names))


def teach_softmealy(store: Store, *, cluster: str = "") -> SoftMealy:
    """A wrapper of records from the marked ones, of one cluster's pages or of all."""
    marked = _marks_in(store, find_cluster(store, cluster)) if cluster else marks_by_page(store)
    examples = []
    for page_id, marks in marked.items():
        if marks.rows(RECORD):
            examples.append(taught_example(_parse(store.read_page(page_id)), marks.to_labels(page_id)))
    if not any(example.records for example in examples):
        raise ConfigError("no record is marked; mark all records of a page, and their fields, then export again")
    return learn_softmealy(examples)


def read_site(store: Store) -> Site:
    """The site of a store with the templates that people saved."""
    value = store.read(SITE).value
    if not value:
        raise NoMatch("nothing was learned yet; open some pages first")
    site = Site.from_json(dict(value), name=f"the site in {store.database.name}")
    saved = {target.removeprefix(TEMPLATE): found.value for target, found in store.read_many(TEMPLATE).items()}
    return replace(site, clusters=tuple(_with_template(one, saved.get(one.name, {})) for one in site.clusters))


def find_cluster(store: Store, name: str = "") -> Cluster:
    """The cluster of a name; without one that with the most marked pages, of equals the largest."""
    site = read_site(store)
    if name:
        found = next((cluster for cluster in site.clusters if cluster.name == name), None)
    else:
        marked = set(marks_by_page(store))
        found = max(site.clusters, key=lambda one: (len(marked & set(one.page_ids)), len(one.page_ids)), default=None)
    if found is None:
        raise NoMatch(f"there is no cluster {name}".rstrip() + "; name one that the overview shows")
    return found


def marks_by_page(store: Store) -> dict[str, Marks]:
    """The marks of every page that has some, by id."""
    found = {target.removeprefix(PAGE): read_marks(now.value) for target, now in store.read_many(PAGE).items()}
    return {page_id: marks for page_id, marks in found.items() if marks}


def labels_of(store: Store, page_id: str, marks: Marks) -> list[Label]:
    """The marks of a page as labels: the rows of a name in one record are one label, those outside of records another.

    So who learns from records knows which value belongs to which.
    """
    labels = marks.to_labels(page_id)
    records = marks.rows(RECORD)
    if not records:
        return labels
    ends = _parse(store.read_page(page_id)).end
    kept = [label for label in labels if label.name == RECORD]
    for label in (label for label in labels if label.name != RECORD):
        homes = {row: next((one for one in records if one <= row < ends[one]), -1) for row in label.rows}
        for home in dict.fromkeys(homes.values()):
            kept.append(replace(label, rows=tuple(row for row in label.rows if homes[row] == home)))
    return kept


def _outside_records(store: Store, page_id: str, marks: Marks) -> Iterator[Label]:
    """The labels of a page that are about the page as a whole."""
    records = marks.rows(RECORD)
    ends = _parse(store.read_page(page_id)).end if records else ()
    for label in labels_of(store, page_id, marks):
        if not any(one <= label.rows[0] < ends[one] for one in records):
            yield label


def _with_template(cluster: Cluster, value: Any) -> Cluster:
    if not value:
        return cluster
    try:
        return replace(cluster, template=replace(Template.from_json(value), name=cluster.name))
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise ArtifactError(f"the saved template {cluster.name} is broken ({error!r}); mend or undo it") from None


def _marks_in(store: Store, cluster: Cluster) -> dict[str, Marks]:
    members = set(cluster.page_ids)
    return {page_id: marks for page_id, marks in marks_by_page(store).items() if page_id in members}


def _saved_pages(store: Store, cluster: Cluster) -> Iterator[tuple[RawPage, Page]]:
    """Some pages of a cluster: its medoid, those that are marked, others."""
    others = [cluster.page_ids[place] for place in spread(len(cluster.page_ids), SAVED_PAGES)]
    wanted = dict.fromkeys([cluster.medoid, *list(_marks_in(store, cluster))[: SAVED_PAGES // 2], *others])
    known = set(store.page_ids())
    for page_id in [page_id for page_id in wanted if page_id in known][:SAVED_PAGES]:
        raw = store.read_page(page_id)
        try:
            yield raw, _parse(raw)
        except LimitError:
            continue


def _parse(raw: RawPage) -> Page:
    return parse(raw.data, url=raw.url, encoding=raw.charset)


def _encode(text: str) -> bytes:
    """As UTF-8; a lone surrogate, which that cannot write, becomes the escape that JSON and Python read."""
    return text.encode(errors="backslashreplace")


def pack_files(files: dict[str, bytes]) -> bytes:
    """A zip of files; the same files give the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name, DATE), data, zipfile.ZIP_DEFLATED)
    return packed.getvalue()
