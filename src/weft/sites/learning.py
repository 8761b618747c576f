"""Learning from a stream of pages: batches are clustered and learned, other pages join the cluster that they fit.

What is done for one page alone has the page's seconds (`Limits.seconds`); what is done for n pages together, the
clusters of a batch or the template of a cluster, has n times as many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from weft.content import Label
from weft.deadline import check_deadline
from weft.document import Failure
from weft.errors import ConfigError, with_noun
from weft.io.raw_page import RawPage, RawPages, no_progress
from weft.kernel.sites import Fitting
from weft.page import Limits, Page
from weft.page.url_shape import UrlShape, find_url
from weft.pipeline import attempt
from weft.registry import OPTIONS
from weft.sites.clusterings import CLUSTERINGS, medoid
from weft.sites.echoes import PageSigns, signs_of
from weft.sites.finder import Cluster, Finder, host_of
from weft.sites.lost_fields import FieldWatch
from weft.sites.sample import SIZE, Sample, choose_sample, leave_out
from weft.sites.similarity import SIMILARITIES
from weft.sites.similarity.sketch import estimate, sign
from weft.sites.similarity.traits import Traits
from weft.sites.template_learner import LEARNERS, MIN_PAGES, learn_template
from weft.sites.templates import NoBodyRules, Outline, Template
from weft.sites.waiting import WaitingPage, WaitingRoom, read_page

BATCH = 400  # pages of a host that are clustered together: all their pairs are compared
MAX_WAITING = 2_000  # pages of all hosts that wait for their batch
MAX_BYTES = 1 << 29  # of these pages, so that memory is bounded whatever their size
ROOM = 0.75  # share of them that wait on when it gets too much, so that not every further page makes a batch
OF_A_KIND = 0.3  # likeness of the medoids of two clusters with URLs of one shape that are one
MEDOID = 60  # pages of a cluster among which the medoid is looked for
MAX_FAILURES = 1_000  # that are named one by one
MAX_HOSTS = 10  # that a note names
HOSTS_APART = "hosts were learned apart"  # a note that an update writes anew


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """How to learn: each part by its name."""

    similarity: str = "same_template"
    clustering: str = "hierarchical"
    learner: str = "slots"
    limits: Limits = field(default_factory=Limits)
    progress: Callable[[int], None] = no_progress  # is told how many pages were read

    def check(self) -> None:
        """Raise a ConfigError for a name that is none, or an option that the name does not have."""
        for kind, name, choices in (
            ("similarity", self.similarity, SIMILARITIES),
            ("clustering", self.clustering, CLUSTERINGS),
            ("learner", self.learner, LEARNERS),
        ):
            if name not in choices:
                raise ConfigError(f"unknown {kind} {name!r}; choose one of {', '.join(choices)}")
            if OPTIONS in name:
                choices[name]  # it reads the options


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
    _taught: set[str] = field(default_factory=set)  # clusters of which a later page was marked: to be learned again
    _taken: Counter[str] = field(default_factory=Counter)  # names, and how many were made from each
    _hosts: set[str] = field(default_factory=set)  # of the clusters
    _old: frozenset[str] = frozenset()  # names of the clusters that were there before: they stay
    _watches: dict[str, FieldWatch] = field(default_factory=dict)  # of the fields of these, by name
    _unnamed: int = 0  # failures beyond those that are named
    _signs: tuple[PageSigns, ...] = ()  # of the batch that is learned

    def read(self, pages: RawPages) -> None:
        """Learn from pages, each read once."""
        self.recipe.check()
        self._hosts = {cluster.host for cluster in self.clusters}
        self._old = frozenset(cluster.name for cluster in self.clusters)
        waiting = WaitingRoom()
        finder = Finder(tuple(self.clusters))
        for count, source in check_deadline(enumerate(pages, start=1)):
            raw = as_raw_page(source)
            waiting_page = self._look_at(raw, finder)
            if waiting_page and self._wait(waiting, waiting_page):
                finder = Finder(tuple(self.clusters))
            self.recipe.progress(count)
        for host in check_deadline(list(waiting.hosts)):
            self._learn(host, waiting.take(host))
        self._settle()
        self._regain_fields()
        if self._unnamed:
            self.notes.append(f"{with_noun(self._unnamed, 'more page')} could not be read than are named")
        hosts = sorted({cluster.host for cluster in self.clusters})
        if len(hosts) > 1:
            named = ", ".join(host or "no host" for host in hosts[:MAX_HOSTS])
            self.notes.append(f"pages of {len(hosts)} {HOSTS_APART}: {named}")

    def _look_at(self, raw: RawPage, finder: Finder) -> WaitingPage | None:
        """The page that is to wait for its batch; none where it has joined a cluster, or failed, which is told."""

        def look(raw: RawPage) -> WaitingPage | None:
            page = read_page(raw, self.recipe.limits)
            if self._join(finder, page, raw):
                return None
            self._check_labels(page, raw)
            return self._describe(page, raw)

        looked = attempt(raw, look, seconds=self.recipe.limits.seconds, passing=ConfigError)
        if isinstance(looked, Failure):
            self._fail(looked, raw.id)
            return None
        return looked

    def _fail(self, failure: Failure, page_id: str) -> None:
        """Leave a page out, and tell why."""
        if len(self.failures) >= MAX_FAILURES:
            self._unnamed += 1
        else:
            self.failures[page_id] = replace(failure, page=page_id).message

    def _join(self, finder: Finder, page: Page, raw: RawPage) -> bool:
        """Whether the page fits a template that is known, and was added to its cluster.

        A page that a person marked waits, and the pages of its cluster with it: together they are learned anew.
        """
        match = finder.find(page, learned=True)
        number = match.cluster
        if number < 0:
            return False
        cluster = self.clusters[number]
        if raw.id in self.labels:
            self._taught.add(cluster.name)
        if cluster.name in self._taught or not fits(cluster, page, match):
            return False
        self._joined.setdefault(number, []).append((raw.id, UrlShape.of(find_url(page)).key))
        if cluster.name in self._old:
            self._watches.setdefault(cluster.name, FieldWatch()).look(cluster.template, page, raw)
        return True

    def _check_labels(self, page: Page, raw: RawPage) -> None:
        """Raise a ConfigError for a mark that is outside of its page."""
        for label in check_deadline(self.labels.get(raw.id, ())):
            if any(not 0 <= row < len(page) for row in label.rows):
                raise ConfigError(
                    f"the label {label.name!r} marks rows {label.rows} of {raw.id}, which has {len(page)}; "
                    "mark the page as it is now"
                )

    def _describe(self, page: Page, raw: RawPage) -> WaitingPage:
        description = SIMILARITIES[self.recipe.similarity].describe(page)
        is_known = isinstance(description, Traits)
        sketch = sign(description.paths if is_known else np.unique(page.table.path_tags[page.tag > 0]))
        shape = UrlShape.of(find_url(page))
        return WaitingPage(raw, description, sketch, shape, host_of(page.url), signs_of(page), page)

    def _settle(self) -> None:
        """Write the pages that joined into their clusters."""
        for number, joined in check_deadline(self._joined.items()):
            cluster = self.clusters[number]
            ids = (*cluster.page_ids, *(name for name, _ in joined))
            urls = Counter(cluster.urls) + Counter(shape for _, shape in joined)
            self.clusters[number] = replace(cluster, page_ids=ids, urls=dict(urls))
        self._joined.clear()

    def _regain_fields(self) -> None:
        """Learn the fields again that new pages of an old cluster have elsewhere."""
        for number, cluster in check_deadline(enumerate(self.clusters)):
            watch = self._watches.get(cluster.name)
            template = watch.relearn(cluster.template, self.recipe.limits, read_page) if watch else cluster.template
            if isinstance(template, Failure):
                self.notes.append(f"fields of {cluster.name} could not be learned again: {template.what}")
            elif template is not cluster.template:
                self.clusters[number] = replace(cluster, template=template)

    def _wait(self, waiting: WaitingRoom, page: WaitingPage) -> bool:
        """Let a page wait for its batch; whether a batch was learned, because it was whole or too much waited."""
        count = waiting.add(page.host, page)
        if waiting.pages >= MAX_WAITING or waiting.bytes >= MAX_BYTES:
            for largest, batch in check_deadline(
                waiting.take_largest(pages=ROOM * MAX_WAITING, bytes=ROOM * MAX_BYTES)
            ):
                self._learn(largest, batch)
            return True
        if count >= BATCH:
            self._learn(page.host, waiting.take(page.host))
        return count >= BATCH

    def _learn(self, host: str, batch: Sequence[WaitingPage]) -> None:
        """Cluster a batch of one host and learn the templates."""
        self._signs = tuple(page.signs for page in batch)
        batch, groups = self._group(batch)
        start = len(self.clusters)
        for group in sorted(groups, key=len, reverse=True):  # so that the largest have the plainest names
            cluster = self._cluster(host, [batch[position] for position in group.tolist()])
            self.clusters += [cluster] if cluster else []
        self._settle()
        if host in self._hosts:
            self._absorb(start, host)
            start = 0  # its clusters may be any
        self._hosts.add(host)  # most hosts of a crawl come once: for them nobody looks through all clusters
        self._name_the_rest(start, host)
        grouped = set(np.concatenate(groups).tolist()) if groups else set()
        self.unclustered += [page.raw.id for position, page in enumerate(batch) if position not in grouped]

    def _group(self, batch: Sequence[WaitingPage]) -> tuple[Sequence[WaitingPage], list[NDArray[np.int64]]]:
        """The pages of a batch, and those of one template in groups; a page that cannot be compared is left out."""
        similarity, clustering = SIMILARITIES[self.recipe.similarity], CLUSTERINGS[self.recipe.clustering]

        def group(pages: Sequence[WaitingPage]) -> list[NDArray[np.int64]]:
            return list(clustering.group([page.description for page in pages], similarity))

        pages, groups = leave_out(batch, group, lambda page: group([page, page]), self._fail, self.recipe.limits)
        if isinstance(groups, Failure):
            self.notes.append(f"{with_noun(len(pages), 'page')} could not be grouped: {groups.what}")
            return pages, []
        return pages, groups

    def _cluster(self, host: str, members: Sequence[WaitingPage]) -> Cluster | None:
        """The cluster of pages of one template; none where nothing can be learned from any of them."""
        recipe = self.recipe

        def learn_page(page: WaitingPage) -> Template:
            copies = [page.read(recipe.limits)] * MIN_PAGES  # of fewer nothing is learned
            return learn_template(Sample(copies, {}), learner=recipe.learner)

        members, learned = leave_out(members, self._learn_template, learn_page, self._fail, recipe.limits)
        if not members:
            return None
        if isinstance(learned, Failure):
            self.notes.append(f"no template of {with_noun(len(members), 'page')}: {learned.what}")
            learned = 0, Template(name="", outline=Outline((), (), ()), body=NoBodyRules(), pages=len(members))
        centre, template = learned
        shapes = [page.url for page in members]
        kind = Counter(shape.kind for shape in shapes if shape.segments).most_common(1)[:1]
        wanted = kind[0][0] if kind and kind[0][0] else template.page_type
        return Cluster(
            template=replace(template, name=self._name(wanted)),
            page_ids=tuple(page.raw.id for page in members),
            medoid=members[centre].raw.id,
            host=host,
            urls=dict(Counter(shape.key for shape in shapes)),
            sketch=members[centre].sketch,
        )

    def _learn_template(self, members: Sequence[WaitingPage]) -> tuple[int, Template]:
        """The place of the medoid among the pages, and their template, learned from a sample of them."""
        similarity = SIMILARITIES[self.recipe.similarity]
        centre = medoid([page.description for page in members], similarity, sample=MEDOID)
        marked = [position for position, page in enumerate(members) if page.raw.id in self.labels]
        sampled = choose_sample([len(page.raw.data) for page in members], needed=[centre, *marked[:SIZE]])
        labels = {number: self.labels.get(members[position].raw.id, ()) for number, position in enumerate(sampled)}
        sample = Sample(
            [members[position].read(self.recipe.limits) for position in sampled],
            {number: marks for number, marks in labels.items() if marks},
            self._signs,
        )
        return centre, learn_template(sample, learner=self.recipe.learner)

    def _absorb(self, start: int, host: str) -> None:
        """Put clusters that had no rules, or were taught new ones, into the new clusters that are of their kind."""
        own = [number for number in range(start) if self.clusters[number].host == host]
        gone = set()
        for number in check_deadline(own):
            old = self.clusters[number]
            if old.template.is_learned and old.name not in self._taught:
                continue
            for position in check_deadline(range(start, len(self.clusters))):
                new = self.clusters[position]
                is_kind = old.urls.keys() & new.urls.keys() and estimate(old.sketch, new.sketch) >= OF_A_KIND
                if new.template.is_learned and is_kind:
                    urls = dict(Counter(old.urls) + Counter(new.urls))
                    name = old.name if old.name in self._old and new.name not in self._old else new.name
                    template = replace(new.template, name=name)
                    ids = (*old.page_ids, *new.page_ids)
                    self.clusters[position] = replace(new, template=template, page_ids=ids, urls=urls)
                    gone.add(number)
                    break
        self._taught -= {self.clusters[number].name for number in own}
        if gone:
            self.clusters = [cluster for number, cluster in enumerate(self.clusters) if number not in gone]

    def _name_the_rest(self, start: int, host: str) -> None:
        """Single pages beside a site's articles are none of them: what they are, nobody can say."""
        own = [number for number in range(start, len(self.clusters)) if self.clusters[number].host == host]
        templates = [self.clusters[number].template for number in own]
        if not any(template.is_learned and template.page_type != "listing" for template in templates):
            return
        for number, template in check_deadline(zip(own, templates, strict=True)):
            is_new = template.name not in self._old
            if is_new and not template.is_learned and template.page_type not in ("listing", "other"):
                named = replace(template, page_type="other", name=self._name("other"))
                self.clusters[number] = replace(self.clusters[number], template=named)

    def _name(self, wanted: str) -> str:
        """A name that no other cluster has."""
        if not self._taken:
            self._taken.update(cluster.name for cluster in self.clusters)
        name = wanted
        while name in self._taken:
            self._taken[wanted] += 1
            name = f"{wanted}-{self._taken[wanted]}"
        self._taken[name] = 1
        return name


def fits(cluster: Cluster, page: Page, fitting: Fitting) -> bool:
    """Whether a page that looks like a cluster's also has the body that its template speaks of."""
    template = cluster.template
    if not template.has_body or template.page_type == "listing":
        return True
    return len(template.keep(page, fitting)) > 0


def as_raw_page(source: RawPage | tuple[str, bytes | str]) -> RawPage:
    """A page to learn from, whatever it came as; the id of a pair is its URL where it looks like one."""
    if isinstance(source, RawPage):
        return source
    if not isinstance(source, tuple | list) or [*map(type, source)] not in ([str, bytes], [str, str]):
        raise ConfigError(f"no page to learn from: {source!r:.80}; give RawPages, or pairs of a URL or id and the HTML")
    name, data = source
    url = name if "://" in name else None
    if isinstance(data, str):
        return RawPage(id=name, data=data.encode(errors="replace"), url=url, charset="utf-8")
    return RawPage(id=name, data=data, url=url)
