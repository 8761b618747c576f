"""VIPS, separators (section 4.2): where a line crosses no piece, and how strongly it parts what lies on its sides.

The paper starts from one separator over everything and takes the pieces one by one: a piece inside a separator splits
it, one that reaches into it makes it smaller, one that covers it removes it; separators at the border fall away. What
is left are the gaps between pieces that are sorted by where they start, so a running maximum of where they end finds
them for many groups of pieces at once.
"""

from dataclasses import dataclass

import numpy as np

from weft.extractors.vips_blocks import Pieces
from weft.extractors.vips_nodes import FARTHEST, HR, Flags, Nodes, Numbers

TOUCH = 3  # pixels that neighbours may overlap: lines of text do where the line height is less than the letters'
APART = 8 * FARTHEST  # puts groups so far from each other that one running maximum serves all
HEAVIEST = 10  # weights are whole numbers up to this, as DoC is

# What a separator weighs. The paper gives the signs and which way they pull, no numbers. These put a paragraph's margin
# (16 px: 1, and less between texts) below a heading's font (2 or 3), and a heading below another background with it.
PIXELS = 12  # a weight of 1 for so many pixels of distance …
FAR = 4  # … and no more than this for the distance alone
RULED = 3  # an `hr` lies in it
REPAINTED = 3  # other backgrounds on both sides
FONT_PIXELS = 4  # a weight of 1 for so many pixels that the font sizes differ …
FONTS = 2  # … and no more than this
BOLDER = 1  # other font weights
RECOLOURED = 1  # other colours of text
RISING = 1  # the upper font is smaller than the lower one: something new begins
SHIFTED = 1  # the two sides are not aligned
ALIKE = -1  # both sides are texts, or both are pictures
ALIGNED = 8  # pixels by which aligned edges may differ


@dataclass(frozen=True, eq=False, kw_only=True)
class Gaps:
    """The gaps of one direction. `order` sorts the pieces by group and start; the others are columns in that order."""

    order: Numbers
    opens: Flags  # a gap lies before this piece, within its group
    nearest: Numbers  # the piece on the other side of the gap: of those before, the one that reaches farthest
    distance: Numbers


@dataclass(frozen=True, eq=False, kw_only=True)
class Looks:
    """What a separator compares: columns over pieces. Of a piece's texts the last or the first is next to it."""

    background: Numbers
    kind: Numbers  # 0 mixed, 1 text, 2 pictures
    first_text: Numbers  # rows
    last_text: Numbers
    font_size: Numbers  # of every row of the page, in pixels
    font_weight: Numbers
    color: Numbers
    rules: Numbers  # how many visible `hr` there are before every row


def find_gaps(start: Numbers, end: Numbers, group: Numbers) -> Gaps:
    """The gaps between the pieces of every group along one direction; groups are numbers from 0."""
    order = np.lexsort((start, group))
    start, group = start[order], group[order]
    end = np.maximum(end[order] - TOUCH, start + 1)
    reach = end + group * APART
    farthest = np.maximum.accumulate(reach)
    leads = np.append(True, farthest[1:] > farthest[:-1]) if len(order) else np.zeros(0, dtype=np.bool_)
    leader = np.maximum.accumulate(np.where(leads, np.arange(len(order)), 0))
    before = np.append(leader[:1], leader[:-1])
    opens = (group == group[before]) & (start > end[before])
    return Gaps(
        order=order,
        opens=opens,
        nearest=order[before],
        distance=np.maximum(start - end[before] - TOUCH, 0),
    )


def find_looks(nodes: Nodes, pieces: Pieces) -> Looks:
    """What separators compare, of all pieces."""
    page, geometry = nodes.page, nodes.page.geometry
    texts, pictures = np.flatnonzero(nodes.is_text), np.flatnonzero(nodes.is_picture)
    start, stop = np.searchsorted(texts, pieces.first), np.searchsorted(texts, pieces.last)
    has_text = stop > start
    has_picture = np.searchsorted(pictures, pieces.last) > np.searchsorted(pictures, pieces.first)
    texts = np.append(texts, 0)  # a piece without text has the font of row 0
    is_rule = (page.tag == HR) & geometry.is_visible
    return Looks(
        background=nodes.background[pieces.first],
        kind=np.where(has_text & ~has_picture, 1, np.where(has_picture & ~has_text, 2, 0)),
        first_text=np.where(has_text, texts[start], pieces.first),
        last_text=np.where(has_text, texts[stop - 1], pieces.first),
        font_size=np.clip(np.nan_to_num(geometry.font_size), 0, 1000).astype(np.int64),
        font_weight=geometry.font_weight.astype(np.int64),
        color=geometry.color.astype(np.int64),
        rules=np.append(0, np.cumsum(is_rule)),
    )


def weigh(pieces: Pieces, looks: Looks, *, before: Numbers, after: Numbers, distance: Numbers, across: bool) -> Numbers:
    """The weights, 0 to 10, of separators between pieces; `across` are the horizontal ones, that fonts weigh on too."""
    weight = np.minimum(distance / PIXELS, FAR)
    weight += REPAINTED * (looks.background[before] != looks.background[after])
    same = (looks.kind[before] == looks.kind[after]) & (looks.kind[before] > 0)
    weight += ALIKE * same
    weight += SHIFTED * ~_is_aligned(pieces, before, after, across)
    if across:
        weight += RULED * (
            looks.rules[pieces.first[after]] > looks.rules[np.minimum(pieces.last[before], pieces.first[after])]
        )
        texts = (looks.kind[before] != 2) & (looks.kind[after] != 2)
        weight += texts * _font_change(looks, looks.last_text[before], looks.first_text[after])
    return np.clip(np.rint(weight), 0, HEAVIEST).astype(np.int64)


def _is_aligned(pieces: Pieces, before: Numbers, after: Numbers, across: bool) -> Flags:
    """Whether an edge or the middle of both sides is at the same place."""
    low, high = (pieces.left, pieces.right) if across else (pieces.top, pieces.bottom)
    starts = np.abs(low[before] - low[after])
    ends = np.abs(high[before] - high[after])
    middles = np.abs(low[before] + high[before] - low[after] - high[after]) // 2
    return np.minimum(np.minimum(starts, ends), middles) <= ALIGNED


def _font_change(looks: Looks, above: Numbers, below: Numbers) -> Numbers:
    rise = looks.font_size[below] - looks.font_size[above]
    change = np.minimum(np.abs(rise) / FONT_PIXELS, FONTS) + RISING * (rise > 0)
    change += BOLDER * (looks.font_weight[above] != looks.font_weight[below])
    change += RECOLOURED * (looks.color[above] != looks.color[below])
    return change
