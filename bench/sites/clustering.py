"""Clusters against true templates: weft's similarities and clusterings, and the baselines beside them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

import weft
from bench.sites.baselines.layered import layered_clusters, read_layers
from bench.sites.baselines.linkage import CUTS, cut_for, linked_clusters
from bench.sites.baselines.tree_edit import read_tree, tree_edit_similarity
from bench.sites.baselines.tree_paths import read_paths, tree_path_similarity
from bench.sites.bodies import progress
from bench.sites.corpora import SiteCases
from bench.sites.learning import found_clusters
from bench.sites.pairs import Pairs, count_pairs, summarise
from bench.sites.shelf import Shelf
from weft.sites.similarity.similarity import refined

Clusters = dict[str, int]
Cut = dict[float, Clusters]
Pages = Sequence[weft.Page]
Timed = tuple[Cut, float]  # with its CPU seconds
REAL = ("realsites", "big9", "cx")  # the others are made up
LAYER_CUTS = tuple(round(0.1 * step, 2) for step in range(1, 15))  # two vectors of length 1 are at most 1.41 apart


@dataclass
class Method:
    """A clustering under measure: its clusters by cut and site, and the CPU time it took from parsed pages on."""

    name: str
    cluster: Callable[[SiteCases], Timed]  # one that has no cut to choose answers with one entry
    clusters: dict[tuple[str, str], Cut] = field(default_factory=dict)
    seconds: float = 0.0
    pages: int = 0


def measure_clustering(sites: Sequence[SiteCases], methods: Sequence[Method]) -> dict[str, Any]:
    """Pair P/R/F1 by method: all pages and articles only, each over sites and pooled, by corpus and together."""
    known = [site for site in sites if site.templates]
    failures: dict[str, str] = {}
    for number, site in enumerate(known, 1):
        for method in methods:
            try:
                found, seconds = method.cluster(site)
            except Exception as error:  # the failure is in the record, and the pages count as in no cluster
                failures[f"{method.name} on {site.corpus}/{site.name}"] = f"{type(error).__name__}: {error}"
                found, seconds = {}, 0.0
            method.clusters[site.corpus, site.name] = found
            method.seconds += seconds
            method.pages += len(site.cases)
        progress("clustering", number, len(known))
    return {"methods": {method.name: _record(method, known) for method in methods}, "failures": failures}


def _record(method: Method, sites: Sequence[SiteCases]) -> dict[str, Any]:
    cuts = choose_cuts(method, sites)
    chosen = {
        (site.corpus, site.name): method.clusters[site.corpus, site.name].get(cuts[site.corpus], {}) for site in sites
    }
    return {
        "cuts": cuts,
        "ms_a_page": 1000 * method.seconds / method.pages if method.pages else 0.0,
        "mixed": _mixed(sites, chosen),
        "clusters_a_site": float(np.mean([len(set(found.values())) for found in chosen.values()])),
        "all_pages": _scores(sites, chosen, articles=False),
        "articles": _scores(sites, chosen, articles=True),
    }


def _mixed(sites: Sequence[SiteCases], chosen: Mapping[tuple[str, str], Clusters]) -> dict[str, float]:
    """The share of the clusters of two pages or more that hold a list beside an article, by corpus and of all."""
    shares: dict[str, list[bool]] = {}
    for site in sites:
        types: dict[int, list[str]] = {}
        for case in site.cases:
            if case.id in chosen[site.corpus, site.name]:
                types.setdefault(chosen[site.corpus, site.name][case.id], []).append(case.page_type)
        mixed = [{"article", "listing"} <= set(cluster) for cluster in types.values() if len(cluster) > 1]
        for name in (site.corpus, "real" if site.corpus in REAL else "", "all"):
            shares.setdefault(name, []).extend(mixed)
    return {name: float(np.mean(mixed)) for name, mixed in shares.items() if name and mixed}


def choose_cuts(method: Method, sites: Sequence[SiteCases]) -> dict[str, float]:
    """The cut by corpus, chosen on the other corpora; the only one where a method has no choice."""
    scores: dict[str, dict[float, list[float]]] = {}
    for site in sites:
        for cut, clusters in method.clusters[site.corpus, site.name].items():
            f1 = count_pairs(clusters, site.templates).score.f1
            scores.setdefault(site.corpus, {}).setdefault(cut, []).append(f1)
    every = {cut for by_cut in scores.values() for cut in by_cut}
    if len(every) == 1:
        return {site.corpus: next(iter(every)) for site in sites}
    return {site.corpus: cut_for(site.corpus, scores) for site in sites}


def _scores(
    sites: Sequence[SiteCases], chosen: Mapping[tuple[str, str], Clusters], *, articles: bool
) -> dict[str, dict[str, float]]:
    by_corpus: dict[str, list[Pairs]] = {}
    for site in sites:
        templates = site.templates
        if articles:
            kept = {case.id for case in site.cases if case.page_type == "article"}
            templates = {page: template for page, template in templates.items() if page in kept}
        by_corpus.setdefault(site.corpus, []).append(count_pairs(chosen[site.corpus, site.name], templates))
    by_corpus["real"] = [pairs for name in REAL for pairs in by_corpus.get(name, ())]
    by_corpus["all"] = [pairs for name, corpus in by_corpus.items() if name != "real" for pairs in corpus]
    return {corpus: summarise(pairs) for corpus, pairs in by_corpus.items()}


@dataclass
class Described:
    """A similarity that keeps the descriptions and the matrix of the last site, with the CPU seconds they took."""

    similarity: Any
    shelf: Shelf
    site: SiteCases | None = None
    descriptions: Sequence[Any] = ()
    whole: Any = None
    seconds: float = 0.0

    @property
    def same_above(self) -> float:
        """The similarity's own threshold."""
        return float(self.similarity.same_above)

    def compare(self, one: Any, other: Any) -> float:
        """As the similarity does."""
        return float(self.similarity.compare(one, other))

    def matrix(self, descriptions: Sequence[Any]) -> Any:
        """As the similarity does, once for all pages of a site."""
        if descriptions is not self.descriptions:
            return self.similarity.matrix(descriptions)
        if self.whole is None:
            self.whole = self._timed(lambda: self.similarity.matrix(descriptions))
        return self.whole

    def refine(self, groups: Any, descriptions: Sequence[Any]) -> Any:
        """As the similarity does."""
        return refined(groups, descriptions, self.similarity)

    def describe(self, site: SiteCases) -> Sequence[Any]:
        """All pages of a site."""
        if site is not self.site:
            pages = [self.shelf.page(site, case) for case in site.cases]
            self.site, self.whole, self.seconds = site, None, 0.0
            self.descriptions = self._timed(lambda: [self.similarity.describe(page) for page in pages])
        return self.descriptions

    def _timed(self, work: Callable[[], Any]) -> Any:
        started = process_time()
        done = work()
        self.seconds += process_time() - started
        return done


