"""Checking a site.json that a person edited."""

import json

import pytest

import weft
from tests.site_pages import whole_site
from weft import Site
from weft.sites.check import check_site, find_offsets


@pytest.fixture(scope="module")
def text() -> str:
    return json.dumps(weft.learn(whole_site()).to_json(), ensure_ascii=False, indent=1)


def edited(text: str, path: list[str | int], value: object) -> str:
    """The text with another value at a path."""
    data = inner = json.loads(text)
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return json.dumps(data, ensure_ascii=False, indent=1)


def shown(text: str) -> list[tuple[str, str]]:
    """Of each problem the text from its line and column on, and what it says."""
    lines = text.split("\n")
    return [(lines[found.line - 1][found.column - 1 :].rstrip(","), str(found)) for found in check_site(text)]


TEMPLATE: list[str | int] = ["clusters", 0, "template"]
EDITS: list[tuple[list[str | int], object, str, str]] = [
    (["fallback"], "nothing", '"nothing"', "unknown fallback 'nothing'; choose one of block_classifier, "),
    (["learner"], "slot", '"slot"', "unknown learner 'slot'; choose one of slots, "),
    (["similarity"], None, "null", "unknown similarity None"),
    (["colour"], "red", '"red"', "unknown key 'colour'; the keys are format, "),
    ([*TEMPLATE, "learner"], "slot", '"slot"', "unknown learner 'slot'; choose one of slots, none, "),
    ([*TEMPLATE, "body", "keep"], ["div..x"], '.x"', "'div..x': a name must follow '.'"),
    ([*TEMPLATE, "body", "keep"], ['é"\\\u2028 [x]'], '\\"\\\\\u2028 [x]"', "cannot stand here"),
    ([*TEMPLATE, "body", "keep"], ["p", "nav nav"], '"nav nav"'[1:], "the outline has no slot 'nav nav'"),
    ([*TEMPLATE, "body", "drop"], [3], "3", "a locator is needed here"),
    ([*TEMPLATE, "body", "texts"], 3, "{", "a list of strings is needed, not 3"),
    ([*TEMPLATE, "body", "size"], 3, "3", "unknown key 'size'"),
    ([*TEMPLATE, "fields", "rules", 0, "path"], "h9::text", 'h9::text"', "the outline has no slot 'h9'"),
    ([*TEMPLATE, "fields", "rules", 0, "path"], "h1", '"', "'h1' names an element; end it with ::text or ::all"),
    ([*TEMPLATE, "fields", "rules", 0, "nth"], 2, "2", "unknown key 'nth'"),
    ([*TEMPLATE, "fields", "labels"], {"p::txt": []}, '::txt": []', "'::txt' cannot stand here"),
    (
        [*TEMPLATE, "outline", "html", "p.a.b"],
        {},
        "{",
        "'p.a.b' has several marks; a slot has one id, class or ordinal",
    ),
    ([*TEMPLATE, "outline", "html", "p[0]"], {}, '[0]": {}', "'[' cannot stand here"),
    ([*TEMPLATE, "outline", "html", "%"], 7, "7", "a share of the pages from 0 to 1 is needed here"),
    (["clusters", 0, "sketch"], "zz", "{", "the site is broken"),
]


@pytest.mark.parametrize(("path", "value", "place", "says"), EDITS)
def test_each_mistake_is_found_where_it_is(
    text: str, path: list[str | int], value: object, place: str, says: str
) -> None:
    problems = shown(edited(text, path, value))
    assert any(line == place and says in problem for line, problem in problems), problems


def test_a_locator_of_several_slots_is_told_how_to_name_one(text: str) -> None:
    outline = json.loads(text)["clusters"][0]["template"]["outline"]
    assert outline
    data = json.loads(text)
    data["clusters"][0]["template"]["outline"] = {"html": {"body": {"div.a": {"p": {}}, "div.b": {"p": {}}}}}
    data["clusters"][0]["template"]["body"] = {"keep": ["p"], "drop": [], "around": [], "titles": [], "texts": []}
    says = [str(problem) for problem in check_site(json.dumps(data, indent=1))]
    assert any(
        one.endswith("'p' names 2 slots of the outline; name one, such as 'div.a p' or 'div.b p'") for one in says
    )


@pytest.mark.parametrize("key", ["body", "fields", "outline", "pages"])
def test_a_missing_key_is_named(text: str, key: str) -> None:
    data = json.loads(text)
    del data["clusters"][1]["template"][key]
    (problem,) = check_site(json.dumps(data, indent=1))
    assert problem.what == f"the key {key!r} is missing"
    assert json.dumps(data, indent=1).splitlines()[problem.line - 1].strip() == '"template": {'


def test_what_the_site_itself_saves_is_sound(text: str) -> None:
    assert check_site(text) == []
    Site.from_json(json.loads(text))


@pytest.mark.parametrize(
    ("broken", "place"),
    [("", (1, 1)), ("{\n 3}", (2, 2)), ("[]", (1, 1)), ('{"format": 7}', (1, 1)), ("[" * 100_000, (1, 1))],
)
def test_what_is_no_site_is_said(broken: str, place: tuple[int, int]) -> None:
    (problem,) = check_site(broken)
    assert (problem.line, problem.column) == place


def test_offsets_are_those_of_the_values_and_keys(text: str) -> None:
    offsets = dict(find_offsets(text))
    decoder = json.JSONDecoder()

    def look(value: object, path: tuple[str | int, ...]) -> None:
        assert decoder.raw_decode(text, offsets[path])[0] == value
        pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for key, below in pairs:
            look(below, (*path, key))
            if isinstance(key, str):
                assert decoder.raw_decode(text, offsets[(*path, key, -1)])[0] == key

    look(json.loads(text), ())
    assert len(offsets) > 500
