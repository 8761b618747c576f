"""VIPS, visual block extraction (section 4.1): the rules, and the pieces that each round cuts a visual block into.

A round divides its root, then the children that the rules divide, and so on; the nodes where that ends are its pool.
The first round has the page as its root; every piece that is not coherent enough is the root of a later one.

The paper walks down from the root of a round and asks its rules of every node in turn. Most answers do not depend on
the walk: those are found here for all nodes at once, and a round (`find_pieces`) only looks them up. The rules keep the
paper's numbers; the first that is asked of the kind of node and holds decides:

1.  Nothing but itself can be seen of it (a text, a picture): a visual block. What shows nothing is cut before.
2.  It has a single valid child, and that is no text: divide.
3.  It is the root of the round: divide.
4.  All its valid children are texts or virtual texts: a visual block, DoC 10 if in one font, else 9.
5.  It has a line-break child: divide (asked of inline nodes and paragraphs, which should have none).
6.  It has an `hr`: divide.
7.  Its children are larger together than itself (they float out of it): divide.
8.  A child stands out by its background: divide; that child is not divided in this round.
9.  It has a text or virtual text among its children, and is small beside the round's root: a visual block.
10. Its largest child is small beside the round's root: a visual block.
11. The cell before it is not divided: a visual block.
12. Divide.
"""

from collections import deque
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_deadline, check_time
from weft.extractors.vips_nodes import HR, Flags, Nodes, Numbers
from weft.page import Page, tag_number

# Which rules are asked of which kind of node: the table of the paper, as we read it.
KINDS: dict[str, tuple[int, ...]] = {
    "inline": (1, 2, 4, 5, 6, 8, 9, 12),
    "table": (1, 2, 7, 8, 10, 12),
    "cell": (1, 2, 4, 8, 9, 10, 11, 12),
    "paragraph": (1, 2, 4, 5, 6, 8, 9, 12),
    "other": (1, 2, 4, 6, 7, 8, 9, 10, 12),
}
ASKED = np.array([np.isin(np.arange(13), rules) for rules in KINDS.values()])  # by kind and number of the rule
DIVIDES = np.isin(np.arange(13), (2, 5, 6, 7, 8, 12))  # by number of the rule
TABLES = [tag_number(tag) for tag in "table thead tbody tfoot tr".split()]
CELLS = [tag_number(tag) for tag in "td th".split()]
PARAGRAPH = tag_number("p")

# DoC of an undivided node by its tag: what an author writes for one thought holds together most (the paper: 5 to 8) …
COHERENT = {
    8: "p li dt dd h1 h2 h3 h4 h5 h6 pre blockquote td th caption figcaption summary address label a button",
    7: "ul ol dl table tbody thead tfoot tr form fieldset figure select menu details nav",
}
LOOSE = 6  # div, section and all the rest
SIZES = (0.2, 0.4, 0.8, 1.6, 3.2)  # … and one less for each of these windows that it fills: one look takes in one thing


@dataclass(frozen=True, eq=False, kw_only=True)
class Verdicts:
    """What the rules say of every row, as far as the round does not matter."""

    rule: Numbers  # 0 for what shows nothing; 12 where the round is to be asked
    doc: Numbers  # 1 to 10, were the node a visual block
    divides: Flags
    share: Numbers  # rules 9 and 10 hold if this area is small beside the root of the round
    is_cell: Flags  # rule 11 is asked


def judge(nodes: Nodes) -> Verdicts:
    """The rule that decides each row, and what rules 9 to 11 need where the round must decide."""
    page = nodes.page
    asked = ASKED[kinds_of(nodes)]
    phrases = _count(page, nodes.is_phrase)
    holds = _holds(nodes, phrases) & asked
    rule = np.where(nodes.is_valid, holds.argmax(axis=1), 0)
    kept = DIVIDES[rule] & nodes.stands_out  # rule 8: it stays whole in the round of its parent
    rule[kept] = 8
    return Verdicts(
        rule=rule,
        doc=_coherence(nodes, rule),
        divides=DIVIDES[rule] & ~kept,
        share=_share(nodes, asked[:, 9] & (phrases > 0), asked[:, 10]),
        is_cell=asked[:, 11],
    )


