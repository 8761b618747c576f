"""The layouts of a snapshot as the geometry of a page's rows."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weft.browser.options import DrawOptions
from weft.browser.snapshot import STYLES, TEXT, Snapshot
from weft.page import Geometry, Page

TINY = 1.0  # pixels: what is cut off to this is there for screen readers only

Flags = NDArray[np.bool_]


def geometry_of(snapshot: Snapshot, page: Page, rows: NDArray[np.int32], options: DrawOptions) -> Geometry:
    """The box, colours and font of every row that was drawn; `rows` gives the row of each node of the snapshot."""
    geometry = replace(
        Geometry.blank(len(page)),
        page_width=snapshot.page_width,
        page_height=snapshot.page_height,
        view_width=float(options.width),
        view_height=float(options.height),
    )
    is_text = snapshot.kind[snapshot.layout_node] == TEXT
    has_area = (snapshot.bounds[:, 2] > 0) & (snapshot.bounds[:, 3] > 0)
    has_style = snapshot.styles[:, 0] >= 0
    used = np.flatnonzero((rows[snapshot.layout_node] >= 0) & has_style & (has_area | ~is_text))
    row = rows[snapshot.layout_node[used]]
    _fill_boxes(geometry, row, snapshot.bounds[used])
    fonts = _fill_styles(geometry, snapshot, row[::-1], used[::-1])  # of several layouts of a row the first counts last
    geometry.is_drawn[row] = True
    geometry.is_inline[:] |= geometry.is_drawn & (page.tag == 0)
    geometry.is_visible[:] &= _can_be_seen(geometry, _hidden_below(snapshot, page, row, used))
    return replace(geometry, fonts=fonts)


def _fill_boxes(geometry: Geometry, row: NDArray[np.int32], bounds: NDArray[np.float32]) -> None:
    """The smallest box around all layouts of a row."""
    left, top, width, height = bounds.T
    edges = [np.full(len(geometry), value, np.float32) for value in (np.inf, np.inf, -np.inf, -np.inf)]
    np.minimum.at(edges[0], row, left)
    np.minimum.at(edges[1], row, top)
    np.maximum.at(edges[2], row, left + width)
    np.maximum.at(edges[3], row, top + height)
    geometry.left[row], geometry.top[row] = edges[0][row], edges[1][row]
    geometry.width[row] = edges[2][row] - edges[0][row]
    geometry.height[row] = edges[3][row] - edges[1][row]


def _fill_styles(
    geometry: Geometry, snapshot: Snapshot, row: NDArray[np.int32], used: NDArray[np.int64]
) -> tuple[str, ...]:
    """Colours, fonts and flags; the names of the fonts, by number. A text has the colour and font of its parent."""

    def column(style: str, read: Callable[[str], Any], kind: Any) -> NDArray[Any]:
        return _column(snapshot, used, style, read).astype(kind)

    is_text = snapshot.kind[snapshot.layout_node[used]] == TEXT
    geometry.is_inline[row] = column("display", is_inline, np.bool_)
    geometry.is_visible[row] = column("visibility", lambda value: value == "visible", np.bool_)
    geometry.color[row] = column("color", read_color, np.uint32)
    geometry.background[row] = np.where(is_text, 0, column("background-color", read_color, np.uint32))
    geometry.has_picture[row] = ~is_text & column("background-image", lambda value: value != "none", np.bool_)
    geometry.has_border[row] = ~is_text & column("border-width", has_length, np.bool_)
    geometry.font_size[row] = column("font-size", read_pixels, np.float32)
    geometry.font_weight[row] = column("font-weight", read_pixels, np.int16)
    geometry.z_index[row] = np.where(is_text, 0, column("z-index", read_whole, np.int32))
    geometry.is_fixed[row] = ~is_text & column("position", lambda value: value in ("fixed", "sticky"), np.bool_)
    names, number = np.unique(snapshot.styles[used, STYLES.index("font-family")], return_inverse=True)
    geometry.font[row] = number
    return tuple(snapshot.string(name) for name in names.tolist())


def _column(snapshot: Snapshot, used: NDArray[np.int64], style: str, read: Callable[[str], Any]) -> NDArray[Any]:
    """One style of the layouts: each of its few different values is read once."""
    strings, number = np.unique(snapshot.styles[used, STYLES.index(style)], return_inverse=True)
    return np.array([read(snapshot.string(string)) for string in strings.tolist()])[number]


def _hidden_below(snapshot: Snapshot, page: Page, row: NDArray[np.int32], used: NDArray[np.int64]) -> Flags:
    """The rows with all that lies under an element that is transparent or cut off to nothing."""
    is_element = page.tag[row] != 0
    is_inner = page.depth[row] > 1  # what `html` and `body` cut off, the window still shows
    clear = _column(snapshot, used, "opacity", read_pixels).astype(np.float32) == 0
    cuts = _column(snapshot, used, "overflow", lambda value: value != "visible").astype(np.bool_)
    is_cut = cuts & (snapshot.bounds[used, 2:] <= TINY).any(axis=1)
    roots = row[is_element & (clear | (is_inner & is_cut))]
    edges = np.zeros(len(page) + 1, np.int32)
    np.add.at(edges, roots, 1)
    np.add.at(edges, page.end[roots], -1)
    return np.cumsum(edges[:-1]) > 0


def _can_be_seen(geometry: Geometry, hidden: Flags) -> Flags:
    """Drawn with some area, where one can scroll to, under nothing that hides it."""
    has_area = (geometry.width > 0) & (geometry.height > 0)
    is_near = (geometry.right > 0) & (geometry.bottom > 0)
    return geometry.is_drawn & has_area & is_near & ~hidden


def is_inline(display: str) -> bool:
    """Whether a box of this `display` flows with the text."""
    return display.startswith(("inline", "ruby")) or display == "contents"


def has_length(value: str) -> bool:
    """Whether any of up to four lengths is more than nothing.

    >>> has_length("0px 1px"), has_length("0px")
    (True, False)
    """
    return any(read_pixels(part) > 0 for part in value.split())


def read_pixels(value: str) -> float:
    """A length in pixels or a plain number; 0 where it is neither.

    >>> read_pixels("12.5px")
    12.5
    """
    try:
        return float(value.removesuffix("px"))
    except ValueError:
        return 0.0


def read_whole(value: str) -> int:
    """A whole number within 32 bits, 0 for `auto`."""
    return max(-(1 << 31), min((1 << 31) - 1, int(read_pixels(value))))


@lru_cache(maxsize=4096)
def read_color(value: str) -> int:
    """0xRRGGBBAA of a computed colour; 0 where nothing is painted.

    >>> f"{read_color('rgb(255, 0, 16)'):08x} {read_color('rgba(0, 0, 0, 0)')}"
    'ff0010ff 0'
    """
    name, _, inside = value.rstrip(") ").partition("(")
    body, _, alpha = inside.partition("/")
    parts = [part for part in body.replace(",", " ").split() if part[-1].isdigit()]
    numbers = [read_pixels(part) for part in parts]
    opacity = read_pixels(alpha.strip()) if alpha else (numbers[3] if len(numbers) > 3 else 1.0)
    if name in ("rgb", "rgba"):
        channels = numbers[:3]
    elif name == "color":  # color(srgb 0.1 0.2 0.3)
        channels = [number * 255 for number in numbers[:3]]
    else:  # lab, lch, oklab, oklch: a grey of the same lightness
        scale = 255.0 if name.startswith("ok") else 2.55
        channels = [number * scale for number in numbers[:1]] * 3
    if len(channels) < 3 or opacity <= 0:
        return 0
    red, green, blue, alpha_byte = (max(0, min(255, round(part))) for part in (*channels, opacity * 255))
    return red << 24 | green << 16 | blue << 8 | alpha_byte
