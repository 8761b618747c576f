"""Extractors by name, and the baseline that any choice must beat: the whole page."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.document import Document, Extractor
from weft.page import Page
from weft.registry import Registry

EXTRACTORS: Registry[Extractor] = Registry(
    {
        "block_classifier": "weft.extractors.block_classifier:BlockClassifier",
        "visual_classifier": "weft.extractors.block_classifier:VisualClassifier",
        "vips": "weft.extractors.vips:Vips",
        "whole_page": "weft.extractors.registry:WholePage",
        # The papers' methods come last: they are baselines.
        "density": "weft.papers.a.density:Density",
        "cepr": "weft.papers.a.cepr:Cepr",
        "line_block": "weft.papers.c.survey:LineBlock",
        "dom_stats": "weft.papers.c.survey:DomStats",
        "survey": "weft.papers.c.survey:Survey",
        "node_classifier": "weft.papers.e.node_classifier:NodeClassifier",
    },
    instances=True,
    group="weft.extractors",
)


@dataclass(frozen=True, kw_only=True)
class WholePage:
    """Keeps every visible block."""

    def extract(self, page: Page) -> Document:
        """All blocks but the hidden ones."""
        return Document(page=page, keep=np.flatnonzero(~page.blocks.hidden), chosen_by="whole_page")

    def score(self, page: Page) -> NDArray[np.float64]:
        """1 for what is shown, 0 for what is hidden."""
        return (~page.blocks.hidden).astype(np.float64)
