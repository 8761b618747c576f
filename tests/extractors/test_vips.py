"""What makes a separator heavier or lighter, one sign at a time."""

import json
import pickle
import random
import time
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.boxes import lay_out, make_layout, scatter
from tests.seeds import every_seed
from weft import parse
from weft.content import Reason
from weft.errors import BrowserError
from weft.extractors import Vips, vips_structure
from weft.extractors.vips import TOUCH, Leaves, find_body, find_gaps, find_leaves, find_looks, weigh
from weft.extractors.vips_blocks import find_pieces, judge
from weft.extractors.vips_nodes import find_nodes
from weft.extractors.vips_structure import DEPTH, VisualBlock
from weft.page import Page
from weft.page.geometry import KINDS

TEXT = "The warp is fixed and the weft runs through it. " * 12
MENU = "<ul>" + "".join(f"<li><a href=/{name}>The {name} of looms</a>" for name in "abcdef") + "</ul>"
HEAD, FOOT = "<div bgcolor=222222><h1>Loom news</h1></div>", "<div bgcolor=222222>Imprint of the loom</div>"
PAGE = f"<body>{HEAD}<table><tr><td>{MENU}<td><h2>Of cloth</h2><p>{TEXT}<p>{TEXT}</table>{FOOT}"


def drawn(html: str) -> Page:
    return lay_out(parse(html))


def words(page: Page, block: VisualBlock) -> str:
    """The text of a visual block, with single spaces."""
    rows = (row for span in block.rows for row in range(*span) if page.tag[row] == 0)
    return " ".join(" ".join(page.text(row) for row in rows).split())


def depth(block: VisualBlock) -> int:
    level, found = [block], 0
    while level:
        level, found = [child for parent in level for child in parent.children], found + 1
    return found


def test_keeps_the_running_text_and_says_where_it_is() -> None:
    document = Vips().extract(drawn(PAGE))
    assert [document.page.blocks[block].text for block in document.keep] == ["Of cloth", TEXT, TEXT]
    assert document.chosen_by == "vips"
    why = "the visual block of 632 × 302 px at 640, 64 has 99% of the running text"
    assert document.reason == Reason("chosen", why)


def test_a_list_of_links_inside_the_body_is_left_out() -> None:
    page = drawn(f"<body><p>{TEXT}<div bgcolor=eeeeee>{MENU}</div><p>{TEXT}")
    document = Vips().extract(page)
    assert [page.blocks[block].text for block in document.keep] == [TEXT, TEXT]


def test_on_a_list_the_links_are_kept_with_what_is_said_beside_them() -> None:
    items = "".join(
        f"<p><a href=/{number}>The loom of the year {number}</a> by a weaver" for number in range(1900, 1920)
    )
    page = drawn(f"<body>{HEAD}<table><tr><td>{MENU}<td>{items}</table>{FOOT}")
    document = Vips().extract(page)
    assert [page.blocks[block].text[-8:] for block in document.keep] == ["a weaver"] * 20
    assert document.reason.detail.endswith("of what a list says beside its links")


def test_on_a_list_links_that_stand_alone_are_kept_and_most_is_enough() -> None:
    links = "".join(f"<p><a href=/{number}>The loom of the year {number}</a></p>" for number in range(1900, 1920))
    listed = f"<div bgcolor=eeffee><p>Looms of this valley</p><hr>{links}<hr><p>All of them weave still</p></div>"
    page = drawn(f"<body>{HEAD}{listed}{FOOT}")
    document = Vips().extract(page)
    assert [page.blocks[block].text[:8] for block in document.keep] == ["Looms of", *["The loom"] * 20, "All of t"]
    assert document.reason.detail.endswith("60% of what a list says beside its links")


def test_the_blocks_of_the_running_text_score_highest() -> None:
    page = drawn(PAGE)
    scores = Vips().score(page)
    assert [page.blocks[int(block)].text for block in np.flatnonzero(scores > 0.5)] == ["Of cloth", TEXT, TEXT]
    assert (scores >= 0).all()
    assert (scores <= 1).all()


