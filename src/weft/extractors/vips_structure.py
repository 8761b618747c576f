"""VIPS, content structure (section 4.3): which separators part the pieces of a pool, and the tree that they make.

Visual blocks are merged from the lightest separator up.

A separator of the whole pool parts few pages well: a head as wide as the page covers every vertical line. So what lies
between two separators is searched again, until no line is left to draw (our reading). In every group the direction
whose heaviest separator weighs more comes first, as that would be the last one over which blocks are merged.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

import numpy as np

from weft.deadline import check_deadline, check_time
from weft.extractors.vips import HEAVIEST, Gaps, Looks, find_gaps, find_looks, weigh
from weft.extractors.vips_blocks import Pieces
from weft.extractors.vips_nodes import Flags, Nodes, Numbers

SEARCHES = (
    8  # one inside another, rows of columns of rows …: real pages need up to 5; what is left counts as inseparable
)
LEVEL = 16  # more than any weight, so that an outer separator stands above all that it encloses
BAND = LEVEL * (SEARCHES + 1)  # what parts head, middle and foot
POOL = BAND + 1  # what parts pools


@dataclass(frozen=True, eq=False, kw_only=True)
class Structure:
    """The pieces in the order of the searches: columns over positions, of which a piece has one.

    `level` says what parts a piece from the one before it. Merging begins at the lowest: -1 is where no line can be
    drawn, `POOL` is never merged.
    """

    piece: Numbers
    level: Numbers
    weight: Numbers  # of the separator before it, 0 where there is none
    across: Flags  # that separator is horizontal


def find_structure(nodes: Nodes, pieces: Pieces) -> Structure:
    """The separators of all pools at once."""
    count = len(pieces)
    looks = find_looks(nodes, pieces)
    piece, weight = np.arange(count), np.zeros(count, dtype=np.int64)
    across = np.zeros(count, dtype=np.bool_)
    level = np.where(np.append(True, np.diff(pieces.pool) != 0)[:count], POOL, -1)
    active = np.ones(count, dtype=np.bool_)
    for search in range(SEARCHES):
        group = np.cumsum(level >= 0) - 1
        active &= np.bincount(group, minlength=1)[group] > 1
        positions = np.flatnonzero(active)
        if not len(positions):
            break
        renumbered = np.cumsum(np.append(True, np.diff(group[positions]) > 0)) - 1
        piece[positions], heavier, is_row = _search(pieces, looks, piece[positions], renumbered)
        parted = heavier >= 0
        at = positions[parted]
        level[at] = heavier[parted] + LEVEL * (SEARCHES - search)
        weight[at], across[at] = heavier[parted], is_row[parted]
        active[positions] = np.bincount(renumbered, parted)[renumbered] > 0
    return Structure(piece=piece, level=level, weight=weight, across=across)


def mark_bands(nodes: Nodes, pieces: Pieces, structure: Structure) -> Structure:
    """The same structure, cut first into head, middle and foot: at the heaviest horizontal separators near the ends.

    Paper C starts so; where the ends are it does not say. Here they are a window high, and at most a quarter of the
    page. The cuts are made in the first round that has more than one piece.
    """
    positions = _first_parted(pieces, structure)
    positions = positions[structure.across[positions] & (structure.level[positions] >= LEVEL * SEARCHES)]
    height = nodes.page_size[1]
    reach = min(nodes.window[1], height // 4)
    below = pieces.top[structure.piece[positions]]  # where the lower side of each begins
    level = structure.level.copy()
    for near, first in ((below <= reach, 1), (below >= height - reach, -1)):
        ends = positions[near][::first]
        if len(ends):
            level[ends[np.argmax(structure.weight[ends])]] = BAND
    return replace(structure, level=level)


def _first_parted(pieces: Pieces, structure: Structure) -> Numbers:
    """The positions of the first round that has more than one piece, its first position left out."""
    starts = np.append(np.flatnonzero(structure.level == POOL), len(pieces))
    roots = pieces.pool[structure.piece[starts[:-1]]]
    pool = -1
    while len(at := np.flatnonzero(roots == pool)):
        start, stop = starts[at[0]], starts[at[0] + 1]
        if stop - start > 1:
            return np.arange(start + 1, stop)
        pool = int(structure.piece[start])
    return np.arange(0)


def _search(pieces: Pieces, looks: Looks, piece: Numbers, group: Numbers) -> tuple[Numbers, Numbers, Flags]:
    """Every group's pieces sorted along the direction that has the heavier separator.

    Then what the separator before each weighs, -1 where there is none, and whether that direction is horizontal.
    """
    rows = find_gaps(pieces.top[piece], pieces.bottom[piece], group)
    columns = find_gaps(pieces.left[piece], pieces.right[piece], group)
    row_weight = _weights(pieces, looks, piece, rows, across=True)
    column_weight = _weights(pieces, looks, piece, columns, across=False)
    is_row = (_heaviest(row_weight, group) >= _heaviest(column_weight, group))[group]
    order = np.where(is_row, rows.order, columns.order)
    return piece[order], np.where(is_row, row_weight, column_weight), is_row


def _weights(pieces: Pieces, looks: Looks, piece: Numbers, gaps: Gaps, *, across: bool) -> Numbers:
    """The weight of the separator before every position, -1 where there is none."""
    weight = np.full(len(piece), -1)
    at = np.flatnonzero(gaps.opens)
    before, after = piece[gaps.nearest[at]], piece[gaps.order[at]]
    weight[at] = weigh(pieces, looks, before=before, after=after, distance=gaps.distance[at], across=across)
    return weight


def _heaviest(weight: Numbers, group: Numbers) -> Numbers:
    """The largest weight of every group; groups are numbers from 0, in order."""
    return np.maximum.reduceat(weight, np.flatnonzero(np.append(True, np.diff(group) > 0)))


DEPTH = 64  # of a tree: three times that of the deepest page of wcxb-dev, and less than readers of JSON bear
Box = tuple[int, int, int, int]


@dataclass(frozen=True, kw_only=True)
class VisualBlock:
    """A part of a page that a person sees as one thing: a node, or several that no heavy separator parts.

    Its children are what it falls into; a block without children is coherent enough.
    """

    box: Box  # left, top, right and bottom in whole CSS pixels
    rows: tuple[tuple[int, int], ...]  # what it covers of the page: ranges `first .. last`, in document order
    doc: int  # degree of coherence, 1 to 10
    children: tuple[VisualBlock, ...] = ()
    weight: int = 0  # of the separators between its children, 0 to 10
    direction: str = ""  # of those: horizontal or vertical; empty where no line can be drawn

    def walk(self) -> Iterator[VisualBlock]:
        """The block and all below it, parents before their children, in reading order."""
        todo = [self]
        while todo:
            check_time()
            block = todo.pop()
            yield block
            todo += block.children[::-1]

    @property
    def leaves(self) -> list[VisualBlock]:
        """The blocks that fall into nothing smaller, in reading order."""
        return [block for block in self.walk() if not block.children]

    def to_json(self) -> dict[str, Any]:
        """The tree as nested objects."""
        top: list[dict[str, Any]] = []
        todo = [(self, top)]
        while todo:
            check_time()
            block, siblings = todo.pop()
            below: list[dict[str, Any]] = []
            shown = {"box": list(block.box), "doc": block.doc, "rows": [list(span) for span in block.rows]}
            if block.children:
                shown |= {"direction": block.direction, "weight": block.weight, "children": below}
            siblings.append(shown)
            todo += [(child, below) for child in block.children[::-1]]
        return top[0]


@dataclass(eq=False)
class _Draft:
    """A block in the making."""

    doc: int
    box: Box
    rows: list[tuple[int, int]]
    children: list[_Draft] = field(default_factory=list)
    weight: int = 0
    direction: str = ""


def grow(nodes: Nodes, pieces: Pieces, structure: Structure, *, pdoc: int) -> tuple[VisualBlock, bool]:
    """The tree of a page, and whether it was cut because it was too deep.

    The later rounds come first, as their blocks stand in those of the earlier ones.
    """
    drafts = _drafts(nodes, pieces)
    starts = np.flatnonzero(structure.level == POOL).tolist()
    for start, stop in check_deadline(reversed([*pairwise([*starts, len(pieces)])])):
        merged = _merge(drafts, structure, slice(start, stop), pdoc)
        root = drafts[int(pieces.pool[structure.piece[start]])]  # the page's is the last
        root.doc, root.children = merged.doc, merged.children
        root.weight, root.direction = merged.weight, merged.direction
    return _finish(drafts[-1])


def _drafts(nodes: Nodes, pieces: Pieces) -> list[_Draft]:
    """A block for each piece, and one for the page; a page without pieces is as coherent as can be."""
    columns = (pieces.doc, pieces.left, pieces.top, pieces.right, pieces.bottom, pieces.first, pieces.last)
    drafts = [
        _Draft(doc, (left, top, right, bottom), [(first, last)])
        for doc, left, top, right, bottom, first, last in zip(*(column.tolist() for column in columns), strict=True)
    ]
    return [*drafts, _Draft(HEAVIEST, (0, 0, *nodes.page_size), [(0, len(nodes.page))])]


def _merge(drafts: list[_Draft], structure: Structure, positions: slice, pdoc: int) -> _Draft:
    """A pool as one block: whatever stands open at a lower level is closed before a higher level goes on."""
    columns = (structure.piece, structure.level, structure.weight, structure.across)
    pool = zip(*(column[positions].tolist() for column in columns), strict=True)
    current = drafts[next(pool)[0]]
    opened: list[tuple[int, _Draft]] = []
    for piece, level, weight, across in check_deadline(pool):
        while opened and opened[-1][0] < level:
            current = _close(opened.pop()[1], current, pdoc)
        if not opened or opened[-1][0] > level:
            direction = "" if level < 0 else "horizontal" if across else "vertical"
            opened.append((level, _Draft(HEAVIEST - weight, current.box, [], weight=weight, direction=direction)))
        opened[-1][1].children.append(current)
        current = drafts[piece]
    while opened:
        current = _close(opened.pop()[1], current, pdoc)
    return current


def _close(merged: _Draft, last: _Draft, pdoc: int) -> _Draft:
    """A merged block is no more coherent than its parts; one that is coherent enough has none any more."""
    parts = [*merged.children, last]
    merged.doc = max(min(merged.doc, *(part.doc for part in parts)), 1)
    left, top, right, bottom = zip(*(part.box for part in parts), strict=True)
    merged.box = (min(left), min(top), max(right), max(bottom))
    merged.rows = _join(sorted(span for part in parts for span in part.rows))
    merged.children = parts if merged.doc < pdoc else []
    return merged


def _join(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans that follow each other as one."""
    joined = spans[:1]
    for first, last in check_deadline(spans[1:]):
        if first == joined[-1][1]:
            joined[-1] = (joined[-1][0], last)
        else:
            joined.append((first, last))
    return joined


def _finish(top: _Draft) -> tuple[VisualBlock, bool]:
    """The drafts as blocks, the last first, so that every block finds its children made."""
    listed: list[tuple[_Draft, int, int]] = []  # a draft, where its parent is listed, its depth
    todo = [(top, 0, 0)]
    while todo:
        check_time()
        draft, parent, depth = todo.pop()
        todo += [(child, len(listed), depth + 1) for child in draft.children if depth < DEPTH]
        listed.append((draft, parent, depth))
    made: list[list[VisualBlock]] = [[] for _ in listed]
    for number in check_deadline(range(len(listed) - 1, 0, -1)):
        draft, parent, _ = listed[number]
        made[parent].append(_block(draft, made[number]))
    is_cut = any(depth == DEPTH and draft.children for draft, _, depth in listed)
    return _block(top, made[0]), is_cut


def _block(draft: _Draft, children: list[VisualBlock]) -> VisualBlock:
    return VisualBlock(
        box=draft.box,
        rows=tuple(draft.rows),
        doc=draft.doc,
        children=tuple(children),
        weight=draft.weight if children else 0,
        direction=draft.direction if children else "",
    )
