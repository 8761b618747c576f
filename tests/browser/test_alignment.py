"""Which row each node of a snapshot is: the fast way, the careful way and a plain twin."""

import random
from collections.abc import Hashable, Sequence

import numpy as np
import pytest

from tests.browser.conftest import take_snapshot
from tests.seeds import every_seed
from tests.soup import make_page, mutate
from weft.browser import Browser, alignment
from weft.browser.alignment import _slots, align_snapshot, composed_rows, longest_common, shadow_roots
from weft.browser.snapshot import ELEMENT, TEXT, Snapshot
from weft.page import Page, parse


def plain_align(snapshot: Snapshot, page: Page) -> list[int]:
    """Both trees walked side by side; for trees that are equal."""
    children: dict[int, list[int]] = {}
    for node in range(len(snapshot)):
        if snapshot.kind[node] in (ELEMENT, TEXT) and not snapshot.is_pseudo[node]:
            children.setdefault(int(snapshot.parent[node]), []).append(node)
    rows = [-1] * len(snapshot)
    waiting = [(children[0][0], 0)]
    while waiting:
        node, row = waiting.pop()
        rows[node] = row
        ours = list(children.get(node, []))
        for child in page.children(row) if page.tag_name(row) != "template" else []:
            first = ours.pop(0)
            waiting.append((first, child))
            while snapshot.kind[first] == TEXT and ours and snapshot.kind[ours[0]] == TEXT:
                rows[ours.pop(0)] = child
        assert not ours
    return rows


