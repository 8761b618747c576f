"""The columns of a page against plain walks over its nodes."""

import copy
import pickle
from collections import Counter
from functools import cache

import numpy as np
import pytest

from tests.seeds import every_seed
from tests.soup import make_page
from weft import Node, Page, parse
from weft.page.page import MAX_STEPS

COUNT = 60


@cache
def random_page(seed: int) -> Page:
    return parse(make_page(seed, 120))


@every_seed(COUNT)
def test_positions(seed: int) -> None:
    page = random_page(seed)
    for node in page:
        row, parent = node.row, int(page.parent[node.row])
        assert parent == -1 if row == 0 else parent < row < page.end[parent]
        assert page.depth[row] == len(page.ancestors(row))
        assert page.end[row] == 1 + max([row, *(int(page.end[child]) - 1 for child in page.children(row))])
        counts: Counter[str] = Counter()
        for child in node.children:
            counts[child.tag] += 1
            assert page.nth[child.row] == counts[child.tag]


@every_seed(COUNT)
def test_paths_are_equal_where_their_hashes_are(seed: int) -> None:
    page = random_page(seed)
    names = [_path(node, with_ordinals=False) for node in page]
    ordinals = [_path(node, with_ordinals=True) for node in page]
    assert len(set(names)) == len(set(page.table.path_tags.tolist()))
    assert len(dict(zip(names, page.table.path_tags.tolist(), strict=True))) == len(set(names))
    assert len(set(ordinals)) == len(set(page.table.path_nth.tolist())) == len(page)


def _path(node: Node, *, with_ordinals: bool) -> str:
    steps = [node.row, *node.page.ancestors(node.row)]
    return "/".join(
        node.page.node(row).tag + (str(node.page.nth[row]) if with_ordinals else "") for row in reversed(steps)
    )


@every_seed(COUNT)
def test_subtree_sums(seed: int) -> None:
    page = random_page(seed)
    sums = page.subtree_sum(page.chars)
    for row in range(len(page)):
        assert sums[row] == sum(int(page.chars[below]) for below in range(row, page.end[row]))


@every_seed(COUNT)
def test_nearest(seed: int) -> None:
    page = random_page(seed)
    flags = page.nth == 2
    found = page.nearest(flags)
    for row in range(len(page)):
        assert found[row] == next((above for above in (row, *page.ancestors(row)) if flags[above]), 0)


def test_nearest_on_a_deep_page() -> None:
    page = parse("<div>" * 400 + "x")
    flags = np.zeros(len(page), bool)
    flags[[5, 90]] = True
    assert page.nearest(flags)[[0, 4, 5, 89, 90, len(page) - 1]].tolist() == [0, 0, 5, 5, 90, 90]


@every_seed(COUNT)
def test_flags_are_inherited(seed: int) -> None:
    page = random_page(seed)
    for node in page:
        parent = node.parent
        if parent is not None:
            assert page.hidden[node.row] >= page.hidden[parent.row]
            assert page.in_link[node.row] >= page.in_link[parent.row]
            assert page.raw[node.row] >= page.raw[parent.row]


@every_seed(COUNT)
def test_text_of_an_element_is_the_text_of_its_rows(seed: int) -> None:
    page = random_page(seed)
    for node in page:
        if node.tag != "#text" and not page.raw[node.row] and not page.hidden[node.row]:
            shown = [
                page.node(row)
                for row in range(node.row, page.end[node.row])
                if page.node(row).tag in ("#text", "br") and not _is_aside(page, row)
            ]
            assert node.text == "".join(below.text for below in shown)


def _is_aside(page: Page, row: int) -> bool:
    """Whether a row's text was put behind the content: raw, or hidden inside a visible run."""
    return bool(page.table.text_start[row] >= page.table.text_end[0])


