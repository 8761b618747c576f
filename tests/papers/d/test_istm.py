"""ISTM against the recursion of paper D."""

import re

import pytest

from tests.seeds import seeds
from tests.sites.similarity.plain import body_of, is_node, near_pages
from weft import Page, parse
from weft.page import Node
from weft.papers.d.istm import Istm, end_weights, find_root


def plain_root(page: Page) -> Node:
    node = page.node(body_of(page))
    while len(elements := [child for child in node.children if child.tag != "#text"]) == 1:
        node = elements[0]
    return node


def kept(node: Node) -> list[Node]:
    return [child for child in node.children if is_node(child)]


def same(a: Node, b: Node) -> bool:
    """Definition 8: tag, attribute set (names, and classes with digits masked), number of children."""

    def look(node: Node) -> tuple[object, ...]:
        classes = sorted(re.sub(r"[0-9]+", "0", name) for name in node.page.classes(node.row))
        return node.tag, set(node.attributes), classes, len(kept(node))

    return look(a) == look(b)


def match(a: Node, b: Node, *, first: bool) -> float:
    """Algorithm 2 with its weights at the first level, Algorithm 1 below."""
    if not same(a, b):
        return 0.0
    pairs = list(zip(kept(a), kept(b), strict=True))
    if not pairs:
        return 1.0
    count = len(pairs)
    weights = [abs((count - 1) / 2 - m) + 1 if first else 1.0 for m in range(count)]
    return sum(w * match(x, y, first=False) for w, (x, y) in zip(weights, pairs, strict=True)) / sum(weights)


@pytest.mark.parametrize("equal_weights", [False, True])
def test_as_in_paper_d(equal_weights):
    similarity = Istm(equal_weights=equal_weights)
    between = 0
    for seed in seeds(25):
        pages = near_pages(seed)
        for page in pages:
            expected = match(plain_root(pages[0]), plain_root(page), first=not equal_weights)
            found = similarity.compare(similarity.describe(pages[0]), similarity.describe(page))
            assert found == pytest.approx(expected, abs=1e-9)
            between += 0 < expected < 1
    assert between > 20


def compare(a: str, b: str) -> float:
    similarity = Istm()
    return similarity.compare(similarity.describe(parse(a)), similarity.describe(parse(b)))


def test_ends_weigh_more_than_the_middle():
    page = "<header></header><main>{}</main><footer></footer>"
    assert compare(page.format("<p>a</p>"), page.format("<ul></ul>")) == pytest.approx(0.8)
    assert compare("<b></b><main></main><footer></footer>", "<i></i><main></main><footer></footer>") == pytest.approx(
        0.6
    )
    assert end_weights(4).tolist() == pytest.approx([2.5 / 8, 1.5 / 8, 1.5 / 8, 2.5 / 8])


def test_white_space_and_values_do_not_count_but_names_and_classes_do():
    page = "<nav>a</nav><p>b</p>"
    assert compare(page, "<nav>a</nav>\n\n<p>b</p>\n") == 1
    assert compare('<nav title="x">a</nav><p>b</p>', '<nav title="y">a</nav><p>b</p>') == 1
    assert compare('<nav class="x-1">a</nav><p>b</p>', '<nav class="x-22">a</nav><p>b</p>') == 1
    assert compare('<nav title="x">a</nav><p>b</p>', page) == 0.5
    assert compare('<nav class="x">a</nav><p>b</p>', '<nav class="y">a</nav><p>b</p>') == 0.5


def test_the_root_is_below_wrappers():
    page = parse("<body><div><div class=all>\n<p>a</p><p>b</p></div></div></body>")
    assert page.classes(find_root(page)) == ["all"]
    assert find_root(parse("<frameset><frame></frameset>")) == 0


def test_pages_that_are_one_leaf():
    assert compare("", "") == 1
    assert compare("text", "other text") == 1
    assert compare("text", "") == 0