@every_seed(5)
def test_equal_trees(browser: Browser, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    html = make_page(seed, size=100)
    snapshot, page = take_snapshot(browser, html), parse(html)
    rows = align_snapshot(snapshot, page)
    assert rows.tolist() == plain_align(snapshot, page)
    with monkeypatch.context() as patch:
        patch.setattr(np, "array_equal", lambda one, other: False)  # no subtree is taken for equal: child by child
        assert align_snapshot(snapshot, page).tolist() == rows.tolist()


@every_seed(4)
def test_trees_that_differ(browser: Browser, seed: int) -> None:
    """A page and a changed copy of it: rows rise with the nodes, tags agree, parents are aligned, much is found."""
    html = make_page(seed, size=150).replace("template", "section")
    changed = mutate(html.encode(), random.Random(seed)).decode(errors="replace")
    snapshot, page = take_snapshot(browser, html), parse(changed)
    rows = align_snapshot(snapshot, page)
    for node in np.flatnonzero(rows >= 0).tolist():
        row = int(rows[node])
        name = snapshot.strings[int(snapshot.name[node])].lower()
        assert page.tag_name(row).lower().removeprefix("svg:").removeprefix("math:") == name
        if row:
            assert rows[snapshot.parent[node]] == page.parent[row]
    found = rows[rows >= 0]
    assert np.all(np.diff(found) >= 0)
    assert len(found) >= 3


def test_an_added_child_moves_nothing(browser: Browser) -> None:
    html = "<ul><li class=a>one</li><li class=b>two</li><li class=c>three</li></ul><p>end</p>"
    snapshot = take_snapshot(browser, html)
    page = parse(html.replace("<li class=b>", "<li class=new>new</li><li class=b>"))
    rows = align_snapshot(snapshot, page)
    texts = {
        snapshot.string(snapshot.value[node]): page.text(int(rows[node]))
        for node in np.flatnonzero(snapshot.kind == TEXT)
    }
    assert texts == {"one": "one", "two": "two", "three": "three", "end": "end"}


def test_comments_join_texts_and_templates_are_left_out(browser: Browser) -> None:
    html = "<p>a<!-- x -->b<template><i>t</i></template>c</p><p>d"
    snapshot, page = take_snapshot(browser, html), parse(html)
    rows = align_snapshot(snapshot, page)
    texts = [
        (snapshot.string(snapshot.value[node]), page.text(int(rows[node])))
        for node in np.flatnonzero(snapshot.kind == TEXT)
    ]
    assert texts == [("a", "ab"), ("b", "ab"), ("c", "c"), ("d", "d")]


SHADOWS = """<main><x-card><template shadowrootmode=open><h2><slot name=title></slot></h2><i>in shadow</i>
<x-inner><template shadowrootmode=closed><b>inner <slot></slot></b></template><slot>fallback</slot></x-inner>
<slot name=none>nothing given</slot></template><span slot=title>titled</span>light<u slot=lost>lost</u></x-card>
<template><slot></slot>plain</template><x-card><template shadowrootmode=open>second <slot></slot></template>
<p>last</p></x-card></main>"""


def test_what_shadow_roots_show_has_its_rows(browser: Browser) -> None:
    snapshot, page = take_snapshot(browser, SHADOWS), parse(SHADOWS)
    rows = align_snapshot(snapshot, page)
    texts = [
        node for node in np.flatnonzero(snapshot.kind == TEXT).tolist() if snapshot.string(snapshot.value[node]).strip()
    ]
    assert [page.text(int(rows[node])).split() for node in texts] == [
        snapshot.string(snapshot.value[node]).split() for node in texts
    ]
    assert len(texts) == 7
    elements = np.flatnonzero((snapshot.kind == ELEMENT) & ~snapshot.is_pseudo)
    assert (rows[elements] >= 0).all()


@every_seed(30)
def test_slots_belong_to_the_innermost_shadow_root(seed: int) -> None:
    rng = random.Random(seed)
    pieces = [
        "<div>", "</div>", "<div><template shadowrootmode=open>", "</template></div>", "<slot></slot>",
        "<slot name=a>",
    ]  # fmt: skip
    page = parse("".join(rng.choices(pieces, k=60)))
    roots = shadow_roots(page)
    expected: dict[int, dict[str, int]] = {root: {} for root in roots}
    for slot in page.rows_of("slot").tolist():
        owner = next((row for row in page.ancestors(slot) if row in expected), None)
        if owner is not None:
            expected[owner].setdefault(page.attribute(slot, "name") or "", slot)
    assert _slots(page, roots) == expected
    rows, parents = composed_rows(page, roots)
    assert len(set(rows)) == len(rows)
    assert all(parent < place for place, parent in enumerate(parents))


def test_a_hostile_number_of_children_is_bounded(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    html = "".join(f"<{tag}></{tag}>" for tag in random.Random(1).choices(["b", "i", "u"], k=1500))
    other = "".join(f"<{tag}></{tag}>" for tag in random.Random(2).choices(["b", "i", "u"], k=1500))
    cells: list[int] = []
    by_table = alignment._by_table

    def count_cells(left: Sequence[Hashable], right: Sequence[Hashable]) -> list[tuple[int, int]]:
        cells.append(len(left) * len(right))
        return by_table(left, right)

    monkeypatch.setattr(alignment, "_by_table", count_cells)
    rows = align_snapshot(take_snapshot(browser, html), parse(other))
    assert np.count_nonzero(rows >= 0) > 300
    assert max(cells) <= alignment.CELLS
    assert sum(cells) <= alignment.ALL_CELLS


@every_seed(50)
def test_longest_common_subsequence(seed: int) -> None:
    rng = random.Random(seed)
    left, right = ("".join(rng.choices("abc", k=rng.randrange(12))) for _ in range(2))
    pairs = longest_common(left, right, cells=1000)
    assert all(left[one] == right[other] for one, other in pairs)
    assert pairs == sorted(pairs)
    assert (
        len({one for one, _ in pairs}) == len({other for _, other in pairs}) == len(pairs) == plain_length(left, right)
    )


def plain_length(left: str, right: str) -> int:
    if not left or not right:
        return 0
    if left[0] == right[0]:
        return 1 + plain_length(left[1:], right[1:])
    return max(plain_length(left[1:], right), plain_length(left, right[1:]))
