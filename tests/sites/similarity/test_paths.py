"""Paths against Python sets of written-out paths."""

import pytest

from tests.seeds import every_seed
from tests.sites.similarity.plain import body_of, end_nodes, near_pages, path_to, step_of
from weft import Page, parse
from weft.sites.similarity import Paths


def plain_set(page: Page, *, classes: bool) -> set[tuple[object, ...]]:
    body = body_of(page)
    paths = [path_to(end, body) for end in end_nodes(page, body)]
    return {tuple(step_of(node) if classes else node.tag for node in path) for path in paths}


@pytest.mark.parametrize("classes", [True, False])
@every_seed(15)
def test_jaccard_index_of_the_paths(seed, classes):
    similarity = Paths(classes=classes)
    pages = near_pages(seed)
    for page in pages[1:]:
        a, b = plain_set(pages[0], classes=classes), plain_set(page, classes=classes)
        expected = len(a & b) / len(a | b)
        assert similarity.compare(similarity.describe(pages[0]), similarity.describe(page)) == expected


def test_more_of_the_same_changes_nothing():
    similarity = Paths()
    few = similarity.describe(parse("<ul><li class=c-1>a</li></ul>"))
    many = similarity.describe(parse("<ul>" + "".join(f"<li class=c-{n}>a</li>\n" for n in range(50)) + "</ul>"))
    assert similarity.compare(few, many) == 1


def test_classes_count_unless_told():
    a, b = parse("<p class=x>a"), parse("<p class=y>a")
    assert Paths().compare(Paths().describe(a), Paths().describe(b)) == 0
    tags = Paths(classes=False)
    assert tags.compare(tags.describe(a), tags.describe(b)) == 1
