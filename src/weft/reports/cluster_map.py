"""A map of clusters: pages with similar tag paths lie close together (classical multidimensional scaling)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
from numpy.typing import NDArray

WIDTH, HEIGHT, EDGE = 760, 420, 46
GOLDEN = 137.508  # degrees: turns by the golden angle never meet
APART = 3.2  # pixels between dots that would lie on each other
MOST_LABELS = 24
LETTER, LINE = 7, 13  # pixels of a label

Distances = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Point:
    """One thing on the map: a page, or a cluster with the number of its pages."""

    name: str
    colour: str
    pages: int = 0  # 0: a page itself
    note: str = ""


def colour_of(number: int) -> str:
    """The colour of a cluster by its number; neighbours differ most."""
    return f"hsl({(150 + number * GOLDEN) % 360:.0f} 55% 48%)"


def sketch_distances(sketches: Sequence[NDArray[np.uint64]]) -> Distances:
    """One minus the Jaccard index that two MinHash signatures estimate, for all pairs."""
    table = np.stack(sketches) if sketches else np.zeros((0, 1), np.uint64)
    return np.array([1 - (table == row).mean(axis=1) for row in table]).reshape(len(table), len(table))


def scale(distances: Distances) -> NDArray[np.float64]:
    """Places in the plane whose distances are as near as can be to the given ones (Torgerson 1952).

    >>> line = np.abs(np.subtract.outer([0.0, 1.0, 3.0], [0.0, 1.0, 3.0]))
    >>> places = scale(line)
    >>> np.round(np.abs(places[:, 0] - places[0, 0]), 6).tolist()
    [0.0, 1.0, 3.0]
    """
    count = len(distances)
    if count < 2:
        return np.zeros((count, 2))
    centre = np.eye(count) - 1 / count
    values, vectors = np.linalg.eigh(-0.5 * centre @ distances**2 @ centre)
    top = [-1, -2]
    places: NDArray[np.float64] = vectors[:, top] * np.sqrt(np.maximum(values[top], 0))
    # An axis may point either way; the first place that is off the middle lies left of it or above.
    for axis in range(2):
        off = np.flatnonzero(np.abs(places[:, axis]) > 1e-9)
        if len(off) and places[off[0], axis] > 0:
            places[:, axis] *= -1
    return places


def cluster_map(points: Sequence[Point], distances: Distances) -> str:
    """The map as SVG; clusters are circles with names, pages are dots; pointing at one names it."""
    places = lay_out(distances, [point.pages > 0 for point in points])
    order = sorted(range(len(points)), key=lambda number: points[number].pages == 0)  # dots over circles
    shapes = "".join(_shape(points[number], *places[number].tolist()) for number in order)
    labels = "".join(_labels([(point, *place) for point, place in zip(points, places.tolist(), strict=True)]))
    head = f'<svg class="map" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="map of clusters">'
    return f"{head}{shapes}{labels}</svg>"


def lay_out(distances: Distances, is_cluster: Sequence[bool]) -> NDArray[np.float64]:
    """Where each thing is on the canvas, in pixels; pages that would lie on each other are spread."""
    return _spread(_on_canvas(scale(distances)), is_cluster)


def _on_canvas(places: NDArray[np.float64]) -> NDArray[np.float64]:
    """The places with one scale for both axes, as large as the canvas allows, in its middle."""
    if not len(places):
        return places
    low, high = places.min(axis=0), places.max(axis=0)
    room = np.array([WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE])
    factor = np.min(room / np.maximum(high - low, 1e-9)) if (high - low).max() > 1e-9 else 0.0
    moved: NDArray[np.float64] = (places - (low + high) / 2) * factor + np.array([WIDTH, HEIGHT]) / 2
    return moved


def _spread(places: NDArray[np.float64], is_cluster: Sequence[bool]) -> NDArray[np.float64]:
    """The places with dots that would lie on each other in a spiral, so that one sees how many there are."""
    spread = places.copy()
    crowd: dict[tuple[int, int], int] = {}
    for number, (x, y) in enumerate(places.tolist()):
        if not is_cluster[number]:
            spot = (round(x / APART), round(y / APART))
            rank = crowd[spot] = crowd.get(spot, -1) + 1
            angle = np.radians(rank * GOLDEN)
            spread[number] += APART * np.sqrt(rank) * np.array([np.cos(angle), np.sin(angle)])
    return spread


def _radius(point: Point) -> float:
    return min(6 + 2 * float(np.sqrt(point.pages)), 34) if point.pages else 3.2


def _shape(point: Point, x: float, y: float) -> str:
    kind = "cluster" if point.pages else "page"
    title = escape(f"{point.name}\n{point.note}".strip())
    return (
        f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="{_radius(point):.1f}" fill="{point.colour}">'
        f"<title>{title}</title></circle>"
    )


def _labels(placed: Sequence[tuple[Point, float, float]]) -> Iterator[str]:
    """The names of the largest clusters beside their circles, each below those that it would cover."""
    named = sorted((entry for entry in placed if entry[0].pages), key=lambda entry: -entry[0].pages)[:MOST_LABELS]
    taken: list[tuple[float, float, float]] = []  # left, right, height
    for point, x, y in sorted(named, key=lambda entry: entry[2]):
        side, anchor = (1, "start") if x < WIDTH * 0.6 else (-1, "end")
        start = x + side * (_radius(point) + 4)
        left, right = sorted((start, start + side * LETTER * len(point.name)))
        for other_left, other_right, height in sorted(taken, key=lambda label: label[2]):
            if left < other_right and other_left < right and abs(height - y) < LINE:
                y = height + LINE
        taken.append((left, right, y))
        yield (
            f'<text x="{start:.1f}" y="{y + 4:.1f}" text-anchor="{anchor}" style="fill: {point.colour}">'
            f"{escape(point.name)}</text>"
        )
