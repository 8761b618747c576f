"""Learning from a stream of pages: batches are clustered and learned, other pages join the cluster that they fit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weft.content import Label
from weft.errors import ConfigError, LimitError
from weft.io import RawPage
from weft.page import Limits, Page, parse
from weft.similarity import SIMILARITIES
from weft.similarity.sketch import estimate, sign
from weft.similarity.url_shape import UrlShape, find_url
from weft.site.cluster import Cluster
from weft.site.clusterings import CLUSTERINGS
from weft.site.finder import Finder, host_of
from weft.site.medoid import central
from weft.site.sample import SIZE, Sample
from weft.site.template_learner import LEARNERS, learn_template

BATCH = 400  # pages of a host that are clustered together: all their pairs are compared
MOST_WAITING = 2_000  # pages of all hosts that wait for their batch
OF_A_KIND = 0.3  # likeness of the medoids of two clusters with URLs of one shape that are one
NAMED_BY = 4  # parts of a file's name that may say what the page is; those before are folders of a machine
MEDOID = 60  # pages of a cluster among which the medoid is looked for
MOST_FAILURES = 1_000  # that are named one by one

RawPages = Iterable[RawPage | tuple[str, bytes | str]]
"""Pages to learn from: as they were read, or pairs of a URL (or any id) and the bytes."""


def no_progress(count: int) -> None:
    """Nobody watches."""


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """How to learn: each part by its name."""

    similarity: str = "same_template"
    clustering: str = "hierarchical"
    learner: str = "slots"
    limits: Limits = field(default_factory=Limits)
    progress: Callable[[int], None] = no_progress  # is told how many pages were read

    def check(self) -> None:
        """Raise a ConfigError for a name that is none."""
        for kind, name, known in (
            ("similarity", self.similarity, SIMILARITIES),
            ("clustering", self.clustering, CLUSTERINGS),
            ("learner", self.learner, LEARNERS),
        ):
            if name not in known:
                raise ConfigError(f"unknown {kind} {name!r}; choose one of {', '.join(known)}")


@dataclass(frozen=True)
class _Waiting:
    """A page that waits for its batch: its bytes, to be parsed again if it is sampled, and what is compared."""

    raw: RawPage
    description: Any
    sketch: NDArray[np.uint64]
    url: UrlShape

    def parse(self, limits: Limits) -> Page:
        return read_page(self.raw, limits)


@dataclass
class Learning:
    """A site in the making."""

    recipe: Recipe
    clusters: list[Cluster]
    labels: Mapping[str, Sequence[Label]] = field(default_factory=dict)  # by page id
    unclustered: list[str] = field(default_factory=list)
    failures: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    _joined: dict[int, list[tuple[str, str]]] = field(default_factory=dict)  # ids and URL shapes, by cluster
    _taught: set[int] = field(default_factory=set)  # clusters of which a later page was marked: to be learned again

    def read(self, pages: RawPages) -> None:
        """Learn from pages, each read once."""
        self.recipe.check()
        waiting: dict[str, list[_Waiting]] = {}
        finder = Finder(tuple(self.clusters))
        for count, source in enumerate(pages, start=1):
            raw = as_raw_page(source)
            page = self._parse(raw)
            if page and not self._join(finder, page, raw):
                self._check_labels(page, raw)
                host = host_of(page.url)
                waiting.setdefault(host, []).append(self._wait(page, raw))
                if len(waiting[host]) >= BATCH or sum(map(len, waiting.values())) >= MOST_WAITING:
                    largest = max(waiting, key=lambda name: len(waiting[name]))
                    self._learn(largest, waiting.pop(largest))
                    finder = Finder(tuple(self.clusters))
            self.recipe.progress(count)
        for host, batch in waiting.items():
            self._learn(host, batch)
        self._settle()
        hosts = sorted({cluster.host for cluster in self.clusters})
        if len(hosts) > 1:
            self.notes.append(f"pages of {len(hosts)} hosts were learned apart: {', '.join(hosts[:10])}")

    def _parse(self, raw: RawPage) -> Page | None:
        try:
            return read_page(raw, self.recipe.limits)
        except LimitError as error:
            if len(self.failures) < MOST_FAILURES:
                self.failures[raw.id] = str(error)
            return None

    def _join(self, finder: Finder, page: Page, raw: RawPage) -> bool:
        """Whether the page fits a template that is known, and was added to its cluster.

        A page that a person marked waits, and the pages of its cluster with it: together they are learned anew.
        """
        found = finder.find(page, learned=True).cluster
        if found >= 0 and raw.id in self.labels:
            self._taught.add(found)
        if found < 0 or found in self._taught or not fits(self.clusters[found], page):
            return False
        self._joined.setdefault(found, []).append((raw.id, UrlShape.of(find_url(page)).key))
        return True

    def _check_labels(self, page: Page, raw: RawPage) -> None:
        """Raise a ConfigError for a mark that is outside of its page."""
        for label in self.labels.get(raw.id, ()):
            if any(not 0 <= row < len(page) for row in label.rows):
                raise ConfigError(
                    f"the label {label.name!r} marks rows {label.rows} of {raw.id}, which has {len(page)}"
                )

    def _settle(self) -> None:
        """Write the pages that joined into their clusters."""
        for number, joined in self._joined.items():
            cluster = self.clusters[number]
            ids = (*cluster.page_ids, *(name for name, _ in joined))
            urls = Counter(cluster.urls) + Counter(shape for _, shape in joined)
            self.clusters[number] = replace(cluster, page_ids=ids, urls=dict(urls))
        self._joined.clear()

    def _wait(self, page: Page, raw: RawPage) -> _Waiting:
        similarity = SIMILARITIES[self.recipe.similarity]
        sketch = sign(np.unique(page.table.path_tags[page.tag > 0]))
        return _Waiting(raw, similarity.describe(page), sketch, UrlShape.of(find_url(page)))

    def _learn(self, host: str, batch: Sequence[_Waiting]) -> None:
        """Cluster a batch of one host and learn the templates."""
        descriptions = [page.description for page in batch]
        similarity = SIMILARITIES[self.recipe.similarity]
        groups = CLUSTERINGS[self.recipe.clustering].group(descriptions, similarity)
        known = len(self.clusters)
        for group in sorted(groups, key=len, reverse=True):  # so that the largest have the plainest names
            self.clusters.append(self._cluster(host, [batch[place] for place in group.tolist()]))
        self._absorb(known, host)
        self._name_the_rest(host)
        grouped = set(np.concatenate(groups).tolist()) if groups else set()
        self.unclustered += [page.raw.id for place, page in enumerate(batch) if place not in grouped]

    def _cluster(self, host: str, members: Sequence[_Waiting]) -> Cluster:
        similarity = SIMILARITIES[self.recipe.similarity]
        places = spread(len(members), MEDOID)
        medoid = places[central(similarity.matrix([members[place].description for place in places]))]
        marked = [place for place, page in enumerate(members) if page.raw.id in self.labels]
        sampled = sorted({*spread(len(members), SIZE), *marked[:SIZE], medoid})
        labels = {number: self.labels.get(members[place].raw.id, ()) for number, place in enumerate(sampled)}
        sample = Sample(
            [members[place].parse(self.recipe.limits) for place in sampled],
            {number: marks for number, marks in labels.items() if marks},
        )
        shapes = [page.url for page in members]
        template = learn_template(sample, learner=self.recipe.learner)
        kind = Counter(shape.kind for shape in shapes if shape.segments).most_common(1)[:1]
        wanted = kind[0][0] if kind and kind[0][0] else template.page_type
        return Cluster(
            template=replace(template, name=self._name(wanted)),
            page_ids=tuple(page.raw.id for page in members),
            medoid=members[medoid].raw.id,
            host=host,
            urls=dict(Counter(shape.key for shape in shapes)),
            sketch=members[medoid].sketch,
        )

    def _absorb(self, known: int, host: str) -> None:
        """Put clusters that had no rules, or were taught new ones, into the new clusters that are of their kind."""
        self._settle()
        gone = set()
        for number in range(known):
            old = self.clusters[number]
            if old.host != host or (old.template.is_learned and number not in self._taught):
                continue
            for place in range(known, len(self.clusters)):
                new = self.clusters[place]
                is_kind = old.urls.keys() & new.urls.keys() and estimate(old.sketch, new.sketch) >= OF_A_KIND
                if new.template.is_learned and is_kind:
                    urls = dict(Counter(old.urls) + Counter(new.urls))
                    self.clusters[place] = replace(new, page_ids=(*old.page_ids, *new.page_ids), urls=urls)
                    gone.add(number)
                    break
        self.clusters = [cluster for number, cluster in enumerate(self.clusters) if number not in gone]
        self._taught.clear()

    def _name_the_rest(self, host: str) -> None:
        """Single pages beside a site's articles are none of them: what they are, nobody can say."""
        own = [number for number, cluster in enumerate(self.clusters) if cluster.host == host]
        templates = [self.clusters[number].template for number in own]
        if not any(template.is_learned and template.page_type != "listing" for template in templates):
            return
        for number, template in zip(own, templates, strict=True):
            if not template.is_learned and template.page_type not in ("listing", "other"):
                named = replace(template, page_type="other", name=self._name("other"))
                self.clusters[number] = replace(self.clusters[number], template=named)

    def _name(self, wanted: str) -> str:
        """A name that no other cluster has."""
        taken = {cluster.name for cluster in self.clusters}
        numbered = (f"{wanted}-{number}" for number in range(2, len(taken) + 3))
        return wanted if wanted not in taken else next(name for name in numbered if name not in taken)


