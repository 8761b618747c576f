"""Tree paths against paths that are written out and compared level by level."""

from tests.seeds import every_seed
from tests.sites.similarity.plain import end_nodes, near_pages, path_to
from weft import Page, parse
from weft.papers.d import istm
from weft.papers.d.istm import TreePaths


def plain_paths(page: Page) -> list[list[str]]:
    return [[node.tag for node in path_to(end, 0)] for end in end_nodes(page, 0)]


def same_levels(a: list[str], b: list[str]) -> int:
    return next((level for level, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))


def plain_similarity(a: list[list[str]], b: list[list[str]]) -> float:
    count = max(len(a), len(b))
    pairs = list(zip(a + [[]] * (count - len(a)), b + [[]] * (count - len(b)), strict=True))
    return sum(same_levels(x, y) for x, y in pairs) / sum(max(len(x), len(y)) for x, y in pairs)


@every_seed(15)
def test_same_levels_of_most_levels(seed):
    similarity = TreePaths()
    pages = near_pages(seed)
    for page in pages:
        expected = plain_similarity(plain_paths(pages[0]), plain_paths(page))
        assert similarity.compare(similarity.describe(pages[0]), similarity.describe(page)) == expected


def test_one_end_node_more_moves_the_rest():
    similarity = TreePaths()
    a, b = (similarity.describe(parse(html)) for html in ("<p>a</p><b>c</b>", "<p>a</p><i>b</i><b>c</b>"))
    # head and p agree (2 + 4 levels); b against i agrees in html and body; the last path (4 levels) has no partner
    assert similarity.compare(a, b) == (2 + 4 + 2) / (2 + 4 + 4 + 4)


def test_what_is_kept_is_bounded(monkeypatch):
    monkeypatch.setattr(istm, "MAX_PATHS", 20)
    monkeypatch.setattr(istm, "MAX_LEVELS", 5)
    kept = TreePaths().describe(parse("<div>" * 100 + "<p>a</p>" * 100))
    assert kept.levels.tolist() == [2] + [5] * 19
    assert len(kept.prefixes) == 2 + 5 * 19
    assert TreePaths().compare(kept, kept) == 1
