"""Scores: how much of the truth is in an answer, and how much of an answer is true."""

from weft.scoring.marks import (
    FieldScore,
    MarksSummary,
    PageScore,
    Score,
    field_names,
    score_marks,
    summarise_scores,
    token_score,
    tokens,
)

__all__ = [
    "FieldScore",
    "MarksSummary",
    "PageScore",
    "Score",
    "field_names",
    "score_marks",
    "summarise_scores",
    "token_score",
    "tokens",
]
