"""Similarities: how alike two pages are in structure."""

from typing import TYPE_CHECKING

from weft.on_demand import on_demand

if TYPE_CHECKING:
    from weft.sites.similarity.path_sets import Paths
    from weft.sites.similarity.same_template import SameTemplate
    from weft.sites.similarity.similarity import SIMILARITIES, Similarity
else:
    __getattr__, __dir__ = on_demand(
        __name__,
        path_sets="Paths",
        same_template="SameTemplate",
        similarity="SIMILARITIES Similarity",
    )

__all__ = ["SIMILARITIES", "Paths", "SameTemplate", "Similarity"]
