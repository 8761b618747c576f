"""Quality against speed as a drawing in the page itself, so that it follows the reader's light or dark."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 860, 440
LEFT, RIGHT, TOP, BOTTOM = 58, 20, 16, 46
LETTER, LINE = 6.7, 13.0  # of a label, in pixels: the space that it takes
NEAR = 11  # from a dot to its name
PLACES = [(NEAR, 0.0, "start"), (-NEAR, 0.0, "end")] + [
    (side * (NEAR + 3), way * up, anchor)
    for up in range(12, 110, 7)
    for way in (-1.0, 1.0)
    for side, anchor in ((1, "start"), (-1, "end"))
]
"""Where a name may stand beside its dot, the nearest first."""


@dataclass(frozen=True, kw_only=True)
class Dot:
    """A system on the plot: its milliseconds, its quality with its interval, and how it is drawn."""

    name: str
    ms: float
    quality: float
    low: float
    high: float
    kind: str = "theirs"  # or `ours`, or `method` for a named method of weft


Box = tuple[float, float, float, float]


class Scale:
    """From milliseconds and quality to places on the drawing."""

    def __init__(self, dots: Sequence[Dot], base_ms: float) -> None:
        times = [dot.ms for dot in dots] + ([base_ms] if base_ms else [])
        self.slowest, self.fastest = math.log10(max(times) * 2.2), math.log10(min(times) / 1.6)
        low, high = min(dot.low for dot in dots), max(dot.high for dot in dots)
        self.low, self.high = max(0.0, low - 0.02), min(1.0, high + 0.02)

    def x(self, ms: float) -> float:
        """Across, on a log axis."""
        share = (math.log10(ms) - self.fastest) / (self.slowest - self.fastest)
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def y(self, quality: float) -> float:
        """Up."""
        share = (quality - self.low) / (self.high - self.low)
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


def scatter(dots: Sequence[Dot], *, measure: str, base_ms: float = 0.0) -> str:
    """The plot; `base_ms` is the time of the bare parse, drawn as a line. Up and to the left is better."""
    if not dots:
        return ""
    scale = Scale(dots, base_ms)
    shapes = [*_axes(scale, measure), *_base(scale, base_ms), *(_dot(scale, dot) for dot in dots), *_names(scale, dots)]
    title = f"{measure} against CPU milliseconds a page"
    return (
        f'<svg class="scatter" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">'
        f"{''.join(shapes)}</svg>\n"
    )


def _axes(scale: Scale, measure: str) -> list[str]:
    floor, shapes = HEIGHT - BOTTOM, []
    step = 0.05 if scale.high - scale.low < 0.45 else 0.1
    for number in range(math.ceil(scale.low / step), math.floor(scale.high / step) + 1):
        y = scale.y(number * step)
        shapes.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        shapes.append(f'<text class="tick" x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{number * step:.2f}</text>')
    for power in range(math.floor(scale.fastest), math.ceil(scale.slowest) + 1):
        for lead in (1, 2, 5):
            value = lead * 10.0**power
            if scale.fastest <= math.log10(value) <= scale.slowest:
                x = scale.x(value)
                shapes.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{floor}"/>')
                shapes.append(f'<text class="tick" x="{x:.1f}" y="{floor + 18}" text-anchor="middle">{value:g}</text>')
    shapes.append(f'<line class="axis" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{floor}" y2="{floor}"/>')
    shapes.append(
        f'<text class="label" x="{WIDTH - RIGHT}" y="{HEIGHT - 8}" text-anchor="end">'
        "CPU ms a page, one thread, log axis: left is faster</text>"
    )
    shapes.append(f'<text class="label" x="{LEFT}" y="{HEIGHT - 8}">up: {escape(measure)}, bars: 95 % interval</text>')
    return shapes


def _base(scale: Scale, base_ms: float) -> list[str]:
    if not base_ms:
        return []
    x = scale.x(base_ms)
    return [
        f'<line class="base" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>',
        f'<text class="tick" transform="translate({x - 5:.1f} {HEIGHT - BOTTOM - 8}) rotate(-90)">'
        "bare lexbor parse</text>",
    ]


def _dot(scale: Scale, dot: Dot) -> str:
    x, y = scale.x(dot.ms), scale.y(dot.quality)
    size = 6 if dot.kind == "ours" else 4.5
    bar = "ours" if dot.kind == "method" else dot.kind
    return (
        f'<line class="bar {bar}" x1="{x:.1f}" x2="{x:.1f}" y1="{scale.y(dot.low):.1f}" y2="{scale.y(dot.high):.1f}"/>'
        f'<circle class="{dot.kind}" cx="{x:.1f}" cy="{y:.1f}" r="{size}"><title>{escape(dot.name)}: '
        f"{dot.quality:.4f} at {dot.ms:.2f} ms</title></circle>"
    )


def _names(scale: Scale, dots: Sequence[Dot]) -> list[str]:
    """Names beside their dots: each takes the nearest place that covers no dot and no other name."""
    taken: list[Box] = [_around(scale.x(dot.ms), scale.y(dot.quality)) for dot in dots]
    shapes = []
    for dot in sorted(dots, key=lambda dot: (dot.kind != "ours", -dot.quality, dot.name)):
        x, y = scale.x(dot.ms), scale.y(dot.quality)
        free = (place for place in PLACES if _is_free(_box(dot.name, x, y, place), taken))
        place = next(free, PLACES[0])  # a crowd: better over each other than nowhere
        taken.append(_box(dot.name, x, y, place))
        shapes.append(_name(dot, x, y, place))
    return shapes


def _name(dot: Dot, x: float, y: float, place: tuple[float, float, str]) -> str:
    across, up, anchor = place
    line = f'<line class="leader {dot.kind}" x1="{x:.1f}" y1="{y:.1f}" x2="{x + across * 0.85:.1f}" y2="{y + up:.1f}"/>'
    return (
        f'{line if up else ""}<text class="{dot.kind}" x="{x + across:.1f}" y="{y + up + 4:.1f}" '
        f'text-anchor="{anchor}">{escape(dot.name)}</text>'
    )


def _box(name: str, x: float, y: float, place: tuple[float, float, str]) -> Box:
    across, up, anchor = place
    width = LETTER * len(name)
    left = x + across - (width if anchor == "end" else 0)
    return left, y + up - LINE / 2, left + width, y + up + LINE / 2


def _around(x: float, y: float) -> Box:
    return x - 8, y - 8, x + 8, y + 8


def _is_free(box: Box, taken: Sequence[Box]) -> bool:
    left, top, right, bottom = box
    if left < LEFT or right > WIDTH or top < 0 or bottom > HEIGHT - BOTTOM:
        return False
    return not any(left < r and right > a and top < b and bottom > t for a, t, r, b in taken)
