"""Markdown blocks: headings, lists, quotes and what stands in them.

Noise in the middle of headings and code is not written, in any format.
"""

import pytest

from tests.renderers.showing import show


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<h1>a</h1><h6>b</h6>", "# a\n\n###### b"),
        ("<h2><div>a</div><div>b</div></h2>", "## a b"),
        ("<p>a</p><hr><p>b</p>", "a\n\n---\n\nb"),
        ("<blockquote><p>a</p><blockquote>b</blockquote></blockquote>c", "> a\n>\n> > b\n\nc"),
        ("<blockquote>a</blockquote><blockquote>b</blockquote>", "> a\n\n> b"),
        ("<blockquote><p>a</p><ul><li>b<li>c</ul></blockquote><p>d", "> a\n>\n> - b\n> - c\n\nd"),
        ("<dl><dt>a<dd>b<dd>c<dt>d<dd>e</dl>", "**a**\n\n- b\n- c\n\n**d**\n\n- e"),
        ("<details><summary>a</summary><p>b</p></details>", "**a**\n\nb"),
        (
            "<p>x</p><figure><img src='/i.png' alt='i'><figcaption>c</figcaption></figure><p>y</p>",
            "x\n\n![i](https://example.org/i.png)\n\nc\n\ny",
        ),
        ("<div>a<div></div>b</div>", "a\n\nb"),
    ],
)
def test_blocks(html: str, markdown: str) -> None:
    assert show(html) == markdown


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<p>x</p><ul><li>a<li>b</ul>", "x\n\n- a\n- b"),
        ("<ol><li>a<li>b</ol>", "1. a\n2. b"),
        ("<ol start=9><li>a<li>b</ol>", "9. a\n10. b"),
        ("<ol><li>a<li value=7>b</ol>", "1. a\n7. b"),
        ("<ul><li>a<ul><li>b<ul><li>c</ul></ul><li>d</ul>", "- a\n  - b\n    - c\n- d"),
        ("<ol><li>a<ul><li>b</ul><li>c</ol>", "1. a\n   - b\n2. c"),
        ("<ul><li>a<ol start=3><li>b</ol></ul>", "- a\n\n  3. b"),
        ("<ul><li><p>a</p><p>b</p><li>c</ul>", "- a\n\n  b\n- c"),
        ("<ul><li><span>a</span></li><li><span>b</span> c</li></ul>", "- a\n- b c"),
        ("<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>", "- a\n  - b\n- c"),
        ("<ul><ul><li>a</ul></ul>", "- - a"),
        ("<ul>a<li>b</ul>", "- a\n- b"),
        ("<p>x</p><li>a<li>b", "x\n\n- a\n- b"),
        ("<ul><li>a</ul><ul><li>b</ul>", "- a\n\n* b"),
        ("<ul><li><h3>a</h3>b<li><pre>c</pre></ul>", "- ### a\n\n  b\n- ```\n  c\n  ```"),
        ("<ul><li><blockquote>a</blockquote></ul><p>x</p>", "- > a\n\nx"),
        ("<ul><li>a<br>b</ul><p>x</p>", "- a  \n  b\n\nx"),
    ],
)
def test_lists(html: str, markdown: str) -> None:
    assert show(f"<div>{html}<p>end</p></div>").removesuffix("end").strip() == markdown


def test_numbers_of_items_are_those_of_the_page() -> None:
    assert show("<ol><li>a<li>b<li>c</ol>", keep=[0, 2]) == "1. a\n3. c"


def test_what_lies_above_all_of_the_content_gives_no_structure() -> None:
    assert show("<ul><li><p>a</p><p>b</p></li></ul>") == "a\n\nb"
    assert show("<table><tr><td><p>a</p><p>b</p></td></tr></table>") == "a\n\nb"
    assert show("<blockquote><p>a</p></blockquote><p>b</p>", keep=[0]) == "a"


def test_text_between_dropped_blocks_is_not_glued() -> None:
    assert show("<div>one<div>ad</div>two</div>", keep=[0, 2]) == "one\n\ntwo"


def test_inline_text_around_blocks_is_not_lost() -> None:
    html = "<div>lead <b>in</b><p>para</p>tail <i>end</i></div>"
    assert show(html) == "lead **in**\n\npara\n\ntail *end*"


EDIT = '<span class="mw-editsection">[<a href="/w?action=edit">edit</a>]</span>'


@pytest.mark.parametrize(
    ("html", "text", "markdown"),
    [
        (f"<h2>One{EDIT}</h2><p>Two", "One\n\nTwo", "## One\n\nTwo"),
        ("<h2><a class=headerlink href='#one'>#</a> One</h2><p>Two", "One\n\nTwo", "## One\n\nTwo"),
        (f"<h2>One<br>more {EDIT}</h2><p>Two", "One\nmore\n\nTwo", "## One more\n\nTwo"),
        (
            "<pre><i class=lineno>1</i>  a\n<i class=lineno>2</i>b</pre><p>Two",
            "  a\nb\n\nTwo",
            "```\n  a\nb\n```\n\nTwo",
        ),
        ("<pre><a class=lineno>1</a>a<br><a class=lineno>2</a>b</pre>", "a\nb", "```\na\nb\n```"),
        (f"<h2>Let <math><mi>x</mi></math> be{EDIT}</h2><p>Two", "Let x be\n\nTwo", "## Let $x$ be\n\nTwo"),
    ],
)
def test_noise_is_cut(html: str, text: str, markdown: str) -> None:
    assert show(html, "text") == text
    assert show(html) == markdown
    assert "edit" not in show(html, "html") + show(html, "tei")


def test_a_block_that_was_kept_is_written() -> None:
    """Whether a whole block is noise is for the choice to say."""
    assert show("<div><button>Copy</button><pre>x</pre></div>", "text") == "Copy\n\nx"
