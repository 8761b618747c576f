"""Numbers per block and per page, each named and documented."""

from weft.features.assembly import FEATURES, PAGE_FEATURES, Features, find_features

__all__ = ["FEATURES", "PAGE_FEATURES", "Features", "find_features"]
