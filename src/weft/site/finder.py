"""Finds the cluster of a page: by the shape of its URL, and where that is unknown or does not fit, by its sketch."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlsplit

import numpy as np

from weft.page import Page
from weft.similarity.sketch import estimate, sign
from weft.similarity.url_shape import UrlShape
from weft.site.cluster import Cluster
from weft.site.drift import FITS

MOST_TRIED = 8  # templates that a page is compared with, the likeliest first


def host_of(url: str | None) -> str:
    """The host of a URL, empty where there is none."""
    try:
        return urlsplit(url or "").netloc.lower()
    except ValueError:  # a bracket that is never closed
        return ""


@dataclass(frozen=True, kw_only=True)
class Match:
    """The position of the cluster that a page fits best, -1 where none fits, and how well."""

    cluster: int
    score: float


@dataclass(frozen=True)
class Finder:
    """Clusters, ordered so that most pages are found at the first look."""

    clusters: Sequence[Cluster]

    def find(self, page: Page) -> Match:
        """The cluster of a page: the best of those with such URLs if it fits, else the best of the likeliest."""
        host = host_of(page.url)
        named = self._shapes.get((host, UrlShape.of(page.url).key), []) if page.url else []
        best, best_score = -1, 0.0
        for number in named:
            score = self.clusters[number].template.match(page)
            best, best_score = max((best, best_score), (number, score), key=lambda found: found[1])
        if best_score >= FITS:  # the best, not the first: an old and a new design may have the same URLs
            return Match(cluster=best, score=best_score)
        for number in self._likely(page, host, named):
            score = self.clusters[number].template.match(page)
            best, best_score = max((best, best_score), (number, score), key=lambda found: found[1])
        return Match(cluster=best if best_score >= FITS else -1, score=best_score)

    def _likely(self, page: Page, host: str, tried: Sequence[int]) -> list[int]:
        """Other clusters of the host, those whose medoid has a sketch like the page's first."""
        others = [
            number
            for number, cluster in enumerate(self.clusters)
            if number not in tried and (not host or not cluster.host or cluster.host == host)
        ]
        if len(others) > MOST_TRIED:
            sketch = sign(np.unique(page.table.path_tags[page.tag > 0]))
            others.sort(key=lambda number: -estimate(sketch, self.clusters[number].sketch))
        return others[:MOST_TRIED]

    @cached_property
    def _shapes(self) -> dict[tuple[str, str], list[int]]:
        """The clusters that have pages with URLs of a shape, those with most first."""
        shapes: dict[tuple[str, str], list[tuple[int, int]]] = {}
        for number, cluster in enumerate(self.clusters):
            for shape, count in cluster.urls.items():
                shapes.setdefault((cluster.host, shape), []).append((-count, number))
        return {shape: [number for _, number in sorted(places)] for shape, places in shapes.items()}