def test_tokens_and_attributes() -> None:
    page = parse('<div class="post-17 body" id=main data-n=1><p class=body>x')
    div = int(page.rows_of("div")[0])
    assert page.classes(div) == ["post-17", "body"]
    assert page.id(div) == "main"
    assert page.id(div + 1) == ""
    assert page.attributes(div) == {"class": "post-17 body", "id": "main", "data-n": "1"}
    assert page.attribute(div, "data-n") == "1"
    assert page.attribute(div, "href") is None
    assert page.rows_with("class").tolist() == [div, div + 1]
    assert page.rows_with("no-such").tolist() == []


def test_values_of_an_attribute_are_those_of_each_row() -> None:
    page = parse("<p rel=a>x<p>y<p rel='b  c'><b rel>z</b>")
    for name in ("rel", "class", "no-such"):
        plain = [(row, page.attribute(row, name)) for row in page.rows_with(name).tolist()]
        assert page.values_of(name, most=100) == plain
        assert page.values_of(name, most=2) == plain[:2]


def test_steps_mask_digits_and_ignore_the_order_of_classes() -> None:
    page = parse('<p class="post-1 b"><p class="b post-22"><p class="b"><p class="b post-">')
    steps = page.table.step[page.rows_of("p")]
    assert steps[0] == steps[1]
    assert len(set(steps.tolist())) == 3


def test_attribute_sets_are_names_in_any_order() -> None:
    page = parse("<p a=1 b=2><p b=3 a=4><p a=1><p>")
    sets = page.table.attrs[page.rows_of("p")]
    assert sets[0] == sets[1]
    assert len(set(sets.tolist())) == 3


def test_hidden_forms() -> None:
    page = parse(
        "<p hidden>a<p style='color:red; DISPLAY: none'>b<p aria-hidden=true>c<p style='visibility:hidden'>d"
        "<p style='display:block' aria-hidden=false>e"
    )
    assert page.blocks.hidden.tolist() == [True, True, True, True, False]


def test_hidden_text_inside_a_sentence_is_left_out_of_its_block() -> None:
    page = parse("<p>One <span hidden>secret</span>two")
    assert [block.text for block in page.blocks] == ["One two"]
    assert page.node(int(page.rows_of("span")[0])).text == "secret"


def test_rows_of_knows_tags_that_the_page_adds() -> None:
    page = parse("<x-card>a</x-card><b></b>")
    assert [page.node(int(row)).tag for row in page.rows_of("x-card", "b")] == ["x-card", "b"]
    assert len(page.rows_of("x-other")) == 0


def test_counts() -> None:
    page = parse("<p>你好 world, don't<script>var a;</script>")
    assert page.blocks.words.tolist() == [5]
    assert page.blocks.chars.tolist() == [13]
    assert np.sum(page.chars) == 13


def test_xpath_and_repr() -> None:
    page = parse("<div></div><div><p>x<p>y", url="https://example.org/")
    node = page.node(int(page.rows_of("p")[1]))
    assert node.xpath == "/html[1]/body[1]/div[2]/p[2]"
    assert "https://example.org/" in repr(page)
    assert node.xpath in repr(node)


def test_a_page_is_its_own_copy_and_says_what_to_send_to_another_process() -> None:
    assert copy.copy(random_page(0)) is copy.deepcopy(random_page(0)) is random_page(0)
    with pytest.raises(TypeError, match="send its bytes"):
        pickle.dumps(random_page(0))


def test_the_xpath_of_a_deep_node_counts_its_tag() -> None:
    page = parse("<p>one</p>" + "<div>" * (MAX_STEPS + 50) + "<p>two</p><p>three</p>")
    assert [page.node(row).xpath for row in page.rows_of("p").tolist()] == [
        "/html[1]/body[1]/p[1]",
        "(//p)[2]",
        "(//p)[3]",
    ]


@every_seed(COUNT)
def test_ordinals(seed: int) -> None:
    page = random_page(seed)
    counts: Counter[str] = Counter()
    for node in page:
        counts[node.tag] += 1
        assert page.ordinal[node.row] == counts[node.tag]
