"""Which visual blocks are the body: silent in paper C, which hands out every merged block; chosen by measuring.

The body is the smallest visual block that holds nearly all running text of the page: heads, feet and side bars are
left on the way down to it. Of its parts, those that are nearly all links are left out too. A page with hardly any
running text is a list: there, the links are the content, and the body is where most of what is said beside them is.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.extractors.vips_nodes import Nodes, Numbers
from weft.extractors.vips_tree import VisualBlock

# Each the best of a few values, or as good, on drawn pages of sites that are not in the benchmark (docs/vips.md).
NEARLY_ALL = 0.8  # of the page's running text; less loses parts of the body, more brings side bars
SHORT = 10  # characters of a block of text that do not count: labels are no running text
LINKED = 0.85  # of its characters are in links: a list of links, not sentences with some
LISTED = 0.2  # of the visible characters are running text: below that, the page is a list
MAX_SHARE = 0.6  # of what is not in links: items are scattered more than paragraphs


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
    for number, leaf in enumerate(leaves):
        for first, last in leaf.rows:
            of_row[first:last] = number
    of_row[:-1][~nodes.is_text] = -1
    texts = np.append(np.flatnonzero(nodes.is_text), len(page))
    first_text = texts[np.searchsorted(texts[:-1], page.blocks.first)]
    return np.where(first_text < page.blocks.last, of_row[first_text], -1)
