"""The weights of the guard (`weft/sites/guard.py`), fitted on sites whose texts are known, and judged without them.

`python -m bench.sites.refit_guard --models DIR` prints what the guard reaches on the sites of one half with weights of
the other half and with weights of all other sites, then the weights of all. Every site is judged by a block model that
has not seen it.
"""

import argparse
import pickle
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

import weft
from bench.sites.against import CORPORA, CRAWL, MAX_LOSS, Singles, f1_of, learn_as_crawl, sites_of
from bench.sites.corpora import SiteCases
from bench.sites.learning import as_raw, learn
from bench.sites.unseen import UnseenModels, domain_of, half_of
from weft.sites.finder import Cluster
from weft.sites.guard import (
    SIGNS,
    as_mask,
    features,
    mean_signs,
    page_signs,
    repeated_blocks,
)
from weft.sites.sample import SIZE, Sample, spread
from weft.sites.templates.template import MIN_TRUST
from weft.sites.waiting import read_page

PARTS = 10  # of cross-validation
MAX_GAIN = 0.3  # of a page, as it is weighed: a page that is lost is lost
MEANING = (1, -1, 1, -1)  # the sign that each weight may have
LOSS = 2  # times that a loss counts: a site must not be worse than its pages
STRENGTH = 0.3  # of the regression: the inverse of how much large weights cost
LARGE = ("themes", "realsites")  # whose sites are large and alike
FEW = 4  # one of so many of them
Vector = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Row:
    """One page of a cluster: its signs, and the F1 of both choices."""

    corpus: str
    site: str
    domain: str
    cluster: Vector  # means of the signs of its pages; their number; whether it is a listing, and has no body
    page: Vector
    single: float
    template: float

    @property
    def gain(self) -> float:
        """What the template brings."""
        return self.template - self.single


def gather(site: SiteCases, models: UnseenModels, singles: Singles) -> list[Row]:
    """The rows of a site's clusters that have a template."""
    is_wcxb = "wcxb-dev" in site.cases[0].path.parts
    name = models.name(SiteCases(corpus="wcxb-dev", name=site.name, cases=site.cases) if is_wcxb else site)
    with models.use(name):
        learned = learn_as_crawl(site) if site.corpus == CRAWL else learn(site.cases)
        clusters = [cluster for cluster in learned.clusters if cluster.template.is_learned] if learned else []
        return [row for cluster in clusters for row in _rows(site, cluster, singles, models.version(name))]


def _rows(site: SiteCases, cluster: Cluster, singles: Singles, model: str) -> Iterator[Row]:
    cases = {case.id: case for case in site.cases}
    members = [cases[page_id] for page_id in cluster.page_ids if page_id in cases]
    members = [members[place] for place in spread(len(members), SIZE)]
    sample = Sample([read_page(as_raw(case), weft.Limits()) for case in members])
    template = cluster.template
    chosen = [template.keep(page, template.read(page)) for page in sample.pages]
    masks = [as_mask(page, keep) for page, keep in zip(sample.pages, chosen, strict=True)]
    means, again = mean_signs(sample, masks), repeated_blocks(sample.texts)
    facts = (len(members), template.page_type == "listing", not template.has_body)
    columns = (members, sample.pages, chosen, masks, sample.singles, again)
    for case, page, keep, mask, single, repeated in zip(*columns, strict=True):
        if not (case.scored and len(keep) and (case.page_type == "article" or site.corpus == CRAWL)):
            continue
        text = weft.Document(page=page, keep=keep, chosen_by="template", page_type=template.page_type).text
        yield Row(
            corpus=site.corpus,
            site=site.name,
            domain=domain_of(site),
            cluster=np.array([*means, *facts], np.float64),
            page=page_signs(page, mask, single, repeated),
            single=singles.score(model, case, lambda page=page: weft.extract(page)),  # type: ignore[misc]
            template=f1_of(case, text),
        )


@dataclass(frozen=True)
class Weights:
    """A logistic regression in the signs' own units."""

    values: Vector
    offset: float

    def margins(self, signs: Vector) -> Vector:
        """The margin of each row."""
        margins: Vector = signs @ self.values + self.offset
        return margins


def fit(signs: Vector, rows: Sequence[Row]) -> Weights:
    """Template or single page, each page weighed by what is at stake; no site outweighs the others by its size.

    A weight that would have another sign than it can mean is 0.
    """
    from scipy.optimize import minimize  # type: ignore[import-untyped]

    gains, sizes = np.array([row.gain for row in rows]), Counter((row.corpus, row.site) for row in rows)
    stake = np.minimum(np.abs(gains), MAX_GAIN) * np.where(gains < 0, LOSS, 1) * 100
    stake /= np.sqrt([sizes[row.corpus, row.site] for row in rows])
    spread_ = signs.std(0) + 1e-6
    scaled, wanted = signs / spread_, np.where(gains > 0, 1, -1)

    def cost(values: Vector) -> tuple[float, Vector]:
        margins = wanted * (scaled @ values[:-1] + values[-1])
        slope = -stake * wanted / (1 + np.exp(margins))
        size = float((values[:-1] ** 2).sum() / (2 * STRENGTH))
        total = float((stake * np.logaddexp(0, -margins)).sum()) + size
        return total, np.append(scaled.T @ slope + values[:-1] / STRENGTH, slope.sum())

    bounds = [(0, None) if sign > 0 else (None, 0) for sign in MEANING] + [(None, None)]
    values = minimize(cost, np.zeros(len(MEANING) + 1), jac=True, bounds=bounds, method="L-BFGS-B").x
    return Weights(values[:-1] / spread_, float(values[-1]))


