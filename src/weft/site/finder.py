"""Finds the cluster of a page: by the shape of its URL, and where that is unknown or does not fit, by its sketch."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from weft.page import Page
from weft.similarity.sketch import estimate, sign
from weft.similarity.url_shape import UrlShape, find_url
from weft.site.cluster import Cluster
from weft.site.drift import FITS

MAX_TRIED = 8  # templates that a page is compared with, the likeliest first


def host_of(url: str | None) -> str:
    """The host of a URL, empty where there is none."""
    try:
        return urlsplit(url or "").netloc.lower().removeprefix("www.")
    except ValueError:  # a bracket that is never closed
        return ""


@dataclass(frozen=True, eq=False, kw_only=True)
class Match:
    """The position of the cluster that a page fits best, -1 where none fits; how well, and the slots of its rows."""

    cluster: int = -1
    score: float = 0.0
    slots: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))


@dataclass(frozen=True)
class Finder:
    """Clusters, ordered so that most pages are found at the first look."""

    clusters: Sequence[Cluster]

    def find(self, page: Page, *, learned: bool = False) -> Match:
        """The cluster of a page: the best of those with such URLs if it fits, else the best of the likeliest.

        `learned` leaves out clusters that are too small to have rules.
        """
        url = find_url(page)
        host = host_of(page.url)
        named = self._shapes.get((host, UrlShape.of(url).key), []) if url else []
        named = [number for number in named if not learned or self.clusters[number].template.is_learned][:MAX_TRIED]
        best = Match()
        for number in named:
            best = self._better(best, number, page)
        if best.score >= FITS:  # the best, not the first: an old and a new design may have the same URLs
            return best
        others = [
            number
            for number in self._of_host(host)
            if number not in named and (not learned or self.clusters[number].template.is_learned)
        ]
        for number in self._likeliest(page, others):
            best = self._better(best, number, page)
        return best if best.score >= FITS else Match(score=best.score)

    def _better(self, best: Match, number: int, page: Page) -> Match:
        slots, fit = self.clusters[number].template.read(page)
        return Match(cluster=number, score=fit.score, slots=slots) if fit.score > best.score else best

    def _likeliest(self, page: Page, clusters: list[int]) -> list[int]:
        """Of many clusters those whose medoid has a sketch like the page's."""
        if len(clusters) <= MAX_TRIED:
            return clusters
        sketch = sign(np.unique(page.table.path_tags[page.tag > 0]))
        return sorted(clusters, key=lambda number: -estimate(sketch, self.clusters[number].sketch))[:MAX_TRIED]

    def _of_host(self, host: str) -> Sequence[int]:
        """The clusters that a page of a host may be of, in order: its own and those of no host; all, if it has none."""
        if not host:
            return range(len(self.clusters))
        return sorted([*self._hosts.get(host, ()), *self._hosts.get("", ())])

    @cached_property
    def _hosts(self) -> dict[str, list[int]]:
        """The clusters of each host: a crawl has many."""
        hosts: dict[str, list[int]] = {}
        for number, cluster in enumerate(self.clusters):
            hosts.setdefault(cluster.host, []).append(number)
        return hosts

    @cached_property
    def _shapes(self) -> dict[tuple[str, str], list[int]]:
        """The clusters that have pages with URLs of a shape, those with most first."""
        shapes: dict[tuple[str, str], list[tuple[int, int]]] = {}
        for number, cluster in enumerate(self.clusters):
            for shape, count in cluster.urls.items():
                shapes.setdefault((cluster.host, shape), []).append((-count, number))
        return {shape: [number for _, number in sorted(places)] for shape, places in shapes.items()}
