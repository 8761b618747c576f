"""The weights of `same_template`: fitted on pairs of pages of other sites than those they are judged on, or on all.

The shipped weights are fitted on all sites here, so what they reach on these is in-sample. The honest figures leave
out the site that is judged, from all three fits: lists, structure, all signs. `python -m bench.sites.refit DATA` prints
the weights of all sites, to be shipped.
"""

import sys
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from time import process_time

import numpy as np
from numpy.typing import NDArray

import weft
from bench.sites.clustering import REAL, Method, Timed
from bench.sites.corpora import SiteCases, read_sites
from bench.sites.learning import as_raw
from weft.page.url_shape import UrlShape, find_url
from weft.sites.clusterings import Hierarchical
from weft.sites.similarity.same_template import SameTemplate, Weights, list_signs, structure_signs
from weft.sites.similarity.traits import Traits
from weft.sites.waiting import read_page

FITTED = ("themes", "realsites", "big9", "cx", "swde")
SITE_WEIGHT = {"themes": 0.4, "swde": 0.1}  # real sites count 1, and are 26; themes are 63, of five programs
ENGINES = ("hexo", "mkdocs", "pelican", "sphinx", "wp")  # the software that made the sites of `themes`
PAIRS = 200  # of a batch
FEW = 10  # pages that are drawn from a site besides: a site may have few
FEWER = 6  # that are drawn from its largest template: a site may have only one
MIXED = 7  # pages, each of another template, that are drawn beside some of the largest: a site may be mixed
SMALL_WEIGHTS = (0.5, 0.5, 0.25)  # of the three, beside the whole site
PENALTY = 3.0  # of squared weights, on signs of unit variance; a site's pairs together count as SCALE
SCALE = 100.0
SURE = 4.0  # the offset where all examples say the same
BALANCE = 0.3  # share of a batch's weight that is split evenly between pairs of one template and others
WAYS: dict[str, Callable[[SiteCases], SiteCases] | None] = {
    "": lambda site: site,
    ", file names": SiteCases.without_urls,
    ", no names": SiteCases.without_names,
    ", no addresses": None,  # not even those that pages give themselves
}


