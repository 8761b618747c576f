"""MDR: the paper's examples, the edit distance's plain twin, and hostile pages."""

import random

import pytest

from tests.seeds import every_seed
from tests.soup import make_page
from weft import Limits, parse
from weft.page import Page
from weft.papers.b.mdr import Mdr, edit_distance

CARD = "<div><h2>Card</h2><p>Text <a>more</a></p></div>"


def texts(page: Page, method: Mdr = Mdr()) -> list[list[str]]:
    return [
        [" ".join("".join(page.text(row) for row in range(record.start, record.end) if page.chars[row]).split())
         for record in region.records]
        for region in method.find(page)
    ]  # fmt: skip


def test_alike_siblings_are_a_region() -> None:
    page = parse(f"<main><header><nav><a>Home</a></nav></header><section>{CARD * 3}</section></main>")
    assert texts(page) == [["CardText more"] * 3]


def test_a_generalized_node_may_be_several_siblings() -> None:
    pair = "<tr><td><b>Title {0}</b></td></tr><tr><td><p>Body {0}</p><p>more</p><i>x</i><i>y</i></td></tr>"
    page = parse("<table>" + "".join(pair.format(number) for number in range(3)) + "</table>")
    assert texts(page) == [[f"Title {number}Body {number}morexy" for number in range(3)]]


def test_a_node_of_alike_children_holds_several_records() -> None:
    shelf = f"<section>{CARD * 3}</section>"
    page = parse(f"<main>{shelf * 2}</main>")
    assert texts(page) == [["CardText more"] * 6]


def test_table_rows_are_records_whole() -> None:
    row = "<tr><td><b>One</b></td><td><b>Two</b></td></tr>"
    assert texts(parse(f"<table>{row * 3}</table>")) == [["OneTwo"] * 3]


def test_regions_beside_each_other_are_told_apart() -> None:
    menu = "<dl><dt><a>Menu</a></dt></dl>" * 3
    page = parse(f"<main>{CARD * 3}{menu}</main>")
    assert sorted(map(len, texts(page))) == [3, 3]
    assert texts(page)[0][0] == "CardText more"


@pytest.mark.parametrize(
    "html", ["", "<p>One", "<div><p>One</p><ul><li>Two</li></ul><table><tr><td>Three</table></div>"]
)
def test_nothing_repeats(html: str) -> None:
    assert Mdr().find(parse(html)) == ()


@every_seed(60)
def test_edit_distance_is_that_of_the_plain_twin(seed: int) -> None:
    rng = random.Random(seed)
    one, other = ([rng.randrange(4) for _ in range(rng.randrange(90))] for _ in range(2))
    assert edit_distance(one, other) == plain_distance(one, other)


def plain_distance(one: list[int], other: list[int]) -> int:
    row = list(range(len(other) + 1))
    for i, symbol in enumerate(one, 1):
        above, row = row, [i]
        for j, another in enumerate(other, 1):
            row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (symbol != another)))
    return row[-1]


@every_seed(30)
def test_records_are_ranges_in_their_region_on_any_page(seed: int) -> None:
    page = parse(make_page(seed, 120))
    for region in Mdr().find(page):
        for record in region.records:
            assert region.row < record.start < record.end <= page.end[region.row]


def test_a_hostile_page_ends_the_search() -> None:
    rng = random.Random(1)
    items = "".join(
        "<div>" + "".join(f"<{rng.choice('biu')}><em>" for _ in range(rng.randrange(1, 30))) + "</div>"
        for _ in range(1500)
    )
    page = parse(f"<main>{items}</main>" + "<div>" * 1000, limits=Limits(seconds=600))
    assert Mdr(most_comparisons=2_000).find(page)
