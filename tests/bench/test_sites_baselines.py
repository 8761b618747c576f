"""The baselines: what their definitions promise, and tree edit distance against a plain twin."""

from functools import cache

import numpy as np
import pytest

import weft
from bench.sites.baselines.layered import layered_clusters, read_layers
from bench.sites.baselines.linkage import cut_for, linked_clusters
from bench.sites.baselines.tree_edit import Tree, read_tree, tree_edit_distance, tree_edit_similarity
from bench.sites.baselines.tree_paths import read_paths, tree_path_similarity
from bench.sites.clustering import similarity_matrix
from tests.soup import make_page

POST = "<body><div><h1>A</h1><p>One</p><p>Two</p></div><footer><a>x</a></footer>"
LONGER = "<body><div><h1>B</h1><p>One</p><p>Two</p><p>Three</p></div><footer><a>x</a></footer>"
LIST = "<body><ul><li><a>1</a><li><a>2</a><li><a>3</a></ul><footer><a>x</a></footer>"


def paths_alike(one: str, other: str) -> float:
    return tree_path_similarity(read_paths(weft.parse(one)), read_paths(weft.parse(other)))


def test_tree_paths_see_templates_through_counts() -> None:
    assert paths_alike(POST, POST) == 1.0
    assert paths_alike(POST, LONGER) == 1.0
    assert paths_alike(POST, LIST) == paths_alike(LIST, POST) < 0.9


def test_tree_paths_by_hand() -> None:
    """Two paths of three and four levels, the first three the same, and the head of both."""
    one, other = "<body><p>x</p></body>", "<body><p><b>x</b></p></body>"
    assert paths_alike(one, other) == pytest.approx((1 + 3 / 4) / 2)


def plain_distance(one: Tree, other: Tree) -> int:
    """Forests cut at their last tree: the textbook recursion, without keyroots."""

    @cache
    def distance(i: int, j: int, left: int, right: int) -> int:
        """Of the nodes left..i and right..j, both numbers shifted by one past the last node."""
        if i < left or j < right:
            return max(0, i - left + 1) + max(0, j - right + 1)
        both = distance(one.leftmost[i] - 1, other.leftmost[j] - 1, left, right)
        inner = distance(i - 1, j - 1, one.leftmost[i], other.leftmost[j])
        return min(
            distance(i - 1, j, left, right) + 1,
            distance(i, j - 1, left, right) + 1,
            both + inner + (one.tags[i] != other.tags[j]),
        )

    return distance(len(one.tags) - 1, len(other.tags) - 1, 0, 0)


def test_tree_edit_distance_against_its_plain_twin() -> None:
    trees = [read_tree(weft.parse(make_page(seed, 30)), nodes=9) for seed in range(14)]
    for one in trees:
        for other in trees:
            assert tree_edit_distance(one, other) == plain_distance(one, other)
    assert len(set(trees)) > 10


def test_trees_are_cut_from_the_top() -> None:
    assert read_tree(weft.parse(POST), nodes=3).tags == ("div", "footer", "body")
    assert read_tree(weft.parse("")).tags == ("body",)


def test_tree_edit_similarity() -> None:
    one, longer = read_tree(weft.parse(POST)), read_tree(weft.parse(LONGER))
    assert tree_edit_similarity(one, one) == 1.0
    assert tree_edit_similarity(one, longer) == pytest.approx(1 - 1 / 8)


def test_layers_part_posts_from_lists() -> None:
    vectors = [read_layers(weft.parse(page)) for page in (POST, LIST, LONGER, LIST)]
    assert layered_clusters(vectors, 0.5) in ([0, 1, 0, 1], [1, 0, 1, 0])
    assert layered_clusters(vectors[:2], 0.0) == [0, 1]


def test_linkage_and_its_cut() -> None:
    alike = np.array([[1, 0.9, 0.2], [0.9, 1, 0.2], [0.2, 0.2, 1]])
    first, second, third = linked_clusters(alike, 0.5)
    assert first == second != third
    assert len(set(linked_clusters(alike, 0.95))) == 1
    assert linked_clusters(alike[:1, :1], 0.5) == [0]


def test_a_corpus_does_not_choose_its_own_cut() -> None:
    scores = {"themes": {0.2: [1.0], 0.4: [0.0]}, "big9": {0.2: [0.1], 0.4: [0.3]}}
    assert cut_for("themes", scores) == 0.4
    assert cut_for("big9", scores) == 0.2
    assert cut_for("themes", {"themes": scores["themes"]}) == 0.5


def test_equal_forms_are_compared_once() -> None:
    asked = []

    def similarity(one: str, other: str) -> float:
        asked.append((one, other))
        return 0.5

    matrix = similarity_matrix(["a", "b", "a"], similarity)
    assert matrix.tolist() == [[1, 0.5, 1], [0.5, 1, 0.5], [1, 0.5, 1]]
    assert len(asked) == 1
