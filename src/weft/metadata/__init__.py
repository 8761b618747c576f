"""What a page says about itself."""

from weft.metadata.embedded import find_embedded
from weft.metadata.merge import find_metadata
from weft.metadata.page_types import find_page_type
from weft.metadata.title_blocks import begins_with_heading, title_blocks
from weft.metadata.titles import find_title

__all__ = ["begins_with_heading", "find_embedded", "find_metadata", "find_page_type", "find_title", "title_blocks"]
