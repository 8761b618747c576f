from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from lxml import etree

from tests.renderers.random_pages import RandomPage
from tests.renderers.showing import show
from tests.seeds import every_seed
from weft.content import Field, Link, Metadata
from weft.document import Document
from weft.page import parse
from weft.renderers import render

TEI = "{http://www.tei-c.org/ns/1.0}"
SCHEMA = etree.RelaxNG(etree.parse(str(Path(__file__).with_name("tei_written.rng"))))


def body(html: str) -> str:
    """What stands in the first division, without its name space."""
    text = show(html, "tei")
    ElementTree.fromstring(text)
    return text.split("<div>\n", 1)[1].rsplit("\n</div>", 1)[0].replace("\n", "")


@pytest.mark.parametrize(
    ("html", "tei"),
    [
        ("<p>a<br>b</p>", "<p>a<lb/>b</p>"),
        ("<h2>a</h2><p>b</p>", '<head type="h2">a</head><p>b</p>'),
        ("<p>a</p><h2>b</h2><p>c</p>", '<p>a</p></div><div><head type="h2">b</head><p>c</p>'),
        ("<p>a</p><ul><li>b<li>c</ul>", '<p>a</p><list rend="bulleted"><item>b</item><item>c</item></list>'),
        ("<p>a</p><ol><li>b</ol>", '<p>a</p><list rend="numbered"><item>b</item></list>'),
        ("<p>a</p><blockquote>b</blockquote>", "<p>a</p><quote><p>b</p></quote>"),
        ("<p><code>a</code> <b>b</b></p>", '<p><code>a</code> <hi rend="bold">b</hi></p>'),
        ('<p><a href="/x?a&amp;b">a</a></p>', '<p><ref target="https://example.org/x?a&amp;b">a</ref></p>'),
        ("<p>a <img src='/i' alt=i></p>", '<p>a <graphic url="https://example.org/i"><desc>i</desc></graphic></p>'),
        ("<p>a</p><pre class=lang-js>x &lt; y</pre>",
         '<p>a</p><ab><code lang="js" xml:space="preserve">x &lt; y</code></ab>'),
        ("<p>a</p><table><tr><th>b<th>c<tr><td colspan=2>d</table>",
         '<p>a</p><table><row><cell role="label">b</cell><cell role="label">c</cell></row><row><cell cols="2">d</cell>'
         "</row></table>"),
        ("<dl><dt>a<dd>b</dl><p>c</p>", '<list type="gloss"><label>a</label><item>b</item></list><p>c</p>'),
        ("<p>a <math><mi>x</mi></math></p>", '<p>a <formula notation="TeX">x</formula></p>'),
        ("<p>a</p><hr><p>b</p>", '<p>a</p><milestone unit="section"/><p>b</p>'),
        ("<p>a</p><figure><img src='/i'><figcaption>c</figcaption></figure><p>b</p>",
         '<p>a</p><figure><graphic url="https://example.org/i"><desc></desc></graphic><head>c</head></figure>'
         "<p>b</p>"),
    ],
)  # fmt: skip
def test_elements(html: str, tei: str) -> None:
    assert body(html) == tei


def test_header_says_where_the_text_comes_from() -> None:
    metadata = Metadata(
        title=Field(value="A <b> & c"),
        author=Field(value="Ann"),
        date=Field(value="2026-01-02"),
        language=Field(value="en"),
        site_name=Field(value="Site"),
        description=Field(value="About"),
        tags=(Link(value="x"),),
    )
    page = parse("<p>x", url="https://example.org/?a=1&b=2")
    tree = ElementTree.fromstring(
        render(Document(page=page, keep=np.array([0]), find_metadata=lambda page: metadata), format="tei")
    )
    assert tree.findtext(f".//{TEI}titleStmt/{TEI}title") == "A <b> & c"
    assert tree.findtext(f".//{TEI}titleStmt/{TEI}author") == "Ann"
    assert tree.findtext(f".//{TEI}publicationStmt/{TEI}publisher") == "Site"
    found = {element.tag.removeprefix(TEI): element.attrib for element in tree.iter()}
    assert found["language"] == {"ident": "en"}
    assert found["ptr"] == {"target": "https://example.org/?a=1&b=2"}
    assert found["date"] == {"type": "published", "when": "2026-01-02"}


def test_characters_that_xml_forbids_are_removed() -> None:
    text = show("<p>a\x01bc\ufffe <a href='/\x02x'>d</a></p>", "tei")
    assert "".join(ElementTree.fromstring(text).itertext()).split()[-2:] == ["abc", "d"]


def test_empty_page_is_a_whole_document() -> None:
    assert ElementTree.fromstring(show("", "tei")).tag == f"{TEI}TEI"


def check_valid(tei: str) -> None:
    """Valid by the part of TEI that we write, which `python -m bench markdown` compares with tei_all."""
    assert SCHEMA.validate(etree.fromstring(tei.encode())), SCHEMA.error_log


