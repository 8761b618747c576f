"""Memory over time as a plot."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from bench.places import Missing
from bench.plot import INK, OURS, THEIRS, quieten

Curves = Mapping[str, Sequence[Sequence[float]]]


def draw_memory(curves: Curves, path: Path) -> None:
    """A line a process: ours in colour are the workers, grey is the parent."""
    try:
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot
    except ImportError:
        raise Missing("no matplotlib: pip install -r bench/requirements.txt") from None
    figure, axes = pyplot.subplots(figsize=(8, 3.4), dpi=80, layout="constrained")
    for name, points in curves.items():
        colour = THEIRS if name == "parent" else OURS
        axes.plot([t for t, _ in points], [mb for _, mb in points], color=colour, linewidth=1.2)
    axes.set_ylim(bottom=0)
    axes.set_xlabel("seconds", color=INK)
    axes.set_ylabel("MB in memory (workers in colour)", color=INK)
    quieten(axes)
    figure.savefig(path)
    pyplot.close(figure)
