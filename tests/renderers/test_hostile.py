"""No output of a hostile page acts: HTML against a sanitiser, Markdown and TEI as their readers see them."""

import json
from html import escape
from xml.etree import ElementTree

import nh3
import numpy as np
import pytest

from tests.active_content import find_active, is_active, markdown_readers, tree
from tests.hostile_pages import ADDRESSES, BASES, MARKUP, TEXTS, make_hostile_page
from tests.seeds import every_seed
from weft.auto import extract
from weft.document import Document
from weft.page import Page, parse
from weft.records import find_records
from weft.renderers import RenderOptions, render

TAGS = frozenset(
    "p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code table tr td th caption dl dt dd figure figcaption details "
    "summary strong em del sub sup q abbr time mark a br hr img tbody".split()
)
ATTRIBUTES = {
    "*": {"lang", "dir"}, "a": {"href"}, "img": {"src", "alt"}, "blockquote": {"cite"}, "abbr": {"title"},
    "time": {"datetime"}, "td": {"colspan", "rowspan"}, "th": {"colspan", "rowspan"}, "ol": {"start"}, "ul": {"start"},
    "li": {"value"}, "code": {"class"},
}  # fmt: skip
SCHEMES = frozenset("http https mailto tel ftp ftps sms magnet irc xmpp geo".split())
READERS = markdown_readers()
URLS = (None, "https://weft.example/a/b.html", "https://me:secret@weft.example/", "javascript:alert(1)", "x")


def written(page: Page, format: str) -> str:
    return render(Document(page=page, keep=np.arange(len(page.blocks))), format=format)


def check_html(html: str) -> None:
    cleaned = nh3.clean(
        html, tags=set(TAGS), attributes={tag: set(names) for tag, names in ATTRIBUTES.items()}, link_rel=None,
        url_schemes=set(SCHEMES), strip_comments=True,
    )  # fmt: skip
    assert tree(cleaned) == tree(html)
    assert find_active(html) == []
    assert "<!--" not in html


def check_markdown(markdown: str) -> None:
    for reader in READERS:
        assert find_active(reader.render(markdown)) == []


def check_tei(tei: str) -> None:
    for element in ElementTree.fromstring(tei).iter():
        for name, value in element.attrib.items():
            assert name not in ("target", "url") or not is_active(value), value


def check_page(html: str, url: str | None) -> None:
    page = parse(html, url=url)
    check_html(written(page, "html"))
    check_markdown(written(page, "markdown"))
    check_tei(written(page, "tei"))
    assert not is_active(json.loads(written(page, "json"))["url"])


def check_document(document: Document) -> None:
    check_html(document.render("html"))
    check_markdown(document.render("markdown"))
    check_tei(document.render("tei"))
    values = json.loads(document.render("json"))
    assert not any(is_active(values[name] or "") for name in ("url", "image"))
    regions = [record for region in find_records(document.page) for record in region.records]
    records = [record.fields for record in (*document.records, *document.comments, *regions)]
    assert not any(is_active(fields[name].value) for fields in records for name in ("url", "image") if name in fields)


@every_seed(len(BASES))
def test_no_address_acts_under_any_base(seed: int) -> None:
    for url in URLS[:2] if seed % 4 == 0 else URLS[:1]:
        check_page(BASES[seed] + "".join(map(with_address, ADDRESSES)), url)


def with_address(address: str) -> str:
    quoted = address.replace('"', "&quot;")
    return f'<p>x <a href="{quoted}">y</a> <img alt=z src="{quoted}"> z</p><blockquote cite="{quoted}">q</blockquote>'


@pytest.mark.parametrize("url", URLS)
def test_no_markup_acts(url: str | None) -> None:
    for markup in MARKUP:
        check_page(f"<p>before</p>{markup}<p>after", url)


@every_seed(len(TEXTS))
def test_no_text_acts(seed: int) -> None:
    check_page("".join(beside(escape(TEXTS[seed]), escape(text)) for text in TEXTS), None)


def beside(first: str, second: str) -> str:
    image = f'<img src=a alt="{first}">'
    return (
        f"<p>{first} {second}</p><ul><li>{first}<br>{second}<li><b>{first}</b>{second}{image}<code>{second}</code></ul>"
    )


@every_seed(150)
def test_no_random_page_acts(seed: int) -> None:
    check_page(make_hostile_page(seed), URLS[seed % len(URLS)])


@every_seed(15)
def test_nothing_that_extract_writes_acts(seed: int) -> None:
    html, url = "".join(make_hostile_page(seed + 1_000 * part) for part in range(4)), URLS[seed % len(URLS)]
    for method in ("whole_page", "auto"):
        check_document(extract(html, url=url, method=method))


def test_options_change_nothing_of_it() -> None:
    for seed in range(20):
        page = parse(make_hostile_page(seed))
        for options in (RenderOptions(tables=False), RenderOptions(links=False, images=False)):
            keep = np.arange(len(page.blocks))
            check_html(render(Document(page=page, keep=keep), format="html", options=options))
            check_markdown(render(Document(page=page, keep=keep), format="markdown", options=options))


def test_the_checks_would_see_something() -> None:
    assert find_active("<p onclick=x>")
    assert find_active("<script></script>")
    assert find_active("<a href=' java\tscript:x'>")
    assert find_active("<svg></svg>")
    assert is_active("\x01javascript:x")
    assert not is_active("./javascript:x")
    with pytest.raises(AssertionError):
        check_html('<p><a href="javascript:x">y</a></p>')
    with pytest.raises(AssertionError):
        check_markdown("[x](javascript&colon;alert(1))")
    with pytest.raises(AssertionError):
        check_tei('<ref target="javascript:x"/>')
