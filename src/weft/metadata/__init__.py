"""What a page says about itself."""

from typing import TYPE_CHECKING

from weft.metadata.titles import find_title, title_blocks
from weft.on_demand import on_demand

if TYPE_CHECKING:
    from weft.metadata.data_content import find_embedded, in_place, with_data
    from weft.metadata.data_signs import find_page_type
    from weft.metadata.languages import block_languages
    from weft.metadata.merge import day_first, find_metadata, merge_fields
else:
    __getattr__, __dir__ = on_demand(
        __name__,
        data_content="find_embedded in_place with_data",
        data_signs="find_page_type",
        languages="block_languages",
        merge="day_first find_metadata merge_fields",
    )

__all__ = [
    "block_languages",
    "day_first",
    "find_embedded",
    "find_metadata",
    "find_page_type",
    "find_title",
    "in_place",
    "merge_fields",
    "title_blocks",
    "with_data",
]
