"""Pages for people."""

from weft.reports.block_map import ScoredBlock, block_map, scored_blocks

__all__ = ["ScoredBlock", "block_map", "scored_blocks"]
