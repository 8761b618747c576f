"""What can be taken out of a store: labels, training data, the site, wrappers, and the history of all changes."""

import io
import json
import logging
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from weft.content import BODY, NO_FIELDS, RECORD, Label
from weft.document import Failure
from weft.errors import ArtifactError, ConfigError, NoMatch
from weft.io import RawPage
from weft.page import Limits, Page
from weft.papers.c import SoftMealy, learn_softmealy
from weft.papers.c.softmealy_examples import MarkedPage
from weft.papers.c.softmealy_learning import taught_example
from weft.pipeline import Pipeline, attempt
from weft.sites import Cluster, Site
from weft.sites.format_1 import upgrade_template
from weft.sites.sample import spread
from weft.sites.templates import Template
from weft.studio.changes import PAGE, SITE, TEMPLATE
from weft.studio.marking import Marks, marked_body, read_marks
from weft.studio.store import Store
from weft.studio.wrapper_code import TEST, write_wrapper
from weft.studio.wrapper_plan import WrapperPlan

Result = TypeVar("Result")

logger: logging.Logger = logging.getLogger("weft.studio")

SAVED_PAGES = 6  # that a wrapper is tested on: its medoid, marked ones, others
FOLDER = "wcxb-dev"  # where `weft train` looks for pages with known content
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
    return saved_text(read_site(store).save)


def export_softmealy(store: Store, *, cluster: str = "") -> str:
    """A wrapper of records, learned from the marked ones, as `weft wrap apply` reads it."""
    return saved_text(teach_softmealy(store, cluster=cluster).save)


def saved_text(save: Callable[[Path], None]) -> str:
    """The text of the file that an artifact of weft saves: the export is the same file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "saved.json"
        save(path)
        return path.read_text(encoding="utf-8")


def export_training(store: Store) -> bytes:
    """A zip to unpack into the folder of known pages: every page whose body is marked, and that body's text."""
    files: dict[str, bytes] = {}
    types = page_types(store)
    for number, (raw, text) in enumerate(_pages_with_body(store), start=1):
        name = f"studio-{number:05}"
        about = {
            "url": raw.url or "",
            "id": raw.id,
            "_internal": {"page_type": {"primary": types.get(raw.id, "article")}},
            "ground_truth": {"main_content": text},
        }
        files[f"{FOLDER}/html/{name}.html"] = _as_utf8(raw)
        files[f"{FOLDER}/ground-truth/{name}.json"] = json.dumps(about, indent=1).encode()
    if not files:
        raise ConfigError("no body is marked", advice="mark the body of some pages, then export again")
    return pack_files(files)


def export_wrapper(store: Store, *, cluster: str = "", template: Template | None = None) -> bytes:
    """A zip with a wrapper in Python, its test, and some pages with what it gives for them.

    `template` is the cluster's, where it is another one than the saved or learned one.
    """
    chosen = find_cluster(store, cluster)
    plan = plan_wrapper(store, chosen, template=template)
    expected, files = {}, {}
    for number, (raw, content) in enumerate(_saved_pages(store, chosen, plan.run), start=1):
        name = f"{number:02}.html"
        expected[name] = {"id": raw.id, "url": raw.url or "", "encoding": raw.charset, "content": content}
        files[f"pages/{name}"] = raw.data
    files["wrapper.py"] = _encode(write_wrapper(plan))
    files["test_wrapper.py"] = TEST.encode()
    files["expected.json"] = _encode(json.dumps(expected, ensure_ascii=False, indent=1) + "\n")
    return pack_files({f"wrapper/{name}": files[name] for name in sorted(files)})


def plan_wrapper(store: Store, cluster: Cluster, *, template: Template | None = None) -> WrapperPlan:
    """What the wrapper of a cluster does; where people marked fields it gives these and no others."""
    chosen = template or cluster.template
    if not chosen.is_learned:
        what = f"cluster {cluster.name} has no rules yet"
        raise ConfigError(what, advice="mark one of its pages and teach it first")
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
            labels = marks.to_labels(page_id)
            example = attempt_page(store.read_page(page_id), partial(_teach, labels))
            examples += [] if isinstance(example, Failure) else [example]
    if not any(example.records for example in examples):
        advice = "mark all records of a page, and their fields, then export again"
        raise ConfigError("no record is marked", advice=advice)
    return learn_softmealy(examples)


def _teach(labels: list[Label], page: Page) -> MarkedPage:
    return taught_example(page, labels)


def read_site(store: Store) -> Site:
    """The site of a store with the templates that people saved."""
    value = store.read(SITE).value
    if not value:
        raise NoMatch("nothing was learned yet", advice="open some pages first")
    site = Site.from_json(dict(value), name=f"the site in {store.database.name}")
    saved = {target.removeprefix(TEMPLATE): now.value for target, now in store.read_many(TEMPLATE).items()}
    return replace(site, clusters=tuple(_with_template(one, saved.get(one.name, {})) for one in site.clusters))


