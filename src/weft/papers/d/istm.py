"""Similarity of trees (paper D, section 3.1): ISTM, and tree paths (Definition 3), the measure that it is to beat.

ISTM, improved simple tree matching, as printed is a recursion: 0 if the two nodes differ in tag, attribute set, number
of children or position, 1 if they are equal and have no children, else the weighted sum over the pairs of children. So
a leaf adds the product of the weights on its way down exactly if everything on that way is equal. Hash what must be
equal and the recursion becomes a sum over the leaves that both trees have: a page is described once, and comparing is
as cheap as for sets."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_deadline, check_time
from weft.page import Page
from weft.page.folds import TEXT, body_row, fold, is_end, is_node, levels, mix
from weft.sites.similarity.similarity import PathSet, overlaps, shared

DIGITS = 12  # a similarity is a sum of many weights: equal ones must not differ by the order of adding


@dataclass(frozen=True)
class WeighedLeaves:
    """The leaves of a tree as hashes of their way down, sorted, and what each adds; the weights add up to 1."""

    leaves: PathSet
    weights: NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Istm:
    """Tree matching where the blocks at both ends of the page (head, foot) weigh more than those in the middle.

    Where the paper is silent, chosen on 13 generated and 11 real sites by pair F1 (average linkage, best cut):
    the attribute set is the names and the class tokens with digits masked, 0.763; names alone 0.746, all values 0.612
    (an `href` tells pages apart, not templates), tags alone 0.734. White-space texts are no children: with them
    0.738, as one more blank moves all that follow. Equal weights: 0.733 against 0.746 (names).
    """

    same_above: float = 0.80  # pair F1 0.763; flat from 0.76 (0.751) to 0.88 (0.761)
    equal_weights: bool = False  # the paper's Algorithm 1
    printed_weights: bool = False  # m from 1 to N, as the formula is printed: the foot weighs more than the head

    def describe(self, page: Page) -> WeighedLeaves:
        """The leaves under the root, each with its weight."""
        root = find_root(page)
        ordinal, children = count_children(page)
        ordinal[root] = 0  # wherever the root stands, it is the root
        node = mix(page.table.attrs, page.table.step)
        steps = mix(mix(node, children.astype(np.uint64)), ordinal.astype(np.uint64))
        paths, inside = fold(page, steps, roots=np.array([root]))
        rows = np.flatnonzero(inside & is_node(page) & (children == 0))
        leaves, first = np.unique(paths[rows], return_index=True)
        return WeighedLeaves(leaves, self._weigh(page, root, ordinal, children)[rows[first]])

    def compare(self, a: WeighedLeaves, b: WeighedLeaves) -> float:
        """What the leaves weigh that both trees have."""
        shorter = a if len(a.leaves) <= len(b.leaves) else b
        return round(float(shorter.weights[shared(a.leaves, b.leaves)].sum()), DIGITS)

    def matrix(self, descriptions: Sequence[WeighedLeaves]) -> NDArray[np.float64]:
        """`compare` of all pairs."""
        weighed = overlaps([tree.leaves for tree in descriptions], [tree.weights for tree in descriptions])
        return np.round(weighed, DIGITS)

    def _weigh(
        self, page: Page, root: int, ordinal: NDArray[np.int64], children: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """What each row under the root adds when all above it is equal: the product of the shares on its way down."""
        share = 1 / np.maximum(children[page.parent], 1)  # row 0 has no parent, and is never asked
        if not self.equal_weights:
            below = np.flatnonzero((page.parent == root) & is_node(page))
            share[below] = end_weights(len(below), printed=self.printed_weights)[ordinal[below]]
        weights = np.zeros(len(page))
        weights[root] = share[root] = 1.0
        for rows in check_deadline(levels(page)):
            weights[rows] = np.where(rows == root, 1.0, weights[page.parent[rows]] * share[rows])
        return weights


def end_weights(count: int, *, printed: bool = False) -> NDArray[np.float64]:
    """The weights of the first level: `|(N - 1)/2 - m| + 1`, made to add up to 1.

    The print counts m from 1 to N, which favours the foot; from 0 to N - 1 both ends weigh the same, as the text wants.

    >>> end_weights(3)
    array([0.4, 0.2, 0.4])
    >>> end_weights(3, printed=True).round(2)
    array([0.17, 0.33, 0.5 ])
    """
    weights = np.abs((count - 1) / 2 - np.arange(count) - printed) + 1
    return weights / weights.sum()


def find_root(page: Page) -> int:
    """The body or, while a node has one element child, that child: above it the weights would do nothing."""
    is_element = page.tag != TEXT
    elements = np.bincount(page.parent[1:][is_element[1:]], minlength=len(page))
    row = body_row(page)
    while elements[row] == 1:
        row += 1 + int(np.argmax(is_element[row + 1 :]))
    return row


def count_children(page: Page) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For every row its position from 0 among its parent's children, and the number of its own."""
    rows = np.flatnonzero(is_node(page))[1:]
    children = np.bincount(page.parent[rows], minlength=len(page))
    order = rows[np.argsort(page.parent[rows], kind="stable")]
    before = np.cumsum(children) - children
    ordinal = np.zeros(len(page), dtype=np.int64)
    ordinal[order] = np.arange(len(order)) - before[page.parent[order]]
    return ordinal, children


