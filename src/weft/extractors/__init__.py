"""Extractors: each chooses the content of a page by its own method."""

from typing import TYPE_CHECKING

from weft.on_demand import on_demand

if TYPE_CHECKING:
    from weft.extractors.block_classifier import BlockClassifier, VisualClassifier
    from weft.extractors.registry import EXTRACTORS, WholePage
    from weft.extractors.vips import Vips
    from weft.extractors.vips_structure import VisualBlock
else:
    __getattr__, __dir__ = on_demand(
        __name__,
        block_classifier="BlockClassifier VisualClassifier",
        registry="EXTRACTORS WholePage",
        vips="Vips",
        vips_structure="VisualBlock",
    )

__all__ = ["EXTRACTORS", "BlockClassifier", "Vips", "VisualBlock", "VisualClassifier", "WholePage"]
