"""Quality against speed: one labelled dot a system."""

from pathlib import Path
from typing import Any

from bench.places import Missing
from bench.systems import PEERS

OURS, THEIRS, INK, FAINT = "#c2410c", "#475569", "#1e293b", "#cbd5e1"


def draw(run: dict[str, Any], path: Path) -> None:
    """Write the plot of a run as PNG; up and to the left is better."""
    try:
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot
    except ImportError:
        raise Missing("no matplotlib: pip install -r bench/requirements.txt") from None
    measure = run["measure"]
    systems = [system for system in run["systems"] if system["quality"] and system["cpu_ms_mean"]]
    figure, axes = pyplot.subplots(figsize=(9, 5.6), dpi=160)
    dots = []
    for system in systems:
        quality, ours = system["quality"][measure], system["name"] not in PEERS
        x, y = system["cpu_ms_mean"], quality["mean"]
        spread = [[y - quality["low"]], [quality["high"] - y]]
        colour = OURS if ours else THEIRS
        axes.errorbar(x, y, yerr=spread, fmt="o", color=colour, markersize=9 if ours else 7, elinewidth=1.2, alpha=0.95)
        dots.append((x, y, system["name"], colour, ours))
    _bare_parse(axes, run)
    axes.set_xscale("log")
    _label(figure, axes, dots)
    _dress(axes, run, measure)
    figure.tight_layout()
    figure.savefig(path)
    pyplot.close(figure)


def _bare_parse(axes: Any, run: dict[str, Any]) -> None:
    """The floor of any time: the bare parse, as a line."""
    base = next((system for system in run["systems"] if system["name"] == "lexbor"), None)
    if base is None:
        return
    axes.axvline(base["cpu_ms_mean"], color=FAINT, linestyle=(0, (4, 3)), linewidth=1.2, zorder=0)
    axes.annotate(
        "bare lexbor parse",
        (base["cpu_ms_mean"], 0.02),
        xycoords=("data", "axes fraction"),
        xytext=(4, 0),
        textcoords="offset points",
        color="#94a3b8",
        fontsize=8,
        rotation=90,
        va="bottom",
    )


def _label(figure: Any, axes: Any, dots: list[tuple[float, float, str, str, bool]]) -> None:
    """Names beside the dots, moved up or down where two would lie on each other."""
    from matplotlib.patheffects import withStroke

    axes.margins(x=0.18, y=0.12)
    figure.canvas.draw()
    height = 13.0 * figure.dpi / 72  # of one line, in pixels
    taken: list[tuple[float, float]] = []
    for x, y, name, colour, ours in sorted(dots, key=lambda dot: -dot[1]):
        at_x, at_y = axes.transData.transform((x, y))
        wanted = at_y
        while any(abs(at_x - other_x) < 12 * height and abs(wanted - other_y) < height for other_x, other_y in taken):
            wanted -= height / 4
        taken.append((at_x, wanted))
        axes.annotate(
            name,
            (x, y),
            xytext=(9, (wanted - at_y) * 72 / figure.dpi),
            textcoords="offset points",
            color=colour,
            fontsize=10,
            va="center",
            fontweight="bold" if ours else "normal",
            path_effects=[withStroke(linewidth=3, foreground="white")],
        )


def _dress(axes: Any, run: dict[str, Any], measure: str) -> None:
    axes.set_xlabel("CPU ms per page, log axis, less is better", color=INK)
    axes.set_ylabel(f"{measure.replace('_', ' ').replace('f1', 'F1')}, mean over pages, 95 % interval", color=INK)
    axes.set_title(f"{run['dataset']}: {run['pages']} pages, one thread", loc="left", color=INK, fontsize=12, pad=12)
    axes.grid(which="major", color="#eef2f7", linewidth=1)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axes.spines[side].set_color(FAINT)
    axes.tick_params(colors=THEIRS, which="both")
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
