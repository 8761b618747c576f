"""Plots of a sites run."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.places import Missing
from bench.plot import FAINT, INK, OURS, THEIRS, quieten


def draw_cost(points: Sequence[Mapping[str, float]], path: Path) -> None:
    """Seconds and megabytes to learn a site, by its pages, on log-log axes with a linear growth beside."""
    pyplot = _pyplot()
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(10, 4.4), dpi=100, layout="constrained")
    pages = [point["pages"] for point in points]
    for axes, key, label in (
        (left, "learn_cpu_s", "CPU seconds to learn"),
        (right, "grown_mb", "MB beyond the pages' bytes"),
    ):
        values = [max(point[key], 1e-3) for point in points]
        axes.loglog(pages, values, "o-", color=OURS, label="weft.learn")
        if values:
            linear = [values[0] * count / pages[0] for count in pages]
            axes.loglog(pages, linear, linestyle=(0, (4, 3)), color=THEIRS, linewidth=1, label="linear")
        _dress(axes, "pages", label)
    figure.savefig(path)
    pyplot.close(figure)


def draw_bars(values: Mapping[str, float], path: Path, *, label: str, ours: Sequence[str] = ("default",)) -> None:
    """One bar a method, the best on top; ours in colour."""
    pyplot = _pyplot()
    order = sorted(values, key=lambda name: values[name])
    figure, axes = pyplot.subplots(figsize=(9, 1 + 0.32 * len(order)), dpi=100, layout="constrained")
    bars = axes.barh(order, [values[name] for name in order], color=[OURS if n in ours else THEIRS for n in order])
    axes.bar_label(bars, fmt="%.3f", padding=4, fontsize=8, color=INK)
    axes.set_xlim(0, 1.08)
    _dress(axes, label, "")
    figure.savefig(path)
    pyplot.close(figure)


def draw_gaps(sites: Mapping[str, Mapping[str, float]], single: Mapping[str, Mapping[str, float]], path: Path) -> None:
    """Each site: its F1 by template against its F1 page by page; above the diagonal the template is better."""
    pyplot = _pyplot()
    both = [name for name in sites if "f1" in sites[name] and "f1" in single.get(name, {})]
    figure, axes = pyplot.subplots(figsize=(5.6, 5.2), dpi=100, layout="constrained")
    axes.scatter([single[n]["f1"] for n in both], [sites[n]["f1"] for n in both], s=18, color=OURS, alpha=0.7)
    axes.plot([0, 1], [0, 1], color=FAINT, linestyle=(0, (4, 3)))
    axes.set_xlim(0, 1.02)
    axes.set_ylim(0, 1.02)
    _dress(axes, "token F1 page by page (weft.extract)", "token F1 with the site learned")
    figure.savefig(path)
    pyplot.close(figure)


def _dress(axes: Any, x: str, y: str) -> None:
    axes.set_xlabel(x, color=INK)
    axes.set_ylabel(y, color=INK)
    quieten(axes)
    if axes.get_legend_handles_labels()[0]:
        axes.legend(frameon=False)


def _pyplot() -> Any:
    try:
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot
    except ImportError:
        raise Missing("no matplotlib: pip install -r bench/requirements.txt") from None
    return pyplot
