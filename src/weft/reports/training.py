"""How a model was trained and what it is worth, as one HTML page with its plots inside."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.reports.writing import write_report

MAX_FEATURES = 40


@dataclass(frozen=True, kw_only=True)
class ScoreInterval:
    """A mean with its 95 % interval over so many pages."""

    name: str
    mean: float
    low: float
    high: float
    pages: int


@dataclass(frozen=True, kw_only=True)
class WorstPage:
    """A page on which the model did badly, and what it did."""

    page_id: str
    url: str
    page_type: str
    f1: float
    confidence: float
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class TrainingSummary:
    """What the report of a training run shows."""

    name: str
    recipe: Mapping[str, str]
    scores: Sequence[ScoreInterval]
    confidence: NDArray[np.float64]  # predicted F1 of each page, out of fold
    f1: NDArray[np.float64]  # the F1 it had
    importance: Sequence[tuple[str, float]] = ()
    worst: Sequence[WorstPage] = ()
    trials: Sequence[tuple[str, float]] = ()  # what was tried, and its score


def training_page(summary: TrainingSummary) -> str:
    """The HTML page of a training run."""
    groups = calibrate(summary.confidence, summary.f1)
    return write_report(
        "training.html",
        run=summary,
        importance=summary.importance[:MAX_FEATURES],
        groups=groups,
        error=sum(abs(confidence - f1) for confidence, f1 in groups) / max(len(groups), 1),
    )


def calibrate(confidence: NDArray[np.float64], f1: NDArray[np.float64], *, bins: int = 12) -> list[tuple[float, float]]:
    """Mean confidence and mean F1 of groups of equally many pages, the least confident first."""
    order = np.argsort(confidence, kind="stable")
    groups = [group for group in np.array_split(order, bins) if len(group)]
    return [(float(confidence[group].mean()), float(f1[group].mean())) for group in groups]
