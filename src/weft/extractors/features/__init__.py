"""Numbers per block and per page, each named and documented."""

from typing import TYPE_CHECKING

from weft.on_demand import on_demand

if TYPE_CHECKING:
    from weft.extractors.features.assembly import ALL_FEATURES, Features, find_features
    from weft.extractors.features.measured import FEATURES
    from weft.extractors.features.page_totals import PAGE_FEATURES
    from weft.extractors.features.visual import VISUAL_FEATURES
else:
    __getattr__, __dir__ = on_demand(
        __name__,
        assembly="ALL_FEATURES Features find_features",
        measured="FEATURES",
        page_totals="PAGE_FEATURES",
        visual="VISUAL_FEATURES",
    )

__all__ = ["ALL_FEATURES", "FEATURES", "PAGE_FEATURES", "VISUAL_FEATURES", "Features", "find_features"]
