"""The kernel's plain text against its twin, `compose_text`."""

import random

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.renderers.random_pages import RandomPage
from tests.seeds import seeds
from tests.soup import make_page, mutate
from weft import _native
from weft.document import Document
from weft.page import Page, parse
from weft.renderers import RenderOptions
from weft.renderers.formulas import find_formulas
from weft.renderers.text import compose_text, render_text

# White space of every kind, what looks like it, and what decides whether a line break of the source is one.
ODD = [
    *" \n\t\f\v\x1c\x1f\x85\xa0\u2003\u2028\u205f\u3000\u1680\u200b\ufeff¶“”—·a1中文，。かé한𠀀",
    "&#13;",
    "<br>",
    "<b>",
    "\n ",
]
COMMON = [
    "<h1>Looms</h1><p>A loom holds\n the warp.</p><script>track()</script><script type=text/javascript></script>",
    "<nav><ul><li><a href=/>Home</a><li>About<ul><li>Us</ul></ul></nav><main><p>One<br>two<br><br>three</main>",
    "<p>x</p><pre>def f():\n    return  1\n</pre><p>y</p>",
    "<table><tr><td><h2>Side</h2>text<td><p>One<p>two</table>",
    "<table><tr><th>Year<th>Cloth<tr><td>1801<td><p>silk<p>wool</table>",
    "<p>今天天气\n  很好，\n我们去公园。</p>",
    "<dl><dt>term<dd>meaning</dl><form><select><option>a<option>b</select></form>",
]


def whole(page: Page) -> NDArray[np.int64]:
    return np.arange(len(page.blocks))


def is_answered(page: Page, keep: NDArray[np.int64]) -> bool:
    """Whether the kernel writes the text, after a look at whether it is right."""
    text = _native.plain_text(page.table, keep)
    if text is not None and len(keep):
        assert text == compose_text(page, keep)
    return text is not None


def is_answered_whole_and_in_part(data: str | bytes, rng: random.Random) -> bool:
    page = parse(data)
    for share in (0.2, 0.8):
        is_answered(page, np.flatnonzero([rng.random() < share for _ in range(len(page.blocks))]))
        compare_cut(page, share, rng)
    return is_answered(page, whole(page))


def compare_cut(page: Page, share: float, rng: random.Random) -> None:
    """Look whether the kernel writes the same as the twin with other words for some rows."""
    keep = np.flatnonzero([rng.random() < share for _ in range(len(page.blocks))])
    rows = rng.sample(range(len(page)), k=min(len(page), rng.randint(1, 6)))
    cuts = {row: rng.choice(("", "", " (a)", "\n b  c", "中")) for row in rows}
    text = _native.plain_text(page.table, keep, cuts)
    if text is not None and len(keep):
        assert text == compose_text(page, keep, cuts=cuts)


def test_rows_are_cut() -> None:
    page = parse("<p>One <b>two</b> three<p><i>four</i><pre>1\n<i>2</i>\n</pre>")
    rows = {page.tag_name(row): row for row in range(len(page))}
    cuts = {rows["b"]: "2", page.rows_of("i").tolist()[0]: ""}
    assert _native.plain_text(page.table, whole(page), cuts) == "One 2 three\n\n1\n2"
    assert _native.plain_text(page.table, whole(page), {0: ""}) == ""
    with pytest.raises(IndexError, match="no such row"):
        _native.plain_text(page.table, whole(page), {99: ""})


@pytest.mark.parametrize("html", COMMON)
def test_common_pages_are_written_by_the_kernel(html: str) -> None:
    page = parse(html)
    assert is_answered(page, whole(page))
    assert render_text(Document(page=page, keep=whole(page)), RenderOptions()) == compose_text(page, whole(page))


def test_random_pages() -> None:
    assert all(is_answered_whole_and_in_part(RandomPage(seed).html(), random.Random(seed)) for seed in seeds(300))


@pytest.mark.parametrize(
    "frame",
    [
        "a<%s>b</%s>c",
        "<ul><li>a<%s>b</%s>c</ul>",
        "<table><tr><th>a<th>b<tr><td>x<%s>y</%s>z<td>w</table>",
        "<table><tr><th>a<th>b</tr><%s><tr><td>x<td>y</%s></table>",
        "<table><tr><th>a<th>b</tr><%s>x</%s></table>",
        "<table><tr><td>a</tr><%s><tr><td>x</%s></table>",
        "<table><tr><td>a</tr><%s>x</%s></table>",
        "<select><option>x<%s><option>y</%s></select>",
    ],
)
def test_every_tag(frame: str) -> None:
    for tag in _native.TAG_NAMES[1:]:
        page = parse(frame % (tag, tag))
        assert is_answered(page, whole(page)) or tag == "math"


