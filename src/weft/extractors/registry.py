"""Extractors by name."""

from weft.document import Extractor
from weft.registry import Registry

EXTRACTORS: Registry[Extractor] = Registry(
    {
        "block_classifier": "weft.extractors.block_classifier:BlockClassifier",
        "visual_classifier": "weft.extractors.visual_classifier:VisualClassifier",
        "vips": "weft.extractors.vips:Vips",
        "whole_page": "weft.extractors.whole_page:WholePage",
        # The papers' methods come last: they are baselines.
        "density": "weft.papers.a.density:Density",
        "line_block": "weft.papers.c.survey:LineBlock",
        "dom_stats": "weft.papers.c.survey:DomStats",
        "survey": "weft.papers.c.survey:Survey",
        "node_classifier": "weft.papers.e.node_classifier:NodeClassifier",
    },
    instances=True,
)