def test_running_text_is_what_is_long_and_not_linked() -> None:
    page = drawn(
        "<body><p>" + "a" * 100 + " <a href=/>" + "b" * 20 + "</a></p><div bgcolor=ff0000>" + "c" * 9 + "</div>"
    )
    nodes = find_nodes(page)
    leaves = find_leaves(nodes, Vips().segment(page))
    assert leaves.worth.tolist() == [100 - 10, 0]
    assert leaves.link_share.tolist() == [20 / 120, 0]
    assert leaves.of_block.tolist() == [0, 1]


@pytest.mark.parametrize(
    ("worths", "found"), [((10, 75, 15), 0), ((5, 80, 15), 1), ((40, 39, 21), -1), ((1, 2, 97), 2)]
)
def test_the_body_is_the_smallest_block_with_nearly_all_text(worths: tuple[int, ...], found: int) -> None:
    first, second, third = (VisualBlock(box=(0, 0, 9, 9), rows=((row, row + 1),), doc=10) for row in (1, 2, 3))
    both = VisualBlock(box=(0, 0, 9, 9), rows=((1, 3),), doc=5, children=(first, second))
    tree = VisualBlock(box=(0, 0, 9, 9), rows=((0, 4),), doc=5, children=(both, third))
    worth = np.array(worths, dtype=np.float64)
    leaves = Leaves(of_block=np.arange(3), worth=worth, link_share=np.zeros(3), is_list=False)
    body = find_body(tree, leaves)
    assert body.block == {-1: tree, 0: both, 1: second, 2: third}[found]
    assert body.keep.tolist() == {-1: [0, 1, 2], 0: [0, 1], 1: [1], 2: [2]}[found]


def test_says_what_it_needs_where_nobody_has_drawn_the_page() -> None:
    page = parse(PAGE, url="http://loom.example/")
    for look in (Vips().extract, Vips().score, Vips().segment):
        with pytest.raises(BrowserError, match=r"http://loom\.example/: vips needs .* drawn"):
            look(page)


def test_a_page_on_which_nothing_can_be_seen_is_one_block() -> None:
    page = drawn("<body><script>x</script><div hidden>secret</div>")
    tree = Vips().segment(page)
    assert tree == VisualBlock(box=(0, 0, 1280, 16), rows=((0, len(page)),), doc=10)
    assert len(Vips().extract(page).keep) == 0
    assert Vips().extract(page).reason == Reason("chosen", "no text outside links can be seen")


def test_the_tree_shows_head_columns_and_foot() -> None:
    page = drawn(PAGE)
    tree = Vips().segment(page)
    head, middle, foot = tree.children
    assert tree.direction == "horizontal"
    assert (words(page, head), words(page, foot)) == ("Loom news", "Imprint of the loom")
    assert middle.direction == "vertical"
    menu, text = middle.children
    assert words(page, menu).startswith("The a of looms")
    assert words(page, text).startswith("Of cloth The warp")
    assert menu.box[2] < text.box[0]


def test_head_middle_and_foot_come_first_only_if_asked() -> None:
    page = drawn(PAGE)
    assert len(Vips(bands=True).segment(page).children) == 3
    assert len(Vips(bands=False).segment(page).children) == 2  # the foot is merged with what is nearest first
    wrapped = drawn(PAGE.replace("<body>", "<body><div bgcolor=ffffee>"))  # the first round has one piece
    assert len(Vips(bands=True).segment(wrapped).children) == 3


def test_the_foot_is_what_stands_below_the_last_of_equal_separators() -> None:
    lines = "<hr>".join(f"<p>Line {number}</p>" for number in range(40))
    page = drawn(f"<body>{lines}")
    head, _, foot = Vips().segment(page).children
    assert (words(page, head), words(page, foot)) == ("Line 0", "Line 39")


def test_a_tree_that_is_too_deep_is_cut_and_the_document_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    page = drawn(PAGE)
    monkeypatch.setattr(vips_structure, "DEPTH", 1)
    assert depth(Vips().segment(page)) == 2
    assert Vips().extract(page).reason.detail.endswith("so large or so deep that some of its blocks were left whole")


@every_seed(20)
def test_the_tree_is_the_same_every_time(seed: int) -> None:
    first, second = (scatter(parse(make_layout(seed)), seed) for _ in range(2))
    tree = Vips().segment(first)
    assert tree == Vips().segment(second) == Vips().segment(first)
    assert pickle.loads(pickle.dumps(tree)) == tree
    assert json.loads(json.dumps(tree.to_json())) == tree.to_json()