def weft_methods(shelf: Shelf) -> list[Method]:
    """The default; every similarity with every clustering; every similarity linked as the baselines are."""
    methods = [
        Method("default", lambda site: _learned(shelf, site, site)),
        Method("default, file names", lambda site: _learned(shelf, site, site.without_urls())),
        Method("default, no names", lambda site: _learned(shelf, site, site.without_names())),
    ]
    described = {name: Described(similarity, shelf) for name, similarity in weft.SIMILARITIES.items()}
    for name, clustering in weft.CLUSTERINGS.items():
        methods += [Method(f"{name} on {alike}", _grouped(clustering, described[alike])) for alike in described]
    return methods + [Method(f"{name}, cut elsewhere", _linked(alike)) for name, alike in described.items()]


def _learned(shelf: Shelf, site: SiteCases, given: SiteCases) -> Timed:
    """The clusters of a site, learned from its pages as they are given: in the same order, by other names perhaps."""
    learned = shelf.learn(given)
    found = found_clusters(learned.site)
    pairs = zip(site.cases, given.cases, strict=True)
    return {0.0: {case.id: found[named.id] for case, named in pairs if named.id in found}}, learned.seconds


def _grouped(clustering: Any, alike: Described) -> Callable[[SiteCases], Timed]:
    """The clustering with the similarity's own threshold, without learning anything from the clusters."""

    def cluster(site: SiteCases) -> Timed:
        descriptions = alike.describe(site)
        before = alike.seconds  # a matrix that an earlier clustering asked for costs this one the same
        started = process_time()
        groups = clustering.group(descriptions, alike)
        seconds = process_time() - started + before
        return {0.0: {site.cases[int(page)].id: n for n, pages in enumerate(groups) for page in pages}}, seconds

    return cluster


