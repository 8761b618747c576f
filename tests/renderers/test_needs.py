"""What people asked for in public threads about other extractors, in our own words."""

import re

import pytest

from tests.renderers.showing import show

FORMATS = ("text", "markdown", "html", "tei")


def words(text: str) -> str:
    return " ".join(re.findall(r"\w+", re.sub(r"<[^>]*>|https?://\S+|\\n", " ", text)))


def test_8_a_table_with_spans_paragraphs_breaks_and_lists_is_one_valid_table() -> None:
    html = """<p>Plans</p><table><tr><th colspan="2">Plan</th><th>Price</th></tr>
    <tr><td><p>Small</p></td><td>1 user<br>1 site</td><td><ul><li>$5</li><li>$50 a year</li></ul></td></tr>
    <tr><td colspan="3">All prices <b>net</b></td></tr></table>"""
    lines = show(html).split("\n")[2:]
    assert lines[0] == "| Plan |  | Price |"
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in lines} == {4}


def test_8_no_format_shows_the_elements_of_another() -> None:
    html = "<h2>T</h2><p>a <b>b</b></p><table><tr><th>c<th>d<tr><td>1<td>2</table><ul><li>e</ul>"
    assert not re.search(r"<(row|cell|hi|head|item|list)\b", show(html, "html"))
    assert not re.search(r"<(td|tr|li|ul|strong|h2)\b", show(html, "tei"))


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(
    "html",
    [
        "<ul><li><span>one</span></li><li><span>two</span><span> three</span></li></ul>",
        "<ul><li><a href='/x'><span>one</span></a><ul><li><div>two</div></li></ul></li><li>three</li></ul>",
        "<ol><li><p>one</p><ul><li>two</li></ul><p>three</p></li></ol>",
    ],
)
def test_9_no_item_of_any_list_is_lost(format: str, html: str) -> None:
    assert words(show(html, format)).endswith("one two three")


def test_9_nested_lists_keep_their_depth() -> None:
    html = "<p>x</p><ol><li>a<ol><li>b<ol><li>c</li></ol></li></ol></li><li>d</li></ol>"
    assert show(html) == "x\n\n1. a\n   1. b\n      1. c\n2. d"


def test_10_code_keeps_indentation_in_every_format() -> None:
    html = "<p>x</p><div class='code'><pre><code>for a in b:\n    if a:\n        c()\n</code></pre></div>"
    for format in FORMATS:
        assert "for a in b:\n    if a:\n        c()" in show(html, format)


def test_10_code_in_a_sentence_stays_in_the_sentence() -> None:
    html = "<p>Run <code>make</code> and then <code>make test</code>.</p>"
    assert show(html) == "Run `make` and then `make test`."
    assert show(html, "text") == "Run make and then make test."


@pytest.mark.parametrize("format", FORMATS)
def test_11_formulas_leave_no_silent_holes(format: str) -> None:
    math = "<math><msup><mi>r</mi><mn>2</mn></msup></math>"
    html = f"<p>Area {math}</p><table><tr><th>a<th>b<tr><td>1<td>{math}</table><ul><li>{math}</ul>"
    assert show(html, format).count("r^2") == 3


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<div>one<div>two</div>three</div>", "one two three"),
        ("<div><span>one</span><p>two</p><span>three</span></div>", "one two three"),
        ("<p>one<br>two<br/>three</p>", "one two three"),
        ("<ul><li>one</li><li>two</li></ul><div>three</div>", "one two three"),
        ("<table><tr><td>one</td><td>two</td></tr><tr><td>three</td><td>four</td></tr></table>", "one two three four"),
        ("<h2>one</h2>two<section>three</section>", "one two three"),
        ("<dl><dt>one</dt><dd>two</dd></dl>three", "one two three"),
        ("<p>o<b>n</b>e <a href='/x'>t</a>wo</p><p>thr<i>ee</i></p>", "one two three"),
    ],
)
def test_12_words_are_neither_glued_nor_lost(format: str, html: str, expected: str) -> None:
    shown = re.sub(r"</?(strong|em|a|hi|ref)\b[^>]*>|[*\[\]]|\(https://example.org/x\)", "", show(html, format))
    assert words(shown).endswith(expected)


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(
    "html",
    [
        "<blockquote><p>once</p></blockquote><p>x</p>",
        "<ul><li><p>once</p></li><li>x</li></ul>",
        "<table><tr><td>x<table><tr><td>once</td></tr></table></td></tr></table>",
        "<table><tr><th colspan=2>once<tr><td rowspan=2>x<td>y<tr><td>z</table>",
        "<a href='/x'><div><h3>once</h3></div></a><p>x</p>",
        "<div><div><div><span>once</span></div></div></div><p>x</p>",
        "<figure><img src='/i'><figcaption>once</figcaption></figure><p>x</p>",
        "<details><summary>once</summary>x</details>",
    ],
)
def test_13_no_text_is_shown_twice(format: str, html: str) -> None:
    assert show(html, format, captions=True).count("once") == 1


def test_21_links_and_images_stay_in_their_place_and_are_absolute() -> None:
    html = '<p>See <a href="../a?b=1#c">the <em>guide</em></a> <img src="i.png" alt="map"> first.</p>'
    assert show(html) == (
        "See [the *guide*](https://example.org/a?b=1#c) ![map](https://example.org/blog/i.png) first."
    )
    assert show(html, "html") == (
        '<p>See <a href="https://example.org/a?b=1#c">the <em>guide</em></a> '
        '<img src="https://example.org/blog/i.png" alt="map"> first.</p>'
    )


def test_14_options_for_links_and_images_leave_the_words_alone() -> None:
    html = '<p>See <a href="/a">the guide</a> <img src="/i" alt=""> first.</p><table><tr><th>a<th>b<tr><td>1<td>2'
    for format in FORMATS:
        assert words(show(html, format, links=False, images=False)) == words(show(html, format)).replace("!", "")