def fits(cluster: Cluster, page: Page) -> bool:
    """Whether a page that looks like a cluster's also has the body that its template speaks of."""
    template = cluster.template
    return not template.has_body or template.page_type == "listing" or len(template.body.choose(page)) > 0


def read_page(raw: RawPage, limits: Limits) -> Page:
    """A page with the best address that it has: its URL, what it calls itself, or the name of its file.

    Whoever saved a site named its files after its URLs: `tags_looms.html` is a page of a tag.
    """
    page = parse(raw.data, url=raw.url, encoding=raw.charset, limits=limits)
    if find_url(page):
        return page
    return replace(page, url="/".join(raw.id.replace("_", "/").split("/")[-NAMED_BY:]))


def as_raw_page(source: RawPage | tuple[str, bytes | str]) -> RawPage:
    """A page to learn from, whatever it came as; the id of a pair is its URL where it has no other."""
    if isinstance(source, RawPage):
        return source
    name, data = source
    if isinstance(data, str):
        return RawPage(id=name, data=data.encode(errors="replace"), url=name, charset="utf-8")
    return RawPage(id=name, data=data, url=name)


def spread(count: int, most: int) -> list[int]:
    """At most so many of some places, evenly."""
    return np.unique(np.linspace(0, count - 1, min(count, most)).astype(np.int64)).tolist()