def find_cluster(store: Store, name: str = "") -> Cluster:
    """The cluster of a name; without a name the one with the most marked pages, and of equals the largest."""
    site = read_site(store)
    if name:
        chosen = next((cluster for cluster in site.clusters if cluster.name == name), None)
    else:
        marked = set(marks_by_page(store))
        chosen = max(site.clusters, key=lambda one: (len(marked & set(one.page_ids)), len(one.page_ids)), default=None)
    if chosen is None:
        raise NoMatch(f"there is no cluster {name}".rstrip(), advice="name one that the overview shows")
    return chosen


def marks_by_page(store: Store) -> dict[str, Marks]:
    """The marks of every page that has some, by id."""
    values = {target.removeprefix(PAGE): now.value for target, now in store.read_many(PAGE).items()}
    return {page_id: marks for page_id, value in values.items() if (marks := read_marks(value))}


def labels_of(store: Store, page_id: str, marks: Marks) -> list[Label]:
    """The marks of a page as labels: rows of one name are one label for each record, and one outside of records.

    So a learner of records knows which value belongs to which record.
    """
    labels = marks.to_labels(page_id)
    records = marks.rows(RECORD)
    if not records:
        return labels
    ends = attempt_page(store.read_page(page_id), lambda page: page.end)
    if isinstance(ends, Failure):
        return labels
    kept = [label for label in labels if label.name == RECORD]
    for label in (label for label in labels if label.name != RECORD):
        record_of = {row: next((one for one in records if one <= row < ends[one]), -1) for row in label.rows}
        for record in dict.fromkeys(record_of.values()):
            kept.append(replace(label, rows=tuple(row for row in label.rows if record_of[row] == record)))
    return kept


def _outside_records(store: Store, page_id: str, marks: Marks) -> Iterator[Label]:
    """The labels of a page that are about the page as a whole."""
    records = marks.rows(RECORD)
    ends = attempt_page(store.read_page(page_id), lambda page: page.end) if records else np.zeros(0, np.int32)
    for label in labels_of(store, page_id, marks):
        if isinstance(ends, Failure) or not any(one <= label.rows[0] < ends[one] for one in records):
            yield label


def _with_template(cluster: Cluster, value: Any) -> Cluster:
    if not value:
        return cluster
    try:
        template = Template.from_json(upgrade_template(value))
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        what = f"the saved template {cluster.name} is broken ({error!r})"
        raise ArtifactError(what, advice="correct it or undo it") from None
    return replace(cluster, template=replace(template, name=cluster.name))


def _marks_in(store: Store, cluster: Cluster) -> dict[str, Marks]:
    members = set(cluster.page_ids)
    return {page_id: marks for page_id, marks in marks_by_page(store).items() if page_id in members}


def _saved_pages(store: Store, cluster: Cluster, do: Callable[[Page], Result]) -> Iterator[tuple[RawPage, Result]]:
    """Some pages of a cluster with what is made of them: its medoid, those that are marked, others."""
    others = [cluster.page_ids[index] for index in spread(len(cluster.page_ids), SAVED_PAGES)]
    wanted = dict.fromkeys([cluster.medoid, *list(_marks_in(store, cluster))[: SAVED_PAGES // 2], *others])
    stored = set(store.page_ids())
    for page_id in [page_id for page_id in wanted if page_id in stored][:SAVED_PAGES]:
        raw = store.read_page(page_id)
        made = attempt_page(raw, do)
        if not isinstance(made, Failure):
            yield raw, made


def attempt_page(raw: RawPage, do: Callable[[Page], Result]) -> Result | Failure:
    """What is made of a page; one that fails is left out, and the export has the others."""
    made = attempt(raw, lambda raw: do(Pipeline().parse(raw)), seconds=Limits().seconds, passing=ConfigError)
    if isinstance(made, Failure):
        logger.warning("left out: %s", made.message)
    return made


def body_text(page: Page, marks: Marks) -> str:
    """The text of the marked body, a line a block."""
    kept = np.flatnonzero((marked_body(page, marks) > 0) & ~page.blocks.hidden)
    return "\n".join(" ".join(page.blocks.text(block).split()) for block in kept.tolist())


def _pages_with_body(store: Store) -> Iterator[tuple[RawPage, str]]:
    """The pages whose body is marked, with its text."""
    for page_id, marks in marks_by_page(store).items():
        if marks.rows(BODY):
            raw = store.read_page(page_id)
            text = attempt_page(raw, partial(_body_of, marks))
            if not isinstance(text, Failure):
                yield raw, text


def _body_of(marks: Marks, page: Page) -> str:
    return body_text(page, marks)


def page_types(store: Store) -> dict[str, str]:
    """The type of each page that is in a cluster; none where nothing was learned."""
    try:
        clusters = read_site(store).clusters
    except NoMatch:
        return {}
    return {page_id: cluster.template.page_type for cluster in clusters for page_id in cluster.page_ids}


def _as_utf8(raw: RawPage) -> bytes:
    """The page so that it is read without its HTTP header: in UTF-8, and marked so, where that gave another charset."""
    if raw.charset is None:
        return raw.data
    try:
        return raw.data.decode(raw.charset, errors="replace").encode("utf-8-sig")
    except LookupError:  # a charset that Python does not know: the page may say it too
        return raw.data


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
