"""Tags, categories and the section: as they are declared, and as they are printed beside the article."""

import pytest

from weft import parse
from weft.content import Metadata
from weft.metadata import find_metadata


def read(body: str, head: str = "") -> Metadata:
    html = f"{head}<body><article><h1>Rain in May</h1><p>It rained for days.</p>{body}</article>"
    return find_metadata(parse(html, url="https://loom.example/rain"))


@pytest.mark.parametrize(
    "body",
    [
        "<p>Tags: <a rel=tag href=/t/1>rain</a>, <a rel=tag href=/t/2>May</a></p>",
        "<ul class=entry-tags><li><a href=/1>#rain</a><li><a href=/2>May</a></ul>",
        "<div class=post-tag-list><a href=/1>rain</a> | <a href=/2>May</a></div>",
        "<p><a href=/tag/rain>rain</a> <a href=/tag/may/>May</a></p>",
    ],
)
def test_printed_tags_win_over_keywords(body: str) -> None:
    tags = read(body, "<meta name=keywords content='weather, news'>").tags
    assert [(tag.value, tag.source) for tag in tags] == [("rain", "printed"), ("May", "printed")]
    assert all(tag.url.startswith("https://loom.example/t") or tag.url[-1] in "12" for tag in tags)


@pytest.mark.parametrize(
    "body",
    [
        "<div class=sidebar><a rel=tag href=/t/1>rain</a></div>",
        "</article><article><h2>Snow</h2><a rel=tag href=/t/1>snow</a>",
        "<div class=tag-cloud><a href=/1>rain</a></div>",
        "<p>We wrote about <a href=/tag/rain>rain</a> before.</p>",
        "<p class=entry-tags><a href=/1>A sentence that is far too long to be a tag of anything at all</a></p>",
    ],
)
def test_tags_of_something_else(body: str) -> None:
    assert read(body).tags == ()


def test_a_tag_that_leads_to_a_program_leads_nowhere() -> None:
    assert [tag.url for tag in read("<a rel=tag href='javascript:alert(1)'>rain</a>").tags] == [""]


def test_categories_and_the_section() -> None:
    found = read("<a rel='category tag' href=/c/w>Weather</a> <a rel='category tag' href=/c/l>Local</a>")
    assert [link.value for link in found.categories] == ["Weather", "Local"]
    assert (found.section.value, found.section.source) == ("Weather", "printed")
    assert found.tags == ()
    declared = read("", "<meta property=article:section content=Climate>")
    assert (declared.section.value, declared.section.source) == ("Climate", "opengraph")
    assert [link.value for link in declared.categories] == ["Climate"]


def test_breadcrumbs() -> None:
    way = "<nav class=breadcrumbs><a href=/>Home</a> &gt; <a href=/w>Weather</a> &gt; <a href=/w/r>Rain</a></nav>"
    found = read(way)
    assert [(link.value, link.source) for link in found.categories] == [
        ("Weather", "breadcrumb"),
        ("Rain", "breadcrumb"),
    ]
    assert found.section.value == "Rain"


def test_breadcrumbs_of_json_ld() -> None:
    script = """<script type=application/ld+json>{"@type": "BreadcrumbList", "itemListElement": [
        {"@type": "ListItem", "position": 1, "name": "Home", "item": "https://loom.example/"},
        {"@type": "ListItem", "position": 2, "item": {"@id": "/w", "name": "Weather"}},
        {"@type": "ListItem", "position": 3, "name": "Rain in May"}]}</script>"""
    found = read("", script)
    assert [(link.value, link.url, link.source) for link in found.categories] == [
        ("Weather", "https://loom.example/w", "json-ld")
    ]
    assert found.section.source == "json-ld"