def _linked(alike: Described) -> Callable[[SiteCases], Timed]:
    """Average linkage, its cut chosen on other corpora: similarities compared without their thresholds."""

    def cluster(site: SiteCases) -> Timed:
        matrix = np.asarray(alike.matrix(alike.describe(site)), dtype=np.float64)
        started = process_time()
        cuts = linked_at_cuts(site, matrix)
        return cuts, process_time() - started + alike.seconds

    return cluster


def linked_at_cuts(site: SiteCases, matrix: NDArray[np.float64]) -> Cut:
    """The clusters of a site at every cut; a page that does not even resemble itself is in none."""
    kept = np.flatnonzero(np.diag(matrix) > 0)
    ids = [site.cases[page].id for page in kept]
    part = matrix[np.ix_(kept, kept)]
    return {cut: dict(zip(ids, linked_clusters(part, cut), strict=True)) for cut in CUTS}


def baseline_methods(shelf: Shelf) -> list[Method]:
    """Tree paths (paper D), tree edit distance and an FPC-like k-means, their cuts chosen on other corpora."""

    def compared(read: Callable[[weft.Page], Any], similarity: Callable[[Any, Any], float]) -> Callable[[Pages], Any]:
        return lambda pages: similarity_matrix([read(page) for page in pages], similarity)

    return [
        Method(
            "tree paths, best partner (D)", _timed(shelf, compared(read_paths, tree_path_similarity), linked_at_cuts)
        ),
        Method(
            "tree edit distance (cut trees)", _timed(shelf, compared(read_tree, tree_edit_similarity), linked_at_cuts)
        ),
        Method("FPC-like (layers, k-means)", _timed(shelf, lambda pages: [read_layers(p) for p in pages], _layered)),
    ]


def _timed(
    shelf: Shelf, measure: Callable[[Pages], Any], cut: Callable[[SiteCases, Any], Cut]
) -> Callable[[SiteCases], Timed]:
    def cluster(site: SiteCases) -> Timed:
        pages = [shelf.page(site, case) for case in site.cases]
        started = process_time()
        cuts = cut(site, measure(pages))
        return cuts, process_time() - started

    return cluster


def similarity_matrix(forms: Sequence[Any], similarity: Callable[[Any, Any], float]) -> NDArray[np.float64]:
    """All pairs; pages of equal form are compared once, which most pages of a template are when cut."""
    distinct: list[Any] = []
    number = []
    for form in forms:
        if form not in distinct:
            distinct.append(form)
        number.append(distinct.index(form))
    small = np.eye(len(distinct))
    for one in range(len(distinct)):
        for other in range(one):
            small[one, other] = small[other, one] = similarity(distinct[one], distinct[other])
    return small[np.ix_(number, number)]


def _layered(site: SiteCases, vectors: Any) -> Cut:
    ids = [case.id for case in site.cases]
    return {cut: dict(zip(ids, layered_clusters(vectors, cut), strict=True)) for cut in LAYER_CUTS}