@every_seed(30)
def test_every_visible_text_is_in_one_leaf_and_in_all_blocks_around_it(seed: int) -> None:
    page = scatter(parse(make_layout(seed, 80)), seed)
    tree = Vips().segment(page)
    seen = np.zeros(len(page), dtype=int)
    for leaf in tree.leaves:
        for first, last in leaf.rows:
            seen[first:last] += 1
    assert (seen[find_nodes(page).is_text] == 1).all() or len(tree.leaves) == 1
    for block in tree.walk():
        rows = {row for span in block.rows for row in range(*span)}
        assert rows.issuperset(row for child in block.children for span in child.rows for row in range(*span))
        assert [*block.rows] == sorted(block.rows)
        assert block.doc <= min((child.doc for child in block.children), default=10)


@every_seed(30)
def test_what_falls_apart_is_not_coherent_enough(seed: int) -> None:
    page = lay_out(parse(make_layout(seed, 80)))
    leaves = []
    for pdoc in range(2, 11):
        tree = Vips(pdoc=pdoc).segment(page)
        assert all(bool(block.children) == (block.doc < pdoc) for block in tree.walk() if block.doc < 9)
        leaves.append(len(tree.leaves))
    assert leaves == sorted(leaves)


def hostile(page: Page, **columns: Any) -> Page:
    """The page with some columns of its geometry filled, all rows drawn."""
    kinds: dict[str, Any] = {name: np.full(len(page), value).astype(KINDS[name]) for name, value in columns.items()}
    ones = np.ones(len(page), dtype=np.bool_)
    return replace(page, geometry=replace(page.geometry, is_drawn=ones, is_visible=ones, **kinds))


@pytest.mark.parametrize(
    "columns",
    [
        {"left": np.nan, "top": np.nan, "width": np.nan, "height": np.nan},
        {"left": np.inf, "width": np.inf},
        {"left": -np.inf, "width": np.inf, "top": -np.inf, "height": np.inf},
        {"width": -50, "height": -50},
        {"width": 3e38, "height": 3e38, "left": 3e38},
        {"left": 10, "top": 10, "width": 10, "height": 10},
        {"font_size": np.nan, "z_index": -(1 << 31), "font_weight": -(1 << 15)},
    ],
)
def test_answers_whatever_the_boxes_say(columns: dict[str, float]) -> None:
    page = hostile(drawn(PAGE), **columns)
    sizes: list[dict[str, Any]] = [
        {},
        {"page_width": np.nan, "page_height": np.inf},
        {"view_width": -1.0, "page_height": 0.0},
    ]
    for size in sizes:
        odd = replace(page, geometry=replace(page.geometry, **size))
        tree = Vips().segment(odd)
        assert json.dumps(tree.to_json(), allow_nan=False)
        assert np.isfinite(Vips().score(odd)).all()
        assert len(Vips().extract(odd).keep) <= len(page.blocks)


def test_a_hundred_thousand_boxes_end_in_time_with_a_reason() -> None:
    parsed = parse("<p>warp" * 50_000)
    count = len(parsed)
    page = replace(parsed, geometry=lay_out(parse("<p>x")).geometry)
    columns: dict[str, Any] = {name: np.zeros(count, kind) for name, kind in KINDS.items()}
    columns |= dict.fromkeys(("is_drawn", "is_visible"), np.ones(count, dtype=np.bool_))
    columns |= {"top": np.arange(count, dtype=np.float32), "width": np.full(count, 9), "height": np.full(count, 9)}
    page = replace(page, geometry=replace(page.geometry, **columns))
    start = time.process_time()
    document = Vips().extract(page)
    assert time.process_time() - start < 5
    assert document.reason.detail.endswith("so large or so deep that some of its blocks were left whole")


@pytest.mark.parametrize(
    "html", ["<div bgcolor=ff0000>a<p>b</p>", "<table><tr><td>a<td>b<td><p>c", "<span>a<div>b<hr>"]
)
def test_deep_pages_give_trees_that_can_be_written(html: str) -> None:
    tree = Vips(pdoc=10).segment(drawn(html * 150))
    assert depth(tree) <= DEPTH + 1
    assert json.dumps(tree.to_json())
    assert pickle.loads(pickle.dumps(tree)) == tree


