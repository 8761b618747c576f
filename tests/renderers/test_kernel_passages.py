"""The kernel's passages are those of the twin, and are written alike."""

import random

import numpy as np
import pytest

from tests.golden.remake import cases, constructs
from tests.hostile_pages import make_hostile_page
from tests.renderers.plain_composer import compose_rows
from tests.renderers.plain_html import write_html
from tests.renderers.random_pages import RandomPage, RichPage
from tests.seeds import every_seed
from tests.soup import make_page
from weft.document import Document
from weft.errors import LimitError
from weft.page import Page, parse
from weft.renderers import RenderOptions, markdown, render, tei
from weft.renderers.kernel_passages import compose, write_passages
from weft.renderers.markdown import Writer, markdown_blocks, setting_lines
from weft.renderers.passages import RULE, TEXT, Container, Mark, Passage, Path, Piece

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

RARE = (
    "<pre>", "</pre>", "<pre><code>", "</code>", "<code>", "<code>b\n</code>", "<span class=line>", "</span>",
    "<div>", "<div class=line>  <span>", "</div>", "<span class=lineno>1</span>", "<td class=gutter>12", "<td>1",
    "<button>Copy</button>", "<div>python</div>",
    "<table class=highlight><tr><td class=linenos><pre>1\n2</pre><td class=code>", "<table>", "</table>",
    "<table class=hljs-ln><tr><td>1<td>", "<tr>", "<p>", "<a href=#n1>1</a>", "<sup><a href=#n1 id=r1>[1]</a></sup>",
    "<li id=n1>", "<p id=n1>", "<a href=#r1>↩</a>", "<ol><li id=n2>", "<a href=#n2>2</a>",
    "<a href=#r1 class=backlink>^</a>", "<span class=sidenote>", "<small class=marginnote>",
    "<a aria-describedby=d1 href=#d1>3</a>", "<span id=d1>", "<math><mi>x</mi></math>",
    "<span class=katex-display><math><mi>y</mi></math></span>", "<script type=math/tex>a^2</script>",
    "<script type='math/tex; mode=display'>b_1</script>", "<img class=latex alt='c^2' src=c.png>", "<object>",
    "</object>", "<span class=math>\\(d<e\\)</span>", "<li><input type=checkbox disabled> ",
    "<ol><li class=task><input type=checkbox checked>", "<ul class=todo>", "<ruby>子<rp>(<rt>こ<rp>)</ruby>", "<rt>x",
    "<h2>", "</h2>", "<td>", "<th>", "one ", " two", "\n", "  ", "mailto:a", "https://a.example/ ", "<br>", "<hr>",
    "<b>", "</b>", "<a href=/x>", "</a>", "<q>", "<dl><dt>", "<dd>",
    "<iframe src=https://www.youtube.com/embed/abcdef1></iframe>", "<blockquote>", "</blockquote>", "1", "23 ",
)  # fmt: skip


def pages(seed: int) -> Page:
    rng = random.Random(seed)
    kind = seed % 10
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
    elif kind in (5, 6):
        html = "<p>" + "".join(rng.choices(RARE, k=rng.randint(2, 24)))
    else:
        html = "<p>" + "".join(rng.choices(INLINE, k=rng.randint(2, 14)))
    return parse(html, url=rng.choice([None, "https://weft.example/a/b.html"]))


def written(page: Page, keep: np.ndarray, options: RenderOptions) -> list[str]:
    return [
        render(Document(page=page, keep=keep), format=format, options=options) for format in ("markdown", "html", "tei")
    ]


def plain_markdown(page: Page, passages: list[Passage]) -> str:
    writer = Writer()
    for path, lines in markdown_blocks(page, passages):
        writer.write(path, lines)
    return "\n".join(writer.lines)


def plainly_written(page: Page, keep: np.ndarray, options: RenderOptions) -> list[str]:
    plain = compose_rows(page, keep, options)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tei, "compose", lambda *args: plain)
        by_tei = render(Document(page=page, keep=keep), format="tei", options=options)
    with_notes = compose_rows(page, keep, options, notes=True)
    return [plain_markdown(page, with_notes), write_html(page, plain), by_tei]


@every_seed(160)
def test_the_kernel_writes_as_the_twin_does(seed: int) -> None:
    rng = random.Random(seed)
    for page in (pages(10 * seed + kind) for kind in range(10)):
        share = rng.choice([0.5, 0.9, 1.1])
        keep = np.array([index for index in range(len(page.blocks)) if rng.random() < share], dtype=np.int64)
        readings = rng.random() < 0.1
        options = RenderOptions(links=rng.random() < 0.9, images=rng.random() < 0.9, readings=readings)
        assert written(page, keep, options) == plainly_written(page, keep, options)


def moved(passages: list[Passage], rng: random.Random) -> list[Passage]:
    """Some of the passages in another order and under other containers, as a writer of records has them."""
    some = rng.sample(passages, rng.randint(0, len(passages)))
    table, items, quote = Container("table", 0), Container("list", 0), Container("quote", 3)
    around: list[Path] = [
        (), (), (quote,), (items, Container("item", 0)), (items, Container("item", 2, 0, "[x] ")),
        (table, Container("row", 0), Container("cell", 0)), (Container("heading", 1, 2),),
    ]  # fmt: skip
    texts = [Piece(TEXT, "1. \x1ca*b* <i>", (Mark("strong"), Mark("link", "/(x"))), Piece(TEXT, " #"), Piece(RULE)]
    for _ in range(rng.randint(0, 4)):
        path = rng.choice(around)
        pieces = rng.choice([texts[:1], texts[1:2], texts[:2], texts[2:] if "cell" not in str(path) else texts[:1]])
        some.insert(rng.randint(0, len(some)), Passage(path, pieces))
    return [
        Passage((*rng.choice(around[:4]), *one.path), one.pieces) if rng.random() < 0.3 and one.pieces else one
        for one in some
        if one.pieces or one.inside("cell")
    ]


@every_seed(160)
def test_passages_are_written_as_the_twin_does_wherever_they_come_from(seed: int) -> None:
    rng = random.Random(seed)
    for page in (pages(10 * seed + kind) for kind in range(2, 10)):
        passages = moved(compose(page, np.arange(len(page.blocks)), RenderOptions(), notes=True), rng)
        assert write_passages(page, passages, setting_lines) == plain_markdown(page, passages)


def test_most_passages_are_written_by_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    html = (
        "<h1>Looms</h1><p>A <b>loom</b> holds <a href=/warp>the warp</a>.<ul><li>one<li>two</ul><p>R&amp;D for $5!"
        "<p><b>So: <i><a href=/x>a*b*</a></i></b>c <code>d|e</code> [f](g) _h_ <s>i.</s>j<br>1. k"
    )
    page = parse(html, url="https://weft.example/")
    monkeypatch.setattr(markdown, "inline_lines", None)
    assert render(Document(page=page, keep=np.arange(len(page.blocks))), format="markdown").split("\n") == [
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
