"""Markdown that is read back, on small answers where every fault is known."""

from pathlib import Path

import pytest

from bench.datasets import Case
from bench.markdown import kinds, written
from bench.markdown.faults import find_faults, raw_tags
from bench.markdown.views import view_of
from bench.structures.answers import Answers

HTML = """<h2>Warping</h2>
<p>The <strong>warp</strong> is <a href="/fixed">fixed</a>; it "stays".</p>
<ul><li>One<ol start="3"><li>Two</li><li>Three <code>x_y</code></li></ol></li></ul>
<blockquote><p>Weave.</p></blockquote>
<pre><code>wind(beam)
  turn(crank)</code></pre>
<table><tr><th>Yarn</th><th>Weight</th></tr><tr><td>Wool</td><td>50 | 60</td></tr></table>
<p><img src="/loom.png" alt="a loom"></p>
<dl><dt>Weft</dt><dd>What runs through</dd></dl>"""
MARKDOWN = r"""## Warping

The **warp** is [fixed](https://weft.example/fixed); it “stays”.

- One

  3. Two
  4. Three `x_y`

> Weave.

```
wind(beam)
  turn(crank)
```

| Yarn | Weight |
| --- | --- |
| Wool | 50 \| 60 |

![a loom](https://weft.example/loom.png)

**Weft**

- What runs through
"""
URL = "https://weft.example/page"


def kinds_of(html: str, markdown: str) -> list[str]:
    return [fault.kind for fault in find_faults(html, markdown, URL)]


def test_markdown_that_says_the_same_has_no_fault() -> None:
    assert find_faults(HTML, MARKDOWN, URL) == []


@pytest.mark.parametrize(
    ("right", "wrong", "faults"),
    [
        ("## Warping", "# Warping", ["headings"]),
        ("The **warp**", "The warp", ["emphasis"]),
        ("is [fixed]", "is **[fixed]", ["signs"]),
        ("is [fixed]", "is[fixed]", ["spaces"]),
        ("The **warp**", "**warp**", ["words"]),
        ("(https://weft.example/fixed)", "(https://weft.example/other)", ["links"]),
        ("  3. Two\n  4.", "  1. Two\n  2.", ["items"]),
        ("  3. Two\n  4.", "- Two\n-", ["items"]),
        ("> Weave.", "Weave.", ["quotes"]),
        ("  turn(crank)", "turn(crank)", ["code"]),
        ("`x_y`", "x_y", ["code in lines"]),
        (r"50 \| 60", "50 | 60", ["words", "tables"]),
        ("![a loom]", "![the loom]", ["images"]),
        ("> Weave.", "> <div>Weave.</div>", ["raw HTML"]),
    ],
)
def test_a_fault_has_its_kind(right: str, wrong: str, faults: list[str]) -> None:
    assert right in MARKDOWN
    assert kinds_of(HTML, MARKDOWN.replace(right, wrong)) == faults


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<p>a<sup><a href='#n1'>1</a></sup> b</p><ol><li id=n1>The note itself ^</li></ol>",
         "a[^1] b\n\n[^1]: The note itself"),
        (r"<p>so \(x_1\) is</p>", "so $x_1$ is"),
        ("<p>it costs $5 or $6</p>", "it costs $5 or $6"),
        ("<p>a <span>b</span><br>c</p>", "a b\\\nc"),
        ("<ul><li><input type=checkbox checked> a</li></ul>", "- [x] a"),
        ("<p><img src='/a.png' srcset='/a2.png 2x' alt=a></p>", "![a](/a2.png)"),
        ("<p><a href='/x'>a <b>b</b></a></p>", "[a](/x) [**b**](/x)"),
        ("<p><code><a href='/x'>a</a></code></p><pre><a href='/x'>b</a></pre>", "[`a`](/x)\n\n```\nb\n```"),
        ("<table><tr><td>a<br>b</td><td>c</td></tr></table>", "| | |\n|---|---|\n| a<br>b | c |"),
    ],
)  # fmt: skip
def test_what_markdown_writes_in_its_own_way_is_no_fault(html: str, markdown: str) -> None:
    assert find_faults(html, markdown, URL) == []


def test_tags_in_code_are_no_tags() -> None:
    assert raw_tags("a `<b>` <i>c</i>\n\n    <div>\n\n<p>d</p>") == {"i", "p"}


def test_a_system_is_counted_by_pages(tmp_path: Path) -> None:
    cases = [Case(id=name, path=tmp_path, url=URL) for name in ("a", "b", "c")]
    html = Answers(name="weft", version="1", format="html", by_page={"a": HTML, "b": HTML, "c": ""})
    row = written.compare(cases, html, Answers(name="weft", by_page={"a": MARKDOWN, "b": MARKDOWN[3:], "c": ""}))
    assert (row["answered"], row["faulty"]) == (2, 1)
    assert [fault["kind"] for fault in row["faulty_pages"]["b"]] == ["headings"]
    table = written.markdown([row])
    assert "| weft 1 | 2 | 1 |" in table
    assert "- b: headings." in table


def test_what_is_kept_is_counted_by_kind(tmp_path: Path) -> None:
    reviewed = "<h2>Warping</h2><p>The <a href='/w'>warp</a> is wound on the beam before anything else is done.</p>"
    (tmp_path / "expected.html").write_text(reviewed + "<h2>Empty</h2>", encoding="utf-8")
    (tmp_path / "source.html").write_text(f"<html><body>{reviewed}", encoding="utf-8")
    record = kinds.measure([Case(id="a", path=tmp_path / "source.html")], "writing")
    assert record["kept"]["headings"]["part"] == record["kept"]["headings"]["whole"] == 2
    assert record["kept"]["links"]["share"] == 1
    assert record["kept"]["code"]["whole"] == 0


def test_icons_and_formulas_are_no_pictures() -> None:
    icons = '<img src="/a.png" width="16"><img alt="{\\displaystyle x}" src="/b.svg"><img src="/c.png" width="160">'
    images = kinds.entries(view_of(kinds.ICON.sub("", icons), kinds.URL))["images"]
    assert dict(images) == {"c.png": 1}
