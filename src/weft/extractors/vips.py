"""VIPS (Cai, Yu, Wen, Ma 2003; paper C, section 3): a page falls into the visual blocks that a person sees.

Three steps over the page as a browser drew it:

1. *Visual block extraction*: rules divide nodes, or make them blocks with a degree of coherence, DoC
   (`vips_nodes`, `vips_blocks`).
2. *Separators*: the lines that cross no block, with weights.
3. *Content structure*: blocks are merged from the lightest separator up (`vips_structure`).

They are repeated in every block whose DoC is below the permitted one, PDoC.

Paper C hands out every merged block and does not say which of them is the body. Here the body is the smallest visual
block that holds nearly all running text of the page: heads, feet and side bars are left on the way down to it. Of its
parts, those that are nearly all links are left out too. A page with hardly any running text is a list: there, the
links are the content, and the body is where most of what is said beside them is.

A separator (section 4.2) is where a line crosses no piece, with how strongly it parts what lies on its sides. The paper
starts from one separator over everything and takes the pieces one by one: a piece inside a separator splits it, one
that reaches into it makes it smaller, one that covers it removes it; separators at the border fall away. What is left
are the gaps between pieces that are sorted by where they start, so a running maximum of where they end finds them for
many groups of pieces at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from weft.content import CHOSEN, Reason
from weft.deadline import check_deadline, time_limit
from weft.document import Document
from weft.extractors.vips_blocks import Pieces
from weft.extractors.vips_nodes import FARTHEST, HR, Flags, Nodes, Numbers
from weft.page import Page
from weft.page.geometry import require_geometry

if TYPE_CHECKING:
    from weft.extractors.vips_structure import VisualBlock

CAPPED = "; the page is so large or so deep that some of its blocks were left whole"
# Each the best of a few values, or as good, on drawn pages of sites that are not in the benchmark (docs/vips.md).
NEARLY_ALL = 0.8  # of the page's running text; less loses parts of the body, more brings side bars
SHORT = 10  # characters of a block of text that do not count: labels are no running text
LINKED = 0.85  # of its characters are in links: a list of links, not sentences with some
LISTED = 0.2  # of the visible characters are running text: below that, the page is a list
MAX_SHARE = 0.6  # of what is not in links: items are scattered more than paragraphs


@dataclass(frozen=True, kw_only=True)
class Vips:
    """Keeps what is in the visual block that holds the text of the page. Looks at pages that a browser has drawn."""

    needs_geometry: ClassVar[bool] = True

    # 8 leaves whole what an author writes for one thought, a paragraph, a cell, a heading, and nothing larger. For the
    # body it hardly matters (word F1 0.801 at 6, 0.802 from 7 to 9; docs/vips.md says of which pages).
    pdoc: int = 8
    # Rules 9 and 10: what has less than half of its round's root can wait for a later round. A smaller share divides
    # more at once, and loses the order of what it divides (0.793 at 0.1); 1 makes a round a step in the DOM (0.805).
    small: float = 0.5
    bands: bool = True  # paper C: head, middle and foot come first (0.801 without)

    def segment(self, page: Page) -> VisualBlock:
        """The visual blocks of the page, one in another: a coherent one has no children."""
        return self._see(page)[1]

    def extract(self, page: Page) -> Document:
        """The blocks of the page's visual body; what cannot be seen is never kept."""
        nodes, tree, is_capped = self._see(page)
        body = find_body(tree, find_leaves(nodes, tree))
        keep = body.keep[~page.blocks.hidden[body.keep]]
        return Document(
            page=page, keep=keep, chosen_by="vips", reason=Reason(CHOSEN, _reason(body) + CAPPED * is_capped)
        )

    def score(self, page: Page) -> NDArray[np.float64]:
        """How much of what counts (`find_leaves`) is in the coherent visual block that each block is seen in."""
        nodes, tree, _ = self._see(page)
        leaves = find_leaves(nodes, tree)
        worth = np.append(leaves.worth, 0.0) / max(leaves.worth.sum(), 1.0)
        return worth[leaves.of_block]

    def _see(self, page: Page) -> tuple[Nodes, VisualBlock, bool]:
        """The nodes, the tree, and whether limits left blocks whole."""
        with time_limit(page.seconds):
            from weft.extractors.vips_blocks import find_pieces, judge
            from weft.extractors.vips_nodes import find_nodes
            from weft.extractors.vips_structure import find_structure, grow, mark_bands

            require_geometry(page, "vips")
            nodes = find_nodes(page)
            pieces = find_pieces(nodes, judge(nodes), pdoc=self.pdoc, small=self.small)
            structure = find_structure(nodes, pieces)
            if self.bands:
                structure = mark_bands(nodes, pieces, structure)
            tree, is_cut = grow(nodes, pieces, structure, pdoc=self.pdoc)
            return nodes, tree, is_cut or pieces.is_capped


