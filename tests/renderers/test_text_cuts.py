"""What plain text leaves out or writes in another way."""

import pytest

from tests.renderers.showing import show

RUBY = "<p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</rt></ruby>を読む。</p>"


@pytest.mark.parametrize("format", ["text", "markdown", "html", "tei"])
def test_readings(format: str) -> None:
    assert "漢字を読む" in show(RUBY, format)
    assert "漢(かん)字(じ)を読む" in show(RUBY, format, readings=True)


def test_readings_beside_a_formula() -> None:
    html = RUBY.replace("読", "<math><mi>x</mi></math>読")
    assert show(html, "text") == "漢字をx読む。"
    assert show(html, "text", readings=True) == "漢(かん)字(じ)をx読む。"


def test_an_rt_without_ruby_is_text() -> None:
    assert show("<p>a <rt>b</rt> c</p>", "text") == "a b c" == show("<p>a <rt>b</rt> c</p>")


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>a<sup id=r><a href='#n'>1</a></sup></p><p id=n>b <a href='#r'>↩</a></p>", "a1\n\nb"),
        ("<p>a<sup id=r><a href='#n'>1</a></sup></p><div id=n><p>b</p><p><a href='#r'>↩</a></p></div>", "a1\n\nb"),
        ("<p>a<sup id=r><a href='#n'>1</a></sup></p><p id=n><a href='#r'>1</a> b</p>", "a1\n\n1 b"),
        ("<p>a ↩ b</p>", "a ↩ b"),
        ("<p>a <span class=sidenote>b</span> c</p>", "a (b) c"),
        ("<h2 id=x>a <a href='#x'>Copy link</a></h2><p>b", "a\n\nb"),
        ("<h2 id=x><a href='#x'>a</a></h2><p>b", "a\n\nb"),
        ("<h2 id=x>a <a href='#y'>b</a></h2>", "a b"),
        ("<table><tr><td><pre>1\n2</pre><td><pre>a\nb</pre></table>", "a\nb"),
        ("<pre><div>python<button>Copy</button></div><code>a</code></pre>", "a"),
        ("<pre><span class=line>a</span><span class=line>b</span></pre>", "a\nb"),
    ],
)
def test_text(html: str, text: str) -> None:
    assert show(html, "text") == text
