"""VIPS, the tree (section 4.3): visual blocks merged from the lightest separator up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from weft.extractors.vips_nodes import Nodes
from weft.extractors.vips_pieces import Pieces
from weft.extractors.vips_separators import HEAVIEST
from weft.extractors.vips_structure import POOL, Structure

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
    for start, stop in reversed([*pairwise([*starts, len(pieces)])]):
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


def _merge(drafts: list[_Draft], structure: Structure, places: slice, pdoc: int) -> _Draft:
    """A pool as one block: whatever stands open at a lower level is closed before a higher level goes on."""
    columns = (structure.piece, structure.level, structure.weight, structure.across)
    pool = zip(*(column[places].tolist() for column in columns), strict=True)
    current = drafts[next(pool)[0]]
    opened: list[tuple[int, _Draft]] = []
    for piece, level, weight, across in pool:
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
    for first, last in spans[1:]:
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
        draft, parent, depth = todo.pop()
        todo += [(child, len(listed), depth + 1) for child in draft.children if depth < DEPTH]
        listed.append((draft, parent, depth))
    made: list[list[VisualBlock]] = [[] for _ in listed]
    for place in range(len(listed) - 1, 0, -1):
        draft, parent, _ = listed[place]
        made[parent].append(_block(draft, made[place]))
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
