"""JSON-LD as metadata."""

import json

from weft import parse
from weft.metadata.json_ld import read_json_ld


def read(*scripts: str) -> dict[str, list[str]]:
    page = parse("".join(f'<script type="application/ld+json">{script}</script>' for script in scripts))
    return {name: [field.value for field in fields] for name, fields in read_json_ld(page).items() if fields}


def test_article() -> None:
    article = {
        "@type": "NewsArticle",
        "headline": "Rain &amp; wind",
        "author": [{"@type": "Person", "name": "Ann Lee"}, "Bo Chu"],
        "datePublished": "2022-09-04T06:38:48Z",
        "dateModified": "2022-09-05",
        "image": {"@type": "ImageObject", "url": "/a.jpg"},
        "publisher": {"name": "The Daily"},
        "keywords": "rain, wind",
        "inLanguage": "en-GB",
        "mainEntityOfPage": {"@type": "WebPage", "@id": "https://example.com/rain"},
    }
    found = read(json.dumps(article))
    assert found["title"] == ["Rain & wind"]
    assert found["author"] == ["Ann Lee; Bo Chu"]
    assert found["date"] == ["2022-09-04T06:38:48Z"]
    assert found["modified"] == ["2022-09-05"]
    assert found["image"] == ["/a.jpg"]
    assert found["site_name"] == ["The Daily"]
    assert found["tags"] == ["rain", "wind"]
    assert found["url"] == ["https://example.com/rain"]


def test_graph_with_references() -> None:
    graph = {
        "@graph": [
            {"@type": "WebSite", "name": "The Daily"},
            {"@type": "WebPage", "name": "Rain - The Daily", "datePublished": "2022-01-01"},
            {"@type": ["Article", "BlogPosting"], "headline": "Rain", "author": {"@id": "#ann"}},
            {"@type": "Person", "@id": "#ann", "name": "Ann Lee"},
        ]
    }
    found = read(json.dumps(graph))
    assert found["title"] == ["Rain", "Rain - The Daily"]
    assert found["author"] == ["Ann Lee"]
    assert found["date"] == ["2022-01-01"]
    assert found["site_name"] == ["The Daily"]


def test_side_matters_are_not_read() -> None:
    listing = {"@type": "ItemList", "itemListElement": [{"@type": "Article", "headline": "Other", "author": "X Y"}]}
    product = {"@type": "Product", "name": "Loom", "review": {"@type": "Review", "author": "Some Body"}}
    assert read(json.dumps(listing), json.dumps(product)) == {"title": ["Loom"]}


def test_odd_values() -> None:
    odd = {
        "@type": "Article",
        "headline": 5,
        "author": [None, 7, {"name": ["Ann Lee", 3]}],
        "datePublished": 1662273528,
    }
    assert read(json.dumps(odd), "[[[{}]], null, true]") == {"author": ["Ann Lee"], "date": ["1662273528"]}


def test_scripts_that_only_name_a_file_are_no_linked_data() -> None:
    article = '{"@context": "https://schema.org", "@type": "Article", "headline": "Rain"}'
    page = parse("<script src=a.js></script>" * 30 + f'<script type="application/ld+json">{article}</script>')
    assert [field.value for field in read_json_ld(page)["title"]] == ["Rain"]


def test_linked_data_may_not_say_what_it_is() -> None:
    page = parse('<script> {"@type": "Article", "headline": "Rain"}</script><script>{"headline": "Wind"}</script>')
    assert [field.value for field in read_json_ld(page)["title"]] == ["Rain"]
