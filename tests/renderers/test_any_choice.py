"""Any choice of blocks of any page can be written in every format with every option."""

import itertools
import random

import numpy as np

from tests.hostile_pages import MARKUP, make_hostile_page
from tests.renderers.random_pages import RandomPage
from tests.seeds import every_seed
from tests.soup import make_page
from weft.content import Content
from weft.errors import WeftError
from weft.page import Page, parse
from weft.renderers import RENDERERS, RenderOptions, render
from weft.renderers.text import compose_text

MATH = (
    "<math>",
    "</math>",
    "<math display=block>",
    "<mrow>",
    "</mrow>",
    "<mi>x</mi>",
    "<mtext>y</mtext>",
    "<mtext><p>z</mtext>",
    "<annotation encoding=tex>q</annotation>",
    "<span class=katex>",
    "</span>",
    "<script type='math/tex'>r</script>",
    "<p>",
    "<li>",
    "s",
    "<br>",
    "<td>",
    "<table><tr><td>",
    "</table>",
    "<pre>",
    "</pre>",
    "<a href='#f'>1</a>",
    "<i id=f>2</i>",
    "<mjx-container>",
    "<mfrac><mi>a</mi></mfrac>",
    "<msup><mi>a</mi><mn>2</mn></msup>",
    "<img src=a>",
    "<hr>",
    "<sup>",
)
OPTIONS = [
    RenderOptions(links=links, images=images, tables=tables, blocks=blocks)
    for links, images, tables, blocks in itertools.product([True, False], repeat=4)
]


def make(seed: int, rng: random.Random) -> str:
    kind = seed % 4
    if kind == 0:
        return make_hostile_page(seed)
    if kind == 1:
        return make_page(seed, size=40)
    return RandomPage(seed).html() if kind == 2 else "".join(rng.choices(MATH, k=rng.randint(2, 14)))


def write(page: Page, rng: random.Random) -> None:
    share = rng.choice([0.0, 0.2, 0.5, 0.9, 1.1])
    keep = np.array([index for index in range(len(page.blocks)) if rng.random() < share], dtype=np.int64)
    for format in RENDERERS:
        try:
            assert isinstance(render(page, keep, Content(), format=format, options=rng.choice(OPTIONS)), str)
        except WeftError:
            continue
    if len(keep):
        assert isinstance(compose_text(page, keep), str)


@every_seed(700)
def test_any_choice_is_written(seed: int) -> None:
    rng = random.Random(seed)
    write(parse(make(seed, rng), url=rng.choice([None, "https://weft.example/", "http://["])), rng)


def test_formulas_that_hold_whole_blocks() -> None:
    for before, after in itertools.product([*MARKUP[-2:], *MATH], MATH[:10]):
        page = parse(f"a<p>{before}{after}b")
        for format in RENDERERS:
            render(page, np.arange(len(page.blocks)), Content(), format=format)


def test_text_beside_a_formula_that_is_a_block() -> None:
    page = parse("a<p><math>b")
    assert render(page, np.arange(2), Content()) == "a\n\nb"
    page = parse("<ul><li>one<li><math>two</math> three</ul>")
    assert render(page, np.arange(len(page.blocks)), Content()) == "one\ntwo three"


def test_a_page_with_more_names_of_tags_than_numbers() -> None:
    page = parse("".join(f"<x{number}></x{number}>" for number in range(66_000)) + "<p>a<math><zz>b</zz></math><yy>c")
    assert page.tag_name(len(page) - 2) == "#overflow"
    for format in RENDERERS:
        assert "c" in render(page, np.arange(len(page.blocks)), Content(), format=format)
