"""JSON-LD, and content that a page carries only as data."""

import json
import time

import pytest

import weft
from weft import parse
from weft.metadata.data_content import find_embedded
from weft.metadata.json_ld import read_json_ld
from weft.metadata.json_values import MAX_CHARS, parse_json


def read(*scripts: str) -> dict[str, list[str]]:
    page = parse("".join(f'<script type="application/ld+json">{script}</script>' for script in scripts))
    return {name: [field.value for field in fields] for name, fields in read_json_ld(page).items() if fields}


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ('{"a": 1}', [{"a": 1}]),
        ('{"a": 1,}', [{"a": 1}]),
        ('{"a": [1, 2, ], }', [{"a": [1, 2]}]),
        ('{"a": 1} {"b": 2}', [{"a": 1}, {"b": 2}]),
        ('{"a": 1},\n{"b": 2};', [{"a": 1}, {"b": 2}]),
        ('/* note */ {"a": 1 /* one */}', [{"a": 1}]),
        ('{"a": "http://x//y, }"}', [{"a": "http://x//y, }"}]),
        ('{"a": 1, // one\n "b": 2}', [{"a": 1, "b": 2}]),
        ('<!-- {"a": 1} -->', [{"a": 1}]),
        ('//<![CDATA[\n{"a": 1}\n//]]>', [{"a": 1}]),
        ("/*<![CDATA[*/{}/*]]>*/", [{}]),
        ('{"a": "line\nbreak\ttab"}', [{"a": "line\nbreak\ttab"}]),
        ("{&quot;a&quot;: 1}", [{"a": 1}]),
        (r'{"a": "it\'s"}', [{"a": "it's"}]),
        ("not json", []),
        ("", []),
        ("[" * 100_000, []),
        ('{"a": ' * 50_000, []),
        ("9" * 10_000, []),
    ],
)
def test_mending(text: str, values: list[object]) -> None:
    assert parse_json(text) == values


@pytest.mark.parametrize("piece", ["/*", '"\\', '"', "//", ", ", "-->  ", "&quot;", "{"])
def test_hostile_text_is_quick(piece: str) -> None:
    start = time.process_time()
    parse_json(piece * (MAX_CHARS // len(piece)))
    assert time.process_time() - start < 3


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


BODY = "The weaver put the last threads on the loom before it grew dark. " * 5
CHINESE = "织工在天黑之前把最后几根经线穿上了织机。" * 20


@pytest.mark.parametrize(
    ("html", "found"),
    [
        (f'<script type="application/ld+json">{json.dumps({"@graph": [{"articleBody": BODY}]})}</script>', BODY),
        (f'<script type="application/json">{json.dumps({"props": [{"html": "<p>" + BODY}]})}</script>', "<p>" + BODY),
        (f'<script type="application/ld+json">{json.dumps({"text": CHINESE})}</script>', CHINESE),
        ('<script type="application/ld+json">{"articleBody": "too short"}</script>', ""),
        (f"<script>var x = {json.dumps(BODY)}</script>", ""),
        (f'<script type="application/json">{json.dumps({"css": ".a { b: c } " * 40})}</script>', ""),
        ('<script type="application/json">{broken</script>', ""),
        ("<p>text", ""),
    ],
)
def test_find_embedded(html: str, found: str) -> None:
    assert find_embedded(parse(html)) == found


def test_extract_uses_it_where_the_page_shows_nothing() -> None:
    data = json.dumps({"@type": "Article", "headline": "Looms", "articleBody": f"<p>{BODY}</p><p>Second.</p>"})
    shell = f'<title>Looms</title><div id=root>Loading…</div><script type="application/ld+json">{data}</script>'
    document = weft.extract(shell, url="https://example.org/a")
    assert document.chosen_by == "embedded"
    assert document.text == f"{BODY.strip()}\n\nSecond."
    assert (document.title, document.page.url) == ("Looms", "https://example.org/a")
    shown = shell.replace("Loading…", BODY * 3)
    assert weft.extract(shown).chosen_by != "embedded"


def test_deep_data_is_no_trouble() -> None:
    deep = "[" * 5000 + "]" * 5000
    assert find_embedded(parse(f'<script type="application/json">{deep}</script>')) == ""
