"""How a model was trained and what it is worth, as one HTML page with its plots inside."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

import numpy as np
from numpy.typing import NDArray


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
    """What a training run has to show."""

    name: str
    recipe: Mapping[str, str]
    scores: Sequence[ScoreInterval]
    confidence: NDArray[np.float64]  # predicted F1 of each page, out of fold
    f1: NDArray[np.float64]  # the F1 it had
    importance: Sequence[tuple[str, float]] = ()
    worst: Sequence[WorstPage] = ()
    trials: Sequence[tuple[str, float]] = field(default_factory=tuple)  # what was tried, and what it gave


def training_page(summary: TrainingSummary) -> str:
    """The HTML page of a training run."""
    parts = [
        f"<h1>{escape(summary.name)}</h1>",
        _definitions(summary.recipe),
        "<h2>Word F1, cross-validated by domain</h2>",
        _scores(summary.scores),
        "<h2>Calibration: does the confidence foretell the F1?</h2>",
        calibration_plot(summary.confidence, summary.f1),
        "<h2>What the trees look at</h2>",
        _bars(summary.importance[:40]),
    ]
    if summary.trials:
        parts += [
            "<h2>What was tried</h2>",
            _bars(summary.trials, start=min(score for _, score in summary.trials) - 0.02),
        ]
    parts += ["<h2>The worst pages</h2>", _worst(summary.worst)]
    return _PAGE.format(title=escape(summary.name), style=_STYLE, body="\n".join(parts))


def _definitions(values: Mapping[str, str]) -> str:
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in values.items())
    return f"<dl>{rows}</dl>"


def _scores(scores: Sequence[ScoreInterval]) -> str:
    rows = "".join(
        f"<tr><th>{escape(score.name)}</th><td>{score.pages:,}</td><td>{score.mean:.4f}</td>"
        f"<td>{score.low:.3f}–{score.high:.3f}</td><td class=bar>{_bar(score.mean)}</td></tr>"
        for score in scores
    )
    return f"<table><tr><th></th><th>pages</th><th>F1</th><th>95 %</th><th></th></tr>{rows}</table>"


def _bars(values: Sequence[tuple[str, float]], *, start: float = 0.0) -> str:
    """Names with bars that end at their values; the bars begin at `start`."""
    top = max((value for _, value in values), default=1.0) - start or 1.0
    rows = "".join(
        f"<tr><th>{escape(name)}</th><td>{value:.4g}</td><td class=bar>{_bar((value - start) / top)}</td></tr>"
        for name, value in values
    )
    return f"<table>{rows}</table>"


def _bar(share: float) -> str:
    return f'<i style="width: {100 * min(max(share, 0.0), 1.0):.1f}%"></i>'


def calibration_plot(confidence: NDArray[np.float64], f1: NDArray[np.float64], *, bins: int = 12) -> str:
    """Groups of equally many pages, mean confidence against mean F1, and the diagonal they should lie on."""
    order = np.argsort(confidence, kind="stable")
    groups = [group for group in np.array_split(order, bins) if len(group)]
    points = [(float(confidence[group].mean()), float(f1[group].mean())) for group in groups]
    dots = "".join(
        f'<circle cx="{300 * x:.1f}" cy="{300 - 300 * y:.1f}" r="5"><title>{x:.3f} → {y:.3f}</title></circle>'
        for x, y in points
    )
    error = float(np.mean([abs(x - y) for x, y in points])) if points else 0.0
    return (
        '<svg viewBox="-40 -10 360 350" role="img" aria-label="calibration">'
        '<path d="M0 0V300H300" class="axis"/><path d="M0 300L300 0" class="ideal"/>'
        '<text x="150" y="325" text-anchor="middle">confidence</text>'
        '<text x="-150" y="-12" transform="rotate(-90)" text-anchor="middle">F1</text>'
        '<text x="300" y="315" text-anchor="end">1</text><text x="-12" y="8">1</text>'
        f"{dots}</svg><p>{len(points)} groups of equally many pages; mean distance from the diagonal {error:.3f}.</p>"
    )


def _worst(pages: Sequence[WorstPage]) -> str:
    rows = "".join(
        f"<tr><td>{escape(page.page_id)}</td><td>{escape(page.page_type)}</td><td>{page.f1:.3f}</td>"
        f"<td>{page.confidence:.2f}</td><td>{escape(page.note)}</td><td class=url>{escape(page.url)}</td></tr>"
        for page in pages
    )
    head = "<tr><th>page</th><th>type</th><th>F1</th><th>confidence</th><th>what happened</th><th>address</th></tr>"
    return f"<table>{head}{rows}</table>"


_STYLE = """
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: 2px 10px 2px 0; font-weight: normal; white-space: nowrap; }
td { font-variant-numeric: tabular-nums; } td.url { white-space: normal; overflow-wrap: anywhere; opacity: .7; }
td.bar { width: 50%; } i { display: block; height: .8em; background: #2a9d6f; border-radius: 2px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 1rem; } dt { opacity: .7; } dd { margin: 0; }
svg { width: 26rem; max-width: 100%; } .axis { fill: none; stroke: currentColor; }
.ideal { stroke: currentColor; stroke-dasharray: 4 4; opacity: .5; } circle { fill: #2a9d6f; }
text { fill: currentColor; font-size: 13px; }
"""

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title><style>{style}</style></head><body>
{body}
</body></html>"""
