"""Soft hyphens are in no output, wherever a page has them and however they are written."""

import pytest

import weft
from weft.records.kinds.tables import field_name

SAID = "The wea~ver put the last th~reads on the loom, and every~body was go~od to her."
POSTS = "".join(
    f"<div class=post id=p{number}><a class=author href=/u/{number}>An~na{number}</a>"
    f" <time datetime=2024-01-0{number}T10:00>{number} Jan 2024</time><div class=body><p>{SAID} {number}</div></div>"
    for number in range(1, 6)
)
CARDS = "".join(
    f"<div class=card><a href=/p/{number}><h3>Lo~om {number}</h3></a><p>A lo~om of oak.</p>"
    f"<span>${number}9.00</span></div>"
    for number in range(1, 9)
)
HEAD = (
    "<html lang=en><title>Loo~ms of the val~ley</title><meta name=description content='A des~cription'>"
    "<meta name=author content='An~na Web~er'><meta name=keywords content='loo~ms, weav~ing'>"
    '<script type=application/ld+json>{"@type": "NewsArticle", "headline": "Loo~ms", "articleSection": "Cra~ft"}'
    "</script>"
)
BODY = (
    f"<article><h1>Loo~ms of the val~ley</h1><p>{SAID}</p><p>{SAID} So it is.</p><table><tr><th>Na~me<th>Wo~od"
    + "<tr><td>Lo~om<td>Oa~k" * 4
    + f"</table><figure><img src=a.jpg alt='A lo~om'><figcaption>The lo~om</figcaption></figure>"
    f"<pre>co~de</pre><p>{SAID}"
)
PAGES = {
    "article": HEAD + BODY,
    "forum": f"<title>Which loom? - Weavers fo~rum</title><h1>Which lo~om?</h1>{POSTS}",
    "cards": f"<title>Looms</title>{CARDS}",
}


@pytest.mark.parametrize("sign", ["\u00ad", "&shy;", "&#173;"])
@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("method", ["auto", "whole_page"])
def test_no_output_has_a_soft_hyphen(name: str, sign: str, method: str) -> None:
    found = weft.extract(PAGES[name].replace("~", sign), method=method, url="http://weft.example/a")
    plain = weft.extract(PAGES[name].replace("~", ""), method=method, url="http://weft.example/a")
    for format in weft.RENDERERS:
        written = found.render(format)
        assert "\u00ad" not in written
        assert "\\u00ad" not in written
        if method == "whole_page" and format != "json":  # which counts words
            assert written == plain.render(format)
    assert [record.values for record in found.records] == [record.values for record in plain.records]


def test_the_name_of_a_field_has_none() -> None:
    assert field_name("Brei\u00adte, cm") == "breite_cm"
