"""Renderers work in proportion to the page: calls are counted, so that no clock and no other process matters."""

import sys
from collections.abc import Callable

import numpy as np
import pytest

from weft.document import Document
from weft.page import Page, parse
from weft.renderers import render

N = 150
SHAPES: dict[str, Callable[[int], str]] = {
    "images in a picture": lambda n: "<p>x<picture>" + "<img src=x>" * n + "</picture>",
    "images and sources in a picture": lambda n: "<p>x<picture>" + "<source srcset='data:,'><img>" * n + "</picture>",
    "math in math": lambda n: "<p>x" + "<math>" * min(n, 1_200) + "<mi></mi>" * n,
    "math in math, closed": lambda n: "<p>x" + "<math><mi></mi>" * n + "</math>" * n,
    "math beside math": lambda n: "<p>x" + "<math><mi></mi></math>" * n,
    "links under a long base": lambda n: f"<base href='https://x.example/{'a/' * n}'><p>x" + "<a href=b>z</a> " * n,
    "code in pre": lambda n: "<pre>" + "<code>x = 1</code>" * n + "</pre>",
    "cdata": lambda n: "<p>x<svg>" + "<![CDATA[x]]" * n,
    "formulas in text": lambda n: "<p>" + "\\( ](&lt;a b= $$ ` " * n,
    "brackets": lambda n: "<p>" + "[" * n + "](x:" * n + "]:" * n,
    "notes": lambda n: "".join(f"<p><sup><a href='#n{i}'>{i}</a></sup>: x<p id=n{i}>a:b" for i in range(n)),
    "long addresses": lambda n: "<p>" + f"<a href='{'a&amp;b:' * n}'>z</a>" * 10,
}


def calls(page: Page, format: str) -> int:
    """How many functions a renderer calls, those of C among them."""
    count = 0

    def step(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    keep = np.arange(len(page.blocks))
    render(Document(page=page, keep=keep), format=format)  # what is imported with the first page is not counted
    sys.setprofile(step)
    try:
        render(Document(page=page, keep=keep), format=format)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("format", ["text", "markdown", "html", "tei"])
@pytest.mark.parametrize("shape", SHAPES)
def test_work_grows_with_the_page(shape: str, format: str) -> None:
    small, large = (calls(parse(SHAPES[shape](n)), format) for n in (N, 4 * N))
    assert large <= 6 * small


def test_output_grows_with_the_page() -> None:
    html = f"<base href='https://x.example/{'a/' * 50_000}'><p>x" + "<a href=b>z</a> " * 2_000
    page = parse(html)
    for format in ("markdown", "html", "tei"):
        assert len(render(Document(page=page, keep=np.arange(len(page.blocks))), format=format)) < len(html)


def test_an_address_over_the_limit_is_not_written() -> None:
    page = parse(f"<p>x <a href='{'a' * 9_000}'>y</a>")
    assert render(Document(page=page, keep=np.arange(1)), format="html") == "<p>x y</p>"