def weight(html: str, *, distance: int = 0, across: bool = True) -> int:
    """Of the separator between the first two pieces of a page."""
    nodes = find_nodes(lay_out(parse(html)))
    pieces = find_pieces(nodes, judge(nodes), pdoc=1, small=0.0)
    first, second, gap = np.array([0]), np.array([1]), np.array([distance])
    looks = find_looks(nodes, pieces)
    return int(weigh(pieces, looks, before=first, after=second, distance=gap, across=across)[0])


PLAIN = "<body><div>One</div><div>One</div>"


@pytest.mark.parametrize(("distance", "expected"), [(0, 0), (12, 0), (24, 1), (48, 3), (4000, 3)])
def test_distance(distance: int, expected: int) -> None:
    assert weight(PLAIN, distance=distance) == expected


@pytest.mark.parametrize(
    ("html", "more"),
    [
        ("<body><div>One</div><div bgcolor=ff0000>One</div>", 3),  # background; wide as it is painted, but aligned
        ("<body><div>One</div><hr><div>One</div>", 3),  # a rule between
        ("<body><div><b>One</b></div><div>One</div>", 1),  # font weight
        ("<body><div><small>One</small></div><div>One</div>", 2),  # font size, rising: 0.75 and 1
        ("<body><div>One</div><div><small>One</small></div>", 1),  # font size, falling: 0.75
        ("<body><div><a href=/>One</a></div><div>One</div>", 1),  # colour
        ("<body><div>One</div><div><img></div>", 1),  # text and picture: no longer of one kind
        ("<body><ul><li>One</ul><div>Twenty letters, and so on</div>", 1),  # not aligned
    ],
)
def test_signs(html: str, more: int) -> None:
    assert weight(html, distance=36) == weight(PLAIN, distance=36) + more


def test_two_pictures_are_of_one_kind() -> None:
    assert weight("<body><div><img></div><div><img></div>", distance=36) == weight(PLAIN, distance=36)


def test_fonts_do_not_weigh_on_vertical_separators() -> None:
    bold = "<body><table><tr><td>One<td><b>One</b></table>"
    assert weight(bold, distance=36, across=False) == weight(bold.replace("b>", "i>"), distance=36, across=False)
    assert weight(bold, distance=36) > weight(bold.replace("b>", "i>"), distance=36)


def test_no_weight_is_more_than_ten() -> None:
    small, large = "<small><a href=/>One</a></small>", "<h1>One<img></h1>"
    html = f"<body><div bgcolor=ffffee>{small}</div><hr><div bgcolor=ff0000>{large}</div>"
    assert weight(html, distance=4000) == 10


def test_nothing_has_no_gaps() -> None:
    nothing = np.zeros(0, dtype=np.int64)
    assert len(find_gaps(nothing, nothing, nothing).opens) == 0


@every_seed(20)
def test_gaps_are_what_the_procedure_of_the_paper_leaves(seed: int) -> None:
    rng = random.Random(seed)
    start = np.array([rng.randrange(0, 400) for _ in range(60)])
    end = start + np.array([rng.randrange(1, 12 + seed) for _ in range(60)])
    group = np.array([rng.randrange(4) for _ in range(60)])
    gaps = find_gaps(start, end, group)
    for number in range(4):
        boxes = [*zip(start[group == number].tolist(), end[group == number].tolist(), strict=True)]
        opens = gaps.order[gaps.opens & (group[gaps.order] == number)]
        distances = gaps.distance[gaps.opens & (group[gaps.order] == number)]
        found = [(int(start[piece]), int(gap)) for piece, gap in zip(opens, distances, strict=True)]
        assert found == [(high, max(high - low - TOUCH, 0)) for low, high in separators(boxes)]


def separators(boxes: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The paper's procedure: one separator over everything, that pieces split, cut short or remove."""
    found = [(min(start for start, _ in boxes) - 9, max(end for _, end in boxes) + 9)]
    for start, end in boxes:
        end, changed = max(end - TOUCH, start + 1), []
        for low, high in found:
            if end <= low or start >= high:
                changed.append((low, high))  # untouched; what is covered is removed
            else:
                changed += [part for part in ((low, min(start, high)), (max(end, low), high)) if part[0] < part[1]]
        found = changed
    return sorted(found)[1:-1]  # those at the border fall away
