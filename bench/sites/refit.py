"""The weights of `same_template` fitted again without the sites they are judged on: the honest figure of the default.

The shipped weights are a logistic regression over pairs of pages of these very sites. Here the sites are parted, by
site or by the software that made them, and each is clustered with weights that were fitted on the other parts alone.
"""

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from time import process_time

import numpy as np
from numpy.typing import NDArray

import weft
from bench.sites.clustering import Method, Timed
from bench.sites.corpora import SiteCases
from bench.sites.learning import as_raw
from bench.sites.shelf import Shelf
from weft.similarity.same_template import WITH_URL, WITHOUT_URL, SameTemplate, Weights, template_signs
from weft.site.clusterings import Hierarchical
from weft.site.learning import read_page

FITTED = ("themes", "realsites", "big9")  # the corpora that the shipped weights were fitted on
ENGINES = ("hexo", "mkdocs", "pelican", "sphinx", "wp")  # the software that made the sites of `themes`
PAIRS = 1500  # of a site, so that a large one does not outweigh the others


@dataclass(frozen=True)
class Evidence:
    """Some pairs of a site: their signs, one row a pair, and whether they have the same template."""

    signs: NDArray[np.float64]
    same: NDArray[np.bool_]


def refit_methods(sites: Sequence[SiteCases], shelf: Shelf) -> list[Method]:
    """The default's clustering with the weights of other sites, and of sites made by other software."""
    evidence = [(site, gather(site, shelf)) for site in sites if site.corpus in FITTED and site.templates]
    methods = []
    for others, part in (("sites", part_by_site), ("engines", part_by_engine)):
        similarity = _fitted(evidence, part)
        for suffix, change in (
            ("", _as_it_is),
            (", file names", SiteCases.without_urls),
            (", no names", SiteCases.without_names),
        ):
            methods.append(Method(f"default, weights of other {others}{suffix}", _clustered(similarity, change)))
    return methods


def _as_it_is(site: SiteCases) -> SiteCases:
    return site


def part_by_site(site: SiteCases) -> int:
    """One of five parts, by the name."""
    return zlib.crc32(site.name.encode()) % len(ENGINES)


def part_by_engine(site: SiteCases) -> int:
    """One of five parts: all themes of a software, which share their URLs, with some of the real sites."""
    engine = site.name.partition("-")[0]
    return ENGINES.index(engine) if site.corpus == "themes" and engine in ENGINES else part_by_site(site)


def gather(site: SiteCases, shelf: Shelf) -> Evidence:
    """Some pairs of pages of a site."""
    templates = np.array([site.templates.get(case.id, "") for case in site.cases])
    signs = template_signs([SameTemplate().describe(shelf.page(site, case)) for case in site.cases])
    one, other = np.triu_indices(len(templates), 1)
    chosen = np.random.default_rng(0).permutation(len(one))[:PAIRS]
    one, other = one[chosen], other[chosen]
    return Evidence(signs[:, one, other].T, templates[one] == templates[other])


def fit(evidence: Sequence[Evidence], count: int) -> Weights:
    """The weights of the first so many signs."""
    from sklearn.linear_model import LogisticRegression

    signs = np.concatenate([pairs.signs[:, :count] for pairs in evidence])
    model = LogisticRegression(C=1.0, max_iter=2000).fit(signs, np.concatenate([pairs.same for pairs in evidence]))
    return Weights(tuple(model.coef_[0].tolist()), float(model.intercept_[0]))


def _fitted(
    evidence: Sequence[tuple[SiteCases, Evidence]], part: Callable[[SiteCases], int]
) -> Callable[[SiteCases], SameTemplate]:
    """For a site the similarity that was fitted on the other parts."""

    @cache
    def without(number: int) -> SameTemplate:
        others = [pairs for site, pairs in evidence if part(site) != number]
        with_url, without_url = (fit(others, len(weights.signs)) for weights in (WITH_URL, WITHOUT_URL))
        return SameTemplate(with_url=with_url, without_url=without_url)

    return lambda site: without(part(site))


def _clustered(
    similarity: Callable[[SiteCases], SameTemplate], change: Callable[[SiteCases], SiteCases]
) -> Callable[[SiteCases], Timed]:
    def cluster(site: SiteCases) -> Timed:
        alike = similarity(site)
        pages = [read_page(as_raw(case), weft.Limits()) for case in change(site).cases]  # as `weft.learn` does
        started = process_time()
        groups = Hierarchical().group([alike.describe(page) for page in pages], alike)
        seconds = process_time() - started
        return {0.0: {site.cases[int(page)].id: n for n, group in enumerate(groups) for page in group}}, seconds

    return cluster
