"""Inline Markdown: what is marked, and what is escaped."""

import pytest

from tests.renderers.showing import show


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<p>a <b>b</b> <i>c</i> <s>d</s></p>", "a **b** *c* ~~d~~"),
        ("<p>a<b> b </b>c</p>", "a **b** c"),
        ("<p><b></b>a<i> </i>b</p>", "a b"),
        ("<p><b>a</b><b>b</b></p>", "**ab**"),
        ("<p><b><strong>a</strong></b></p>", "**a**"),
        ("<p><b>a <i>b</i></b></p>", "**a *b***"),
        ("<b><p>a</p><p>b</p></b>", "**a**\n\n**b**"),
        ("<p>mid<em>dle</em>word</p>", "mid*dle*word"),
        ("<p><b>注意：</b>这里</p>", "**注意**：这里"),
        ("<p>he said<b>“yes”</b>and</p>", "he said“**yes**”and"),
        ("<p>H<sub>2</sub>O and x<sup>2</sup></p>", "H<sub>2</sub>O and x<sup>2</sup>"),
        ("<p>Press <kbd>Ctrl</kbd>, <abbr title='HyperText'>HTML</abbr>, <q>so</q></p>", 'Press `Ctrl`, HTML, "so"'),
        ("<p>a<br>b</p>", "a  \nb"),
        ("<p>a<br><br>b</p>", "a\n\nb"),
        ("<h2>a<br>b</h2>", "## a b"),
        ("<p><b>a<br></b>b</p>", "**a**  \nb"),
    ],
)
def test_marks(html: str, markdown: str) -> None:
    assert show(html) == markdown


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<p><code>a</code></p>", "`a`"),
        ("<p><code>a`b</code></p>", "``a`b``"),
        ("<p><code>`a`</code></p>", "`` `a` ``"),
        ("<p><code>a</code><code>b</code></p>", "`ab`"),
        ("<p><code>*x* <b>y</b></code></p>", "`*x* y`"),
        ("<p><code><a href='/t'>List</a>[int]</code></p>", "[`List`](https://example.org/t)`[int]`"),
    ],
)
def test_inline_code(html: str, markdown: str) -> None:
    assert show(html) == markdown


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<a href='/x'>a</a>", "[a](https://example.org/x)"),
        ("<a href='other.html'>a</a>", "[a](https://example.org/blog/other.html)"),
        ("<a href='javascript:go()'>a</a>", "a"),
        ("<a href=' JavaScript:go()'>a</a>", "a"),
        ("<a href=''>a</a> <a>b</a>", "a b"),
        ("<a href='#top'>a</a>", "a"),
        ("<a href='mailto:a@b.c'>a</a>", "[a](mailto:a@b.c)"),
        ("<a href='/x'></a>a", "a"),
        ("<a href='/a b(c'>a</a>", "[a](https://example.org/a%20b%28c)"),
        ("<a href='/x_(y)' title='t'>a</a>", "[a](https://example.org/x_(y))"),
        ("<a href='/x'><h2>a</h2><p>b</p></a>", "## [a](https://example.org/x)\n\n[b](https://example.org/x)"),
        ("<h2><a href='/x'>a</a></h2>", "## [a](https://example.org/x)"),
        ("<b><a href='/x'>a</a></b>", "[**a**](https://example.org/x)"),
        ("<p>Wow!<a href='/x'>a</a></p>", "Wow\\![a](https://example.org/x)"),
        ("<a href='/x'>a ] b</a>", "[a \\] b](https://example.org/x)"),
        ("s <a href='/x'> <img src='/i' alt='i'> </a>", "s [![i](https://example.org/i)](https://example.org/x)"),
    ],
)
def test_links(html: str, markdown: str) -> None:
    assert show(f"<p>{html}</p>") == markdown


def test_base_decides_where_links_lead() -> None:
    html = "<base href='https://cdn.example.net/v2/'><p><a href='a'>x</a></p>"
    assert show(html) == "[x](https://cdn.example.net/v2/a)"
    assert show("<p><a href='a'>x</a></p>", url="") == "[x](a)"


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("snake_case_name and 3.5 - 2", "snake_case_name and 3.5 - 2"),
        ("2 * 3 * 4", "2 * 3 * 4"),
        ("2*3*4", "2\\*3\\*4"),
        ("one * star*", "one * star*"),
        ("a footnote*", "a footnote*"),
        ("_private_ thing", "\\_private\\_ thing"),
        ("a &lt; b", "a < b"),
        ("&lt;div&gt;", "\\<div>"),
        ("1. May", "1\\. May"),
        ("In 1. May", "In 1. May"),
        ("# 5", "\\# 5"),
        ("#hashtag", "#hashtag"),
        ("- dash", "\\- dash"),
        ("-5 degrees", "-5 degrees"),
        ("+ plus", "\\+ plus"),
        ("&gt; quoted", "\\> quoted"),
        ("[text](url)", "[text\\](url)"),
        ("[1] and [2]", "[1] and [2]"),
        ("AT&amp;T &amp;amp; Co", "AT&T \\&amp; Co"),
        ("back\\slash \\* star", "back\\slash \\\\* star"),
        ("a ~~b~~", "a \\~\\~b\\~\\~"),
        ("about ~5", "about ~5"),
        ("a | b", "a | b"),
        ("---", "\\---"),
        ("Hello. World! (yes)", "Hello. World! (yes)"),
        ("a`b", "a`b"),
        ("`a` b", "\\`a\\` b"),
    ],
)
def test_escapes_only_where_the_meaning_would_change(text: str, markdown: str) -> None:
    assert show(f"<p>{text}</p>") == markdown


def test_signs_pair_over_links() -> None:
    assert show("<p>*from <a href='/x'>a</a>*</p>") == "\\*from [a](https://example.org/x)\\*"


def test_number_signs_that_end_a_heading_stay() -> None:
    assert show("<h2>C #</h2><h2>F#</h2>") == "## C \\#\n\n## F#"


def test_a_heading_is_shown_without_its_own_anchor() -> None:
    assert show("<h2>Install<a class=headerlink href='#install'>¶</a></h2>") == "## Install"
