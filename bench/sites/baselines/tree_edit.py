"""Tree edit distance (Zhang and Shasha 1989) on trees cut to their uppermost nodes.

Whole pages have thousands of nodes and the distance costs the product of two sizes times their depths, so a page is cut
breadth first: what is near the root is the template, what is deep is content.
"""

from dataclasses import dataclass

from weft import Page

MAX_NODES = 40
"""Nodes of a tree: a pair of different trees then takes a few milliseconds."""


@dataclass(frozen=True)
class Tree:
    """A tree in post-order: a tag by node, and the post-order number of its left-most leaf."""

    tags: tuple[str, ...]
    leftmost: tuple[int, ...]

    @property
    def keyroots(self) -> list[int]:
        """The nodes with a left sibling, and the root: the highest node of each left-most leaf."""
        highest = {leaf: node for node, leaf in enumerate(self.leftmost)}
        return sorted(highest.values())


def read_tree(page: Page, *, nodes: int = MAX_NODES) -> Tree:
    """The uppermost elements of a page's body, so many of them."""
    body = page.rows_of("body")
    root = int(body[0]) if len(body) else 0
    kept: dict[int, list[int]] = {root: []}
    queue = [root]
    for row in queue:  # grows while it is read: breadth first
        for child in page.children(row):
            if page.tag[child] and len(kept) < nodes:
                kept[child] = []
                kept[row].append(child)
                queue.append(child)
    return _post_order(page, root, kept)


def _post_order(page: Page, root: int, children: dict[int, list[int]]) -> Tree:
    """Root, then children from the right, read backwards."""
    order, stack = [], [root]
    while stack:
        row = stack.pop()
        order.append(row)
        stack += children[row]
    order.reverse()
    number = {row: index for index, row in enumerate(order)}
    leftmost: list[int] = []
    for index, row in enumerate(order):
        leftmost.append(leftmost[number[children[row][0]]] if children[row] else index)
    return Tree(tuple(page.tag_name(row) for row in order), tuple(leftmost))


def tree_edit_similarity(one: Tree, other: Tree) -> float:
    """1 less the distance over the larger size; 0 where the trees have nothing in common."""
    if one == other:
        return 1.0
    return max(0.0, 1 - tree_edit_distance(one, other) / max(len(one.tags), len(other.tags)))


def tree_edit_distance(one: Tree, other: Tree) -> int:
    """The least number of inserted, removed and renamed nodes that turns one tree into the other."""
    trees = [[0] * len(other.tags) for _ in one.tags]
    for first in one.keyroots:
        for second in other.keyroots:
            _forests(one, other, (first, second), trees)
    return trees[-1][-1]


def _forests(one: Tree, other: Tree, roots: tuple[int, int], trees: list[list[int]]) -> None:
    """Distances of the forests left of two keyroots; those that are whole trees are kept in `trees`."""
    left, right = one.leftmost[roots[0]], other.leftmost[roots[1]]
    width = roots[1] - right + 2
    table = [list(range(width))]
    for i in range(left, roots[0] + 1):
        above = table[-1]
        row = [above[0] + 1]
        start, tag, kept = one.leftmost[i], one.tags[i], trees[i]
        before = table[start - left]
        for j in range(right, roots[1] + 1):
            column = j - right + 1
            best = min(above[column], row[-1]) + 1
            if start == left and other.leftmost[j] == right:
                best = min(best, above[column - 1] + (tag != other.tags[j]))
                kept[j] = best
            else:
                best = min(best, before[other.leftmost[j] - right] + kept[j])
            row.append(best)
        table.append(row)