@pytest.mark.parametrize(
    ("html", "tei"),
    [
        ("<p>a</p><figure><a href='/x'><img src='/i' alt=i></a></figure><p>b</p>",
         '<p>a</p><figure><p><ref target="https://example.org/x"><graphic url="https://example.org/i"><desc>i</desc>'
         "</graphic></ref></p></figure><p>b</p>"),
        ("<p><code>a <em>b</em> <a href='/x'>c</a><br>d</code></p>",
         '<p><code>a b </code><ref target="https://example.org/x"><code>c</code></ref><code> d</code></p>'),
        ("<p><code><img src='/i' alt=i>a</code></p>",
         '<p><graphic url="https://example.org/i"><desc>i</desc></graphic><code>a</code></p>'),
        ("<p><time><q>a</q> b</time></p>", "<p><date>a b</date></p>"),
        ("<dl><dt>a<dt>b<dd>c<dd>d</dl><p>e</p>",
         '<list type="gloss"><label>a</label><item/><label>b</label><item>c</item><label/><item>d</item></list>'
         "<p>e</p>"),
        ("<dl><dt>a</dl><p>b</p>", '<list type="gloss"><label>a</label><item/></list><p>b</p>'),
        ("<ul><li>a<dd>b</ul><p>c</p>",
         '<list rend="bulleted"><item><p>a</p><list type="gloss"><label/><item>b</item></list></item></list><p>c</p>'),
        ("<table><tr><td>a<td>b<tr><td>c<td>d<caption>e</caption></table>",
         "<table><head>e</head><row><cell>a</cell><cell>b</cell></row><row><cell>c</cell><cell>d</cell></row></table>"),
        ("<p><a href='/a b|c#d#e%'>x</a></p>", '<p><ref target="https://example.org/a%20b%7Cc#d%23e%25">x</ref></p>'),
    ],
)  # fmt: skip
def test_where_html_allows_more_than_tei(html: str, tei: str) -> None:
    assert body(html) == tei
    check_valid(show(html, "tei"))


@pytest.mark.parametrize(
    ("value", "attributes"),
    [
        ("2026-01-02T10:00", {"when": "2026-01-02T10:00:00"}),
        ("2026-01-02 10:00+02:00", {"when": "2026-01-02T10:00:00+02:00"}),
        ("2026-05", {"when": "2026-05"}),
        ("2026-02-30", {}),
        ("spring", {}),
    ],
)
def test_a_moment_is_one_by_the_schema(value: str, attributes: dict[str, str]) -> None:
    metadata = Metadata(date=Field(value=value), language=Field(value="en_US"))
    tei = render(Document(page=parse("<p>x"), keep=np.array([0]), find_metadata=lambda page: metadata), format="tei")
    dates = ElementTree.fromstring(tei).findall(f".//{TEI}date")
    assert [(date.text, date.attrib) for date in dates] == [(value, {"type": "published", **attributes})] * 2
    check_valid(tei)


class TeiPage(RandomPage):
    """A random page with what HTML allows and TEI does not."""

    def block(self, depth: int) -> str:
        if depth > 4 or self.random.random() > 0.35:
            return super().block(depth)
        image = f"<img src='/{self.random.random()}|[].png' alt='a &amp; b'>"
        term, definition = f"<dt>{self.inline(1)}</dt>", f"<dd>{self.flow(depth + 1, 1)}</dd>"
        return self.random.choice(
            [
                f"<dl>{''.join(self.random.choices([term, definition, 'x', f'<div>{term}</div>'], k=4))}</dl>",
                f"<figure><a href='/x y'>{image}</a><br>{image}<figcaption>x<br>{definition}</figcaption></figure>",
                f"<table><tr><td>{image}<td>{definition}<tr><td>x<td>y<caption>{self.inline(1)}</caption></table>",
                f"<p><code>a <i>b</i> <a href='/#a#b%zz é'>c<br>d</a> {image} <math><mi>x</mi></math></code></p>",
                f"<p><time><q>y</q> <i>z</i></time> <abbr><q>a</q><br>{image}</abbr><q>{self.inline(1)}</q></p>",
                f"<ul>{self.inline(1)}<li><hr></li><li>{image}</li>{definition}</ul>",
                f"<h2>{image}</h2><blockquote>{self.flow(depth + 1, 1)}<h3>x</h3><hr></blockquote>",
                f"<details><summary>{image}</summary>{term}</details>{definition}",
            ]
        )


@every_seed(150)
def test_whatever_the_page_the_tei_is_valid(seed: int) -> None:
    page = parse(TeiPage(seed).html(), url=("https://example.org/a", "https://example.org/a b?c=[d]#x#y")[seed % 2])
    keep = np.flatnonzero(np.random.default_rng(seed).random(len(page.blocks)) < (0.75, 2)[seed % 2])
    check_valid(render(Document(page=page, keep=keep), format="tei"))
