"""DOM statistics against a plain reading of paper C, section 2.2."""

import pytest

from tests.seeds import every_seed
from tests.soup import make_page
from weft import Page, parse
from weft.papers.c.survey import DomStats


def plain_choice(page: Page, length_ratio: float, count_ratio: float) -> list[int]:
    """Ask of every element, in pre-order, whether it passes; keep the blocks that have a passing ancestor."""

    def passes(row: int) -> bool:
        texts = links = text_length = link_length = 0
        for below in range(row, page.end[row]):
            node = page.node(below)
            links += node.tag == "a" and "href" in node.attributes
            if page.hidden[below] or not page.chars[below]:
                continue
            if page.in_link[below]:
                link_length += int(page.chars[below])
            else:
                texts += 1
                text_length += int(page.chars[below])
        return text_length / (1 + link_length) > length_ratio and texts / (1 + links) > count_ratio

    passing = {node.row for node in page if node.tag != "#text" and page.depth[node.row] > 1 and passes(node.row)}
    return [
        block.index
        for block in page.blocks
        if not page.blocks.hidden[block.index] and passing & set(page.ancestors(int(page.blocks.first[block.index])))
    ]


@pytest.mark.parametrize("ratios", [(10.0, 0.2), (3.0, 1.0)])
@every_seed(120)
def test_twin(seed: int, ratios: tuple[float, float]) -> None:
    page = parse(make_page(seed, 150))
    extractor = DomStats(length_ratio=ratios[0], count_ratio=ratios[1])
    assert extractor.extract(page).keep.tolist() == plain_choice(page, *ratios)


def test_link_lists_are_left_out() -> None:
    page = parse(
        "<div><a href=/1>Home</a> <a href=/2>News</a></div>"
        "<div><p>The weaver put the <a href=/w>warp</a> on the loom before it grew dark and went home.</div>"
    )
    document = DomStats().extract(page)
    assert document.keep.tolist() == [1]
    assert DomStats().score(page)[1] > DomStats().score(page)[0]
