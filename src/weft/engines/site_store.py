"""Learned sites by host, in a folder or a database; as a sink it takes what `LearnJob` writes."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import weft.sites
from weft.addresses import without_user
from weft.auto import DEFAULT
from weft.content import Reason
from weft.document import Document, no_choice
from weft.engines.site_shelf import LEARNED, Fact, Shelf, open_shelf
from weft.errors import ArtifactError
from weft.io.sinks import State
from weft.page import Limits, Page, parse
from weft.sites.finder import host_of

if TYPE_CHECKING:
    from weft.sites import Site
    from weft.sites.host_drift import HostDrift

MAX_SITES = 128  # that are held ready: pages of a crawl come in any order


@dataclass(frozen=True, kw_only=True)
class HostRun:
    """What chose the pages of a host in a run."""

    run: str  # when it began
    template: int = 0
    single_page: int = 0  # a template fits, and the page alone is believed more
    fallback: int = 0  # no template fits, or it finds no body
    failed: int = 0

    @staticmethod
    def of(run: str, values: Mapping[str, Any]) -> HostRun:
        """The counts of a fact; what is no count is none."""
        return HostRun(run=run, **_numbers(values, ("template", "single_page", "fallback", "failed")))

    @property
    def placed(self) -> int:
        """Pages that have a template, whether it was believed or not."""
        return self.template + self.single_page

    @property
    def pages(self) -> int:
        """Pages that gave a document."""
        return self.placed + self.fallback


@dataclass(frozen=True, kw_only=True)
class HostEntry:
    """What a store has of a host."""

    host: str
    pages: int = 0  # that the crawl had when the host was learned
    sampled: int = 0  # of them it was learned from
    placed: int = 0  # of these have a template
    clusters: int = 0
    failure: str = ""  # why there is no site that can be used
    runs: tuple[HostRun, ...] = ()  # the earliest first

    @property
    def drift(self) -> HostDrift:
        """The last run beside those before it; beside what was learned, where there was none."""
        from weft.sites.host_drift import HostDrift  # it brings all that learns, which no worker needs to start

        *earlier, last = self.runs or (HostRun(run=""),)
        before = (sum(run.placed for run in earlier), sum(run.pages for run in earlier))
        learned = before if before[1] else (self.placed, self.sampled)
        return HostDrift(host=self.host, pages=last.pages if self.clusters else 0, placed=last.placed, learned=learned)


class SiteStore:
    """Sites by host, each learned once. A site that a person edited or put there is one like any other."""

    def __init__(self, address: str) -> None:
        self.place = address
        # The lock of a run that fills it lies beside it.
        self.path: Path = Path("weft-sites" if "://" in address else address)
        self.shelf: Shelf = open_shelf(address)
        self.find: Callable[[str], Site | None] = lru_cache(maxsize=MAX_SITES)(self._find)
        self.counts: Counter[str] = Counter()  # of hosts: `learned`, `few`, `failed`, `kept`, `broken`
        self.broken: dict[str, str] = {}  # hosts whose site cannot be used, and why

    def _find(self, host: str) -> Site | None:
        """The site of a host; none where nothing was learned of it."""
        text = self.shelf.read(host) if host else ""
        return (
            weft.sites.Site.from_json(_load(text, self.shelf.name_of(host)), name=self.shelf.name_of(host))
            if text
            else None
        )

    @property
    def fallback(self) -> str:
        """The extractor for pages that fit no template of their host."""
        return DEFAULT

    def choose(self, page: Page) -> Document:
        """The choice of the site of the page's host; where there is none that can be used, nothing."""
        site = self._site_of(page.url)
        return no_choice(page, site) if isinstance(site, Reason) else site.choose(page)

    def read(
        self, data: bytes | str, *, url: str | None, encoding: str | None, limits: Limits
    ) -> tuple[Page, Document]:
        """The page, and what `choose` says of it."""
        site = self._site_of(url and without_user(url))
        if not isinstance(site, Reason):
            return site.read(data, url=url, encoding=encoding, limits=limits)
        page = parse(data, url=url, encoding=encoding, limits=limits)
        return page, no_choice(page, site)

    def _site_of(self, url: str | None) -> Site | Reason:
        """The site of an address; where there is none that can be used, why."""
        try:
            site = self.find(host_of(url))
        except ArtifactError as error:  # of one host: its pages are as if nothing was learned of it
            return Reason("no_site", str(error))
        return Reason("no_site", "nothing was learned of this host") if site is None else site

    def wants(self, host: str, sampled: int, *, source: str = "", again: bool = False) -> bool:
        """Whether a host is to be learned from so many pages.

        It is where it has no site and was not tried before: with `again` also where that failed. With the name of a
        source it is as well where it has a site, and that does not have the pages of this source yet.
        """
        facts = self._learned.get(host, {})
        if text := self.shelf.read(host):
            try:
                weft.sites.Site.from_json(_load(text, self.shelf.name_of(host)), name=self.shelf.name_of(host))
            except ArtifactError as error:
                self.broken[host] = str(error)
                self.counts["broken"] += 1
                return False
            is_wanted = bool(source) and facts.get("source") != source
        else:
            is_wanted = again if facts.get("failure") else _numbers(facts, ("sampled",)).get("sampled", 0) < sampled
        self.counts["kept"] += not is_wanted
        return is_wanted

    @cached_property
    def _learned(self) -> dict[str, Mapping[str, Any]]:
        """How hosts were learned."""
        return {fact.host: fact.values for fact in self.shelf.facts() if fact.run == LEARNED}

    def entries(self) -> Iterator[HostEntry]:
        """Every host, by name; one that has a site and no facts was put there by a person."""
        learned = dict(self._learned)
        runs: dict[str, dict[str, HostRun]] = {}
        for host, run, values in self.shelf.facts():
            if run != LEARNED:
                runs.setdefault(host, {})[run] = HostRun.of(run, values)
        for host, text in self.shelf.sites():
            learned[host] = {**learned.get(host, {}), **_facts_of(text, self.shelf.name_of(host))}
        for host in sorted(learned):
            counts = _numbers(learned[host], ("pages", "sampled", "placed", "clusters"))
            history = tuple(entry for _, entry in sorted(runs.get(host, {}).items()))
            yield HostEntry(host=host, failure=str(learned[host].get("failure", "")), runs=history, **counts)

    def add_run(self, run: str, counts: Mapping[str, Mapping[str, int]]) -> None:
        """Remember what chose the pages of hosts in a run, whose name is the time when it began."""
        self.shelf.put({}, [Fact(host, run, dict(values)) for host, values in sorted(counts.items())])

    def check(self) -> None:
        """Raise where there is no store."""
        self.shelf.check()

    def digest(self) -> str:
        """The sites that it holds in a few letters."""
        digest = self.shelf.digest()
        self.close()
        return digest

    def open(self, state: State) -> None:
        """Be there, also where no host will be learned. There is nothing to go back to: what is there stays."""
        self.shelf.put({}, [])

    def write(self, lines: Sequence[bytes]) -> None:
        """Put sites in; of a host that could not be learned it is known why."""
        sites, facts = {}, []
        for line in map(json.loads, lines):
            host, site = str(line["id"]), line.pop("site", None)
            if site:
                sites[host] = json.dumps(site, ensure_ascii=False, indent=1) + "\n"  # as a site is saved
            failure = str(line.get("message", ""))  # a line without one is ok
            self.counts["learned" if site else "failed" if failure else "few"] += 1
            names = {"pages", "sampled", "placed", "clusters", "source"} & line.keys()
            facts.append(Fact(host, LEARNED, {name: line[name] for name in sorted(names)} | {"failure": failure}))
        self.shelf.put(sites, facts)

    def commit(self) -> State:
        """What was written is there."""
        return {}

    def finish(self) -> None:
        """All hosts are there."""

    def rest(self) -> None:
        """Let go of files until a host is asked for that is not held ready; the connection to a server stays."""
        if "://" not in self.place:
            self.shelf.close()

    def close(self) -> None:
        """Let go of files."""
        self.shelf.close()


def _numbers(values: Mapping[str, Any], names: Sequence[str]) -> dict[str, int]:
    """Those of the values that are counts: a person may have edited the file."""
    return {name: values[name] for name in names if isinstance(values.get(name), int) and values[name] >= 0}


def _load(text: str, name: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ArtifactError(
            f"{name} cannot be read as a site ({error})", advice="mend it, or remove it to have it learned again"
        ) from None


def _facts_of(text: str, name: str) -> dict[str, Any]:
    """What the text of a site says of itself."""
    try:
        site = weft.sites.Site.from_json(_load(text, name), name=name)
    except ArtifactError as error:
        return {"failure": str(error), "clusters": 0}
    return count_site(site) | {"failure": ""}


def count_site(site: Site) -> dict[str, int]:
    """The clusters of a site, its pages, and how many of them have a template."""
    sizes = [(len(cluster.page_ids), cluster.template.is_learned) for cluster in site.clusters]
    learned = sum(size for size, is_learned in sizes if is_learned)
    return {"clusters": len(sizes), "sampled": sum(size for size, _ in sizes), "placed": learned}
