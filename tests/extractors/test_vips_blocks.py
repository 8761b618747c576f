"""Each rule of the visual block extraction, on a page that only it decides."""

import numpy as np
import pytest

from tests.boxes import lay_out
from weft import parse
from weft.extractors.vips_blocks import ROUNDS, Pieces, find_pieces, judge
from weft.extractors.vips_nodes import find_nodes
from weft.page import Page

LONG = "The warp is fixed and the weft runs through it. " * 30
HUGE = f"<p>{LONG * 20}</p>"


def first_round(html: str, *, small: float = 0.0) -> tuple[Page, Pieces]:
    """The page, and the pieces of its first round."""
    page = lay_out(parse(html))
    nodes = find_nodes(page)
    return page, find_pieces(nodes, judge(nodes), pdoc=1, small=small)


def shown(html: str, *, small: float = 0.0) -> list[tuple[str, int, int]]:
    """Tag, rule and DoC of every piece of the first round."""
    page, pieces = first_round(html, small=small)
    columns = zip(pieces.first.tolist(), pieces.rule.tolist(), pieces.doc.tolist(), strict=True)
    return [(page.tag_name(row), rule, doc) for row, rule, doc in columns]


def test_1_what_shows_nothing_is_cut_and_a_picture_is_a_block() -> None:
    assert shown("<body><div></div><p hidden>no</p><img><div> </div>") == [("img", 1, 10)]


def test_2_a_node_with_a_single_child_is_divided() -> None:
    assert shown("<body><div><section><div><p>One</p></div></section></div><p>Two") == [("p", 4, 10), ("p", 4, 10)]


def test_3_the_root_of_the_round_is_divided() -> None:
    page = lay_out(parse(f"<body bgcolor=ff0000><div>{HUGE}<p>Two</p></div>"))
    nodes = find_nodes(page)
    pieces = find_pieces(nodes, judge(nodes), pdoc=8, small=1.0)  # where everything is small, a round is one step
    assert [page.tag_name(row) for row in pieces.first.tolist()] == ["body", "div", "p", "p"]
    assert pieces.pool.tolist() == [-1, 0, 1, 1]


def test_4_nothing_but_text_is_a_block_and_less_coherent_in_two_fonts() -> None:
    assert shown("<body><p>One <a href=/>two</a></p><p>One <b>two</b></p>") == [("p", 4, 10), ("p", 4, 9)]


def test_5_an_inline_node_with_a_line_break_node_is_divided() -> None:
    assert shown("<body><span>One <div>two</div></span>") == [("#text", 1, 10), ("div", 4, 10)]


def test_6_a_rule_divides() -> None:
    ruled = f"<body><div><p>One</p><hr><p>Two</p></div>{HUGE}"
    assert len(shown(ruled, small=0.1)) == 3
    assert len(shown(ruled.replace("<hr>", ""), small=0.1)) == 2


def test_7_a_node_that_its_children_outgrow_is_divided() -> None:
    page = lay_out(parse(f"<body><div><p>One</p><p>Two</p></div>{HUGE}"))
    assert len(find_pieces(find_nodes(page), judge(find_nodes(page)), pdoc=1, small=0.1)) == 2
    page.geometry.height[page.rows_of("div")] = 1
    assert len(find_pieces(find_nodes(page), judge(find_nodes(page)), pdoc=1, small=0.1)) == 3


def test_8_a_child_on_another_background_divides_and_stays_whole() -> None:
    html = f"<body><div><div bgcolor=ffeedd>{HUGE}<p>Two</p></div><p>Three</p></div><p>Four"
    assert [(tag, rule) for tag, rule, _ in shown(html)] == [("div", 8), ("p", 4), ("p", 4)]
    plain = html.replace("bgcolor=ffeedd", "")
    assert [(tag, rule) for tag, rule, _ in shown(plain)] == [("p", 4)] * 4


@pytest.mark.parametrize(("small", "found"), [(0.1, ("p", 9, 8)), (0.0, ("#text", 1, 10))])
def test_9_a_small_node_with_text_of_its_own_is_a_block(small: float, found: tuple[str, int, int]) -> None:
    assert shown(f"<body><p>One <img></p>{HUGE}", small=small)[0] == found


