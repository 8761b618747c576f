"""Repeated items of a page."""

from weft.records.comments import comment_blocks, find_comments

__all__ = ["comment_blocks", "find_comments"]
