from xml.etree import ElementTree

import numpy as np
import pytest

from tests.renderers.showing import show
from weft.content import Content, Field, Metadata
from weft.page import parse
from weft.renderers import render

TEI = "{http://www.tei-c.org/ns/1.0}"


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
        tags=(Field(value="x"),),
    )
    page = parse("<p>x", url="https://example.org/?a=1&b=2")
    tree = ElementTree.fromstring(render(page, np.array([0]), Content(find_metadata=lambda: metadata), format="tei"))
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
