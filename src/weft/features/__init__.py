"""Numbers per block and per page, each named and documented."""

from weft.features.assembly import ALL_FEATURES, FEATURES, PAGE_FEATURES, Features, find_features
from weft.features.visual import VISUAL_FEATURES

__all__ = ["ALL_FEATURES", "FEATURES", "PAGE_FEATURES", "VISUAL_FEATURES", "Features", "find_features"]
