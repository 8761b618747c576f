"""JSON-LD as metadata."""

import json

from weft import parse
from weft.content import Metadata
from weft.metadata import find_metadata


def read(*scripts: str) -> Metadata:
    page = parse("".join(f'<script type="application/ld+json">{script}</script>' for script in scripts))
    return find_metadata(page)


def test_article() -> None:
    article = {
        "@type": "NewsArticle",
        "headline": "Rain &amp; wind",
        "image": {"@type": "ImageObject", "url": "/a.jpg", "width": "640px", "height": {"value": 480}},
        "publisher": {"name": "The Daily"},
        "keywords": "rain, wind",
        "inLanguage": "en-GB",
        "wordCount": 1_200,
        "isAccessibleForFree": False,
        "mainEntityOfPage": {"@type": "WebPage", "@id": "https://example.com/rain"},
    }
    found = read(json.dumps(article))
    assert found.title.value == "Rain & wind"
    assert (found.image.value, found.image.width, found.image.height) == ("/a.jpg", 640, 480)
    assert (found.site_name.value, found.url.value) == ("The Daily", "https://example.com/rain")
    assert [tag.value for tag in found.tags] == ["rain", "wind"]
    assert (found.language.value, found.access.value, found.word_count.typed) == ("en", "locked", 1_200)


def test_the_site_of_a_graph() -> None:
    graph = {"@graph": [{"@type": "WebSite", "name": "The Daily"}, {"@type": "WebPage", "description": "It rained."}]}
    found = read(json.dumps(graph))
    assert (found.site_name.value, found.description.value) == ("The Daily", "It rained.")


def test_side_matters_are_not_read() -> None:
    listing = {"@type": "ItemList", "itemListElement": [{"@type": "Article", "description": "Other", "keywords": "x"}]}
    found = read(json.dumps(listing), "[[[{}]], null, true]")
    assert (found.description.value, found.tags) == ("", ())


def test_scripts_that_only_name_a_file_are_no_linked_data() -> None:
    article = '{"@context": "https://schema.org", "@type": "Article", "description": "Rain"}'
    page = parse("<script src=a.js></script>" * 30 + f'<script type="application/ld+json">{article}</script>')
    assert find_metadata(page).description.value == "Rain"


def test_linked_data_may_not_say_what_it_is() -> None:
    page = parse('<script> {"@type": "Article", "description": "Rain"}</script><script>{"description": "No"}</script>')
    assert find_metadata(page).description.value == "Rain"
