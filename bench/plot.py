"""Quality against speed: one labelled dot a system."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.places import Missing
from bench.systems import OF_THE_PEERS

OURS, THEIRS, INK, FAINT = "#c2410c", "#475569", "#1e293b", "#cbd5e1"
PLACES = [(9, 0), (-9, 0)] + [(side, up * way) for up in range(12, 120, 6) for way in (1, -1) for side in (14, -14)]
"""Where a name may stand: points to the side of its dot and above it, the nearest first."""


@dataclass(frozen=True)
class Dot:
    """A system on the plot."""

    name: str
    x: float
    y: float
    low: float
    high: float

    @property
    def ours(self) -> bool:
        """Whether it is weft."""
        return self.name not in OF_THE_PEERS


def draw(run: dict[str, Any], path: Path) -> None:
    """Write the plot of a run as PNG; up and to the left is better."""
    try:
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot
        from matplotlib.layout_engine import ConstrainedLayoutEngine
    except ImportError:
        raise Missing("no matplotlib: pip install -r bench/requirements.txt") from None
    measure = run["measure"]
    dots = [
        Dot(system["name"], system["cpu_ms_mean"], quality["mean"], quality["low"], quality["high"])
        for system in run["systems"]
        if system["cpu_ms_mean"] and (quality := system["quality"].get(measure))
    ]
    figure, axes = pyplot.subplots(figsize=(9, 5.6), dpi=160, layout=ConstrainedLayoutEngine(w_pad=0.15, h_pad=0.15))
    axes.set_xscale("log")
    axes.margins(x=0.2, y=0.12)
    for dot in dots:
        spread = [[dot.y - dot.low], [dot.high - dot.y]]
        colour, size = (OURS, 8) if dot.ours else (THEIRS, 7)
        axes.errorbar(dot.x, dot.y, yerr=spread, fmt="o", color=colour, markersize=size, elinewidth=1.2)
    _bare_parse(axes, run)
    _dress(axes, run, measure)
    figure.canvas.draw()  # places in pixels are known from here on
    _label(axes, dots)
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


def _label(axes: Any, dots: list[Dot]) -> None:
    """Names beside their dots: each takes the nearest place that covers no dot and no other name."""
    from matplotlib.text import Text

    taken = [_square(axes, dot) for dot in dots]
    for dot in sorted(dots, key=lambda dot: -dot.y):
        for place in PLACES:
            name = _write(axes, dot, place)
            name.update_positions(axes.figure.canvas.get_renderer())
            box = Text.get_window_extent(name)  # without its line, which starts in the dot
            if not any(box.overlaps(other) for other in taken):
                break
            name.remove()
        else:  # a crowd: better over each other than nowhere
            _write(axes, dot, PLACES[0])
        taken.append(box)


def _write(axes: Any, dot: Dot, place: tuple[int, int]) -> Any:
    """A name at a place, tied to its dot by a thin line where it stands away from it."""
    across, up = place
    colour = OURS if dot.ours else THEIRS
    return axes.annotate(
        dot.name,
        (dot.x, dot.y),
        xytext=place,
        textcoords="offset points",
        color=colour,
        fontsize=10,
        fontweight="bold" if dot.ours else "normal",
        ha="left" if across > 0 else "right",
        va="center",
        arrowprops={"arrowstyle": "-", "color": colour, "linewidth": 0.6, "alpha": 0.6} if up else None,
    )


def _square(axes: Any, dot: Dot) -> Any:
    """The pixels that a dot covers."""
    from matplotlib.transforms import Bbox

    x, y = axes.transData.transform((dot.x, dot.y))
    return Bbox.from_extents(x - 11, y - 11, x + 11, y + 11)


def quieten(axes: Any) -> None:
    """A faint grid and no frame, so that the data is what one sees."""
    axes.grid(which="major", color="#eef2f7", linewidth=1)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axes.spines[side].set_color(FAINT)
    axes.tick_params(colors=THEIRS, which="both")


def _dress(axes: Any, run: dict[str, Any], measure: str) -> None:
    axes.set_xlabel("CPU ms per page, log axis, less is better", color=INK)
    axes.set_ylabel(f"{measure.replace('_', ' ').replace('f1', 'F1')}, mean over pages, 95 % interval", color=INK)
    axes.set_title(f"{run['dataset']}: {run['pages']} pages, one thread", loc="left", color=INK, fontsize=12, pad=12)
    quieten(axes)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
