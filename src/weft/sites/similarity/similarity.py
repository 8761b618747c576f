"""Similarities: what is kept of a page, how alike two pages are, and all of them by name.

Sets of paths: what two of them share, and pages that are alike when they share most.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_deadline
from weft.page import Page
from weft.page.folds import body_row, end_paths, is_end
from weft.registry import Registry

Description = TypeVar("Description")
"""What a similarity keeps of a page: small, and can be sent to a worker."""


class Similarity(Protocol[Description]):
    """How alike pages are in structure. Frozen, deterministic.

    From 0 to 1, symmetric, 1 on the diagonal. A page with nothing to compare resembles no page, not even itself: its
    diagonal is 0, and clusterings leave it out.
    """

    @property
    def same_above(self) -> float:
        """Pages that are more alike than this are taken for pages of one template.

        Each similarity has its own scale, so the threshold stands here and every clustering reads it.
        """
        ...

    def describe(self, page: Page) -> Description:
        """What is kept of a page."""
        ...

    def compare(self, a: Description, b: Description) -> float:
        """How alike two pages are."""
        ...

    def matrix(self, descriptions: Sequence[Description]) -> NDArray[np.float64]:
        """`compare` of all pairs; one that sees each pair among all the pages says so."""
        ...


def refined(
    groups: list[NDArray[np.int64]], descriptions: Sequence[Description], similarity: Similarity[Description]
) -> list[NDArray[np.int64]]:
    """The groups of a clustering as the similarity refines them; most similarities leave them as they are."""
    refine = getattr(similarity, "refine", None)
    return list(refine(groups, descriptions)) if refine else groups


SIMILARITIES: Registry[Similarity[Any]] = Registry(
    {
        "same_template": "weft.sites.similarity.same_template:SameTemplate",
        "paths": "weft.sites.similarity.similarity:Paths",
        "tag_paths": "weft.sites.similarity.similarity:TAG_PATHS",
        # The papers' similarities come last: they are baselines.
        "block_paths": "weft.papers.a.block_paths:BlockPaths",
        "record_paths": "weft.papers.b.record_paths:LocatedRecordPaths",
        "record_paths_body": "weft.papers.b.record_paths:RecordPaths",
        "istm": "weft.papers.d.istm:Istm",
        "tree_paths": "weft.papers.d.istm:TreePaths",
        "address_levels": "weft.papers.d.address_levels:AddressLevels",
    },
    instances=True,
)


PathSet: TypeAlias = NDArray[np.uint64]
"""Hashes, sorted, each once."""

MAX_NUMBER = 1 << 40  # of a set: sums over thousands of sets are exact, and hardly any two are equal by chance
BLOCK_CELLS = 4_000_000  # cells of a block of the incidence matrix: 32 MB, whatever the pages


def shared(a: PathSet, b: PathSet) -> NDArray[np.int64]:
    """The positions in the shorter set of what both have."""
    short, long = (a, b) if len(a) <= len(b) else (b, a)
    if not len(short):
        return np.zeros(0, dtype=np.int64)
    places = np.minimum(np.searchsorted(long, short), len(long) - 1)
    return np.flatnonzero(long[places] == short)


def sizes(sets: Sequence[PathSet]) -> NDArray[np.int64]:
    """How many hashes each set has."""
    return np.array([len(one) for one in sets], dtype=np.int64)


def overlaps(sets: Sequence[PathSet], weights: Sequence[NDArray[np.float64]] | None = None) -> NDArray[np.float64]:
    """For every two sets how many hashes they share, or what these weigh; a hash has one weight in all sets."""
    incidence = Incidence.of(sets)
    weight = np.ones(len(incidence.count))
    if weights is not None and len(weight):
        weight[incidence.column] = np.concatenate(weights)
    return incidence.overlap(weight)


@dataclass(frozen=True, eq=False)
class Incidence:
    """Which sets have which hashes: of each hash in each set the set's number and the hash's."""

    sets: int
    owner: NDArray[np.int64]
    column: NDArray[np.int64]
    count: NDArray[np.int64]  # of each hash the sets that have it

    @staticmethod
    def of(sets: Sequence[PathSet]) -> "Incidence":
        """As the sets have them."""
        owner = np.repeat(np.arange(len(sets)), sizes(sets))
        joined = np.concatenate(sets) if len(sets) else np.zeros(0, np.uint64)
        _, column, count = np.unique(joined, return_inverse=True, return_counts=True)
        return Incidence(len(sets), owner, column, count)

    @property
    def telling(self) -> NDArray[np.float64]:
        """A weight of each hash: one that half of the sets have weighs most, one that all or only one has nothing.

        Hashes of the same sets weigh as much as one: the comments below some articles are many elements and one sign.
        """
        share = self.count / max(self.sets, 1)
        weight = np.where(self.count > 1, 4 * share * (1 - share), 0.0)
        _, pattern, like = np.unique(self._patterns(), return_inverse=True, return_counts=True)
        return weight / like[pattern]

    def _patterns(self) -> NDArray[np.float64]:
        """Of each hash a number that tells which sets have it: the sum of theirs, which are random."""
        numbers = np.random.default_rng(0).integers(MAX_NUMBER, size=self.sets).astype(np.float64)
        return np.bincount(self.column, numbers[self.owner], minlength=len(self.count)).astype(np.float64)

    def share_of(self, flags: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Of each hash the share of its sets that flag it."""
        return np.bincount(self.column, flags, minlength=len(self.count)) / np.maximum(self.count, 1)

    def overlap(self, weight: NDArray[np.float64]) -> NDArray[np.float64]:
        """For every two sets what the hashes weigh that both have.

        A product of the matrix sets x hashes with itself, a block of hashes at a time, so that memory does not grow
        with the pages; a hash of one set only is counted apart, one that weighs nothing not at all.
        """
        alone = np.flatnonzero(self.count[self.column] == 1)
        own = np.bincount(self.owner[alone], weight[self.column[alone]], minlength=self.sets)
        total = np.diag(own.astype(np.float64))
        kept = (self.count > 1) & (weight != 0)
        column = np.where(kept, np.cumsum(kept) - 1, -1)[self.column]
        weight = weight[kept]
        width = max(1, BLOCK_CELLS // max(self.sets, 1))
        for start in check_deadline(range(0, len(weight), width)):
            part = np.flatnonzero((column >= start) & (column < start + width))
            block = np.zeros((self.sets, len(weight[start : start + width])))
            block[self.owner[part], column[part] - start] = 1
            total += (block * weight[start : start + width]) @ block.T
        return total


@dataclass(frozen=True, kw_only=True)
class Paths:
    """The Jaccard index `|a & b| / |a | b|` of the sets of paths from the body to every end node.

    Each step is the tag with its classes, digits masked, or the tag alone. Sets, not bags, and no ordinals: the number
    of comments must not change what a page is.

    Chosen on 13 generated and 11 real sites by pair F1 (average linkage, best cut): end nodes 0.859, all elements
    0.828; with containment in place of the Jaccard index 0.780 and 0.768, as a short page is contained in many. On 61
    other sites tags alone do better than tags with classes, 0.841 against 0.781: a class that names one page spoils all
    paths below it.
    """

    same_above: float = 0.45  # pair F1 0.859; 0.40 gives 0.806, 0.50 gives 0.825; for tags alone 0.60
    classes: bool = True

    def describe(self, page: Page) -> PathSet:
        """The hashes of the paths."""
        body = body_row(page)
        if self.classes:
            return end_paths(page, page.table.step, roots=np.array([body]))
        return np.unique(page.table.path_tags[body : page.end[body]][is_end(page)[body : page.end[body]]])

    def compare(self, a: PathSet, b: PathSet) -> float:
        """How much of all paths both have; 0 where there are none."""
        both = len(shared(a, b))
        return both / (len(a) + len(b) - both) if both else 0.0

    def matrix(self, descriptions: Sequence[PathSet]) -> NDArray[np.float64]:
        """`compare` of all pairs."""
        size = sizes(descriptions)
        both = overlaps(descriptions)
        return both / np.maximum(np.add.outer(size, size) - both, 1)


TAG_PATHS = Paths(classes=False, same_above=0.60)
"""Pair F1 0.841; 0.55 gives 0.834, 0.65 gives 0.844; 0.60 is better with the clustering `leader` (0.835)."""
