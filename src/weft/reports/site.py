"""What was learned of a site, as one HTML page with its pictures inside.

Two pictures of how near clusters are: a map, where similar pages lie close together, and a dendrogram.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

import numpy as np
from numpy.typing import NDArray

from weft.errors import with_noun
from weft.reports.blocks import ShownBlock, fold_blocks
from weft.reports.look import NO_PICTURE, Picture
from weft.reports.writing import write_report

WIDTH, HEIGHT, EDGE = 760, 420, 46  # pixels of the map
GOLDEN = 137.508  # degrees: turns by the golden angle never meet
APART = 3.2  # pixels between dots that would lie on each other
MAX_LABELS = 24
LETTER, LINE = 7, 13  # pixels of a label
TREE, ROW = 420, 20  # pixels of the dendrogram: its width, and the height of a leaf

Distances = NDArray[np.float64]
Positions = NDArray[np.float64]  # x, y in each row


@dataclass(frozen=True, kw_only=True)
class Point:
    """One thing on the map: a page, or a cluster with the number of its pages."""

    name: str
    colour: str
    pages: int = 0  # 0: a page itself
    note: str = ""
    link: str = ""  # the id that it leads to in its report

    @property
    def radius(self) -> float:
        """Pixels; the area of a cluster grows with its pages."""
        return min(6 + 2 * float(np.sqrt(self.pages)), 34) if self.pages else 3.2


Placed = tuple[Point, float, float]  # with x and y in pixels


@dataclass(frozen=True, kw_only=True)
class ClusterMap:
    """Where everything is on the map: the points in the order of drawing; labels, and the anchor of each."""

    points: Sequence[Placed]
    labels: Sequence[tuple[Placed, str]]  # anchor: the text begins there ("start") or ends there ("end")
    width: int = WIDTH
    height: int = HEIGHT


@dataclass(frozen=True)
class Merge:
    """Two groups that become one at a distance; groups below the count of leaves are leaves, the others merges."""

    left: int
    right: int
    distance: float


@dataclass(frozen=True, kw_only=True)
class Dendrogram:
    """The branches as SVG paths, each with its share of tag paths in common, and the leaves on the right."""

    branches: Sequence[tuple[str, float]]
    leaves: Sequence[tuple[str, str, float]]  # name, colour, y
    height: int
    width: int = TREE


def colour_of(number: int) -> str:
    """The colour of a cluster by its number; neighbours differ most."""
    return f"hsl({(150 + number * GOLDEN) % 360:.0f} 55% 48%)"


def sketch_distances(sketches: Sequence[NDArray[np.uint64]]) -> Distances:
    """One minus the Jaccard index that two MinHash signatures estimate, for all pairs."""
    table = np.stack(sketches) if sketches else np.zeros((0, 1), np.uint64)
    return np.array([1 - (table == row).mean(axis=1) for row in table]).reshape(len(table), len(table))


def scale(distances: Distances) -> Positions:
    """Positions in the plane whose distances are as near as can be to the given ones (Torgerson 1952).

    >>> line = np.abs(np.subtract.outer([0.0, 1.0, 3.0], [0.0, 1.0, 3.0]))
    >>> positions = scale(line)
    >>> np.round(np.abs(positions[:, 0] - positions[0, 0]), 6).tolist()
    [0.0, 1.0, 3.0]
    """
    count = len(distances)
    if count < 2:
        return np.zeros((count, 2))
    centre = np.eye(count) - 1 / count
    values, vectors = np.linalg.eigh(-0.5 * centre @ distances**2 @ centre)
    top = [-1, -2]
    positions: Positions = vectors[:, top] * np.sqrt(np.maximum(values[top], 0))
    # An axis may point either way; the first position that is off the middle lies left of it or above.
    for axis in range(2):
        off = np.flatnonzero(np.abs(positions[:, axis]) > 1e-9)
        if len(off) and positions[off[0], axis] > 0:
            positions[:, axis] *= -1
    return positions


def cluster_map(points: Sequence[Point], distances: Distances) -> ClusterMap:
    """The map: clusters are circles with names, pages are dots, and dots are drawn over circles."""
    positions = lay_out(distances, [point.pages > 0 for point in points]).tolist()
    placed = [(point, x, y) for point, (x, y) in zip(points, positions, strict=True)]
    return ClusterMap(points=sorted(placed, key=lambda entry: entry[0].pages == 0), labels=list(_labels(placed)))


def lay_out(distances: Distances, is_cluster: Sequence[bool]) -> Positions:
    """Where each thing is on the canvas, in pixels; pages that would lie on each other are spread."""
    return _spread(_on_canvas(scale(distances)), is_cluster)


def _on_canvas(positions: Positions) -> Positions:
    """The positions with one scale for both axes, as large as the canvas allows, in its middle."""
    if not len(positions):
        return positions
    low, high = positions.min(axis=0), positions.max(axis=0)
    room = np.array([WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE])
    factor = np.min(room / np.maximum(high - low, 1e-9)) if (high - low).max() > 1e-9 else 0.0
    moved: Positions = (positions - (low + high) / 2) * factor + np.array([WIDTH, HEIGHT]) / 2
    return moved


def _spread(positions: Positions, is_cluster: Sequence[bool]) -> Positions:
    """The positions with dots that would lie on each other in a spiral, so that one sees how many there are."""
    spread = positions.copy()
    crowd: dict[tuple[int, int], int] = {}
    for number, (x, y) in enumerate(positions.tolist()):
        if not is_cluster[number]:
            spot = (round(x / APART), round(y / APART))
            rank = crowd[spot] = crowd.get(spot, -1) + 1
            angle = np.radians(rank * GOLDEN)
            spread[number] += APART * np.sqrt(rank) * np.array([np.cos(angle), np.sin(angle)])
    return spread


def _labels(placed: Sequence[Placed]) -> Iterator[tuple[Placed, str]]:
    """The names of the largest clusters beside their circles, each below those that it would cover."""
    named = sorted((entry for entry in placed if entry[0].pages), key=lambda entry: -entry[0].pages)[:MAX_LABELS]
    taken: list[tuple[float, float, float]] = []  # left, right, height
    for point, x, y in sorted(named, key=lambda entry: entry[2]):
        side, anchor = (1, "start") if x < WIDTH * 0.6 else (-1, "end")
        start = x + side * (point.radius + 4)
        left, right = sorted((start, start + side * LETTER * len(point.name)))
        for other_left, other_right, height in sorted(taken, key=lambda label: label[2]):
            if left < other_right and other_left < right and abs(height - y) < LINE:
                y = height + LINE
        taken.append((left, right, y))
        yield (point, start, y + 4), anchor


def average_linkage(distances: Distances) -> list[Merge]:
    """The merges of the closest groups, one after the other, until one is left (Sokal and Michener 1958).

    >>> average_linkage(np.array([[0, 0.1, 0.9], [0.1, 0, 0.7], [0.9, 0.7, 0]]))
    [Merge(left=0, right=1, distance=0.1), Merge(left=2, right=3, distance=0.8)]
    """
    count = len(distances)
    between = distances.astype(np.float64)
    np.fill_diagonal(between, np.inf)
    sizes, groups = np.ones(count), list(range(count))
    merges: list[Merge] = []
    for number in range(count - 1):
        one, other = sorted(divmod(int(np.argmin(between)), count))
        left, right = sorted((groups[one], groups[other]))
        merges.append(Merge(left, right, round(float(between[one, other]), 9)))
        joined = (sizes[one] * between[one] + sizes[other] * between[other]) / (sizes[one] + sizes[other])
        between[one], between[:, one] = joined, joined
        between[other], between[:, other], between[one, one] = np.inf, np.inf, np.inf
        sizes[one] += sizes[other]
        groups[one] = count + number
    return merges


def dendrogram(names: Sequence[str], colours: Sequence[str], distances: Distances) -> Dendrogram:
    """The tree with its leaves on the right; the further left two branches meet, the less they have in common."""
    merges = average_linkage(distances)
    count = len(names)
    x, y = np.zeros(count + len(merges)), np.zeros(count + len(merges))
    for rank, leaf in enumerate(_leaf_order(count, merges)):
        x[leaf], y[leaf] = TREE, ROW * (rank + 0.5)
    branches = []
    for group, merge in enumerate(merges, start=count):
        x[group] = TREE * (1 - min(merge.distance, 1.0))
        upper, lower = sorted((merge.left, merge.right), key=lambda part: y[part])
        y[group] = (y[upper] + y[lower]) / 2
        path = f"M{x[upper]:.1f} {y[upper]:.1f}H{x[group]:.1f}V{y[lower]:.1f}H{x[lower]:.1f}"
        branches.append((path, 1 - merge.distance))
    leaves = list(zip(names, colours, y[:count].tolist(), strict=True))
    return Dendrogram(branches=branches, leaves=leaves, height=ROW * count)


def _leaf_order(count: int, merges: Sequence[Merge]) -> list[int]:
    """The leaves so that no branches cross."""
    order, waiting = [], [count + len(merges) - 1] if count else []
    while waiting:
        group = waiting.pop()
        if group < count:
            order.append(group)
        else:
            merge = merges[group - count]
            waiting += [merge.right, merge.left]
    return order


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