def kinds_of(nodes: Nodes) -> Numbers:
    """The kind of every row, as a number of `KINDS`."""
    tag = nodes.page.tag
    kind = np.full(len(tag), 4)
    kind[tag == PARAGRAPH] = 3
    kind[np.isin(tag, CELLS)] = 2
    kind[np.isin(tag, TABLES)] = 1
    kind[nodes.is_inline] = 0
    return kind


def _holds(nodes: Nodes, phrases: Numbers) -> NDArray[np.bool_]:
    """A row a node, a column a rule from 0: which rules hold; those that the round decides do not."""
    page, inner = nodes.page, np.flatnonzero(nodes.is_valid)[1:]  # all but row 0
    children = _count(page, nodes.is_valid)
    holds = np.zeros((len(page), 13), dtype=np.bool_)
    holds[:, 1] = nodes.is_text | nodes.is_picture
    holds[:, 2] = (children == 1) & (phrases == 0)
    holds[:, 4] = children == phrases
    holds[:, 5] = _count(page, nodes.is_break) > 0
    holds[:, 6] = _count(page, (page.tag == HR) & page.geometry.is_visible) > 0
    holds[:, 7] = np.bincount(page.parent[inner], nodes.area[inner], minlength=len(page)) > nodes.area
    holds[:, 8] = _count(page, nodes.stands_out) > 0
    holds[:, 12] = True
    return holds


def _share(nodes: Nodes, by_itself: Flags, by_child: Flags) -> Numbers:
    """The area that must be small: the node's own, that of its largest child, or the less of both."""
    page, inner = nodes.page, np.flatnonzero(nodes.is_valid)[1:]
    largest = np.zeros(len(page), dtype=np.int64)
    np.maximum.at(largest, page.parent[inner], nodes.area[inner])
    never = np.iinfo(np.int64).max
    return np.minimum(np.where(by_itself, nodes.area, never), np.where(by_child, largest, never))


def _count(page: Page, marked: Flags) -> Numbers:
    """How many children of each row are marked."""
    return np.bincount(page.parent[1:][marked[1:]], minlength=len(page))


def _coherence(nodes: Nodes, rule: Numbers) -> Numbers:
    """DoC of every row: 9 or 10 where all is text or picture, else by tag and size."""
    doc = DOC_OF_TAG[np.minimum(nodes.page.tag, len(DOC_OF_TAG) - 1)]
    windows = nodes.area / max(nodes.window[0] * nodes.window[1], 1)
    doc = np.maximum(doc - np.searchsorted(SIZES, windows), 1)
    is_whole = (rule == 1) | (rule == 4) | nodes.is_phrase
    changes = nodes.font_changes(np.arange(len(rule)), nodes.page.end)
    return np.where(is_whole, np.where(changes > 0, 9, 10), doc)


def _docs_of_tags() -> Numbers:
    docs = np.full(256, LOOSE)  # tags that a page adds have higher numbers
    for doc, tags in COHERENT.items():
        docs[[tag_number(tag) for tag in tags.split()]] = doc
    return docs


DOC_OF_TAG = _docs_of_tags()


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
        check_time()
        number, depth = roots.popleft()
        parts = walk.cut(pieces[number][0] if number >= 0 else 0, small)
        if len(pieces) + len(parts) > MAX_PIECES or depth == ROUNDS:
            is_capped = True
            continue
        for piece in check_deadline(parts):
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
        pieces: list[Piece] = []
        limit = small * self.area[root]
        whole_cell = last_phrase = -1  # the parents of the last cell if undivided, and of the phrase that ends the pool
        todo = self.children[self.start[root] : self.start[root + 1]][::-1]
        while todo:
            check_time()
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
                pieces[-1] = (pieces[-1][0], self.end[row], 9, 4)
            else:
                pieces.append((row, self.end[row], self.doc[row], rule))
            last_phrase = parent if self.is_phrase[row] else -1
        return pieces

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
