"""VIPS, its nodes (Cai, Yu, Wen, Ma 2003, section 4.1): what a page looks like to the rules, as columns over its rows.

A node is *valid* if a person can see something of it: a text, a picture or a control. An *inline* node flows with the
text; every other valid node is a *line-break* node. A *virtual text* node is an inline node that holds nothing but
texts and virtual text nodes, so that it reads as one text.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_deadline
from weft.page import Page, tag_number
from weft.page.geometry import Geometry

Flags = NDArray[np.bool_]
Numbers = NDArray[np.int64]

TEXT = tag_number("#text")
HR = tag_number("hr")
PICTURES = [tag_number(tag) for tag in "img image svg video canvas iframe embed object applet".split()]
CONTROLS = [tag_number(tag) for tag in "input select textarea meter progress audio".split()]
FARTHEST = 1 << 24  # CSS pixels; Chromium itself lays out to 2^25, and two sides of a box must fit where one sorts
MIN_SIZE = 2  # CSS pixels; counting pixels and texts for screen readers are cut to 1
NOTHING = np.iinfo(np.int64).max


@dataclass(frozen=True, eq=False, kw_only=True)
class Nodes:
    """Columns with one entry a row. Boxes are whole pixels: a person sees no less."""

    page: Page
    page_size: tuple[int, int]  # width and height
    window: tuple[int, int]  # what one sees at once; the page where nobody says
    left: Numbers
    top: Numbers
    right: Numbers
    bottom: Numbers
    is_text: Flags  # a text that can be seen
    is_picture: Flags  # a picture or a control that can be seen; what it holds is part of it
    is_valid: Flags
    is_inline: Flags
    background: Numbers  # its own, else the one that shines through; a picture is a colour of its own

    @cached_property
    def is_break(self) -> Flags:
        """Valid, and not in the flow of the text."""
        return self.is_valid & ~self.is_inline

    @cached_property
    def is_phrase(self) -> Flags:
        """A text or a virtual text node."""
        inside = self.page.subtree_sum(self.is_break | self.is_picture)
        return self.is_valid & self.is_inline & (inside == 0)

    @cached_property
    def stands_out(self) -> Flags:
        """Valid, on another background than its parent."""
        around = self.background[np.maximum(self.page.parent, 0)]
        return self.is_valid & (self.background != around)

    @cached_property
    def area(self) -> Numbers:
        """Of the node's own box."""
        return (self.right - self.left) * (self.bottom - self.top)

    def font_changes(self, first: NDArray[np.integer], last: NDArray[np.integer]) -> Numbers:
        """How often the font's size or weight changes among the texts of rows `first .. last`."""
        geometry, rows = self.page.geometry, np.flatnonzero(self.is_text)
        size, weight = geometry.font_size[rows], geometry.font_weight[rows]
        changes = np.zeros(len(rows) + 1, dtype=np.int64)  # up to each text
        changes[1:-1] = np.cumsum((size[1:] != size[:-1]) | (weight[1:] != weight[:-1]))
        start, stop = np.searchsorted(rows, first), np.searchsorted(rows, last) - 1
        return np.where(stop > start, changes[stop] - changes[start], 0)

    def hull(self, first: Numbers, last: Numbers) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        """The smallest boxes (left, top, right, bottom) around all that can be seen in rows `first .. last`."""
        seen = self.is_text | self.is_picture
        spans = np.stack([first, last], axis=1).ravel()
        ends = [
            reduce.reduceat(np.append(np.where(seen, column, fill), fill), spans)[::2]
            for column, fill, reduce in (
                (self.left, NOTHING, np.minimum),
                (self.top, NOTHING, np.minimum),
                (self.right, -NOTHING, np.maximum),
                (self.bottom, -NOTHING, np.maximum),
            )
        ]
        return ends[0], ends[1], ends[2], ends[3]


def find_nodes(page: Page) -> Nodes:
    """The nodes of a page that a browser has drawn."""
    geometry = page.geometry
    page_size = whole_pixels(geometry.page_width), whole_pixels(geometry.page_height)
    window = whole_pixels(geometry.view_width), whole_pixels(geometry.view_height)
    left, top, right, bottom = whole_boxes(geometry)
    is_seen = _is_seen(page, left, top, right, bottom) & (left < max(page_size[0], window[0], 1))
    is_text = is_seen & (page.tag == TEXT) & (page.chars > 0) & ~page.raw
    framed = is_seen & np.isin(page.tag, PICTURES + CONTROLS)
    is_picture = framed & (_around(page, framed) == 1)  # the outermost: an svg holds shapes, an object its fallback
    is_text &= _around(page, framed) == 0
    return Nodes(
        page=page,
        page_size=page_size,
        window=window if window[0] * window[1] else page_size,
        left=left,
        top=top,
        right=right,
        bottom=bottom,
        is_text=is_text,
        is_picture=is_picture,
        is_valid=(page.subtree_sum(is_text | is_picture) > 0) & (_around(page, is_picture) <= is_picture),
        is_inline=(page.tag == TEXT) | geometry.is_inline,
        background=_backgrounds(page),
    )


def whole_pixels(length: float) -> int:
    """A length in whole pixels; what is no number or less than nothing is 0."""
    return int(np.rint(np.clip(np.nan_to_num(length), 0, FARTHEST)))


def whole_boxes(geometry: Geometry) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """Left, top, right and bottom in whole pixels; what is no number is 0, what is too far lies at the end."""
    sides = []
    with np.errstate(over="ignore", invalid="ignore"):
        for start, length in ((geometry.left, geometry.width), (geometry.top, geometry.height)):
            for side in (start, start + np.maximum(length, 0)):
                bounded = np.clip(np.nan_to_num(side.astype(np.float64)), -FARTHEST, FARTHEST)
                sides.append(np.rint(bounded).astype(np.int64))
    left, right, top, bottom = sides
    return left, top, np.maximum(left, right), np.maximum(top, bottom)


def _is_seen(page: Page, left: Numbers, top: Numbers, right: Numbers, bottom: Numbers) -> Flags:
    """Whether a row's box can be seen: drawn, of some size, on the page, and in nothing that is cut to a point."""
    geometry = page.geometry
    speck = (right - left < MIN_SIZE) & (bottom - top < MIN_SIZE)
    cut = geometry.is_drawn & ~geometry.is_inline & speck
    has_size = (np.maximum(left, 0) < right) & (np.maximum(top, 0) < bottom)  # beyond the upper left corner is nothing
    return geometry.is_visible & ~speck & has_size & (_around(page, cut) == 0)


def _around(page: Page, marked: Flags) -> Numbers:
    """How many of the marked rows each row is or lies in."""
    ends = np.bincount(page.end[marked], minlength=len(page) + 1)[: len(page)]
    return np.cumsum(marked) - np.cumsum(ends)


def _backgrounds(page: Page) -> Numbers:
    """The background behind every row. An opaque one hides what it lies on; a picture is like no other."""
    geometry = page.geometry
    own = np.where((geometry.background & 0xFF) > 0, geometry.background, 0).astype(np.int64)
    own[geometry.has_picture] = (1 << 32) + np.flatnonzero(geometry.has_picture)
    behind = np.full(len(page), 0xFFFFFFFF, dtype=np.int64)  # browsers draw on white
    for row in check_deadline(np.flatnonzero(own).tolist()):  # in document order, so that the innermost is painted last
        behind[row : page.end[row]] = own[row]
    return behind
