"""Similarities: how alike two pages are in structure."""

from typing import TYPE_CHECKING

from weft.on_demand import on_demand

if TYPE_CHECKING:
    from weft.similarity.paths import Paths
    from weft.similarity.registry import SIMILARITIES
    from weft.similarity.same_template import SameTemplate
    from weft.similarity.similarity import Similarity
else:
    __getattr__, __dir__ = on_demand(
        __name__,
        paths="Paths",
        same_template="SameTemplate",
        similarity="Similarity",
        registry="SIMILARITIES",
    )

__all__ = ["SIMILARITIES", "Paths", "SameTemplate", "Similarity"]
