"""Similarities: how alike two pages are in structure."""

from typing import TYPE_CHECKING

from weft.on_demand import on_demand

if TYPE_CHECKING:
    from weft.sites.similarity.same_template import SameTemplate
    from weft.sites.similarity.similarity import SIMILARITIES, Paths, Similarity
else:
    __getattr__, __dir__ = on_demand(
        __name__,
        same_template="SameTemplate",
        similarity="SIMILARITIES Paths Similarity",
    )

__all__ = ["SIMILARITIES", "Paths", "SameTemplate", "Similarity"]
