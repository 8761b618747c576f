"""Block paths against a plain reading of paper A, definitions 3 to 5.

Leader clustering against Algorithm 1 of paper A as printed.
"""

import numpy as np

from tests.seeds import every_seed
from tests.sites.grouping import Given, as_sets, random_numbers
from tests.sites.similarity.plain import near_pages, path_to
from weft import Page, parse
from weft.papers.a.block_paths import BlockPaths, Leader


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


def get_classes(numbers, *, same_above: float, least: int) -> list[list[int]]:
    """Take the first page, take away all that resemble it, and so on."""
    left = list(range(len(numbers)))
    classes = []
    while left:
        leader = left[0]
        members = [page for page in left if page == leader or numbers[leader, page] > same_above]
        left = [page for page in left if page not in members]
        classes.append(members)
    return [members for members in classes if len(members) >= least]


@every_seed(20)
def test_as_printed(seed):
    numbers = random_numbers(seed, 40, levels=8)
    groups = Leader().group(range(40), Given(numbers, same_above=0.7))
    assert [group.tolist() for group in groups] == get_classes(numbers, same_above=0.7, least=6)


@every_seed(20)
def test_all_pairs_resemble_each_other_where_asked(seed):
    numbers = random_numbers(seed, 30, levels=8)
    groups = Leader(least=1, all_pairs=True).group(range(30), Given(numbers, same_above=0.7))
    assert sorted(np.concatenate(groups)) == list(range(30))
    assert all((numbers[np.ix_(group, group)] > 0.7).all() for group in groups)
    assert any(len(group) > 2 for group in groups)


def test_the_threshold_is_paper_a_s_and_must_be_passed():
    numbers = np.full((6, 6), 0.82)
    np.fill_diagonal(numbers, 1)
    same_above = BlockPaths().same_above
    assert Leader().group(range(6), Given(numbers, same_above=same_above)) == []
    assert as_sets(Leader().group(range(6), Given(numbers + 0.01, same_above=same_above))) == {frozenset(range(6))}


def test_the_order_of_the_pages_decides():
    numbers = np.array([[1, 0.9, 0], [0.9, 1, 0.9], [0, 0.9, 1]])
    leader = Leader(least=1)
    assert as_sets(leader.group([0, 1, 2], Given(numbers))) == {frozenset({0, 1}), frozenset({2})}
    assert as_sets(leader.group([1, 0, 2], Given(numbers))) == {frozenset({0, 1, 2})}


def test_costs_pages_times_leaders():
    asked = []

    class Counted(Given):
        def compare(self, a, b):
            asked.append((a, b))
            return super().compare(a, b)

    numbers = np.kron(np.eye(3), np.ones((50, 50))).astype(np.float64)
    assert len(Leader().group(range(150), Counted(numbers))) == 3
    assert len(asked) <= 150 * (3 + 1)
