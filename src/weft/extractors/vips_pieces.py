"""VIPS, visual block extraction (section 4.1): the pieces that each round cuts a visual block into.

A round divides its root, then the children that the rules divide, and so on; the nodes where that ends are its pool.
The first round has the page as its root; every piece that is not coherent enough is the root of a later one.
"""

from collections import deque
from dataclasses import dataclass

import numpy as np

from weft.extractors.vips_nodes import Nodes, Numbers
from weft.extractors.vips_rules import Verdicts

MAX_PIECES = 20_000  # pieces: four times those of the largest page of wcxb-dev
ROUNDS = 30  # one inside another: those pages have up to 12

Piece = tuple[int, int, int, int]  # first row, row after the last, DoC, rule


@dataclass(frozen=True, eq=False, kw_only=True)
class Pieces:
    """Undivided nodes, and runs of texts between them, as columns: round by round, each in document order.

    A piece is the rows `first .. last`. A run of texts is one piece, as a browser draws it in one box.
    """

    first: Numbers
    last: Numbers
    doc: Numbers
    rule: Numbers
    pool: Numbers  # the piece that this one was cut from, -1 for the page
    left: Numbers
    top: Numbers
    right: Numbers
    bottom: Numbers
    is_capped: bool = False  # a block stayed whole because its pieces were too many or too deep

    def __len__(self) -> int:
        return len(self.first)


def find_pieces(nodes: Nodes, verdicts: Verdicts, *, pdoc: int, small: float) -> Pieces:
    """The pieces of all rounds; a piece is cut further while its DoC is below `pdoc`."""
    walk = _Walk(nodes, verdicts)
    pieces: list[Piece] = []
    pools: list[int] = []
    is_capped = False
    roots = deque([(-1, 0)])  # a piece, and the rounds around it
    while roots:
        number, depth = roots.popleft()
        found = walk.cut(pieces[number][0] if number >= 0 else 0, small)
        if len(pieces) + len(found) > MAX_PIECES or depth == ROUNDS:
            is_capped = True
            continue
        for piece in found:
            if piece[2] < pdoc and piece[3] not in (1, 4):  # what is all text or picture has nothing to divide
                roots.append((len(pieces), depth + 1))
            pieces.append(piece)
            pools.append(number)
    return _columns(nodes, pieces, pools, is_capped)


class _Walk:
    """The columns that the walk reads, as lists: it looks at one row after another."""

    def __init__(self, nodes: Nodes, verdicts: Verdicts) -> None:
        page, rows = nodes.page, np.flatnonzero(nodes.is_valid)[1:]
        order = np.argsort(page.parent[rows], kind="stable")
        self.children = rows[order].tolist()
        self.start = np.searchsorted(page.parent[rows[order]], np.arange(len(page) + 1)).tolist()
        self.parent, self.end, self.area = page.parent.tolist(), page.end.tolist(), nodes.area.tolist()
        self.rule, self.doc, self.share = verdicts.rule.tolist(), verdicts.doc.tolist(), verdicts.share.tolist()
        self.divides, self.is_cell = verdicts.divides.tolist(), verdicts.is_cell.tolist()
        self.is_phrase = nodes.is_phrase.tolist()
        self.area[0] = nodes.page_size[0] * nodes.page_size[1]

    def cut(self, root: int, small: float) -> list[Piece]:
        """The pool of the round of a root, which is itself divided (rule 3)."""
        found: list[Piece] = []
        limit = small * self.area[root]
        whole_cell = last_phrase = -1  # the parents of the last cell if undivided, and of the phrase that ends the pool
        todo = self.children[self.start[root] : self.start[root + 1]][::-1]
        while todo:
            row = todo.pop()
            rule, divides, parent = self.rule[row], self.divides[row], self.parent[row]
            if rule == 12 and divides:
                rule = self._in_round(row, limit, parent == whole_cell)
                divides = rule == 12
            if self.is_cell[row]:
                whole_cell = -1 if divides else parent
            if divides:
                todo += self.children[self.start[row] : self.start[row + 1]][::-1]
                continue
            if self.is_phrase[row] and parent == last_phrase:
                found[-1] = (found[-1][0], self.end[row], 9, 4)
            else:
                found.append((row, self.end[row], self.doc[row], rule))
            last_phrase = parent if self.is_phrase[row] else -1
        return found

    def _in_round(self, row: int, limit: float, after_whole_cell: bool) -> int:
        """The rule that decides where the size beside the root matters, or what stands before."""
        if self.share[row] < limit:
            return 9 if self.share[row] == self.area[row] else 10
        return 11 if self.is_cell[row] and after_whole_cell else 12


def _columns(nodes: Nodes, pieces: list[Piece], pools: list[int], is_capped: bool) -> Pieces:
    first, last, doc, rule = np.array(pieces, dtype=np.int64).reshape(-1, 4).T
    doc = np.where((rule == 4) & (nodes.font_changes(first, last) == 0), 10, doc)  # runs, too
    left, top, right, bottom = _seen_boxes(nodes, first, last)
    return Pieces(
        first=first,
        last=last,
        doc=doc,
        rule=rule,
        pool=np.array(pools, dtype=np.int64),
        left=left,
        top=top,
        right=right,
        bottom=bottom,
        is_capped=is_capped,
    )


def _seen_boxes(nodes: Nodes, first: Numbers, last: Numbers) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """What is seen of a piece: its own box where that is painted, else the hull of what it holds."""
    painted = nodes.stands_out[first] | nodes.page.geometry.has_border[first]
    painted &= nodes.is_break[first] & (nodes.area[first] > 0)
    own = (nodes.left[first], nodes.top[first], nodes.right[first], nodes.bottom[first])
    hull = nodes.hull(first, last)
    left, top, right, bottom = (np.where(painted, mine, seen) for mine, seen in zip(own, hull, strict=True))
    return left, top, right, bottom
