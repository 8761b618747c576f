"""Whether the pages of a host still are what was learned of it, whatever their addresses and elements are now.

A design may change together with the addresses. Then no page belongs to an old cluster any more, neither by its URL nor
by its paths, and the drift of each cluster alone says nothing. What shows it is the share of the host's pages that have
a place in some template: it was known when the site was learned, and it falls.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from weft.errors import with_noun
from weft.page import Page
from weft.sites.drift import KEEP, RELEARN, Drift
from weft.sites.finder import Cluster, Finder, host_of
from weft.sites.learning import fits
from weft.sites.lost_fields import MANY, SELDOM, chance_of

MIN_ODD = 3  # pages without a template: one or two are of a kind that is new, and no new design


@dataclass(frozen=True, kw_only=True)
class HostDrift:
    """How many pages of a host have a template now, beside how many had one when the site was learned."""

    host: str
    pages: int
    placed: int  # that fit a template, and have the body that it speaks of
    learned: tuple[int, int]  # pages with a template, and all, when the site was learned

    @property
    def expected(self) -> float:
        """The share of pages with a template when the site was learned."""
        return self.learned[0] / self.learned[1] if self.learned[1] else 0.0

    @property
    def chance(self) -> float:
        """How probable so few pages with a template are where nothing has changed."""
        return chance_of(self.placed, self.pages, before=self.learned)

    @property
    def verdict(self) -> str:
        """`keep` or `relearn`: many fewer pages have a template than had one, and chance does not explain it."""
        fell = self.expected - self.placed / max(self.pages, 1)
        is_enough = self.pages - self.placed >= MIN_ODD
        return RELEARN if is_enough and fell > MANY and self.chance < SELDOM else KEEP

    def describe(self) -> str:
        """For people, in one line."""
        return (
            f"{self.host or 'pages without a host'}: {self.placed} of {with_noun(self.pages, 'page')} "
            f"have a template, {self.expected:.0%} had one when the site was learned"
        )

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {
            "pages": self.pages,
            "placed": self.placed,
            "expected": round(self.expected, 4),
            "chance": round(self.chance, 6),
            "verdict": self.verdict,
        }


@dataclass(frozen=True, kw_only=True)
class SiteDrift:
    """What pages say of a site: of each template that some belong to, and of each host."""

    clusters: Mapping[str, Drift] = field(default_factory=dict)  # by name
    hosts: Mapping[str, HostDrift] = field(default_factory=dict)

    @property
    def verdict(self) -> str:
        """`relearn` where a template or a host asks for it."""
        all_drifts: list[Drift | HostDrift] = [*self.clusters.values(), *self.hosts.values()]
        return RELEARN if any(drift.verdict == RELEARN for drift in all_drifts) else KEEP

    def describe(self) -> list[str]:
        """For people, a line for each template and host that asks for relearning."""
        lines = [f"{name}: {drift.describe()}" for name, drift in self.clusters.items() if drift.verdict == RELEARN]
        return lines + [drift.describe() for drift in self.hosts.values() if drift.verdict == RELEARN]

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {
            "verdict": self.verdict,
            "drift": {name: {**asdict(drift), "verdict": drift.verdict} for name, drift in self.clusters.items()},
            "hosts": {host: drift.to_dict() for host, drift in self.hosts.items()},
        }


class HostCounts:
    """Counts, page by page, what a `HostDrift` says."""

    def __init__(self, clusters: Iterable[Cluster]) -> None:
        self._finder = Finder(tuple(clusters))
        self._pages: dict[str, int] = {}
        self._placed: dict[str, int] = {}

    def add(self, page: Page) -> None:
        """Count a page of its host."""
        host = host_of(page.url)
        match = self._finder.find(page, learned=True)
        self._pages[host] = self._pages.get(host, 0) + 1
        self._placed[host] = self._placed.get(host, 0) + (
            match.cluster >= 0 and fits(self._finder.clusters[match.cluster], page, match)
        )

    def drifts(self) -> dict[str, HostDrift]:
        """By host; a host that nothing was learned of is compared with all that was learned: it may have moved."""
        return {
            host: HostDrift(host=host, pages=pages, placed=self._placed[host], learned=self._learned(host))
            for host, pages in sorted(self._pages.items())
        }

    def _learned(self, host: str) -> tuple[int, int]:
        own = [cluster for cluster in self._finder.clusters if cluster.host == host] if host else []
        return _count(own or self._finder.clusters)


def _count(clusters: Iterable[Cluster]) -> tuple[int, int]:
    """Pages of clusters with a template, and of all."""
    sizes = [(len(cluster.page_ids), cluster.template.is_learned) for cluster in clusters]
    return sum(size for size, is_learned in sizes if is_learned), sum(size for size, _ in sizes)
