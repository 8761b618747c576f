"""Texts in the state of a page's program."""

import json
from typing import Any

import pytest

from tests.metadata.data_pages import CHINESE, OTHER, PARAGRAPHS, page_of, state
from weft import LimitError, parse
from weft.deadline import time_limit
from weft.metadata.state_content import MAX_CHARS, MAX_NODES, _Search, state_contents, state_texts

TEXT = " ".join(PARAGRAPHS)
OWN = {"title": "Looms of the north", "body": f"<p>{TEXT}</p>"}
TEASER = {"title": "A quiet harbour", "url": "/harbour", "body": OTHER}


def bodies(html: str, url: str | None = None) -> list[str]:
    return [content.body for content in state_contents(parse(html, url=url))]


def test_the_text_of_the_pages_own_object_is_taken_and_no_teasers() -> None:
    value = {"props": {"pageProps": {"article": OWN, "related": [TEASER, TEASER | {"title": "A second harbour"}]}}}
    assert bodies(page_of(state(value))) == [f"<p>{TEXT}</p>"]


@pytest.mark.parametrize("name", ["__APOLLO_STATE__", "__INITIAL_STATE__", "__PRELOADED_STATE__", "__NUXT__"])
@pytest.mark.parametrize("form", ["window.{} = {}; start()", "window['{}']={}", "self.{}=JSON.parse({});start()"])
def test_what_a_script_assigns_is_read(name: str, form: str) -> None:
    value = json.dumps({"Post:1": OWN})
    script = form.format(name, json.dumps(value) if "parse" in form else value)
    assert bodies(page_of(f"<script>var a = 1; {script}</script>")) == [f"<p>{TEXT}</p>"]


def test_a_program_is_not_run() -> None:
    script = f"window.__NUXT__=(function(a){{return {{title:a,body:{json.dumps(TEXT)}}}}}('Looms of the north'))"
    assert bodies(page_of(f"<script>{script}</script>")) == []


def test_the_flat_list_of_nuxt_is_read() -> None:
    flat: list[Any] = [{"data": 1}, ["ShallowReactive", 2], {"title": 3, "text": 4, "self": 2, "far": 99}]
    flat += ["Looms of the north", TEXT]
    assert bodies(page_of(state(flat, id="__NUXT_DATA__"))) == [f"<p>{TEXT}</p>"]


PIECES: dict[str, list[Any]] = {
    "slate": [
        {"type": "p", "children": [{"text": part[:40]}, {"text": part[40:], "bold": True}]} for part in PARAGRAPHS
    ],
    "draft": [{"key": "a", "type": "unstyled", "text": part} for part in PARAGRAPHS],
    "contentful": [
        {"nodeType": "paragraph", "content": [{"nodeType": "text", "value": part, "marks": []}]} for part in PARAGRAPHS
    ],
    "editor": [{"type": "paragraph", "data": {"text": part}} for part in PARAGRAPHS],
    "html": [{"type": "text", "content": f"<p>{part}</p>"} for part in PARAGRAPHS],
    "strings": list(PARAGRAPHS),
}


@pytest.mark.parametrize("kind", PIECES)
def test_a_text_in_the_pieces_of_an_editor_is_one_text(kind: str) -> None:
    value = {"post": {"title": "Looms of the north", "content": {"blocks": PIECES[kind]}}}
    assert bodies(page_of(state(value))) == ["".join(f"<p>{part}</p>" for part in PARAGRAPHS)]


def test_what_has_no_title_is_told_by_its_address() -> None:
    value = {"a": {"slug": "looms-of-the-north", "html": TEXT}, "b": {"slug": "a-quiet-harbour", "html": OTHER}}
    assert bodies(page_of(state(value), title="Welcome"), "http://weft.example/looms-of-the-north/") == [
        f"<p>{TEXT}</p>"
    ]
    assert bodies(page_of(state(value), title="Welcome")) == []


def test_chinese() -> None:
    value = {"title": "织机", "content": CHINESE}
    assert bodies(page_of(state(value), title="织机")) == [f"<p>{CHINESE}</p>"]


@pytest.mark.parametrize(
    "value",
    [
        {"title": "Looms of the north", "css": ".a { color: red } " * 40},
        {"title": "Looms of the north", "text": "Too short a text."},
        {"title": "Looms of the north", "menu": [{"text": "Home", "url": "/"}, {"text": "Shop", "url": "/shop"}] * 30},
        {"title": "Looms of the north", "links": ["https://weft.example/a/b/c/d/e/f/g"] * 60},
        [], None, 7, "text", {"a": {}},
    ],
)  # fmt: skip
def test_what_is_no_text(value: object) -> None:
    assert bodies(page_of(state(value) + " " * 300)) == []


def nested(depth: int) -> str:
    return f'<script type="application/json">{"[" * depth}{"]" * depth}</script>'


@pytest.mark.parametrize(
    "html", [nested(500), nested(100_000), state([[[OWN] * 50] * 50]), state({"a": [{"text": "x y"}] * 50_000})]
)
def test_hostile_states_are_searched_within_bounds(html: str) -> None:
    count = sum(1 for _ in state_texts(parse(html)))
    assert count <= 2500


def test_lists_in_lists_are_searched_in_time_with_their_number() -> None:
    value: Any = [{"text": "a few words"}, {"text": "and more"}]
    for _ in range(400):
        value = [{"content": value}, {"content": "short"}]
    search = _Search()
    assert list(search.texts(value)) == []
    assert MAX_NODES - search.left < 20 * 4 * 400  # lists and objects


def test_a_huge_script_is_not_read() -> None:
    assert list(state_texts(parse(state({"title": "Looms", "a": TEXT, "b": "x" * MAX_CHARS})))) == []


def test_the_deadline_is_asked() -> None:
    page = parse(state({"a": [{"text": "x"}] * 30_000}))
    with pytest.raises(LimitError, match="seconds"), time_limit(0):
        list(state_texts(page))
