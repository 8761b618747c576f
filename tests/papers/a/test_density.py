"""Density against a plain reading of paper A."""

import pytest

from tests.seeds import every_seed
from tests.soup import make_page
from weft import Page, parse
from weft.papers.a.density import Density


def plain_choice(page: Page, alpha: float) -> list[int]:
    """Definitions 7 to 9 and formula 5, container by container, with loops."""

    def measure(row: int) -> tuple[int, int, int, int]:
        plain = links = chars = elements = 0
        for below in range(row, page.end[row]):
            node = page.node(below)
            if below > row and node.tag != "#text":
                elements += 1
            if node.tag == "a" and "href" in node.attributes:
                links += 1
            if not page.hidden[below]:
                chars += int(page.chars[below])
                plain += 0 if page.in_link[below] else int(page.chars[below])
        return plain, links, chars, elements

    all_plain, all_links, _, _ = measure(0)
    best, best_density = 0, 0.0
    for node in page:
        if node.tag in ("div", "table"):
            plain, links, chars, size = measure(node.row)
            density = (
                plain / (1 + all_plain) * (1 - links / (1 + all_links)) * (plain / (1 + chars)) / (1 + size * alpha)
            )
            if density > best_density:
                best, best_density = node.row, density
    if best_density == 0:
        return []
    return [
        block.index
        for block in page.blocks
        if best <= page.blocks.first[block.index] < page.end[best] and not page.blocks.hidden[block.index]
    ]


@pytest.mark.parametrize("alpha", [0.3, 0.0])
@every_seed(120)
def test_twin(seed: int, alpha: float) -> None:
    page = parse(make_page(seed, 150))
    assert Density(alpha=alpha).extract(page).keep.tolist() == plain_choice(page, alpha)


def test_the_dense_container_wins() -> None:
    page = parse(
        "<div><a href=/1>Home</a> <a href=/2>News</a></div>"
        "<div>The weaver put the last threads on the loom before it grew dark.</div>"
        "<div>Imprint <a href=/3>and</a></div>"
    )
    document = Density().extract(page)
    assert [page.blocks.text(int(index))[:10] for index in document.keep] == ["The weaver"]
    assert int(Density().score(page).argmax()) == document.keep[0]


def test_a_page_without_containers_gives_nothing() -> None:
    assert len(Density().extract(parse("<p>text")).keep) == 0
    assert Density().score(parse("<p>text")).tolist() == [0.0]
