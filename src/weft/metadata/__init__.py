"""What a page says about itself."""

from weft.metadata.embedded import find_embedded
from weft.metadata.merge import find_metadata
from weft.metadata.page_types import find_page_type
from weft.metadata.title_blocks import title_blocks
from weft.metadata.titles import find_title

__all__ = ["find_embedded", "find_metadata", "find_page_type", "find_title", "title_blocks"]
