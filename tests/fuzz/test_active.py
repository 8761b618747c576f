"""The oracles see what they look for, and let pass what is harmless."""

import pytest

from tests.fuzz.active import Fault, check_address, check_frame, check_html, check_json, check_markdown, check_tei

TEI = '<TEI><text><p><ref target="{}">x</ref></p></text></TEI>'
FRAME = "<html xmlns='http://www.w3.org/1999/xhtml'><body>{}</body></html>"


@pytest.mark.parametrize(
    "html",
    [
        "<p>a<script>alert(1)</script></p>", '<p onclick="x">a</p>', '<a href="javascript:alert(1)">a</a>',
        '<a href="java&#9;script:alert(1)">a</a>', '<a href="&#1;javascript:alert(1)">a</a>',
        '<img src="data:text/html,x" alt="">', '<img src="x" onerror="alert(1)">', "<p>a</p><iframe></iframe>",
        "<svg><a></a></svg>", "<!-- note --><p>a</p>", '<p style="x">a</p>', "<form><input></form>",
        '<blockquote cite="vbscript:x">a</blockquote>', '<base href="//x/">',
    ],
)  # fmt: skip
def test_active_html_is_seen(html: str) -> None:
    with pytest.raises(Fault):
        check_html(html, "html")


@pytest.mark.parametrize(
    "html",
    [
        "", "a &lt;script&gt; b", '<p>a <a href="https://weft.example/?a=1&amp;b">b</a> <em>c</em></p>\n<hr>',
        '<a href="./javascript:x">a</a>', '<img src="/a.png" alt="&lt;script&gt; href=&quot;javascript:x&quot;">',
        '<p>src="file:" href="javascript:x"</p>', '<table><tr><td colspan="2">a</td></tr></table>',
        '<pre><code class="language-py">a</code></pre>',
    ],
)  # fmt: skip
def test_harmless_html_passes(html: str) -> None:
    check_html(html, "html")


@pytest.mark.parametrize(
    "markdown",
    [
        "a <script>alert(1)</script>", "[a](javascript:alert(1))", "[a](<java\tscript:alert(1)>)",
        "![a](data:text/html,x)", "<javascript:alert(1)>", "[a]\n\n[a]: javascript:alert(1)",
        "<img src=x onerror=alert(1)>", "[a](java&#115;cript:x)", "<!-- x -->",
    ],
)  # fmt: skip
def test_active_markdown_is_seen(markdown: str) -> None:
    with pytest.raises(Fault):
        check_markdown(markdown)


@pytest.mark.parametrize(
    "markdown", ["a < b", "\\<script>", "`<script>`", "[a](./x) [^1]", "    <script>", "x<sub>2</sub>"]
)
def test_harmless_markdown_passes(markdown: str) -> None:
    check_markdown(markdown)


def test_tei_is_xml_without_programs() -> None:
    check_tei(TEI.format("https://weft.example/"))
    check_tei(TEI.format("javascript:x"), own_url="javascript:x")
    for bad in (TEI.format("javascript:x"), TEI.format("\x00"), "<TEI>", TEI.format("\ud800")):
        with pytest.raises(Fault):
            check_tei(bad)


def test_frames_hold_nothing_that_runs() -> None:
    check_frame(FRAME.format("<p class='a'>x</p><img src='data:image/gif;base64,AA'/>"))
    for bad in ("<script/>", "<p onclick='x'/>", "<img src='/x.png'/>", "<p>", "<iframe/>"):
        with pytest.raises(Fault):
            check_frame(FRAME.format(bad))


def test_json_is_json_without_programs() -> None:
    assert check_json('{"url": "https://x/", "text": "javascript:x", "records": [{"url": "/a"}]}')
    check_json('{"url": "javascript:x"}', own_url="javascript:x")
    for bad in ('{"a": NaN}', '{"a": Infinity}', "{", '{"url": "javascript:x"}', '{"records": [{"url": "data:x"}]}'):
        with pytest.raises(Fault):
            check_json(bad)


@pytest.mark.parametrize("address", ["", "#", "a:b", "//x", "mailto:a@b", "./a:b", "?a:b", "HTTP://x", "tel:1"])
def test_addresses(address: str) -> None:
    if address == "a:b":
        with pytest.raises(Fault, match="of no use"):
            check_address(address, "html")
    else:
        check_address(address, "html")
