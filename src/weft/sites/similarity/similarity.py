"""Similarities: what is kept of a page, how alike two pages are, and all of them by name."""

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from weft.page import Page
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
        "paths": "weft.sites.similarity.path_sets:Paths",
        "tag_paths": "weft.sites.similarity.path_sets:TAG_PATHS",
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
