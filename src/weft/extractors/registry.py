"""Extractors by name."""

from weft.document import Extractor
from weft.extractors.block_classifier import BlockClassifier
from weft.extractors.density import Density
from weft.extractors.dom_stats import DomStats
from weft.extractors.line_block import LineBlock
from weft.extractors.node_classifier import NodeClassifier
from weft.extractors.survey import Survey
from weft.extractors.vips import Vips
from weft.extractors.visual_classifier import VisualClassifier
from weft.extractors.whole_page import WholePage

EXTRACTORS: dict[str, Extractor] = {
    "block_classifier": BlockClassifier(),
    "density": Density(),
    "line_block": LineBlock(),
    "dom_stats": DomStats(),
    "node_classifier": NodeClassifier(),
    "survey": Survey(),
    "vips": Vips(),
    "visual_classifier": VisualClassifier(),
    "whole_page": WholePage(),
}
