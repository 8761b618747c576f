"""Block paths against a plain reading of paper A, definitions 3 to 5."""

from tests.seeds import every_seed
from tests.sites.similarity.plain import near_pages, path_to
from weft import Page, parse
from weft.papers.a.block_paths import BlockPaths


def plain_feature(page: Page) -> set[str]:
    """The paths of all containers, written out."""
    containers = [node for node in page if node.tag in ("div", "table")]
    return {"/".join(f"{step.tag}{page.nth[step.row]}" for step in path_to(node, 0)) for node in containers}


def plain_similarity(a: Page, b: Page) -> float:
    first, second = plain_feature(a), plain_feature(b)
    smaller = min(len(first), len(second))
    return len(first & second) / smaller if smaller >= 2 else 0.0


@every_seed(15)
def test_as_in_paper_a(seed):
    similarity = BlockPaths()
    pages = near_pages(seed)
    for page in pages[1:]:
        expected = plain_similarity(pages[0], page)
        assert similarity.compare(similarity.describe(pages[0]), similarity.describe(page)) == expected


def test_ordinals_count():
    similarity = BlockPaths()
    a = similarity.describe(parse("<div></div><div></div><div></div>"))
    b = similarity.describe(parse("<div></div><table></table>"))
    assert similarity.compare(a, b) == 0.5


def test_pages_with_too_few_containers_resemble_nothing():
    similarity = BlockPaths()
    for html in ("<p>none", "<div>one</div>"):
        lone = similarity.describe(parse(html))
        assert similarity.compare(lone, lone) == 0
        assert similarity.compare(lone, similarity.describe(parse("<div>a</div><div>b</div>"))) == 0
    one = similarity.describe(parse("<div>one</div>"))
    assert len(one) == 0
    assert len(BlockPaths(least=1).describe(parse("<div>one</div>"))) == 1
