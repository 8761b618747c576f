"""Pages and paths as plain Python values, for the twins of the similarities."""

import random
import re

from tests.soup import make_page, mutate
from weft import Page, parse
from weft.page import Node


def near_pages(seed: int, count: int = 6) -> list[Page]:
    """A random page and damaged copies of it: alike, but seldom the same."""
    rng = random.Random(seed)
    data = make_page(seed, 80).encode()
    return [parse(data)] + [parse(mutate(data, rng)) for _ in range(count - 1)]


def step_of(node: Node) -> tuple[str, ...]:
    """A tag with its classes, digits masked."""
    return node.tag, *sorted(re.sub(r"[0-9]+", "0", name) for name in node.page.classes(node.row))


def is_node(node: Node) -> bool:
    return node.tag != "#text" or node.page.chars[node.row] > 0


def body_of(page: Page) -> int:
    return next((node.row for node in page if node.tag == "body"), 0)


def path_to(node: Node, root: int) -> list[Node]:
    """The nodes from a root down to a node, both included."""
    path = [node]
    while path[-1].row != root:
        above = path[-1].parent
        assert above is not None
        path.append(above)
    return path[::-1]


def end_nodes(page: Page, root: int) -> list[Node]:
    """The nodes without children that lie under a row."""
    return [node for node in page if root <= node.row < page.end[root] and not node.children and is_node(node)]
