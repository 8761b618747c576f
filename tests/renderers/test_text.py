"""What plain text leaves out or writes in another way."""

import pytest

from tests.renderers.showing import show


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>One\n   two</p><p>three</p>", "One two\n\nthree"),
        ("<ul><li>a<li>b</ul>", "a\nb"),
        ("<ul><li><p>a</p></li><li><div>b</div></li></ul>", "a\nb"),
        ("<p>x</p><ul><li>a<ul><li>b</ul><li>c</ul><p>y</p>", "x\n\na\nb\nc\n\ny"),
        ("<table><tr><th>a<th>b<tr><td>1<td>2</table>", "a\tb\n1\t2"),
        ("<table><tr><td><p>a</p><td><div>b</div></table>", "a\tb"),
        ("<table><thead><tr><th>a</thead><tbody><tr><td>1</tbody></table>", "a\n1"),
        ("<dl><dt>term<dd>meaning<dt>other<dd>sense</dl>", "term\nmeaning\nother\nsense"),
        ("<p>a<br>b<br/>c</p>", "a\nb\nc"),
        ("<p>a<br><br><br>b</p>", "a\n\nb"),
        ("<p>a<br>\n  b\n  c</p>", "a\nb c"),
        ("<div>a<p>b</p>c</div>", "a\n\nb\n\nc"),
        ("<p>a<b>b</b><i> c</i></p>", "ab c"),
        ("<div><span>one</span><div>two</div></div>", "one\n\ntwo"),
        ("<p>a\xa0b\u3000c</p>", "a b c"),
        ("", ""),
    ],
)
def test_what_stands_between_blocks(html: str, text: str) -> None:
    assert show(html, "text") == text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>今天天气\n  很好，\n我们去公园。</p>", "今天天气很好，我们去公园。"),
        ("<p>今天<br>明天</p>", "今天\n明天"),
        ("<p>他说：\n“你好”\n然后走了</p>", "他说：“你好”然后走了"),
        ("<p>使用 Python\n编程</p>", "使用 Python 编程"),
        ("<p>한국어\n문장</p>", "한국어 문장"),
        ("<p>张三 李四</p>", "张三 李四"),
        ("<p>東京\n<b>都</b>\n庁</p>", "東京都庁"),
    ],
)
def test_a_cjk_sentence_is_never_split_by_the_source(html: str, text: str) -> None:
    assert show(html, "text") == text


def test_pre_is_kept_as_it_stands() -> None:
    html = "<p>x</p><pre>def f():\n    return  1\n\n# end\n</pre><p>y</p>"
    assert show(html, "text") == "x\n\ndef f():\n    return  1\n\n# end\n\ny"


def test_lines_of_a_pre_that_are_elements_stay_lines() -> None:
    assert show("<pre><code><div>a = 1</div><div>  b = 2</div></code></pre>", "text") == "a = 1\n  b = 2"


def test_a_cell_with_several_blocks_is_a_column_of_the_page() -> None:
    html = "<table><tr><td><p>a</p><p>b</p></td><td>side</td></tr></table>"
    assert show(html, "text") == "a\n\nb\n\nside"


def test_only_the_kept_blocks_are_shown() -> None:
    assert show("<nav>menu</nav><p>a</p><div>ad</div><p>b</p>", "text", keep=[1, 3]) == "a\n\nb"


def test_hidden_text_in_a_run_is_not_shown_and_does_not_split_it() -> None:
    html = '<p>It costs <span style="display:none">gross </span>5 euros <script>track()</script>today.</p>'
    assert show(html, "text") == "It costs 5 euros today."


def test_links_images_and_markup_leave_no_trace() -> None:
    html = '<p>See <a href="/x">the <b>page</b></a><img src="/i.png" alt="picture"> now</p>'
    assert show(html, "text") == "See the page now"


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