@pytest.mark.parametrize(("small", "found"), [(0.1, ("ul", 10, 7)), (0.0, ("li", 4, 10))])
def test_10_a_node_whose_children_are_small_is_a_block(small: float, found: tuple[str, int, int]) -> None:
    assert shown(f"<body><ul><li>One<li>Two</ul>{HUGE}", small=small)[0] == found


def test_11_a_cell_after_an_undivided_one_is_not_divided() -> None:
    cells = "<td><p>One</p><p>Two</p></td>"
    row = f"<body><table><tr><td>Zero</td>{cells}</table><p>Three"
    assert [(tag, rule) for tag, rule, _ in shown(row)] == [("td", 4), ("td", 11), ("p", 4)]
    row = f"<body><table><tr>{cells}<td>Zero</td></table><p>Three"
    assert [(tag, rule) for tag, rule, _ in shown(row)] == [("p", 4), ("p", 4), ("td", 4), ("p", 4)]
    painted = cells.replace("<p>One", "<p bgcolor=ff0000>One")  # divided by rule 8, so that the next one may be, too
    row = f"<body><table><tr><td>Zero</td>{painted}{cells}</table>"
    assert [(tag, rule) for tag, rule, _ in shown(row)] == [("td", 4), *[("p", 4)] * 4]


def test_12_everything_else_is_divided() -> None:
    assert shown("<body><div><p>One</p><p>Two</p></div><p>Three") == [("p", 4, 10)] * 3


def test_texts_that_follow_each_other_are_one_piece() -> None:
    page, pieces = first_round("<body>One <b>two</b> three<p>Four</p>five <i>six</i>")
    spans = zip(pieces.first.tolist(), pieces.last.tolist(), strict=True)
    joined = ["".join(page.text(row) for row in range(*span) if page.tag[row] == 0) for span in spans]
    assert joined == ["One two three", "Four", "five six"]
    assert pieces.doc.tolist() == [9, 10, 10]


def test_a_text_is_seen_though_the_inline_element_around_it_has_no_size() -> None:
    page = lay_out(parse("<body><span>One</span>"))
    page.geometry.width[page.rows_of("span")] = page.geometry.height[page.rows_of("span")] = 0
    assert find_nodes(page).is_text.sum() == 1


def test_rounds_end_somewhere() -> None:
    nodes = find_nodes(lay_out(parse("<body>" + "<div>One<p>Two</p>" * 80)))
    pieces = find_pieces(nodes, judge(nodes), pdoc=9, small=1.0)
    assert pieces.is_capped
    assert len(pieces) == 1 + 3 * (ROUNDS - 1)


def test_coherence_falls_with_size() -> None:
    page = lay_out(parse("<body><div><p>One</p><img></div><div><p>One</p><img></div>"))
    page.geometry.height[page.rows_of("div")[1]] = 5000
    doc = judge(find_nodes(page)).doc[page.rows_of("div")]
    assert doc.tolist() == [6, 1]


def test_a_painted_piece_is_as_large_as_its_paint_and_another_as_what_it_shows() -> None:
    _, pieces = first_round("<body><div bgcolor=ff0000>One</div><div>One</div>")
    assert (pieces.right - pieces.left).tolist() == [1264, 24]


def test_what_is_cut_to_a_point_or_lies_beside_the_page_is_not_seen() -> None:
    page = lay_out(parse("<body><div><p>For screen readers</p></div><p>Left</p><p>Right</p><p>Seen</p>"))
    geometry, div = page.geometry, page.rows_of("div")
    geometry.width[div] = geometry.height[div] = 1
    for row, left in zip(page.rows_of("p")[1:3].tolist(), (-5000, 5000), strict=True):
        geometry.left[row : page.end[row]] = left
    nodes = find_nodes(page)
    assert [page.text(int(row)) for row in np.flatnonzero(nodes.is_text)] == ["Seen"]