@dataclass(frozen=True, eq=False)
class Batch:
    """Pages of a site in one way: their traits, what they are, and the signs that no weights are needed for."""

    weight: float
    pages: tuple[Traits, ...]
    templates: NDArray[np.str_]
    types: NDArray[np.str_]
    structure: NDArray[np.float64]
    lists: NDArray[np.float64]

    def pairs(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Some pairs of pages."""
        one, other = np.triu_indices(len(self.pages), 1)
        chosen = np.random.default_rng(0).permutation(len(one))[:PAIRS]
        return one[chosen], other[chosen]

    def same(self) -> NDArray[np.bool_]:
        """Whether the pages of these pairs have one template."""
        one, other = self.pairs()
        same: NDArray[np.bool_] = self.templates[one] == self.templates[other]
        return same

    def pair_weights(self) -> NDArray[np.float64]:
        """What each of these pairs counts."""
        same = self.same()
        even = np.full(len(same), 1 / max(len(same), 1))
        if same.any() and not same.all():
            even = (1 - BALANCE) * even + BALANCE * np.where(same, 0.5 / same.sum(), 0.5 / (~same).sum())
        return even * self.weight * SCALE


def gather(site: SiteCases) -> list[Batch]:
    """A site's pages in all ways, whole and as small batches."""
    templates = np.array([str(site.templates.get(case.id, "")) for case in site.cases])
    types = np.array([case.page_type for case in site.cases])
    weight = SITE_WEIGHT.get(site.corpus, 1.0) / len(WAYS)
    batches = []
    for number, pages in enumerate(describe(site).values()):
        for chosen, share in zip(_drawn(templates, number), (1.0, *SMALL_WEIGHTS), strict=True):
            kept = tuple(pages[page] for page in chosen)
            signs = structure_signs(kept), list_signs(kept)
            batches.append(Batch(weight * share, kept, templates[chosen], types[chosen], *signs))
    return batches


def _drawn(templates: NDArray[np.str_], seed: int) -> tuple[NDArray[np.int64], ...]:
    """The pages of four batches: all, a few of all, a few of the largest template, these beside one of each other."""
    order = np.random.default_rng(seed).permutation(len(templates))
    names, counts = np.unique(templates, return_counts=True)
    is_largest = templates[order] == names[counts.argmax()]
    largest, others = order[is_largest], order[~is_largest]
    _, first = np.unique(templates[others], return_index=True)
    mixed = np.concatenate((largest[: FEWER - 1], others[np.sort(first)[:MIXED]]))
    return np.arange(len(templates)), *map(np.sort, (order[:FEW], largest[:FEWER], mixed))


def describe(site: SiteCases) -> dict[str, list[Traits]]:
    """The pages as `weft.learn` sees them, by the way in which their addresses are known: nothing else differs."""
    traits = [SameTemplate().describe(read_page(as_raw(case), weft.Limits())) for case in site.cases]
    return {way: _addressed(site, traits, change) for way, change in WAYS.items()}


def _addressed(
    site: SiteCases, traits: Sequence[Traits], change: Callable[[SiteCases], SiteCases] | None
) -> list[Traits]:
    urls = [""] * len(traits)
    if change:
        urls = [find_url(read_page(as_raw(case), weft.Limits())) for case in change(site).cases]
    return [replace(page, url=UrlShape.of(url), has_url=bool(url)) for page, url in zip(traits, urls, strict=True)]


def fit(signs: NDArray[np.float64], is_so: NDArray[np.bool_], weights: NDArray[np.float64]) -> Weights:
    """A logistic regression."""
    from sklearn.linear_model import LogisticRegression

    if is_so.all() or not is_so.any():  # there is nothing to tell apart
        return Weights((0.0,) * signs.shape[1], SURE if is_so.all() else -SURE)
    mean, spread = signs.mean(axis=0), signs.std(axis=0) + 1e-6
    model = LogisticRegression(C=1 / PENALTY, solver="newton-cholesky", max_iter=100)
    model.fit((signs - mean) / spread, is_so, sample_weight=weights)
    slopes = model.coef_[0] / spread
    return Weights(tuple(slopes.tolist()), float(model.intercept_[0] - slopes @ mean))


def fit_all(batches: Sequence[Batch]) -> SameTemplate:
    """The three fits: lists, structure, and all signs, which need the first two."""
    told = [(batch, np.isin(batch.types, ("article", "listing"))) for batch in batches]
    lists = fit(
        np.concatenate([batch.lists[is_told] for batch, is_told in told]),
        np.concatenate([batch.types[is_told] == "listing" for batch, is_told in told]),
        np.concatenate([np.full(n := is_told.sum(), batch.weight * SCALE / max(n, 1)) for batch, is_told in told]),
    )
    same = np.concatenate([batch.same() for batch in batches])
    weights = np.concatenate([batch.pair_weights() for batch in batches])
    structure = fit(np.concatenate([batch.structure[:, *batch.pairs()].T for batch in batches]), same, weights)
    fitted = SameTemplate(structure=structure, lists=lists)
    signs = [fitted.signs(batch.pages, batch.structure)[:, *batch.pairs()].T for batch in batches]
    return SameTemplate(structure=structure, lists=lists, same=fit(np.concatenate(signs), same, weights))


def part_by_site(site: SiteCases) -> str:
    """A real site alone; the others one of five parts, by the name."""
    alone = f"{site.corpus}/{site.name}"
    return alone if site.corpus in REAL else str(zlib.crc32(site.name.encode()) % len(ENGINES))


def part_by_engine(site: SiteCases) -> str:
    """All themes of a software, which share their URLs; others as `part_by_site` has them."""
    engine = site.name.partition("-")[0]
    return engine if site.corpus == "themes" and engine in ENGINES else part_by_site(site)


def refit_methods(sites: Sequence[SiteCases], others: Sequence[SiteCases]) -> list[Method]:
    """The default's clustering with the weights of other sites, in all ways; `others` are fitted on, and not judged."""
    gathered = [(site, gather(site)) for site in [*sites, *others] if site.corpus in FITTED]
    whole = {(site.corpus, site.name): batches for site, batches in gathered}
    similarities = {
        "left out": _fitted(gathered, part_by_site),
        "left out, engine by engine": _fitted(gathered, part_by_engine),
        "in sample": lambda _: SameTemplate(),
    }
    return [
        Method(f"{name}{way}", _clustered(similarity, whole, number))
        for name, similarity in similarities.items()
        for number, way in enumerate(WAYS)
    ]


def _fitted(
    gathered: Sequence[tuple[SiteCases, Sequence[Batch]]], part: Callable[[SiteCases], str]
) -> Callable[[SiteCases], SameTemplate]:
    """For a site the similarity that was fitted without its part."""

    @cache
    def without(left_out: str) -> SameTemplate:
        return fit_all([batch for site, batches in gathered if part(site) != left_out for batch in batches])

    return lambda site: without(part(site))


def _clustered(
    similarity: Callable[[SiteCases], SameTemplate],
    gathered: Mapping[tuple[str, str], Sequence[Batch]],
    way: int,
) -> Callable[[SiteCases], Timed]:
    def cluster(site: SiteCases) -> Timed:
        alike = similarity(site)
        pages = gathered[site.corpus, site.name][way * (1 + len(SMALL_WEIGHTS))].pages
        started = process_time()
        groups = Hierarchical().group(pages, alike)
        seconds = process_time() - started
        return {0.0: {site.cases[int(page)].id: n for n, group in enumerate(groups) for page in group}}, seconds

    return cluster


def main(data: Path) -> None:
    """Print the weights of all sites."""
    batches = [batch for site in read_sites(data, FITTED) for batch in gather(site)]
    fitted = fit_all(batches)
    for line in written(fitted):
        print(line)


def written(fitted: SameTemplate) -> Iterator[str]:
    """The weights as source."""
    for name, weights in (("LIST", fitted.lists), ("STRUCTURE", fitted.structure), ("SAME", fitted.same)):
        signs = ", ".join(f"{weight:.3g}" for weight in weights.signs)
        yield f"{name} = Weights(({signs}), {weights.offset:.3g})"


if __name__ == "__main__":
    main(Path(sys.argv[1]))