def _reason(body: Body) -> str:
    left, top, right, bottom = body.block.box
    block = f"the visual block of {right - left} × {bottom - top} px at {left}, {top}"
    what = "what a list says beside its links" if body.is_list else "the running text"
    return f"{block} has {body.share:.0%} of {what}" if body.share else "no text outside links can be seen"


@dataclass(frozen=True, eq=False, kw_only=True)
class Leaves:
    """The coherent visual blocks of a tree as columns, in reading order, and which of them the page's blocks are in."""

    of_block: Numbers  # by block of the page; -1 where nothing of it can be seen
    worth: NDArray[np.float64]  # in characters: the running text; on a list, all that is not in links
    link_share: NDArray[np.float64]
    is_list: bool


@dataclass(frozen=True, eq=False, kw_only=True)
class Body:
    """The visual block of the body, and which blocks of the page to keep."""

    block: VisualBlock
    keep: NDArray[np.int64]
    share: float  # of the page's worth
    is_list: bool


def find_leaves(nodes: Nodes, tree: VisualBlock) -> Leaves:
    """What the leaves of a tree hold."""
    blocks, leaves = nodes.page.blocks, tree.leaves
    of_block = _leaf_of_blocks(nodes, leaves)
    seen = of_block >= 0
    chars, links, count = (
        np.bincount(of_block[seen], column[seen], minlength=len(leaves)).astype(np.float64)
        for column in (blocks.chars, blocks.link_chars, seen)
    )
    running = np.maximum(chars - links - SHORT * count, 0)
    is_list = bool(running.sum() < LISTED * chars.sum())
    return Leaves(
        of_block=of_block,
        worth=chars - links if is_list else running,
        link_share=links / np.maximum(chars, 1),
        is_list=is_list,
    )


def find_body(tree: VisualBlock, leaves: Leaves) -> Body:
    """Goes down from the page as long as one child has nearly all that counts."""
    block, start, stop = tree, 0, len(leaves.worth)
    total = leaves.worth.sum()
    enough = total * (MAX_SHARE if leaves.is_list else NEARLY_ALL)
    while block.children:
        edges = np.cumsum([0, *(len(child.leaves) for child in block.children)])
        worth = np.add.reduceat(leaves.worth[start:stop], edges[:-1])
        best = int(np.argmax(worth))
        if worth[best] < enough or not total:
            break
        block, start, stop = block.children[best], start + int(edges[best]), start + int(edges[best + 1])
    chosen = np.zeros(len(leaves.worth) + 1, dtype=np.bool_)  # the last is for blocks in no leaf
    chosen[start:stop] = leaves.is_list | (leaves.link_share[start:stop] <= LINKED)
    share = float(leaves.worth[start:stop].sum() / max(total, 1.0))
    return Body(block=block, keep=np.flatnonzero(chosen[leaves.of_block]), share=share, is_list=leaves.is_list)


def _leaf_of_blocks(nodes: Nodes, leaves: list[VisualBlock]) -> Numbers:
    """The leaf that the first visible text of every block is in, -1 where there is none."""
    page = nodes.page
    of_row = np.full(len(page) + 1, -1)
    for number, leaf in check_deadline(enumerate(leaves)):
        for first, last in check_deadline(leaf.rows):
            of_row[first:last] = number
    of_row[:-1][~nodes.is_text] = -1
    texts = np.append(np.flatnonzero(nodes.is_text), len(page))
    first_text = texts[np.searchsorted(texts[:-1], page.blocks.first)]
    return np.where(first_text < page.blocks.last, of_row[first_text], -1)


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
