"""Any choice of blocks of any page can be written in every format with every option."""

import itertools
import random
from dataclasses import fields
from typing import Any

import numpy as np
import pytest

from tests.golden.remake import cases, constructs
from tests.hostile_pages import MARKUP, make_hostile_page
from tests.renderers.random_pages import RandomPage, RichPage
from tests.renderers.showing import show
from tests.seeds import every_seed
from tests.soup import make_page
from weft.document import Document
from weft.errors import WeftError
from weft.page import Page, parse
from weft.renderers import RENDERERS, RenderOptions, render

MATH = (
    "<math>", "</math>", "<math display=block>", "<mrow>", "</mrow>", "<mi>x</mi>", "<mtext>y</mtext>",
    "<mtext><p>z</mtext>", "<annotation encoding=tex>q</annotation>", "<span class=katex>", "</span>",
    "<script type='math/tex'>r</script>", "<p>", "<li>", "s", "<br>", "<td>", "<table><tr><td>", "</table>", "<pre>",
    "</pre>", "<a href='#f'>1</a>", "<i id=f>2</i>", "<mjx-container>", "<mfrac><mi>a</mi></mfrac>",
    "<msup><mi>a</mi><mn>2</mn></msup>", "<img src=a>", "<hr>", "<sup>",
)  # fmt: skip
SWITCHES = [option.name for option in fields(RenderOptions) if isinstance(option.default, bool)]


def make(seed: int, rng: random.Random) -> str:
    kind = seed % 7
    if kind == 0:
        return make_hostile_page(seed)
    if kind == 1:
        return make_page(seed, size=40)
    if kind == 2:
        return RandomPage(seed).html()
    if kind == 3:
        return "".join(rng.choices(MATH, k=rng.randint(2, 14)))
    if kind == 4:
        return (rng.choice([*cases(), *constructs()]) / "page.html").read_text(encoding="utf-8")
    return RichPage(seed).html()


def any_options(rng: random.Random) -> RenderOptions:
    switched: dict[str, Any] = {name: rng.random() < 0.5 for name in SWITCHES}
    return RenderOptions(**switched)


def write(page: Page, rng: random.Random) -> None:
    share = rng.choice([0.0, 0.2, 0.5, 0.9, 1.1])
    keep = np.array([index for index in range(len(page.blocks)) if rng.random() < share], dtype=np.int64)
    for format in RENDERERS:
        try:
            assert isinstance(render(Document(page=page, keep=keep), format=format, options=any_options(rng)), str)
        except WeftError:
            continue


@every_seed(700)
def test_any_choice_is_written(seed: int) -> None:
    rng = random.Random(seed)
    write(parse(make(seed, rng), url=rng.choice([None, "https://weft.example/", "http://["])), rng)


def test_every_switch_is_drawn() -> None:
    drawn = [any_options(random.Random(seed)) for seed in range(20)]
    for name in SWITCHES:
        assert {getattr(options, name) for options in drawn} == {False, True}


@pytest.mark.parametrize("format", RENDERERS)
@pytest.mark.parametrize(
    "html",
    [
        "<ul><li>Width<div><math><mn>4711</mn></math></div></ul>",
        "<ul><li>Width<div><math><mn>4711</mn></math></div>in all</ul>",
        "<p>Sum<a href='#t'><sup>1</sup></a><table><caption>S</caption><tr><th><b id=t>All</b></th><td></td></table>",
    ],
)
def test_what_once_was_an_exception(html: str, format: str) -> None:
    shown = show(html, format)
    assert shown.count("4711" if "math" in html else "All") == 1


def test_formulas_that_hold_whole_blocks() -> None:
    for before, after in itertools.product([*MARKUP[-2:], *MATH], MATH[:10]):
        page = parse(f"a<p>{before}{after}b")
        for format in RENDERERS:
            render(Document(page=page, keep=np.arange(len(page.blocks))), format=format)


def test_text_beside_a_formula_that_is_a_block() -> None:
    page = parse("a<p><math>b")
    assert render(Document(page=page, keep=np.arange(2))) == "a\n\nb"
    page = parse("<ul><li>one<li><math>two</math> three</ul>")
    assert render(Document(page=page, keep=np.arange(len(page.blocks)))) == "one\ntwo three"


def test_a_page_with_more_names_of_tags_than_numbers() -> None:
    page = parse("".join(f"<x{number}></x{number}>" for number in range(66_000)) + "<p>a<math><zz>b</zz></math><yy>c")
    assert page.tag_name(len(page) - 2) == "#overflow"
    for format in RENDERERS:
        assert "c" in render(Document(page=page, keep=np.arange(len(page.blocks))), format=format)
