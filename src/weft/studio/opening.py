"""Opening a project: add pages to the store, learn the site or take the stored one, describe every page."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from weft.errors import ArtifactError, SourceError, with_noun
from weft.io import RawPage
from weft.page import Limits
from weft.sites import Site, learn
from weft.studio.changes import PAGE, SITE, Write
from weft.studio.health import record_health
from weft.studio.marking import read_marks
from weft.studio.page_json import map_points
from weft.studio.project import Progress, Project, no_progress
from weft.studio.store import Store
from weft.studio.trials import LARGE, find_lost

WEFT = "weft"  # the author of changes that no person made


def open_project(
    store: Store,
    pages: Iterable[RawPage] = (),
    *,
    name: str = "pages",
    site: Site | None = None,
    limits: Limits = Limits(),
    progress: Progress = no_progress,
) -> Project:
    """The project of a store, with more pages where there are some; `site` is what somebody has learned already."""
    before = {page.id: page.digest for page in store.list_pages()}
    store.add_pages(_watched(pages, progress))
    stored = store.list_pages()
    ids = [page.id for page in stored]
    if not ids:
        raise SourceError("there is no page to work with", advice="name a folder, a .jsonl or a .warc file")
    large = [page.id for page in stored if page.size >= LARGE]
    store.lost.update(find_lost(large, store.read_page, limits))
    learned = _learn(store, ids, given=site, limits=limits, progress=progress)
    project = Project(name, store, learned, limits)
    project.refresh()
    project.describe(sorted(project.stored), progress)
    project.sort()
    map_points(project)
    record_health(project, {page.id for page in stored if before.get(page.id) != page.digest})
    return project


def _watched(pages: Iterable[RawPage], progress: Progress) -> Iterator[RawPage]:
    for count, page in enumerate(pages, start=1):
        yield page
        progress("reading", count, 0)


def _learn(store: Store, ids: list[str], *, given: Site | None, limits: Limits, progress: Progress) -> Site:
    """The site that is given, else that of the store with the pages that are new, else a new one."""
    stored = store.read(SITE)
    old = given or _stored_site(stored.value)
    clustered = {page_id for cluster in old.clusters for page_id in cluster.page_ids} if old else set()
    others = {*old.unclustered, *old.failures} if old else set()
    new = [page_id for page_id in ids if page_id not in clustered and page_id not in others]

    def tell(count: int) -> None:
        progress("learning", count, len(new))

    raw = (store.read_page(page_id) for page_id in new if page_id not in store.lost)
    if old is None:
        marks = {target.removeprefix(PAGE): read_marks(now.value) for target, now in store.read_many(PAGE).items()}
        labels = [label for page_id, own in sorted(marks.items()) for label in own.to_labels(page_id)]
        learned = learn(raw, labels, limits=limits, progress=tell)
    else:
        learned = old.update(raw, limits=limits, progress=tell) if new and given is None else old
    learned = _only(learned, set(ids))
    value = learned.to_json()
    if value != stored.value:
        what = "took over a site" if given else f"learned from {with_noun(len(new), 'page')}"
        store.write([Write(SITE, value, stored.version)], author=WEFT, what=what)
    return learned


def _stored_site(value: object) -> Site | None:
    """The site of the store; None where there is none that this weft can read."""
    try:
        return Site.from_json(value) if value else None
    except ArtifactError:
        return None


def _only(site: Site, ids: set[str]) -> Site:
    """The site with the ids that are pages of the project."""
    clusters = []
    for cluster in site.clusters:
        own = tuple(page_id for page_id in cluster.page_ids if page_id in ids)
        medoid = cluster.medoid if cluster.medoid in ids else (own[0] if own else cluster.medoid)
        clusters.append(replace(cluster, page_ids=own, medoid=medoid) if own != cluster.page_ids else cluster)
    return replace(site, clusters=tuple(clusters))
