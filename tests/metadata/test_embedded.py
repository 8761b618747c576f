"""Content that is only in the page's data."""

import json

import pytest

import weft
from weft import parse
from weft.metadata.json_ld import find_embedded

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
