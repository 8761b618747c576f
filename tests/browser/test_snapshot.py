"""The rendered DOM as HTML, parsed again."""

import pytest

from tests.browser.conftest import take_snapshot
from tests.seeds import every_seed
from tests.soup import make_page
from weft.browser import Browser
from weft.browser.snapshot import serialise
from weft.page import Page, parse


def tree(page: Page) -> list[object]:
    return [
        (page.tag_name(row), page.attributes(row)) if page.tag[row] else (page.text(row), page.depth[row].item())
        for row in range(len(page))
    ]


@every_seed(5)
def test_what_is_written_parses_to_the_same_tree(browser: Browser, seed: int) -> None:
    html = make_page(seed, size=80).replace("template", "section")
    assert tree(parse(serialise(take_snapshot(browser, html)))) == tree(parse(html))


CARE = (
    "<pre>\n\nfirst</pre><textarea>\n\na&lt;b</textarea><pre>\nnone</pre>",
    "<p>a &amp;amp; b &lt;i&gt; c&nbsp;d</p>",
    '<a title="&quot;x&quot; &amp;amp; <y>">z</a>',
    "<style>a > b { content: '&amp;' }</style><script>if (a < b && c) {}</script>",
    "<xmp><p>&amp;</xmp><iframe><p>&amp;</iframe>",
    '<svg viewBox="0 0 1 1"><linearGradient></linearGradient><a xlink:href="x">t</a></svg><math><mi>x</mi></math>',
    "<br><img src=a.png><input><wbr>",
    "<o:p>office</o:p><x-card data-a=1>custom</x-card>",
    "<select><option selected>a<option>b</select><table><tr><td>x</table>",
)


def test_what_needs_care(browser: Browser) -> None:
    html = f"<!DOCTYPE html><html><head></head><body>{'<hr>'.join(CARE)}</body></html>"
    assert tree(parse(serialise(take_snapshot(browser, html)))) == tree(parse(html))


def test_exactly_as_the_standard_writes_it(browser: Browser) -> None:
    html = "<!doctype html><title>a</title><!-- note --><P CLASS='b \"c\"' hidden>d &amp; e\xa0f<BR><IMG src=g>"
    assert serialise(take_snapshot(browser, html)) == (
        "<!DOCTYPE html><html><head><title>a</title></head><body>"
        '<p class="b &quot;c&quot;" hidden="">d &amp; e&nbsp;f<br><img src="g"></p></body></html>'
    )


@pytest.mark.parametrize(
    "doctype",
    [
        '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">',
        '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN">',
        '<!DOCTYPE html SYSTEM "about:legacy-compat">',
        "",
    ],
)
def test_doctypes(browser: Browser, doctype: str) -> None:
    assert (
        serialise(take_snapshot(browser, f"{doctype}<p>a"))
        == f"{doctype}<html><head></head><body><p>a</p></body></html>"
    )


def test_pseudo_elements_are_not_in_it_and_shadow_roots_are(browser: Browser) -> None:
    html = (
        "<style>p::before { content: 'x' }</style><p>a</p>"
        "<div><template shadowrootmode=open><i>shown</i><slot></slot></template>light</div>"
    )
    assert serialise(take_snapshot(browser, html)).endswith(
        "<p>a</p><div><i>shown</i><slot>light</slot></div></body></html>"
    )


def test_noscript_is_text_where_scripts_ran(browser: Browser) -> None:
    snapshot = take_snapshot(browser, "<body><noscript>a &amp; b</noscript>")
    assert "<noscript>a &amp; b</noscript>" in serialise(snapshot)
    assert "<noscript>a & b</noscript>" in serialise(snapshot, scripts=True)
