"""Clusters, and which of them a page is of: by the shape of its URL, and where that does not fit, by its sketch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from urllib.parse import urlsplit

import numpy as np

from weft.addresses import without_user
from weft.deadline import check_deadline, kernel_call, time_limit
from weft.errors import with_noun
from weft.extractors import EXTRACTORS
from weft.extractors.block_classifier import NAME, default_model
from weft.extractors.completion import is_shipped, keep_decision
from weft.kernel.sites import Fitting, Templates
from weft.page import Limits, Page
from weft.page.limits import kernel_limits
from weft.page.url_shape import UrlShape, find_url
from weft.sites.similarity.sketch import SIZE, Signature, estimate, sign
from weft.sites.templates import Template

FITS = 0.6
"""The least fit of a page to a template that is applied to it."""

MAX_TRIED = 8  # templates that a page is compared with, the likeliest first
MAX_WORDS = 1 << 62  # a person may have written any number into a guard


def host_of(url: str | None) -> str:
    """The host of a URL, empty where there is none."""
    try:
        return urlsplit(url or "").netloc.lower().removeprefix("www.")
    except ValueError:  # a bracket that is never closed
        return ""


@dataclass(frozen=True, eq=False)
class Finder:
    """Clusters, ordered so that most pages are found at the first look: one call of the kernel for most pages."""

    clusters: Sequence[Cluster]
    is_guarded: bool = False  # whether templates are held against the default extractor

    def read(self, data: bytes | str, *, url: str | None, encoding: str | None, limits: Limits) -> tuple[Page, Fitting]:
        """The page, as `parse` reads it, and what `find` says of it; its table remembers the text of what is kept.

        A page of which no address is known must be read before anybody can say what to try. Where templates were tried
        and none chooses, the page remembers what the kernel told of it alone, in the same call.
        """
        url = url and without_user(url)
        named, others = self._tried(url, url) if url else ((), ())
        few = others if len(others) <= MAX_TRIED else ()
        judge = default_model().kernel if self.is_guarded and is_shipped(EXTRACTORS[NAME]) else None
        with time_limit(limits.seconds), kernel_call(url or ""):
            table, fitting, told = self._kernel.read(
                data, kernel_limits(limits), [named, few], judge=judge, charset=encoding, url=url
            )
        page = Page(table, url, seconds=limits.seconds)
        if told:
            keep_decision(page, told)
        if fitting.cluster < 0 and (not url or len(others) > MAX_TRIED):
            with time_limit(page.seconds):
                return page, self.find(page)
        return page, fitting

    def find(self, page: Page, *, learned: bool = False) -> Fitting:
        """The cluster of a page, and the page as it reads it: the best of those with such URLs if it fits, else the
        best of the likeliest.

        The best, not the first: an old and a new design may have the same URLs. `learned` leaves out clusters that are
        too small to have rules.
        """
        named, others = self._tried(find_url(page), page.url, learned=learned)
        fitting = self._choose(page, [named, others if len(others) <= MAX_TRIED else ()])
        if fitting.cluster < 0 and len(others) > MAX_TRIED:
            fitting = self._choose(page, [named, self._likeliest(page, others)])
        return fitting

    def _choose(self, page: Page, tried: Sequence[Sequence[int]]) -> Fitting:
        with kernel_call() as seconds:
            return self._kernel.choose(page.table, tried, seconds=seconds)

    def _tried(self, url: str, given: str | None, *, learned: bool = False) -> tuple[Sequence[int], Sequence[int]]:
        """The clusters that a page may be of: those with such URLs, and the others of the host of the address given."""
        host = host_of(given)
        named: Sequence[int] = self._shapes.get((host, UrlShape.of(url).key), ()) if url else ()
        others = self._of_host(host)
        if learned:
            named, others = (
                [one for one in some if self.clusters[one].template.is_learned] for some in (named, others)
            )
        named = named[:MAX_TRIED]
        return named, [number for number in others if number not in named] if named else others

    @cached_property
    def _learned(self) -> frozenset[int]:
        """The clusters that are large enough for rules."""
        return frozenset(number for number, one in enumerate(self.clusters) if one.template.is_learned)

    @cached_property
    def _kernel(self) -> Templates:
        return Templates([(one.template.kernel, self._guard(one.template)) for one in self.clusters], FITS)

    def _guard(self, template: Template) -> tuple[bool, tuple[int, int], float]:
        """Whether a template is doubted; the least and the most words, and the fit, that need no second look."""
        guard, words, fit = template.guard, (0, MAX_WORDS), 0.0
        if self.is_guarded and guard.trust < 1:
            least, most = (max(-1, min(count, MAX_WORDS)) for count in guard.words)
            words, fit = (least, most), guard.fit
        return not template.is_learned or (self.is_guarded and not guard.holds), words, fit

    def __getstate__(self) -> dict[str, Any]:
        return {"clusters": self.clusters, "is_guarded": self.is_guarded}

    def _likeliest(self, page: Page, clusters: Sequence[int]) -> list[int]:
        """Of many clusters those whose medoid has a sketch like the page's."""
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
        for number, cluster in check_deadline(enumerate(self.clusters)):
            hosts.setdefault(cluster.host, []).append(number)
        return hosts

    @cached_property
    def _shapes(self) -> dict[tuple[str, str], list[int]]:
        """The clusters that have pages with URLs of a shape, those with most first."""
        shapes: dict[tuple[str, str], list[tuple[int, int]]] = {}
        for number, cluster in check_deadline(enumerate(self.clusters)):
            for shape, count in check_deadline(cluster.urls.items()):
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
