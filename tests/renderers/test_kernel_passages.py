"""What the kernel writes of passages, and that it keeps the deadline."""

import numpy as np
import pytest

import weft
from tests.renderers.showing import show
from weft.errors import LimitError
from weft.page import parse
from weft.renderers import RenderOptions
from weft.renderers.passages import compose


def test_signs_are_escaped_where_they_mean_something() -> None:
    html = (
        "<h1>Looms</h1><p>A <b>loom</b> holds <a href=/warp>the warp</a>.<ul><li>one<li>two</ul><p>R&amp;D for $5!"
        "<p><b>So: <i><a href=/x>a*b*</a></i></b>c <code>d|e</code> [f](g) _h_ <s>i.</s>j<br>1. k"
    )
    assert weft.extract(html, url="https://weft.example/", method="whole_page").markdown.split("\n") == [
        "# Looms", "", "A **loom** holds [the warp](https://weft.example/warp).", "", "- one", "- two", "",
        "R&D for $5!", "", r"**So:** [*a\*b\**](https://weft.example/x)c `d|e` [f\](g) \_h\_ ~~i~~.j  ", r"1\. k",
    ]  # fmt: skip


def test_the_kernel_keeps_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    page = parse("<p>One" * 5_000)
    monkeypatch.setattr("weft.deadline.seconds_left", lambda: 0.0)
    with pytest.raises(LimitError, match="seconds"):
        compose(page, np.arange(len(page.blocks)), RenderOptions())


@pytest.mark.parametrize("sign", ["\x00", "\x07", "\x1f", "\x7f", "\x80", "\x9f", "\xad", "\ufeff"])
def test_characters_that_nobody_sees(sign: str) -> None:
    assert show(f"<p title=x>a{sign}b ü") == "ab ü"


@pytest.mark.parametrize("sign", ["\t", "\n", "\xa0", "é", "\u200d", "©", "한"])
def test_other_characters(sign: str) -> None:
    assert sign.strip() in show(f"<p>a{sign}b") != "ab"


@pytest.mark.parametrize("format", ["text", "markdown", "html", "tei", "json"])
def test_no_format_writes_them(format: str) -> None:
    shown = show("<p>war&shy;p \x07and</p><pre>we&shy;ft</pre><p><img src=/a.jpg alt='lo&shy;om' width=300>x", format)
    assert not {"\xad", "\x07"} & set(shown)
    assert "warp and" in shown
    assert "weft" in shown
