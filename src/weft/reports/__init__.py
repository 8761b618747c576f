"""Pages for people."""

from weft.reports.block_map import ScoredBlock, block_map, scored_blocks
from weft.reports.training import Score, TrainingSummary, WorstPage, training_page

__all__ = ["Score", "ScoredBlock", "TrainingSummary", "WorstPage", "block_map", "scored_blocks", "training_page"]
