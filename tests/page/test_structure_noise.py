"""Noise inside of structures: by its own evidence, and only where the structure has other words."""

import numpy as np
import pytest

from tests.extractors.chosen import choose_likely
from weft import parse
from weft.document import Document
from weft.extractors.block_classifier import RULES


@pytest.mark.parametrize(
    ("html", "noise"),
    [
        ("<div><button>Copy</button><pre>x = 1</pre></div><p>Text", ["Copy"]),
        ("<div><div>python<button>复制代码</button></div><pre>x = 1</pre></div>", ["复制代码"]),
        ("<div><pre>x = 1</pre><div class=zeroclipboard-container>Kopieren</div></div>", ["Kopieren"]),
        ("<table><tr><td class=gutter><pre>1\n2</pre><td class=code><pre>a\nb</pre></table>", ["1\n2"]),
        ("<table><tr><td><pre>1\n2</pre><td><pre>a\nb</pre></table>", ["1\n2"]),
        ("<table class=code-table><tr><td class=blob-num>1<td>a<tr><td class=blob-num>2<td>b</table>", ["1", "2"]),
        ("<table><tr><td><i>1</i><i>2</i><i>3</i><td><pre>a\nb\nc</pre></table>", ["123"]),
        ("<table><tr><td>1<td><code>a</code><tr><td>2<td><code>b</code><tr><td>3<td></table>", []),
        (
            "<table><tr><td>1<td><code>a</code><tr><td>2<td><pre>b</pre><tr><td>3<td class=code>c</table>",
            ["1", "2", "3"],
        ),
        ("<div><div><b>1</b><b>2</b><b>3</b></div> <div><pre>a\nb\nc</pre></div></div>", ["123"]),
        ("<div class=mw-heading><h2>One</h2><span class=mw-editsection>[<a>edit</a>]</span></div>", ["[edit]"]),
        ("<h2>One <button>Copy link</button></h2><p>Text", ["Copy link"]),
        ("<table><tr><th>Name<select><option>All<option>None</select><tr><td>1</table>", ["All", "None"]),
        ("<figure><img src=a.jpg><button>Enlarge</button><figcaption>A loom</figcaption></figure>", ["Enlarge"]),
        ("<ul><li>a<li class=ad>buy<li>b</ul>", ["buy"]),
        ("<ul><li>a<li aria-label=Anzeige>kauf<li>b</ul>", ["kauf"]),
        ("<table><tr><td>1<tr class='row advertisement'><td>buy<td>now<tr><td>2</table>", ["buy", "now"]),
    ],
)
def test_noise(html: str, noise: list[str]) -> None:
    assert _noise(html) == noise


@pytest.mark.parametrize(
    "html",
    [
        "<h3><button>Question</button></h3><p>Answer",
        "<h2><a class=anchor href='#one'>One</a></h2>",
        "<table><tr><th><button>Name</button><th><a class=sort href=?by=age>Age</a><tr><td>1<td>2</table>",
        "<p>Press <button>Copy</button> to go on.<p>Text",
        "<p class=copy>Text of an advertiser.<pre>x = 1</pre>" + "<p>Many words stand around this code block." * 3,
        "<table><tr><td>1<td>1<tr><td>2<td>2</table>",
        "<table><tr><td>1<td><code>a</code><tr><td>3<td><code>b</code><tr><td>2<td><code>c</code></table>",
        "<table><tr><td>1<td><code>a</code> is<tr><td>2<td><code>b</code> goes<tr><td>3<td><code>c</code> is</table>",
        "<table><tr><th>#<th>Code<tr><td>1<td><code>a</code><tr><td>2<td><code>b</code><tr><td>3<td><code>c</code></table>",
        "<div><p>1 2 3</p><pre>a\nb\nc\nd\ne\nf</pre></div>",
        "<table><tr><td class=ln>warp<td>weft</table>",
        "<ul><li class=advertising>pens<li class=advertising>mugs</ul>",
        "<ul><li class=shadow>a<li class=header>b</ul>",
        "<div class=ad>buy</div><p>Text",
    ],
)
def test_no_noise(html: str) -> None:
    assert _noise(html) == []


@pytest.mark.parametrize(
    ("html", "noise"),
    [
        ("<h2>One<span class=mw-editsection>[<a>edit</a>]</span></h2>", ["[edit]"]),
        ("<h2>One <a class=link href='/w?action=edit'>bearbeiten</a><b class=anchor></b></h2>", ["bearbeiten"]),
        ("<h2>One<a class=headerlink href='#one'>¶</a></h2>", ["¶"]),
        ("<h2><a class=permalink href='#one'>Link to this</a> One two three four five</h2>", ["Link to this"]),
        ("<pre><span class=lineno>1</span>a\n<span class=lineno>2</span>b</pre>", ["1", "2"]),
        ("<pre><b>1</b>a\n<b>2</b>b\n<b>3</b>c</pre>", ["1", "2", "3"]),
        ("<pre><b>1</b>a\n<b>2</b>\n<b>3</b> x = 3</pre>", ["1", "2", "3"]),
        ("<pre><div><i>1</i><code>a</code></div><div><i>2</i>b</div><div><i>3</i>c</div></pre>", ["1", "2", "3"]),
        ("<pre><b>1</b>a<br><b>2</b>b<br><b>3</b>c</pre>", ["1", "2", "3"]),
        ("<pre><span><b>1</b>\n<b>2</b>\n<b>3</b>\n</span><code>a\nb\nc</code></pre>", ["1\n2\n3\n"]),
        ("<pre><b>1</b>a\n<b>2</b>b</pre>", []),
        ("<pre><b>1</b>a\n<b>3</b>b\n<b>2</b>c</pre>", []),
        ("<pre><b>1</b>a\nb\n<b>2</b>c\n<b>3</b>d</pre>", []),
        ("<pre><b>1</b>\n<b>2</b>\n<b>3</b></pre>", []),
        ("<pre><b>1</b> + <b>7</b>\n<b>2</b> + <b>7</b>\n<b>3</b> + <b>7</b></pre>", []),
        ("<pre><b class=mi>1</b> + x\n<b class=mi>2</b> + x\n<b class=mi>3</b> + x</pre>", []),
        ("<pre>1 a\n2 b\n3 c</pre>", []),
        ("<table><tr><th>Name <span class=sort-hint>sort up</span><tr><td>1</table>", ["sort up"]),
        ("<h2>One <a href='#two'>two</a></h2>", []),
        ("<p>One <a class=anchor href='#two'>#</a></p>", []),
        ("<div><button>Copy</button><pre>x</pre></div><h2>One <b class=anchor></b></h2>", []),  # a block of its own
    ],
)
def test_noise_in_the_middle_of_a_text(html: str, noise: list[str]) -> None:
    page = parse(html)
    text = Document(page=page, keep=np.arange(len(page.blocks))).text
    left = page.text(0)
    for said in noise:
        left = left.replace(said, "", 1)
    assert "".join(text.split()) == "".join(left.split())


def test_a_link_in_a_heading_of_several_blocks() -> None:
    assert _noise("<h2><div>One</div><div><a href='#one'>#</a></div></h2><p>Text") == ["#"]
    assert _noise("<h2>One<h3><p>Two</p><p><a href='/edit'>edit</a></p></h3></h2>") == ["edit"]


def _noise(html: str) -> list[str]:
    page = parse(html)
    rules = choose_likely(page, np.full(len(page.blocks), 0.99)).rule
    return [page.blocks.text(index).strip() for index in np.flatnonzero(rules == RULES.index("noise")).tolist()]
