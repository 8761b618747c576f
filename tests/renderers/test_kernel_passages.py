"""The kernel's passages are those of the twin, and are written alike."""

import random

import numpy as np
import pytest

from tests.golden.remake import cases, constructs
from tests.hostile_pages import make_hostile_page
from tests.renderers.random_pages import RandomPage, RichPage
from tests.seeds import every_seed
from tests.soup import make_page
from weft.content import Content
from weft.errors import LimitError
from weft.page import Page, parse
from weft.renderers import RenderOptions, composer, html, markdown, render
from weft.renderers.kernel_passages import kernel_passages

INLINE = (
    "<b>", "</b>", "<i>", "</i>", "<a href=/x>", "<a href='http://a.example/(b)'>", "</a>", "<sup>", "</sup>", "<q>",
    "</q>", "<s>", "</s>", "<br>", "<code>", "</code>", "<time>", "<img src=a.jpg alt='b [c]'>", "<li>", "<p>", "<h2>",
    "</h2>", "<ul>", "</ul>", "<blockquote>", "<hr>", "<table><tr><td>", "<td>", "</table>", "one ", " two", "\n", "1.",
    "12) ", "# ", "- ", "*", "**", "_", "~", "`", "$", "$5", "[", "]", "(", "^", "!", "&amp;", "&amp;lt;", "&lt;",
    "&lt;b", "|", "\\", ":", "…", "“", "中", "文\n", "é", "\u00ad", "\u00a0", "１.", "=", "+", "&gt;",
    "<dl><dt>", "<dd>", "</dl>", "<pre>", "</pre>", "<pre><code class=language-py>", "```", "<figure>", "</figure>",
    "<iframe src=https://www.youtube.com/embed/abcdef1></iframe>", "<details><summary>", "<ol start=3>", "</ol>",
    "<a href=#n1>1</a>", "<a href=b.html?c#d>", "<img src=c/d.png>", "<p lang=de>", "<div dir=rtl>", "$x$", "<th>",
    "<td colspan=2 rowspan=3>", "<caption>", "<tr>", "<abbr title='a b'>",
)  # fmt: skip


def pages(seed: int) -> Page:
    rng = random.Random(seed)
    kind = seed % 8
    if kind == 0:
        html = make_hostile_page(seed)
    elif kind == 1:
        html = make_page(seed, size=40)
    elif kind == 2:
        html = RandomPage(seed).html()
    elif kind == 3:
        html = RichPage(seed).html()
    elif kind == 4:
        html = (rng.choice([*cases(), *constructs()]) / "page.html").read_text(encoding="utf-8")
    else:
        html = "<p>" + "".join(rng.choices(INLINE, k=rng.randint(2, 14)))
    return parse(html, url=rng.choice([None, "https://weft.example/a/b.html"]))


def written(page: Page, keep: np.ndarray, options: RenderOptions) -> list[str]:
    return [render(page, keep, Content(), format=format, options=options) for format in ("markdown", "html", "tei")]


@every_seed(160)
def test_the_kernel_writes_as_the_twin_does(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)
    for page in (pages(8 * seed + kind) for kind in range(8)):
        share = rng.choice([0.5, 0.9, 1.1])
        keep = np.array([index for index in range(len(page.blocks)) if rng.random() < share], dtype=np.int64)
        options = RenderOptions(links=rng.random() < 0.9, images=rng.random() < 0.9)
        by_kernel = written(page, keep, options)
        with monkeypatch.context() as patch:
            for module, name in ((composer, "passages"), (markdown, "markdown"), (html, "html")):
                patch.setattr(module, f"kernel_{name}", lambda *args, **kwargs: None)
            assert written(page, keep, options) == by_kernel


def test_most_passages_are_written_by_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    html = "<h1>Looms</h1><p>A <b>loom</b> holds <a href=/warp>the warp</a>.<ul><li>one<li>two</ul><p>R&amp;D for $5!"
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
    ]


def test_the_kernel_keeps_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    page = parse("<p>One" * 5_000)
    monkeypatch.setattr("weft.page.kernel.seconds_left", lambda: 0.0)
    with pytest.raises(LimitError, match="seconds"):
        kernel_passages(page, np.arange(len(page.blocks)), RenderOptions())
