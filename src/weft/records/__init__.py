"""Repeated items of a page."""

from weft.records.comments import comment_blocks, find_comments
from weft.records.find import find_main_records, find_records
from weft.records.post_blocks import post_blocks

__all__ = ["comment_blocks", "find_comments", "find_main_records", "find_records", "post_blocks"]
