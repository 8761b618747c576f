"""Values made clean.

JSON as pages write it.
"""

import json
import time

import pytest

from weft.metadata.values import (
    MAX_CHARS,
    absolute_url,
    clean_text,
    parse_assigned,
    parse_json,
)


def test_clean_text() -> None:
    assert clean_text("a&amp;nbsp;b\n\n c") == "a b c"
    assert len(clean_text("word " * 1_000)) <= 500


def test_absolute_url() -> None:
    assert absolute_url("/a", "https://example.com/b") == "https://example.com/a"
    assert absolute_url(" http://x.example/ ", "") == "http://x.example/"
    assert absolute_url("mailto:x@example.com", "") == ""
    assert absolute_url("http://[", "") == ""


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


STATE = {"article": {"title": "Looms", "body": "a } b"}}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (json.dumps(STATE), STATE),
        (json.dumps(STATE) + ";(function(){run()})()", STATE),
        ('{"a": undefined, "b": "undefined"}', {"a": None, "b": "undefined"}),
        (f"JSON.parse({json.dumps(json.dumps(STATE))})", STATE),
        ('JSON.parse(\'{"a": "it\\\'s \\\\"new\\\\" \\x3cb\\x3e"}\');', {"a": 'it\'s "new" <b>'}),
        ('JSON.parse("{broken"', None),
        ("JSON.parse('\\u12')", None),
        ("(function(a){return {b:a}}(1))", None),
        ("{a: 1}", None),
        ('alert("x")', None),
        ('"a text"', None),
        ("", None),
        ("[" * 50_000, None),
    ],
)
def test_what_a_program_is_given_is_read_and_not_run(text: str, value: object) -> None:
    assert parse_assigned(text) == value


@pytest.mark.parametrize("piece", ['"', "undefined", '{"a":', "JSON.parse("])
def test_hostile_programs_are_quick(piece: str) -> None:
    start = time.process_time()
    parse_assigned("{" + piece * (MAX_CHARS // len(piece)))
    assert time.process_time() - start < 3
