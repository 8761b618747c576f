"""Clusters, and which of them a page is of: by the shape of its URL, and where that does not fit, by its sketch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from weft.deadline import in_time
from weft.nouns import with_noun
from weft.page import Page
from weft.similarity.sketch import SIZE, Signature, estimate, sign
from weft.similarity.url_shape import UrlShape, find_url
from weft.templates import Template
from weft.templates.template import Reading

FITS = 0.6
"""The least fit of a page to a template that is applied to it."""

MAX_TRIED = 8  # templates that a page is compared with, the likeliest first


def host_of(url: str | None) -> str:
    """The host of a URL, empty where there is none."""
    try:
        return urlsplit(url or "").netloc.lower().removeprefix("www.")
    except ValueError:  # a bracket that is never closed
        return ""


@dataclass(frozen=True, eq=False, kw_only=True)
class Match:
    """The position of the cluster that a page fits best, -1 where none fits; how well, and what was read by it."""

    cluster: int = -1
    score: float = 0.0
    reading: Reading | None = None  # none where no cluster fits
    keep: NDArray[np.int64] | None = None  # the blocks of the body, where the kernel has told them


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
        for number in in_time(named):
            best = self._better(best, number, page)
        if best.score >= FITS:  # the best, not the first: an old and a new design may have the same URLs
            return best
        others = [
            number
            for number in self._of_host(host)
            if number not in named and (not learned or self.clusters[number].template.is_learned)
        ]
        for number in in_time(self._likeliest(page, others)):
            best = self._better(best, number, page)
        return best if best.score >= FITS else Match(score=best.score)

    def tried_on(self, page: Page) -> Sequence[int]:
        """The clusters that are tried first on a page, in order."""
        return self.tried(find_url(page), page.url)

    def tried(self, url: str, given: str | None) -> Sequence[int]:
        """The same by the address of a page, and the one that it was given, which has its host.

        Those with such URLs, else all that it may be of; where these are many, none, for its sketch must tell.
        """
        host = host_of(given)
        if url and (named := self._shapes.get((host, UrlShape.of(url).key))):
            return named[:MAX_TRIED]
        others = self._of_host(host)
        return others if len(others) <= MAX_TRIED else ()

    def _better(self, best: Match, number: int, page: Page) -> Match:
        reading = self.clusters[number].template.read(page)
        score = reading.fit.score
        return Match(cluster=number, score=score, reading=reading) if score > best.score else best

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
        for number, cluster in in_time(enumerate(self.clusters)):
            hosts.setdefault(cluster.host, []).append(number)
        return hosts

    @cached_property
    def _shapes(self) -> dict[tuple[str, str], list[int]]:
        """The clusters that have pages with URLs of a shape, those with most first."""
        shapes: dict[tuple[str, str], list[tuple[int, int]]] = {}
        for number, cluster in in_time(enumerate(self.clusters)):
            for shape, count in in_time(cluster.urls.items()):
                shapes.setdefault((cluster.host, shape), []).append((-count, number))
        return {shape: [number for _, number in sorted(places)] for shape, places in shapes.items()}


DIGITS = 16  # of a value of a signature, as it is saved


@dataclass(frozen=True, eq=False, kw_only=True)
class Cluster:
    """Pages with one template: their ids, in the order they came, the most typical of them, and how to find more."""

    template: Template
    page_ids: tuple[str, ...]
    medoid: str  # an id
    host: str = ""
    urls: Mapping[str, int] = field(default_factory=dict)  # shapes of URLs, and on how many pages
    sketch: Signature = field(default_factory=lambda: np.zeros(SIZE, np.uint64))  # of the medoid's tag paths

    @property
    def name(self) -> str:
        """The template's name."""
        return self.template.name

    def __repr__(self) -> str:
        return f"<Cluster {self.name}: {with_noun(len(self.page_ids), 'page')}, {self.template.page_type}>"

    def to_json(self) -> dict[str, Any]:
        """Itself as JSON values."""
        return {
            "name": self.name,
            "host": self.host,
            "medoid": self.medoid,
            "page_ids": list(self.page_ids),
            "urls": dict(self.urls),
            "sketch": "".join(f"{value:0{DIGITS}x}" for value in self.sketch.tolist()),
            "template": self.template.to_json(),
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Cluster:
        """What `to_json` wrote; raises KeyError, TypeError, ValueError or AttributeError where that is broken."""
        sketch = str(data["sketch"])
        values = [int(sketch[start : start + DIGITS], 16) for start in range(0, len(sketch), DIGITS)]
        if len(values) != SIZE:
            raise ValueError(f"a sketch has {SIZE} values, not {len(values)}")
        return Cluster(
            template=Template.from_json(data["template"]),
            page_ids=tuple(map(str, data["page_ids"])),
            medoid=str(data["medoid"]),
            host=str(data["host"]),
            urls={str(shape): int(count) for shape, count in data["urls"].items()},
            sketch=np.array(values, np.uint64),
        )
