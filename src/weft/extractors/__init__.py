"""Extractors: each chooses the content of a page by its own method."""

from typing import TYPE_CHECKING

from weft.on_demand import on_demand

if TYPE_CHECKING:
    from weft.extractors.block_classifier import BlockClassifier
    from weft.extractors.registry import EXTRACTORS
    from weft.extractors.vips import Vips
    from weft.extractors.vips_tree import VisualBlock
    from weft.extractors.visual_classifier import VisualClassifier
    from weft.extractors.whole_page import WholePage
else:
    __getattr__, __dir__ = on_demand(
        __name__,
        block_classifier="BlockClassifier",
        vips="Vips",
        vips_tree="VisualBlock",
        visual_classifier="VisualClassifier",
        whole_page="WholePage",
        registry="EXTRACTORS",
    )

__all__ = [
    "EXTRACTORS",
    "BlockClassifier",
    "Vips",
    "VisualBlock",
    "VisualClassifier",
    "WholePage",
]
