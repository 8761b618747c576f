"""Similarities by name."""

from typing import Any

from weft.similarity.block_paths import BlockPaths
from weft.similarity.istm import Istm
from weft.similarity.paths import Paths
from weft.similarity.record_paths import RecordPaths
from weft.similarity.same_template import SameTemplate
from weft.similarity.similarity import Similarity
from weft.similarity.tree_paths import TreePaths

SIMILARITIES: dict[str, Similarity[Any]] = {
    "same_template": SameTemplate(),
    "block_paths": BlockPaths(),
    "istm": Istm(),
    "paths": Paths(),
    "tag_paths": Paths(classes=False, alike=0.60),  # pair F1 0.841; 0.55 gives 0.834, 0.65 0.844; leader 0.835 here
    "record_paths": RecordPaths(),
    "tree_paths": TreePaths(),
}
