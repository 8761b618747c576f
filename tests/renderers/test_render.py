"""What holds for every format."""

import time

import numpy as np
import pytest

from tests.renderers.showing import show
from weft.document import Document
from weft.errors import ConfigError
from weft.page import parse
from weft.renderers import RENDERERS, RenderOptions, render

FORMATS = sorted(RENDERERS)
SECONDS = 5.0  # a bound for slow machines; these pages take well under one


def test_an_unknown_format_names_the_known_ones() -> None:
    with pytest.raises(ConfigError, match=r"'docx'.*text, markdown, html, json, tei"):
        render(Document(page=parse("<p>x"), keep=np.array([0])), format="docx")


@pytest.mark.parametrize("format", FORMATS)
def test_nothing_kept_is_an_answer(format: str) -> None:
    for html in ("", "<p>a</p>", "<img src=x><math><mi>x</mi></math>"):
        assert "a</p>" not in show(html, format, keep=[])


@pytest.mark.parametrize("format", FORMATS)
def test_the_same_page_renders_the_same(format: str) -> None:
    html = "<p>a <b>b</b></p><ul><li>c</ul><table><tr><th>d<th>e<tr><td>1<td>2</table>"
    assert show(html, format) == show(html, format)


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(
    "tags", [["div"], ["blockquote"], ["ul", "li"], ["b", "p"], ["table", "tr", "td"], ["dl", "dd"], ["span"]]
)
def test_pages_nested_very_deep(format: str, tags: list[str]) -> None:
    depth = 1_400 // len(tags)
    opening, closing = "".join(f"<{tag}>" for tag in tags), "".join(f"</{tag}>" for tag in reversed(tags))
    begin = time.process_time()
    shown = show((opening + "in ") * depth + "core" + (closing + " out") * depth, format)
    assert "core" in shown
    assert time.process_time() - begin < SECONDS


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(
    "unit",
    ["<p>a <b>b</b> c</p>", "<li>a", "<tr><td>a<td>b", "a<br>", "<p>\\(", "<math><mi>x</mi></math>", "<p><img src=x>y"],
)
def test_pages_of_very_many_blocks(format: str, unit: str) -> None:
    begin = time.process_time()
    table = unit.startswith("<tr>")
    assert show(("<table>" if table else "") + unit * 5_000, format)
    assert time.process_time() - begin < SECONDS


@pytest.mark.parametrize("format", FORMATS)
def test_options_that_hide_do_not_change_the_rest(format: str) -> None:
    html = "<p>a b <i>c</i></p><p>d</p>"
    plain = show(html, format)
    assert show(html, format, links=False, images=False, tables=False) == plain


def test_options_are_the_same_by_default() -> None:
    page = parse("<p>a</p>")
    assert render(Document(page=page, keep=np.array([0]))) == render(
        Document(page=page, keep=np.array([0])), options=RenderOptions()
    )