def test_tag_soup_and_mutated_pages() -> None:
    answered = 0
    for seed in seeds(300):
        rng = random.Random(seed)
        html = make_page(seed, size=80).replace("<math ", "<table " if seed % 4 else "<math ")
        answered += is_answered_whole_and_in_part(html, rng)
        is_answered_whole_and_in_part(mutate(html.encode(), rng), rng)
    assert answered > 200


def test_tables_of_all_sizes() -> None:
    rng = random.Random(9)
    openings = ["<td>", "<td>", "<th>", "<tr><td>", "</table><table><tr><td>", "<td><table role=none><tr><td>"]
    pieces = ["<p>x", "y<br>z", "<ul><li>a<li>b</ul>", "w" * 700, ""]
    for number in range(300):
        structure = ["<h2>c</h2>"] if number % 3 else []
        cells = [
            rng.choice(openings) + "".join(rng.choices(pieces + structure, k=rng.randrange(1, 15)))
            for _ in range(rng.randrange(2, 9))
        ]
        wrapper = rng.choice(["", "<div>", "<ul><li>x", "<pre>a  b\n\n"])
        assert is_answered_whole_and_in_part(f"{wrapper}<table>{''.join(cells)}</table>", rng)


@pytest.mark.parametrize(
    "cell",
    [
        "<td>a<p>b",
        "<td>" + "<p>c" * 12,
        "<td>" + "<p>c" * 13,
        "<td>" + "w" * 1_999 + "<p>c",
        "<td>" + "w" * 2_000 + "<p>c",
    ],
)
@pytest.mark.parametrize("columns", [1, 2, 200, 201])
def test_tables_at_the_limits(cell: str, columns: int) -> None:
    page = parse(f"<table><tr><td>x<td>y</table><table>{('<tr>' + cell * columns) * 2}</table>")
    assert is_answered(page, whole(page))
    assert is_answered(page, whole(page)[:-1])


def test_odd_white_space() -> None:
    rng = random.Random(10)
    pages = [
        "".join(rng.choice(["<p>", "<pre>", ""]) + "".join(rng.choices(ODD, k=rng.randrange(40))) for _ in range(5))
        for _ in range(500)
    ]
    answered = sum(is_answered_whole_and_in_part(html, rng) for html in pages)
    assert answered > 450
    assert is_answered_whole_and_in_part(
        "<p>" + "loom warp " * 20 + "\n" + "经线" * 40 + "\n \u3000纬线" + "é \xa0" * 30, rng
    )


@pytest.mark.parametrize(
    "html",
    ["<p>a <math><mi>x</mi></math>", "<p>a <script type='Math/TeX; mode=display'>x</script>", "<p>“\n\u3000\u3000\n”"],
)
def test_pages_that_are_left_to_the_twin(html: str) -> None:
    page = parse(html)
    assert not is_answered(page, whole(page))
    assert render_text(Document(page=page, keep=whole(page)), RenderOptions()) == compose_text(page, whole(page))


def test_formulas_are_never_lost() -> None:
    kinds = ("math/tex", "MATH/LATEX", "math/mml", "math/asciimath", "text/math/tex", "math", "")
    for kind in kinds:
        page = parse(f"<p>a <script type='{kind}'>x</script> b</p>")
        has_formula = bool(find_formulas(page, 0, len(page)))
        assert not (has_formula and is_answered(page, whole(page)))


def test_choices_that_the_kernel_cannot_read_go_to_the_twin() -> None:
    page = parse("<p>a<p>b<p>c")
    for keep in (np.array([0, 0]), np.array([1, 0]), np.array([3]), np.array([-1]), np.arange(3)[::2]):
        assert _native.plain_text(page.table, keep) is None
    assert render_text(Document(page=page, keep=np.arange(3)[::2]), RenderOptions()) == "a\n\nc"
    with pytest.raises(IndexError):
        render_text(Document(page=page, keep=np.array([3])), RenderOptions())
