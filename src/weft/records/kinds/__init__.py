"""Further kinds of records, a reader each, and the names of all kinds."""

from typing import TYPE_CHECKING

from weft.on_demand import on_demand

if TYPE_CHECKING:
    from weft.records.kinds.names import CARDS_KIND, KINDS, POSTS_KIND, ROWS_KIND
    from weft.records.kinds.others import (
        OtherRegions,
        lists_articles,
        main_region,
        regions_beside,
        with_other_regions,
    )
else:
    __getattr__, __dir__ = on_demand(
        __name__,
        names="CARDS_KIND KINDS POSTS_KIND ROWS_KIND",
        others="OtherRegions lists_articles main_region regions_beside with_other_regions",
    )

__all__ = [
    "CARDS_KIND",
    "KINDS",
    "POSTS_KIND",
    "ROWS_KIND",
    "OtherRegions",
    "lists_articles",
    "main_region",
    "regions_beside",
    "with_other_regions",
]
