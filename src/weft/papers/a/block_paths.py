"""Classes of pages (paper A): alike by the paths of their containers (section 4), grouped by leaders (Algorithm 1)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_deadline
from weft.page import Page
from weft.sites.similarity.similarity import Description, PathSet, Similarity, overlaps, shared, sizes


@dataclass(frozen=True, kw_only=True)
class BlockPaths:
    """The containment `|a & b| / min(|a|, |b|)` of the paths of all containers (`div`, `table`).

    Each step of a path is the tag with its ordinal among the siblings of the same tag (`body1/div3/div2`), which is
    what the kernel folds into `path_nth`.

    >>> from weft import parse
    >>> similarity = BlockPaths()
    >>> a, b = parse("<div>a<div>b</div></div><div>c</div>"), parse("<div>d</div><div>e</div>")
    >>> similarity.compare(similarity.describe(a), similarity.describe(b))
    1.0
    """

    same_above: float = 0.82  # paper A; leader pair F1 on 24 of our sites 0.727, at the best value, 0.88, 0.734
    least: int = 2  # a single container is contained in almost every page, and would pull all pages together

    def describe(self, page: Page) -> PathSet:
        """The hashes of the container paths; none where the page has too few to say anything."""
        paths = np.unique(page.table.path_nth[page.rows_of("div", "table")])
        return paths if len(paths) >= self.least else paths[:0]

    def compare(self, a: PathSet, b: PathSet) -> float:
        """How much of the smaller set the other has; 0 where one has none."""
        smaller = min(len(a), len(b))
        return len(shared(a, b)) / smaller if smaller else 0.0

    def matrix(self, descriptions: Sequence[PathSet]) -> NDArray[np.float64]:
        """`compare` of all pairs."""
        size = sizes(descriptions)
        return overlaps(descriptions) / np.maximum(np.minimum.outer(size, size), 1)


@dataclass(frozen=True, kw_only=True)
class Leader:
    """Takes pages in input order; a page that resembles no leader leads a class of its own; small classes are dropped.

    One comparison for every page and leader, so the cost grows with the pages, not with their pairs. The result depends
    on the order of the pages.
    """

    least: int = 6  # paper A: "more than 5 pages", fewer do not make a reliable rule
    all_pairs: bool = False  # paper A's Definition 6: a page must resemble every member; its algorithm asks the leader

    def group(
        self, descriptions: Sequence[Description], similarity: Similarity[Description]
    ) -> list[NDArray[np.int64]]:
        """The classes that are kept; pages of dropped classes, and pages that resemble nothing, are in none."""
        classes: list[list[int]] = []
        for page, description in check_deadline(enumerate(descriptions)):
            if similarity.compare(description, description) == 0:
                continue
            for members in check_deadline(classes):
                asked = members if self.all_pairs else members[:1]
                if all(similarity.compare(descriptions[other], description) > similarity.same_above for other in asked):
                    members.append(page)
                    break
            else:
                classes.append([page])
        return [np.array(members, dtype=np.int64) for members in classes if len(members) >= self.least]
