"""HTML: clean, and nothing in it that runs."""

import pytest

from tests.renderers.showing import show


@pytest.mark.parametrize(
    ("html", "clean"),
    [
        ('<div class=x id=y onclick="f()" style="color:red">a</div>', "<p>a</p>"),
        ("<p>a &lt;script&gt; &amp; b</p>", "<p>a &lt;script&gt; &amp; b</p>"),
        ("<p>a<script>f()</script><style>p{}</style> b</p>", "<p>a b</p>"),
        ('<p><a href="javascript:f()">a</a> <a href="data:text/html,x">b</a></p>', "<p>a b</p>"),
        ('<p><a href="/x?a&amp;b=%22" target=y>a</a></p>', '<p><a href="https://example.org/x?a&amp;b=%22">a</a></p>'),
        ('<p><img src="/i" alt=\'"\' onerror="f()">a</p>', '<p><img src="https://example.org/i" alt="&quot;">a</p>'),
        (
            "<table><tr><td colspan=-1 rowspan=x>a<td>b<tr><td>c<td>d</table>",
            "<table><tr><td>a</td>\n<td>b</td>\n</tr>\n<tr><td>c</td>\n<td>d</td>\n</tr>\n</table>",
        ),
        ("<p><font color=red>a</font> <blink>b</blink></p>", "<p>a b</p>"),
        ('<p><time datetime="2026-01-02">2 Jan</time></p>', '<p><time datetime="2026-01-02">2 Jan</time></p>'),
        ("<ol start=3 class=x><li value=5>a</ol><p>b</p>", '<ol start="3"><li value="5">a</li>\n</ol>\n<p>b</p>'),
        ("<p>a</p><hr><p>b<br>c</p>", "<p>a</p>\n<hr>\n<p>b<br>c</p>"),
        (
            "<details open><summary>a</summary>b</details><p>c</p>",
            "<details><summary>a</summary>\n<p>b</p>\n</details>\n<p>c</p>",
        ),
        ("<p>a</p><blockquote lang=fr>b</blockquote>", '<p>a</p>\n<blockquote lang="fr"><p>b</p>\n</blockquote>'),
        (
            '<p>a</p><figure class=z><img src="/i" alt=i><figcaption>c</figcaption></figure><p>b</p>',
            '<p>a</p>\n<figure><img src="https://example.org/i" alt="i"><figcaption>c</figcaption>\n</figure>\n'
            "<p>b</p>",
        ),
        (
            "<p>x</p><table border=1><tr><th>a<th>b<tr><td colspan=2 bgcolor=red>1</table>",
            '<p>x</p>\n<table><tr><th>a</th>\n<th>b</th>\n</tr>\n<tr><td colspan="2">1</td>\n</tr>\n</table>',
        ),
        ("<dl><dt><p>a</p><p>b</p></dt><dd>c</dd></dl><p>d</p>", "<dl><dt>a b</dt>\n<dd>c</dd>\n</dl>\n<p>d</p>"),
        ("<ul><li>a</li><ul><li>b</li></ul></ul>", "<ul><li><p>a</p>\n<ul><li>b</li>\n</ul>\n</li>\n</ul>"),
    ],
)
def test_clean(html: str, clean: str) -> None:
    assert show(html, "html") == clean


def test_blocks_in_inline_elements_come_out_nested_validly() -> None:
    html = '<a href="/x"><h2>a</h2><p>b</p></a>'
    assert show(html, "html") == (
        '<h2><a href="https://example.org/x">a</a></h2>\n<p><a href="https://example.org/x">b</a></p>'
    )


def test_empty() -> None:
    assert show("<p>a</p>", "html", keep=[]) == ""


@pytest.mark.parametrize(
    ("html", "clean"),
    [
        ("<p lang=fr>a</p><p>b</p>", '<p lang="fr">a</p>\n<p>b</p>'),
        ("<p>a</p><div lang=fr><p>b</p><ul><li>c</ul></div>",
         '<p>a</p>\n<p lang="fr">b</p>\n<ul lang="fr"><li>c</li>\n</ul>'),
        ("<html lang=ar dir=rtl><p>a</p><ul><li>b<p>c</p></ul>",
         '<p dir="rtl">a</p>\n<ul dir="rtl"><li><p>b</p>\n<p>c</p>\n</li>\n</ul>'),
        ("<html lang=en><p>a</p><p lang=en>b</p>", '<p>a</p>\n<p lang="en">b</p>'),
        ("<p>a <i lang=fr>b</i></p>", "<p>a <em>b</em></p>"),  # what a part of a line is in, the line is not in
        ("<blockquote lang=fr><p>a</p><p lang=de>b</p></blockquote>",
         '<blockquote lang="fr"><p>a</p>\n<p lang="de">b</p>\n</blockquote>'),
        ("<p lang='x y' dir=up>a</p>", "<p>a</p>"),
        ("<figure lang=fr><img src='/i' alt=i><figcaption dir=rtl>c</figcaption></figure><p>b</p>",
         '<figure lang="fr"><img src="https://example.org/i" alt="i"><figcaption dir="rtl">c</figcaption>\n</figure>\n'
         "<p>b</p>"),
        ("<p><time datetime='2026-01-02T10:00'>a</time></p>", '<p><time datetime="2026-01-02T10:00">a</time></p>'),
    ],
)  # fmt: skip
def test_languages_directions_figures_and_times_are_kept(html: str, clean: str) -> None:
    assert show(html, "html") == clean


def test_an_item_whose_elders_are_not_kept_says_its_number() -> None:
    assert show("<ol><li>a<li>b<li>c</ol><p>d</p>", "html", keep=[1, 2, 3]).startswith(
        '<ol><li value="2">b</li>\n<li>c'
    )
    assert show("<ol start=3><li>a<li value=9>b<li>c</ol>", "html") == (
        '<ol start="3"><li>a</li>\n<li value="9">b</li>\n<li>c</li>\n</ol>'
    )


def test_addresses_that_are_too_long_are_not_written() -> None:
    assert show(f"<p>x <a href='{'a' * 9_000}'>y</a>", "html") == "<p>x y</p>"
    html = f"<base href='https://x.example/{'a/' * 50_000}'><p>x" + "<a href=b>z</a> " * 2_000
    for format in ("markdown", "html", "tei"):
        assert len(show(html, format)) < len(html)
