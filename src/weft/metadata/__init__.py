"""What a page says about itself."""

from typing import TYPE_CHECKING

from weft.metadata.title_blocks import begins_with_heading, title_blocks
from weft.on_demand import on_demand

if TYPE_CHECKING:
    from weft.metadata.embedded import find_embedded
    from weft.metadata.merge import day_first, find_metadata
    from weft.metadata.page_types import find_page_type
    from weft.metadata.titles import find_title
else:
    __getattr__, __dir__ = on_demand(
        __name__,
        embedded="find_embedded",
        merge="day_first find_metadata",
        page_types="find_page_type",
        titles="find_title",
    )

__all__ = [
    "begins_with_heading",
    "day_first",
    "find_embedded",
    "find_metadata",
    "find_page_type",
    "find_title",
    "title_blocks",
]
