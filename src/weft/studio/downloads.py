"""Downloads: labels, training data, the site, wrappers, the history; each is made on request.

Paper B's flow over the pages of a store: the file that `weft forum learn` writes, from what people opened here.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from weft.content import BODY, RECORD
from weft.document import Failure
from weft.errors import SourceError
from weft.page import Page
from weft.papers.b.forum_templates import ForumPage, learn_forums, read_forum_page, sample_pages
from weft.papers.b.forums import Forums
from weft.studio.changes import TEMPLATE
from weft.studio.export import (
    attempt_page,
    export_changes,
    export_labels,
    export_site,
    export_softmealy,
    export_training,
    export_wrapper,
    find_cluster,
)
from weft.studio.http import JSON, Refusal, project_of
from weft.studio.label_exports import export_label_studio, export_pages, export_spider
from weft.studio.mark_quality import find_agreement
from weft.studio.products import products_json
from weft.studio.project import Project
from weft.studio.store import Store
from weft.studio.teaching import learn_again, marked_pages
from weft.studio.views import show_view


def export_forums(store: Store) -> str:
    """A location library and a template for each cluster of threads and boards, for `weft forum apply`."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "forums.json"
        learn_store(store).save(path)
        return path.read_text(encoding="utf-8")


def learn_store(store: Store) -> Forums:
    """The forums of all pages of a store that have posts or rows."""
    pages = sample_pages(_forum_pages(store))
    if not pages:
        raise SourceError("no page has posts or rows of a board", advice="open pages of threads or boards")
    return learn_forums(pages)


def _forum_pages(store: Store) -> Iterator[ForumPage]:
    for stored in store.list_pages():

        def read(page: Page, page_id: str = stored.id) -> ForumPage | None:
            return read_forum_page(page_id, page)

        found = None if stored.id in store.lost else attempt_page(store.read_page(stored.id), read)
        if found is not None and not isinstance(found, Failure):
            yield found


LINES = "application/x-ndjson"
TEXTS = {
    "labels.jsonl": (
        "Labels",
        "Every mark as a line of JSON, for weft learn --labels, weft score and weft wrap softmealy learn.",
    ),
    "training.zip": (
        "Training data",
        "The pages whose body is marked, with its text, as the folder that weft train reads.",
    ),
    "site.json": ("Site", "Clusters and templates as they are now, for weft apply; readable, and good to keep in git."),
    "wrapper.zip": ("Wrapper", "One readable Python file that needs weft alone, with its own test on saved pages."),
    "softmealy.json": (
        "SoftMealy wrapper",
        "Records and their fields by rules over words and tags, for weft wrap softmealy apply.",
    ),
    "forums.json": (
        "Forums",
        "A template for each kind of threads and boards, learned without marks, for weft forum apply.",
    ),
    "pages.jsonl": (
        "Pages",
        "Every marked page as a line of JSON: the body's text, the fields, the records, who marked it, and notes.",
    ),
    "label-studio.json": (
        "Label Studio",
        "The marked pages as tasks with annotations; import them into a project of HyperText and HyperTextLabels.",
    ),
    "spider.zip": (
        "Scrapy spider",
        "A spider for the site's hosts; weft's pipeline applies the templates to every page that it fetches.",
    ),
    "agreement.json": ("Agreement", "How far people agree who marked the same pages, all marks together and by name."),
    "changes.jsonl": ("Changes", "Who changed what and when, a line each."),
}


PACKED: dict[str, Callable[[Store], bytes]] = {"training.zip": export_training, "spider.zip": export_spider}
WRITTEN: dict[str, Callable[[Store], Iterable[str]]] = {
    "labels.jsonl": export_labels,
    "site.json": export_site,
    "forums.json": export_forums,
    "pages.jsonl": export_pages,
    "label-studio.json": export_label_studio,
    "agreement.json": lambda store: json.dumps(find_agreement(store), ensure_ascii=False, indent=1) + "\n",
    "changes.jsonl": export_changes,
}


def export(request: Request) -> Response:
    """The view of all exports."""
    project = project_of(request)
    counts = count_exports(project)
    entries = [
        {"path": f"/export/{name}", "title": title, "text": text, "count": counts[name]}
        for name, (title, text) in TEXTS.items()
    ]
    names = [one.name for one in project.site.clusters]
    return show_view(request, "export", exports=entries, clusters=names, products=products_json())


def count_exports(project: Project) -> dict[str, int]:
    """The size of each export; 0 where it would be empty."""
    return {
        "labels.jsonl": sum(1 for _ in project.labels()),
        "training.zip": sum(bool(marks.rows(BODY)) for marks in project.marks.values()),
        "site.json": len(project.site.clusters),
        "wrapper.zip": len(project.site.clusters),
        "softmealy.json": sum(len(marks.rows(RECORD)) for marks in project.marks.values()),
        "forums.json": sum(
            len(one.page_ids) for one in project.site.clusters if one.template.page_type in ("forum", "board")
        ),
        "pages.jsonl": sum(bool(marks) for marks in project.marks.values()),
        "label-studio.json": sum(bool(marks) for marks in project.marks.values()),
        "spider.zip": len(project.site.clusters),
        "agreement.json": len(find_agreement(project.store)["people"]),
        "changes.jsonl": project.store.latest(),
    }


def download(request: Request) -> Response:
    """One file."""
    name = request.path_params["name"]
    if name not in TEXTS:
        raise Refusal(404, "there is no such export", "look at /export")
    data = make_export(request, name)
    kind = {"jsonl": LINES, "json": JSON, "zip": "application/zip"}[name.rpartition(".")[2]]
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type=kind, headers=headers)


def make_export(request: Request, name: str) -> bytes:
    """The bytes of an export."""
    project = project_of(request)
    store, cluster = project.store, request.query_params.get("cluster", "")
    if cluster:
        project.cluster(cluster)
    if name == "wrapper.zip":
        return make_wrapper(project, cluster)
    if name in PACKED:
        return PACKED[name](store)
    text = export_softmealy(store, cluster=cluster) if name == "softmealy.json" else "".join(WRITTEN[name](store))
    return text.encode(errors="replace")


def make_wrapper(project: Project, name: str) -> bytes:
    """A wrapper in Python: of the template that somebody saved, else of what marks teach, else of what was learned."""
    cluster = project.cluster(name or find_cluster(project.store).name)
    is_saved = bool(project.version_of(TEMPLATE + cluster.name).value)
    is_marked = bool(marked_pages(project, cluster.name))
    taught = learn_again(project, cluster) if is_marked and not is_saved else None
    return export_wrapper(project.store, cluster=cluster.name, template=taught)


ROUTES = [Route("/export", export), Route("/export/{name}", download)]
