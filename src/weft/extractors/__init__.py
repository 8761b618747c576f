"""Extractors: each chooses the content of a page by its own method."""

from typing import TYPE_CHECKING

from weft.on_demand import on_demand

if TYPE_CHECKING:
    from weft.extractors.block_classifier import BlockClassifier
    from weft.extractors.density import Density
    from weft.extractors.dom_stats import DomStats
    from weft.extractors.line_block import LineBlock
    from weft.extractors.node_classifier import NodeClassifier
    from weft.extractors.registry import EXTRACTORS
    from weft.extractors.survey import Survey
    from weft.extractors.vips import Vips
    from weft.extractors.vips_tree import VisualBlock
    from weft.extractors.visual_classifier import VisualClassifier
    from weft.extractors.whole_page import WholePage
else:
    __getattr__, __dir__ = on_demand(
        __name__,
        block_classifier="BlockClassifier",
        density="Density",
        dom_stats="DomStats",
        line_block="LineBlock",
        node_classifier="NodeClassifier",
        survey="Survey",
        vips="Vips",
        vips_tree="VisualBlock",
        visual_classifier="VisualClassifier",
        whole_page="WholePage",
        registry="EXTRACTORS",
    )

__all__ = [
    "EXTRACTORS",
    "BlockClassifier",
    "Density",
    "DomStats",
    "LineBlock",
    "NodeClassifier",
    "Survey",
    "Vips",
    "VisualBlock",
    "VisualClassifier",
    "WholePage",
]
