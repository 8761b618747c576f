"""What there is to show of a site: its clusters, and how pages that are given fit them now."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from weft.document import Document
from weft.page import Page
from weft.page.url_shape import UrlShape, find_url
from weft.reports.blocks import shown_blocks
from weft.reports.site import ClusterSummary, FieldSummary, PagePoint, SiteSummary
from weft.sites.drift import measure_drift
from weft.sites.field_choices import cluster_fields
from weft.sites.finder import Cluster, host_of
from weft.sites.host_drift import HostCounts, SiteDrift
from weft.sites.similarity.sketch import sign
from weft.sites.site import Site

MAX_MEASURED = 50  # pages of a cluster; more hardly move a share
MAX_POINTS = 800  # pages on the map
MAX_OF_ONE = 25  # of them of one cluster, so that a large one leaves room for the others
MAX_VALUE = 200  # characters of a field's value

NO_URL = UrlShape.of(None).key


def summarise_site(site: Site, pages: Iterable[tuple[str, Page]] = (), *, name: str = "Site") -> SiteSummary:
    """The clusters with most pages first; of pages that are given, their places on the map and the drift."""
    order = sorted(range(len(site.clusters)), key=lambda number: -len(site.clusters[number].page_ids))
    sorting = Sorting(site)
    for page_id, page in pages:
        sorting.add(page_id, page)
    drift = sorting.drift()
    places = {number: position for position, number in enumerate(order)} | {-1: -1}
    return SiteSummary(
        name=name,
        recipe={"similarity": site.similarity, "clustering": site.clustering, "learner": site.learner},
        clusters=[_summarise(site.clusters[number], sorting, number, drift) for number in order],
        drift=drift.describe(),
        notes=site.notes,
        failures=site.failures,
        unclustered=len(site.unclustered),
        pages=[
            PagePoint(page_id=point.page_id, cluster=places[point.cluster], sketch=point.sketch)
            for point in sorting.points
        ],
        unfit=sorting.unfit,
    )


def measure_site(site: Site, pages: Iterable[tuple[str, Page]]) -> SiteDrift:
    """The drift of every cluster that some page belongs to, and of every host that has pages."""
    sorting = Sorting(site)
    for page_id, page in pages:
        sorting.add(page_id, page)
    return sorting.drift()


@dataclass(eq=False)
class Sorting:
    """Pages sorted into the clusters where they belong, whether they still fit or not.

    A page belongs to the cluster that has its id, else to the one that it fits, else to the one that has most pages
    with URLs of its shape: a new design has the old addresses, and that is how it is noticed.
    """

    site: Site
    members: dict[int, list[Page]] = field(default_factory=dict)  # by cluster, at most MAX_MEASURED
    shown: dict[int, tuple[str, Document]] = field(default_factory=dict)  # of each cluster the medoid, else any page
    points: list[PagePoint] = field(default_factory=list)
    unfit: int = 0

    def __post_init__(self) -> None:
        self._drawn: dict[int, int] = {}
        self._hosts = HostCounts(self.site.clusters)
        clusters = list(enumerate(self.site.clusters))
        self._by_id = {page_id: number for number, cluster in clusters for page_id in cluster.page_ids}
        shapes = [
            (count, -number, (cluster.host, shape))
            for number, cluster in clusters
            for shape, count in cluster.urls.items()
            if shape != NO_URL
        ]
        self._by_shape = {shape: -number for _, number, shape in sorted(shapes)}  # of one shape the largest comes last

    def add(self, page_id: str, page: Page) -> None:
        """Sort one page in."""
        match = self.site.find(page)
        self._hosts.add(page)
        self.unfit += match.cluster < 0
        number = self._by_id.get(page_id, match.cluster)
        if number < 0:
            number = self._by_shape.get((host_of(page.url), UrlShape.of(find_url(page)).key), -1)
        if number >= 0 and len(members := self.members.setdefault(number, [])) < MAX_MEASURED:
            members.append(page)
        if number >= 0 and (number not in self.shown or self.site.clusters[number].medoid == page_id):
            self.shown[number] = (page_id, self.site.extract(page))
        shown = self._shown_in(page_id, match.cluster)
        self._drawn[shown] = drawn = self._drawn.get(shown, 0) + 1
        if drawn <= MAX_OF_ONE and len(self.points) < MAX_POINTS:
            sketch = sign(np.unique(page.table.path_tags[page.tag > 0]))
            self.points.append(PagePoint(page_id=page_id, cluster=shown, sketch=sketch))

    def _shown_in(self, page_id: str, fits: int) -> int:
        """Its own cluster, as the counts have it; where a template no longer fits its page, what the page fits."""
        own = self._by_id.get(page_id, -1)
        is_judged = own >= 0 and self.site.clusters[own].template.is_learned
        return own if own >= 0 and (fits >= 0 or not is_judged) else fits

    def drift(self) -> SiteDrift:
        """What the pages say of the site."""
        clusters = self.site.clusters
        return SiteDrift(
            clusters={
                clusters[number].name: measure_drift(clusters[number].template, members)
                for number, members in sorted(self.members.items())
                if clusters[number].template.is_learned
            },
            hosts=self._hosts.drifts(),
        )


def _summarise(cluster: Cluster, sorting: Sorting, number: int, site_drift: SiteDrift) -> ClusterSummary:
    template = cluster.template
    drift = site_drift.clusters.get(cluster.name)
    shown_id, document = sorting.shown.get(number, ("", None))
    return ClusterSummary(
        name=cluster.name,
        host=cluster.host,
        pages=len(cluster.page_ids),
        medoid=cluster.medoid,
        page_type=template.page_type,
        is_learned=template.is_learned,
        confidence=template.confidence,
        sketch=cluster.sketch,
        rules=template.describe(),
        fields=_fields(cluster, document),
        has_records=bool(template.records),
        drift=drift.describe() if drift else "",
        must_relearn=drift is not None and drift.verdict == "relearn",
        shown_id=shown_id,
        blocks=shown_blocks(document) if document else (),
    )


def _fields(cluster: Cluster, document: Document | None) -> Sequence[FieldSummary]:
    """The fields, those worth most first, with the values of the page that is shown."""
    values = document.fields if document else {}
    return [
        FieldSummary(
            name=own.name,
            presence=own.presence,
            type=own.type,
            examples=own.examples,
            value=values[own.name].value[:MAX_VALUE] if own.name in values else "",
        )
        for own in cluster_fields(cluster)
    ]
