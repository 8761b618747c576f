"""The kernel writes passages, and keeps the deadline."""

import numpy as np
import pytest

from weft.content import Content
from weft.errors import LimitError
from weft.page import parse
from weft.renderers import RenderOptions, markdown, render
from weft.renderers.kernel_passages import compose


def test_most_passages_are_written_by_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    html = (
        "<h1>Looms</h1><p>A <b>loom</b> holds <a href=/warp>the warp</a>.<ul><li>one<li>two</ul><p>R&amp;D for $5!"
        "<p><b>So: <i><a href=/x>a*b*</a></i></b>c <code>d|e</code> [f](g) _h_ <s>i.</s>j<br>1. k"
    )
    page = parse(html, url="https://weft.example/")
    monkeypatch.setattr(markdown, "inline_lines", None)
    assert render(page, np.arange(len(page.blocks)), Content(), format="markdown").split("\n") == [
        "# Looms",
        "",
        "A **loom** holds [the warp](https://weft.example/warp).",
        "",
        "- one",
        "- two",
        "",
        "R&D for $5!",
        "",
        r"**So:** [*a\*b\**](https://weft.example/x)c `d|e` [f\](g) \_h\_ ~~i~~.j  ",
        r"1\. k",
    ]


def test_the_kernel_keeps_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    page = parse("<p>One" * 5_000)
    monkeypatch.setattr("weft.page.kernel.seconds_left", lambda: 0.0)
    with pytest.raises(LimitError, match="seconds"):
        compose(page, np.arange(len(page.blocks)), RenderOptions())
