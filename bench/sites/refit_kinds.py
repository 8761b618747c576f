"""The weights of `find_kind` fitted again without the sites they are judged on.

The shipped weights tell the clusters of articles from those of lists; they are a logistic regression over the clusters
of these very sites.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bench.sites.corpora import SiteCases
from bench.sites.refit import part_by_engine, part_by_site
from bench.sites.shelf import Shelf
from weft.sites.sample import SIZE, spread
from weft.sites.template_learner import OFFSET, WEIGHTS, kind_signs


@dataclass(frozen=True)
class Kind:
    """A cluster with rules: its signs, and how many of its pages are articles and lists."""

    site: SiteCases
    signs: NDArray[np.float64]
    articles: int
    lists: int

    @property
    def is_article(self) -> bool:
        """What most of its pages are."""
        return self.articles >= self.lists


def measure_kinds(sites: Sequence[SiteCases], shelf: Shelf) -> dict[str, dict[str, float]]:
    """Which share of the articles and of the lists is told right, by the weights used; clusters with rules only."""
    kinds = [kind for site in sites for kind in find_kinds(site, shelf)]
    rows = {"shipped weights": _shares(kinds, [bool(WEIGHTS @ kind.signs + OFFSET > 0) for kind in kinds])}
    for others, part in (("sites", part_by_site), ("engines", part_by_engine)):
        rows[f"weights of other {others}"] = _shares(kinds, _judged(kinds, part))
    return rows


def find_kinds(site: SiteCases, shelf: Shelf) -> list[Kind]:
    """The clusters that the default finds and learns, without those of other pages."""
    types, pages = {case.id: case.page_type for case in site.cases}, shelf.pages(site)
    kinds = []
    for cluster in shelf.learn(site).site.clusters:
        known = [types[page] for page in cluster.page_ids]
        articles, lists = known.count("article"), known.count("listing")
        if cluster.template.is_learned and articles + lists:
            members = [pages[cluster.page_ids[place]] for place in spread(len(cluster.page_ids), SIZE)]
            kinds.append(Kind(site, kind_signs(members, cluster.template.body), articles, lists))
    return kinds


def _judged(kinds: Sequence[Kind], part: Callable[[SiteCases], object]) -> list[bool]:
    """Whether each cluster is of articles, by weights fitted on the clusters of the other parts."""
    from sklearn.linear_model import LogisticRegression

    parts = np.array([part(kind.site) for kind in kinds])
    signs, true = np.array([kind.signs for kind in kinds]), np.array([kind.is_article for kind in kinds])
    judged = np.zeros(len(kinds), dtype=np.bool_)
    for number in np.unique(parts):
        model = LogisticRegression(C=1.0, max_iter=2000).fit(signs[parts != number], true[parts != number])
        judged[parts == number] = model.predict(signs[parts == number])
    return judged.tolist()


def _shares(kinds: Sequence[Kind], judged: Sequence[bool]) -> dict[str, float]:
    articles, lists = sum(kind.articles for kind in kinds), sum(kind.lists for kind in kinds)
    known = sum(kind.articles for kind, is_article in zip(kinds, judged, strict=True) if is_article)
    known_lists = sum(kind.lists for kind, is_article in zip(kinds, judged, strict=True) if not is_article)
    right = sum(kind.is_article == is_article for kind, is_article in zip(kinds, judged, strict=True))
    return {
        "clusters": len(kinds),
        "clusters_right": right / max(len(kinds), 1),
        "articles": articles,
        "articles_right": known / max(articles, 1),
        "lists": lists,
        "lists_right": known_lists / max(lists, 1),
    }
