"""What was learned of a site, as one HTML page with its pictures inside."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

import numpy as np
from numpy.typing import NDArray

from weft.nouns import with_noun
from weft.reports.blocks import ShownBlock, fold_blocks
from weft.reports.cluster_map import ClusterMap, Point, cluster_map, colour_of, dendrogram, sketch_distances
from weft.reports.look import NO_PICTURE, Picture
from weft.reports.writing import write_report

MAX_CLUSTERS = 60  # in the pictures, the largest first
MAX_RULES = 60  # of a cluster
MAX_BLOCKS = 300  # of the page that a cluster shows
MAX_EXAMPLES = 3  # of a field
MAX_NAMED = 60  # pages of a cluster, failures


@dataclass(frozen=True, kw_only=True)
class FieldSummary:
    """A field of a template: its type, on how many pages it is, some values, and that on the page that is shown."""

    name: str
    presence: float
    type: str = "text"
    examples: Sequence[str] = ()
    value: str = ""

    def shown(self) -> list[str]:
        """The values that the report shows, each once: first that of the page that is shown."""
        return list(dict.fromkeys(value for value in (self.value, *self.examples) if value))[:MAX_EXAMPLES]


@dataclass(frozen=True, kw_only=True)
class ClusterSummary:
    """What the report shows of a cluster."""

    name: str
    host: str
    pages: int
    medoid: str
    page_type: str
    is_learned: bool
    confidence: float
    sketch: NDArray[np.uint64]
    rules: Sequence[str] = ()
    fields: Sequence[FieldSummary] = ()
    has_records: bool = False
    drift: str = ""  # in words; empty where no pages were given
    must_relearn: bool = False
    shown_id: str = ""  # the medoid, or another page where that was not given
    blocks: Sequence[ShownBlock] = ()  # of that page
    picture: Picture = NO_PICTURE  # of that page, where it was drawn

    def runs(self) -> list[tuple[bool, list[ShownBlock]]]:
        """The blocks that are shown, in runs, each with whether it is folded."""
        return fold_blocks(self.blocks[:MAX_BLOCKS])


@dataclass(frozen=True, kw_only=True)
class PagePoint:
    """A page on the map."""

    page_id: str
    cluster: int  # -1: it fits none
    sketch: NDArray[np.uint64]


@dataclass(frozen=True, kw_only=True)
class SiteSummary:
    """What the report shows of a site; the clusters with most pages first."""

    name: str
    recipe: Mapping[str, str]
    clusters: Sequence[ClusterSummary]
    notes: Sequence[str] = ()
    failures: Mapping[str, str] = field(default_factory=dict)
    unclustered: int = 0
    pages: Sequence[PagePoint] = ()
    unfit: int = 0  # pages that were given and fit no cluster
    drift: Sequence[str] = ()  # what has changed, in words


def site_page(summary: SiteSummary) -> str:
    """The HTML page of a site, in which cluster, template, field and page lead to each other; nothing is loaded."""
    shown = summary.clusters[:MAX_CLUSTERS]
    hosts = {cluster.host for cluster in shown}
    names = [f"{cluster.name} ({cluster.pages}) {cluster.host if len(hosts) > 1 else ''}" for cluster in shown]
    colours = [colour_of(number) for number in range(len(summary.clusters))]
    clusters = list(enumerate(summary.clusters))
    anchors = [
        {own.name: f"f{number}-{place}" for place, own in enumerate(cluster.fields)} for number, cluster in clusters
    ]
    return write_report(
        "site.html",
        site=summary,
        colours=colours,
        anchors=anchors,
        fields=[(number, own, anchors[number][own.name]) for number, cluster in clusters for own in cluster.fields],
        map=_map(shown, summary.pages),
        tree=dendrogram(names, colours[: len(shown)], sketch_distances([cluster.sketch for cluster in shown])),
        max_rules=MAX_RULES,
        max_blocks=MAX_BLOCKS,
        pages_of=_pages_of(summary),
        max_named=MAX_NAMED,
        short=_short_names([page.page_id for page in summary.pages]),
        failures=list(summary.failures.values())[:MAX_NAMED],
    )


def _short_names(names: Sequence[str]) -> list[str]:
    """The names without the folder that all of them share.

    >>> _short_names(["saved/news/a.html", "saved/b.html"]), _short_names(["saved/a.html"])
    (['news/a.html', 'b.html'], ['saved/a.html'])
    """
    folders = [name.split("/")[:-1] for name in (min(names), max(names))] if len(names) > 1 else [[], []]
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(*folders, strict=False)))
    return ["/".join(name.split("/")[shared:]) for name in names]


def _pages_of(summary: SiteSummary) -> dict[int, list[int]]:
    """The pages of each cluster, by their places in the list of pages."""
    pages: dict[int, list[int]] = {}
    for place, page in enumerate(summary.pages):
        pages.setdefault(page.cluster, []).append(place)
    return pages


def _map(clusters: Sequence[ClusterSummary], pages: Sequence[PagePoint]) -> ClusterMap:
    shown = [page for page in pages if page.cluster < len(clusters)]
    points = [
        Point(
            name=cluster.name,
            colour=colour_of(number),
            pages=max(cluster.pages, 1),
            note=f"{with_noun(cluster.pages, 'page')}, {cluster.page_type}",
            link=f"c{number}",
        )
        for number, cluster in enumerate(clusters)
    ]
    points += [
        Point(
            name=page.page_id,
            colour=colour_of(page.cluster),
            note=clusters[page.cluster].name,
            link=f"c{page.cluster}",
        )
        if page.cluster >= 0
        else Point(name=page.page_id, colour="gray", note="fits no cluster")
        for page in shown
    ]
    sketches = [cluster.sketch for cluster in clusters] + [page.sketch for page in shown]
    return cluster_map(points, sketch_distances(sketches))
