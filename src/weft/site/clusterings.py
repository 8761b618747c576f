"""Clusterings by name: pages of one template together."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from weft.similarity.similarity import Description, Similarity
from weft.site.h_k import HK
from weft.site.hierarchical import Hierarchical
from weft.site.leader import Leader


class Clustering(Protocol):
    """Groups pages that are more alike than the similarity's `alike`. Frozen, deterministic."""

    def group(
        self, descriptions: Sequence[Description], similarity: Similarity[Description]
    ) -> list[NDArray[np.int64]]:
        """Positions of pages, each group sorted, groups by their first page; a page is in one group or in none."""
        ...


CLUSTERINGS: dict[str, Clustering] = {
    "leader": Leader(),
    "hierarchical": Hierarchical(),
    "h_k": HK(),
}
