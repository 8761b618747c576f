"""Visual features: how a block looks on the page that a browser has drawn.

VIPS (paper C4) has rules about such cues; here they are numbers for a model. The box of a block is around those of its
texts that are drawn; its font and colour are those of the longest of them; its column are the blocks whose elements
have the same left and right edge; its frame is the nearest element above its text with a border, a background or a
picture. Shares are of the characters that the page draws.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from weft.page import Page
from weft.page.geometry import Geometry

EDGE = 4.0  # pixels: edges that are nearer are meant to be the same
COLUMN = 0.1  # share of the text: what holds less is no column of the page
OPAQUE = 128  # alpha: a fainter background lets the one behind it through
FAR = 20.0  # font sizes: gaps that are wider say no more
RAISED = 10  # z-index: what lies above lies above
WHITE = 0xFFFFFFFF  # what browsers draw pages on

PLACE = {
    "drawn": "1 if the browser draws any of its text; where not, all of these are 0",
    "seen": "share of its characters that can be seen",
    "off_page": "1 if it is drawn beyond the edges of the page",
    "page_left": "where it begins, from the left, as a share of the page's width",
    "page_centre": "where its middle is, likewise",
    "page_top": "where it begins, from above, as a share of the page's height",
    "views_down": "where it begins, from above, in heights of the window",
    "above_fold": "1 if it begins in what the window shows first",
    "fixed": "1 if it stays when one scrolls",
    "z_index": "the nearest z-index above it that is not 0, at most 10",
}
SIZE = {
    "text_width": "width of its text, as a share of the page's",
    "text_height": "height of its text, in heights of the window",
    "text_area": "area of its text, as a share of the page's",
    "text_lines": "height of its text in font sizes",
    "text_filling": "characters in a square of its font size",
    "element_left": "where its element begins, as a share of the page's width",
    "element_width": "width of its element, as a share of the page's",
    "element_area": "area of its element, as a share of the page's",
}
COLUMNS = {
    "column_share": "share of the characters in its column",
    "left_share": "share of the characters in blocks whose elements have its left edge",
    "main_width": "width of its element, to that of the column with the most text",
    "main_overlap": "share of its element's width that lies in that column",
    "main_down": "where its middle is between top and bottom of that column: 0 to 1, -1 and 2 at most beyond",
    "widest_width": "width of its element, to that of the widest column with a tenth of the text",
    "row_blocks": "blocks that begin at the same height",
    "gap_above": "pixels from the block before, in font sizes",
    "gap_below": "pixels to the block behind, in font sizes",
}
FONT = {
    "font_size": "its font size in pixels",
    "font_ratio": "its font size, to the page's usual",
    "font_weight": "its weight, 400 is regular",
    "font_bolder": "its weight less the page's usual",
    "font_share": "share of the characters in its font, size and weight",
}
COLOUR = {
    "contrast": "contrast of text and background, 1 to 21 (WCAG)",
    "text_light": "how light its text is, 0 to 1",
    "text_colourful": "how far its text's colour is from grey, 0 to 1",
    "text_share": "share of the characters in its colour",
    "ground_light": "how light the background is, 0 to 1",
    "ground_share": "share of the characters on that background",
    "on_picture": "1 if a background picture lies behind it",
}
FRAME = {
    "frame_levels": "levels from its text up to its frame",
    "frame_border": "1 if the frame has a border",
    "frame_width": "width of the frame, as a share of the page's",
    "frame_area": "area of the frame, as a share of the page's",
    "frame_share": "share of the characters in the frame",
}
GROUPS = {"place": PLACE, "size": SIZE, "columns": COLUMNS, "font": FONT, "colour": COLOUR, "frame": FRAME}
VISUAL_FEATURES: dict[str, str] = PLACE | SIZE | COLUMNS | FONT | COLOUR | FRAME
"""The visual features of a block, in the order of the columns: name and meaning."""


def visual_features(page: Page) -> NDArray[np.float32]:
    """One row a block, one column for each of `VISUAL_FEATURES`; zeros on a page that nobody has drawn.

    >>> from weft import parse
    >>> visual_features(parse("<p>One<p>Two")).shape == (2, len(VISUAL_FEATURES))
    True
    """
    features = np.zeros((len(page.blocks), len(VISUAL_FEATURES)), np.float32)
    drawn = DrawnBlocks(page)
    if len(drawn.block):
        parts = (_place(drawn), _size(drawn), _columns(drawn), _font(drawn), _colour(drawn), _frame(drawn))
        features[drawn.block] = np.column_stack([column for part in parts for column in part])
    return features


def _place(drawn: DrawnBlocks) -> list[NDArray[np.generic]]:
    geometry, (left, top, right, bottom) = drawn.geometry, drawn.box
    width, height = drawn.page_size
    fixed = drawn.page.nearest(geometry.is_fixed)[drawn.text]
    z_index = geometry.z_index[drawn.page.nearest(geometry.z_index != 0)[drawn.text]]
    return [
        np.ones(len(left)),
        drawn.seen,
        (right <= 0) | (bottom <= 0) | (left >= width) | (top >= height),
        left / width,
        (left + right) / 2 / width,
        top / height,
        top / drawn.view_height,
        top < drawn.view_height,
        geometry.is_fixed[fixed],
        np.clip(z_index, -RAISED, RAISED),
    ]


def _size(drawn: DrawnBlocks) -> list[NDArray[np.generic]]:
    geometry, (left, top, right, bottom) = drawn.geometry, drawn.box
    width, height = drawn.page_size
    own_width = geometry.width[drawn.element].astype(np.float64)
    area = (right - left) * (bottom - top)
    return [
        (right - left) / width,
        (bottom - top) / drawn.view_height,
        area / (width * height),
        (bottom - top) / drawn.font_size,
        drawn.chars / np.maximum(area / drawn.font_size**2, 1),
        geometry.left[drawn.element] / width,
        own_width / width,
        own_width * geometry.height[drawn.element] / (width * height),
    ]


def _columns(drawn: DrawnBlocks) -> list[NDArray[np.generic]]:
    geometry, (_, top, _, bottom) = drawn.geometry, drawn.box
    left, right = (edge[drawn.element].astype(np.float64) for edge in (geometry.left, geometry.right))
    edges = np.rint(left / EDGE), np.rint(right / EDGE)
    column_share, width = drawn.share(*edges), np.maximum(right - left, 1)
    first = column_share.argmax()  # the first block of the column with the most text
    main = (edges[0] == edges[0][first]) & (edges[1] == edges[1][first])
    overlap = np.minimum(right, right[first]) - np.maximum(left, left[first])
    main_top, main_bottom = top[main].min(), bottom[main].max()
    down = ((top + bottom) / 2 - main_top) / max(main_bottom - main_top, 1)
    widest = width[column_share >= COLUMN].max(initial=0) or width[first]
    _, line, blocks = np.unique(np.rint(top / EDGE), return_inverse=True, return_counts=True)
    gap = np.clip((top[1:] - bottom[:-1]) / drawn.font_size[1:], -FAR, FAR)
    return [
        column_share,
        drawn.share(edges[0]),
        width / width[first],
        np.maximum(overlap, 0) / width,
        np.clip(down, -1, 2),
        width / widest,
        blocks[line],
        np.append(FAR, gap),
        np.append(gap, FAR),
    ]


def _font(drawn: DrawnBlocks) -> list[NDArray[np.generic]]:
    geometry, size = drawn.geometry, drawn.font_size
    weight = geometry.font_weight[drawn.text]
    return [
        size,
        size / drawn.usual(size),
        weight,
        weight - drawn.usual(weight),
        drawn.share(np.rint(2 * size), weight, geometry.font[drawn.text]),
    ]


def _colour(drawn: DrawnBlocks) -> list[NDArray[np.generic]]:
    geometry, page = drawn.geometry, drawn.page
    color = geometry.color[drawn.text]
    ground_row = page.nearest((geometry.background & 0xFF) >= OPAQUE)[drawn.text]
    ground = geometry.background[ground_row]
    ground = np.where((ground & 0xFF) >= OPAQUE, ground, np.uint32(WHITE))
    text_light, ground_light = lightness(color), lightness(ground)
    picture_row = page.nearest(geometry.has_picture)[drawn.text]
    # A picture shows where no background has been drawn over it: at or below the row of the background.
    on_picture = geometry.has_picture[picture_row] & (picture_row >= ground_row)
    return [
        (np.maximum(text_light, ground_light) + 0.05) / (np.minimum(text_light, ground_light) + 0.05),
        text_light,
        np.ptp(channels(color), axis=0) / 255,
        drawn.share(color),
        ground_light,
        drawn.share(ground),
        on_picture,
    ]


def channels(color: NDArray[np.uint32]) -> NDArray[np.uint8]:
    """Red, green and blue of colours, a row each.

    >>> channels(np.array([0x102030FF], np.uint32)).tolist()
    [[16], [32], [48]]
    """
    return color.astype(">u4").view(np.uint8).reshape(-1, 4)[:, :3].T


def lightness(color: NDArray[np.uint32]) -> Floats:
    """The relative luminance of colours as WCAG 2 defines it.

    >>> lightness(np.array([0x000000FF, 0xFFFFFFFF], np.uint32)).tolist()
    [0.0, 1.0]
    """
    red, green, blue = _linear(channels(color) / 255)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: Floats) -> Floats:
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def _frame(drawn: DrawnBlocks) -> list[NDArray[np.generic]]:
    geometry, page = drawn.geometry, drawn.page
    width, height = drawn.page_size
    shows = geometry.has_border | geometry.has_picture | ((geometry.background & 0xFF) >= OPAQUE)
    # A marked word is no frame: what frames text is laid out as a block.
    frame = page.nearest(shows & ~geometry.is_inline & (page.tag > 0))[drawn.text]
    chars = np.zeros(len(page), np.int64)
    chars[drawn.text] = drawn.chars  # a block lies in a frame as a whole
    return [
        page.depth[drawn.text] - page.depth[frame],
        geometry.has_border[frame],
        geometry.width[frame] / width,
        geometry.width[frame].astype(np.float64) * geometry.height[frame] / (width * height),
        page.subtree_sum(chars)[frame] / drawn.chars.sum(),
    ]


Floats = NDArray[np.float64]
Rows = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class DrawnBlocks:
    """The blocks of a page that are drawn, with their boxes; every column has one entry for each of them."""

    page: Page

    @property
    def geometry(self) -> Geometry:
        """How the page looks."""
        return self.page.geometry

    @cached_property
    def _texts(self) -> tuple[Rows, Rows]:
        """The rows of drawn texts, and where among them each block begins."""
        page, blocks = self.page, self.page.blocks
        if not self.geometry:
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        rows = np.flatnonzero((page.tag == 0) & (page.chars > 0) & self.geometry.is_drawn)
        block = np.searchsorted(blocks.first, rows, side="right") - 1
        rows = rows[(block >= 0) & (rows < blocks.last[np.maximum(block, 0)])]
        block = np.searchsorted(blocks.first, rows, side="right") - 1
        return rows, np.flatnonzero(np.diff(block, prepend=-1))

    @cached_property
    def block(self) -> Rows:
        """The numbers of the blocks."""
        rows, starts = self._texts
        return np.searchsorted(self.page.blocks.first, rows[starts], side="right") - 1

    @cached_property
    def element(self) -> Rows:
        """The rows of the elements; where one is not drawn (`display: contents`), the nearest above that is."""
        rows = self.page.blocks.row[self.block].astype(np.int64)
        return self.page.nearest(self.geometry.is_drawn)[rows]

    @cached_property
    def chars(self) -> NDArray[np.int64]:
        """Their characters that are drawn."""
        rows, starts = self._texts
        return np.add.reduceat(self.page.chars[rows], starts, dtype=np.int64)

    @cached_property
    def seen(self) -> Floats:
        """Share of those characters that can be seen."""
        rows, starts = self._texts
        return np.add.reduceat(self.page.chars[rows] * self.geometry.is_visible[rows], starts) / self.chars

    @cached_property
    def text(self) -> Rows:
        """The row of the longest drawn text of each, the first of equals."""
        rows, starts = self._texts
        sizes = np.diff(np.append(starts, len(rows)))
        block = np.repeat(np.arange(len(starts)), sizes)
        order = np.lexsort((np.arange(len(rows)), -self.page.chars[rows], block))
        return rows[order[starts]]

    @cached_property
    def box(self) -> tuple[Floats, Floats, Floats, Floats]:
        """Left, top, right and bottom of the drawn texts."""
        rows, starts = self._texts
        boxes, low, high = self.geometry, np.minimum.reduceat, np.maximum.reduceat
        edges = ((boxes.left, low), (boxes.top, low), (boxes.right, high), (boxes.bottom, high))
        left, top, right, bottom = (outer(edge[rows].astype(np.float64), starts) for edge, outer in edges)
        return left, top, right, bottom

    @cached_property
    def font_size(self) -> Floats:
        """Font sizes in pixels, none of them 0."""
        return np.maximum(self.geometry.font_size[self.text].astype(np.float64), 1)

    @cached_property
    def page_size(self) -> tuple[float, float]:
        """Width and height of the page, neither of them 0."""
        return max(self.geometry.page_width, 1.0), max(self.geometry.page_height, 1.0)

    @cached_property
    def view_height(self) -> float:
        """Height of the window."""
        return max(self.geometry.view_height, 1.0)

    def share(self, *columns: NDArray[np.generic]) -> Floats:
        """The share of the drawn characters in blocks that have the same values as each one has."""
        group = np.zeros(len(self.chars), np.int64)
        for column in columns:
            _, number = np.unique(column, return_inverse=True)
            _, group = np.unique(group * (len(number) + 1) + number, return_inverse=True)
        return np.bincount(group, weights=self.chars)[group] / self.chars.sum()

    def usual(self, values: NDArray[np.generic]) -> float:
        """The median over drawn characters."""
        order = np.argsort(values, kind="stable")
        below = np.cumsum(self.chars[order])
        return float(values[order][np.searchsorted(below, below[-1] / 2)])
