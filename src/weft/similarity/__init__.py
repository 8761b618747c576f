"""Similarities: how alike two pages are in structure."""

from typing import TYPE_CHECKING

from weft.on_demand import on_demand

if TYPE_CHECKING:
    from weft.similarity.block_paths import BlockPaths
    from weft.similarity.istm import Istm
    from weft.similarity.paths import Paths
    from weft.similarity.record_paths import RecordPaths
    from weft.similarity.registry import SIMILARITIES
    from weft.similarity.same_template import SameTemplate
    from weft.similarity.similarity import Similarity
    from weft.similarity.tree_paths import TreePaths
else:
    __getattr__, __dir__ = on_demand(
        __name__,
        block_paths="BlockPaths",
        istm="Istm",
        paths="Paths",
        record_paths="RecordPaths",
        same_template="SameTemplate",
        similarity="Similarity",
        tree_paths="TreePaths",
        registry="SIMILARITIES",
    )

__all__ = ["SIMILARITIES", "BlockPaths", "Istm", "Paths", "RecordPaths", "SameTemplate", "Similarity", "TreePaths"]
