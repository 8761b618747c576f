"""Clusterings by name: pages of one template together."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from weft.registry import Registry
from weft.similarity.similarity import Description, Similarity


class Clustering(Protocol):
    """Groups pages that are more alike than the similarity's `alike`. Frozen, deterministic."""

    def group(
        self, descriptions: Sequence[Description], similarity: Similarity[Description]
    ) -> list[NDArray[np.int64]]:
        """Positions of pages, each group sorted, groups by their first page; a page is in one group or in none."""
        ...


CLUSTERINGS: Registry[Clustering] = Registry(
    {
        "hierarchical": "weft.site.hierarchical:Hierarchical",
        "leader": "weft.papers.a.block_paths:Leader",
        "h_k": "weft.papers.b.record_paths:HK",
    },
    instances=True,
)
