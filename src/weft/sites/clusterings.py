"""Clusterings by name: pages of one template together. The default is hierarchical (paper D, section 3.2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_deadline, check_time
from weft.registry import Registry
from weft.sites.similarity.similarity import Description, Similarity, refined


class Clustering(Protocol):
    """Groups pages that are more alike than the similarity's `same_above`. Frozen, deterministic."""

    def group(
        self, descriptions: Sequence[Description], similarity: Similarity[Description]
    ) -> list[NDArray[np.int64]]:
        """Positions of pages, each group sorted, groups by their first page; a page is in one group or in none."""
        ...


CLUSTERINGS: Registry[Clustering] = Registry(
    {
        "hierarchical": "weft.sites.clusterings:Hierarchical",
        "leader": "weft.papers.a.block_paths:Leader",
        "h_k": "weft.papers.b.record_paths:HK",
    },
    instances=True,
)


Linkage: TypeAlias = Literal["average", "complete", "single"]
MERGED: dict[str, np.ufunc] = {"average": np.add, "complete": np.minimum, "single": np.maximum}

SCALE = 1 << 30  # similarities as whole numbers: their sums are exact, so that no order of merging changes a tie
GONE = -np.inf  # less than any similarity: the place of a cluster that was merged into another


@dataclass(frozen=True, kw_only=True)
class Hierarchical:
    """Merges the clusters that are most alike until no two are more alike than the similarity's `same_above`.

    The result does not depend on the order of the pages: clusters that are equally alike are merged at once, all that
    hang together (multidendrograms, Fernández and Gómez 2008), where merging the first such pair would let the input
    order decide. Compares all pairs of pages: for some thousands of pages at most.
    """

    # Paper D does not say. Pair F1 on 13 generated and 11 real sites, average / complete / single, at the best cut of
    # each: istm 0.763 / 0.772 / 0.768, paths 0.859 / 0.821 / 0.796, record_paths 0.863 / 0.845 / 0.801. The cut is the
    # similarity's own.
    linkage: Linkage = "average"

    def group(
        self, descriptions: Sequence[Description], similarity: Similarity[Description]
    ) -> list[NDArray[np.int64]]:
        """All pages in groups, one alone where it must; pages that resemble nothing are in none."""
        groups = agglomerate(similarity.matrix(descriptions), cut=similarity.same_above, linkage=self.linkage)
        return refined(groups, descriptions, similarity)


def agglomerate(matrix: NDArray[np.float64], *, cut: float, linkage: Linkage) -> list[NDArray[np.int64]]:
    """The groups of a similarity matrix at a cut, each sorted, by their first page.

    >>> agglomerate(np.array([[1, 0.2, 0.9], [0.2, 1, 0.1], [0.9, 0.1, 1]]), cut=0.5, linkage="average")
    [array([0, 2]), array([1])]
    """
    pages = np.flatnonzero(np.diag(matrix) > 0)
    if not len(pages):
        return []
    whole = np.rint(matrix[np.ix_(pages, pages)] * SCALE).astype(np.int64)
    clusters = Clusters(np.maximum(whole, whole.T), linkage=linkage)  # symmetric to the last digit, or no pair is best
    while clusters.nearest() > round(cut * SCALE):
        check_time()
        clusters.merge_nearest()
    return [pages[clusters.home == home] for home in np.unique(clusters.home)]


class Clusters:
    """The state of an agglomeration: how alike every two clusters are, kept up to date by merging.

    In words: while the best link is above the cut, merge the clusters that have it, and link them to the others anew.
    Here each row remembers its best link, and only rows whose best link was to a merged cluster look for another.
    """

    def __init__(self, matrix: NDArray[np.int64], *, linkage: Linkage) -> None:
        self.linkage = linkage
        self.home: NDArray[np.int64] = np.arange(len(matrix))  # of each page its cluster, named by its first page
        self.size: NDArray[np.float64] = np.ones(len(matrix))
        self.alive: NDArray[np.bool_] = np.ones(len(matrix), dtype=np.bool_)
        self.joined: NDArray[np.int64] = matrix.copy()  # average: sums over the pairs of pages; else the link itself
        self.link: NDArray[np.float64] = matrix.astype(np.float64)
        np.fill_diagonal(self.link, GONE)
        self.best: NDArray[np.float64] = self.link.max(axis=1)

    def nearest(self) -> float:
        """The best link of all; that of a cluster which is gone where one is left."""
        return float(self.best.max())

    def merge_nearest(self) -> None:
        """Merges all clusters that hang together by best links."""
        best = self.best.max()
        tied = np.flatnonzero(self.best == best)
        for together in check_deadline(components(self.link[np.ix_(tied, tied)] == best)):
            self._merge(tied[together])

    def _merge(self, members: NDArray[np.int64]) -> None:
        kept, gone = members[0], members[1:]
        stale = self.best == self.link[:, members].max(axis=1)
        row = MERGED[self.linkage].reduce(self.joined[members], axis=0)
        self.joined[kept] = self.joined[:, kept] = row
        self.size[kept] = self.size[members].sum()
        self.home[np.isin(self.home, gone)] = kept
        self.alive[gone] = False
        link = row / (self.size * self.size[kept]) if self.linkage == "average" else row.astype(np.float64)
        link[~self.alive] = link[kept] = GONE
        self.link[gone] = self.link[:, gone] = GONE
        self.link[kept] = self.link[:, kept] = link
        self.best[gone] = GONE
        self.best = np.maximum(self.best, link)  # a mean is never above both parts, but its rounding may be
        stale = np.flatnonzero(stale & self.alive)
        self.best[stale] = self.link[stale].max(axis=1)


def components(linked: NDArray[np.bool_]) -> list[NDArray[np.int64]]:
    """The rows of a symmetric relation that hang together, each group sorted, by their first row; none twice."""
    groups = []
    unseen = np.ones(len(linked), dtype=np.bool_)
    while unseen.any():
        check_time()
        reached = np.zeros(len(linked), dtype=np.bool_)
        front = np.flatnonzero(unseen)[:1]
        while len(front):
            reached[front] = True
            front = np.flatnonzero(linked[front].any(axis=0) & ~reached)
        unseen &= ~reached
        groups.append(np.flatnonzero(reached))
    return groups


DIGITS = 9  # sums that are equal must not differ by the order of adding
SAMPLE = 256  # all pairs of so many pages cost little; a medoid of a sample of a larger group is as good a centre


def medoid(descriptions: Sequence[Description], similarity: Similarity[Description], *, sample: int = SAMPLE) -> int:
    """The position of the page with the highest sum of similarities to the others; of equals the first.

    Of more than `sample` pages, those of an even sample are compared, so that the cost does not grow with the group.
    """
    if not descriptions:
        raise ValueError("a group without pages has no medoid")
    places = np.unique(np.linspace(0, len(descriptions) - 1, min(sample, len(descriptions))).astype(np.int64))
    return int(places[central(similarity.matrix([descriptions[position] for position in places]))])


def central(matrix: NDArray[np.float64]) -> int:
    """The row with the highest sum of similarities; of equals the first.

    >>> central(np.array([[1, 0.5, 0], [0.5, 1, 0.5], [0, 0.5, 1]]))
    1
    """
    return int(np.argmax(np.round(matrix.sum(axis=1), DIGITS)))
