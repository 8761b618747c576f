"""Pages for people."""

from weft.reports.block_map import ScoredBlock, block_map, scored_blocks
from weft.reports.site import ClusterSummary, FieldSummary, PagePoint, SiteSummary, site_page
from weft.reports.training import Score, TrainingSummary, WorstPage, training_page

__all__ = [
    "ClusterSummary",
    "FieldSummary",
    "PagePoint",
    "Score",
    "ScoredBlock",
    "SiteSummary",
    "TrainingSummary",
    "WorstPage",
    "block_map",
    "scored_blocks",
    "site_page",
    "training_page",
]