MAX_PATHS = 5_000  # with MAX_LEVELS bounds what is kept of a page: at most 2.6 MB of hashes
MAX_LEVELS = 64  # pages that people write nest less


@dataclass(frozen=True)
class LevelledPaths:
    """The paths to the end nodes in document order: their lengths, and hashes of (position, the path to a level)."""

    levels: NDArray[np.int64]
    prefixes: PathSet


@dataclass(frozen=True, kw_only=True)
class TreePaths:
    """The levels that the paths at the same position share from the root down, of the levels that the longer one has.

    A path is the tags from the root to an end node; its position is its number among the end nodes. The paper names the
    quotient only; adding up over the positions, a path without a partner sharing no level, is our reading. A paragraph
    more moves all later paths, which is why the paper replaces it.
    """

    # Pair F1 on 13 generated and 11 real sites, average linkage: 0.639; 0.20 gives 0.615, 0.30 0.616. ISTM has 0.763.
    same_above: float = 0.25

    def describe(self, page: Page) -> LevelledPaths:
        """The tag paths to the end nodes, level by level."""
        ends = np.flatnonzero(is_end(page))[:MAX_PATHS]
        # What lies deeper than the levels that count begins at the last of them.
        rows = page.nearest(page.depth < MAX_LEVELS)[ends]
        position = np.arange(len(ends), dtype=np.uint64)
        prefixes = [np.zeros(0, dtype=np.uint64)]
        while len(rows):  # one level up at a time, from all end nodes at once
            check_time()
            prefixes.append(mix(page.table.path_tags[rows], position))
            rows = page.parent[rows].astype(np.int64)
            rows, position = rows[rows >= 0], position[rows >= 0]
        levels = np.minimum(page.depth[ends].astype(np.int64) + 1, MAX_LEVELS)
        return LevelledPaths(levels, np.unique(np.concatenate(prefixes)))

    def compare(self, a: LevelledPaths, b: LevelledPaths) -> float:
        """Same levels of most levels; 0 where a page has no end nodes."""
        most = _most_levels([a, b])[0, 1]
        return float(len(shared(a.prefixes, b.prefixes)) / max(most, 1))

    def matrix(self, descriptions: Sequence[LevelledPaths]) -> NDArray[np.float64]:
        """`compare` of all pairs."""
        return overlaps([one.prefixes for one in descriptions]) / np.maximum(_most_levels(descriptions), 1)


def _most_levels(descriptions: Sequence[LevelledPaths]) -> NDArray[np.int64]:
    """For every two pages the levels of the longer path, summed over the positions."""
    table = np.zeros((len(descriptions), max((len(one.levels) for one in descriptions), default=0)), dtype=np.int16)
    for row, one in check_deadline(enumerate(descriptions)):
        table[row, : len(one.levels)] = one.levels
    return np.array([np.maximum(row, table).sum(axis=1) for row in table]).reshape(len(table), len(table))