def weigh(rows: Sequence[Row]) -> Vector:
    """What is weighed of each row's cluster."""
    return np.array([features(row.cluster[: len(SIGNS)], int(row.cluster[len(SIGNS)])) for row in rows])


def cross_validate(rows: Sequence[Row]) -> Vector:
    """The margin of every row by weights of other domains."""
    domains = sorted({row.domain for row in rows})
    part = {domain: number % PARTS for number, domain in enumerate(np.random.default_rng(0).permutation(domains))}
    margins, weighed = np.zeros(len(rows)), weigh(rows)
    for number in range(PARTS):
        tried = np.array([part[row.domain] == number for row in rows])
        if tried.any():
            others = [row for row, is_tried in zip(rows, tried, strict=True) if not is_tried]
            margins[tried] = fit(weighed[~tried], others).margins(weighed[tried])
    return margins


def tell(rows: Sequence[Row], margins: Vector, what: str) -> None:
    """What a decision reaches by corpus: single page, template, chosen, the better of both; the sites that lose."""
    print(f"{what}:")
    least = np.log(MIN_TRUST / (1 - MIN_TRUST))
    chosen = [row.template if margin >= least else row.single for row, margin in zip(rows, margins, strict=True)]
    for corpus in dict.fromkeys(row.corpus for row in rows):
        own = [(row, f1) for row, f1 in zip(rows, chosen, strict=True) if row.corpus == corpus]
        means = [
            fmean(values)
            for values in zip(*((r.single, r.template, f1, max(r.single, r.template)) for r, f1 in own), strict=True)
        ]
        print(f"  {corpus:10} {len(own):5} pages: " + " ".join(f"{mean:.4f}" for mean in means))
    sites: dict[tuple[str, str], list[float]] = {}
    for row, f1 in zip(rows, chosen, strict=True):
        sites.setdefault((row.corpus, row.site), []).append(f1 - row.single)
    losing = sorted((fmean(gains), *site, len(gains)) for site, gains in sites.items() if fmean(gains) < -MAX_LOSS)
    print(
        f"  {len(losing)} of {len(sites)} sites lose: " + ", ".join(f"{s} {g:+.3f} ({n})" for g, _, s, n in losing[:8])
    )


def main() -> None:
    """Gather, judge, print the weights."""
    parser = argparse.ArgumentParser(prog="python -m bench.sites.refit_guard", description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("data"), help="the unpacked data (default: data)")
    parser.add_argument("--models", type=Path, help="folder with half0.zip and half1.zip; without: the shipped model")
    parser.add_argument("--singles", type=Path, help="JSON file that keeps the scores of single pages")
    parser.add_argument("--rows", type=Path, help="file that keeps what was gathered")
    parser.add_argument("--half", type=int, choices=(0, 1), help="only hosts of this half")
    options = parser.parse_args()
    rows = _gathered(options)
    tell(rows, np.full(len(rows), np.inf), "template always")
    tell(rows, cross_validate(rows), "guard, weights of other domains")
    first, second = ([row for row in rows if half_of(row.domain) == half] for half in (0, 1))
    if first and second:
        tell(second, fit(weigh(first), first).margins(weigh(second)), "guard, half 1 by weights of half 0")
    weights = fit(weigh(rows), rows)
    print(", ".join(f"{value:.1f}" for value in weights.values), f"offset {weights.offset:.2f}")


def _gathered(options: argparse.Namespace) -> list[Row]:
    if options.rows and options.rows.is_file():
        rows: list[Row] = pickle.loads(options.rows.read_bytes())
        return rows
    sites = [site for site in sites_of(options.data, CORPORA, fewest=3) if _counts(site)]
    large = [site for site in sites if site.corpus in LARGE]
    sites = [site for site in sites if site.corpus not in LARGE] + large[::FEW]
    sites = [site for site in sites if options.half is None or half_of(domain_of(site)) == options.half]
    singles, models = Singles(options.singles), UnseenModels(options.models)
    rows = []
    for site in sites:
        rows += gather(site, models, singles)
        print(site.corpus, site.name, len(rows), flush=True)
        singles.save()
        if options.rows:
            options.rows.write_bytes(pickle.dumps(rows))
    return rows


def _counts(site: SiteCases) -> bool:
    """Whether a site is no second copy: hosts of `news` are in the crawl too."""
    return site.corpus != CRAWL or "wcxb-dev" in site.cases[0].path.parts


if __name__ == "__main__":
    main()
