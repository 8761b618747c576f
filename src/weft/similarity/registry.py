"""Similarities by name."""

from typing import Any

from weft.registry import Registry
from weft.similarity.similarity import Similarity

SIMILARITIES: Registry[Similarity[Any]] = Registry(
    {
        "same_template": "weft.similarity.same_template:SameTemplate",
        "paths": "weft.similarity.paths:Paths",
        "tag_paths": "weft.similarity.paths:TAG_PATHS",
        # The papers' similarities come last: they are baselines.
        "block_paths": "weft.papers.a.block_paths:BlockPaths",
        "record_paths": "weft.papers.b.record_paths:RecordPaths",
        "istm": "weft.papers.d.istm:Istm",
        "tree_paths": "weft.papers.d.istm:TreePaths",
    },
    instances=True,
)
