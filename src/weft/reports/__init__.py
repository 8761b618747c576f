"""Pages for people."""

from weft.reports.blocks import ScoredBlock, block_map, scored_blocks
from weft.reports.decision import Decision, explain, feature_words, find_decision
from weft.reports.look import COLOURINGS, NO_PICTURE, Box, Picture, find_picture, look_page, small_page
from weft.reports.site import ClusterSummary, FieldSummary, PagePoint, SiteSummary, site_page
from weft.reports.training import ScoreInterval, TrainingSummary, WorstPage, training_page

__all__ = [
    "COLOURINGS",
    "NO_PICTURE",
    "Box",
    "ClusterSummary",
    "Decision",
    "FieldSummary",
    "PagePoint",
    "Picture",
    "ScoreInterval",
    "ScoredBlock",
    "SiteSummary",
    "TrainingSummary",
    "WorstPage",
    "block_map",
    "explain",
    "feature_words",
    "find_decision",
    "find_picture",
    "look_page",
    "scored_blocks",
    "site_page",
    "small_page",
    "training_page",
]
