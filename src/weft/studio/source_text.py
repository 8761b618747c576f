"""Python source from the texts of pages: names of fields as identifiers, values as literals that a person can read.

Texts of pages go into source only through here: characters that do not print, and so could make code look like other
code, are escaped.
"""

import keyword
import re
import unicodedata
from collections.abc import Iterable
from typing import Any

OTHER = re.compile(r"\W+")


def make_identifiers(names: Iterable[str], *, taken: Iterable[str] = ()) -> dict[str, str]:
    """For each name an identifier of its own that is no keyword.

    >>> make_identifiers(["card-title", "class", "2nd", "card title", "作者"])
    {'card-title': 'card_title', 'class': 'class_', '2nd': 'field_2nd', 'card title': 'card_title_2', '作者': '作者'}
    """
    used = set(taken)
    identifiers: dict[str, str] = {}
    for name in dict.fromkeys(names):
        identifiers[name] = _unused(_identifier(name), used)
        used.add(identifiers[name])
    return identifiers


def _identifier(name: str) -> str:
    # Python reads identifiers in this form: two that differ only before it are one.
    word = OTHER.sub("_", unicodedata.normalize("NFKC", name)).strip("_")
    word = unicodedata.normalize("NFKC", word)
    if not word.isidentifier():
        word = f"field_{word}" if f"field_{word}".isidentifier() else "field"
    return f"{word}_" if keyword.iskeyword(word) else word


def _unused(word: str, used: set[str]) -> str:
    number, free = 1, word
    while free in used:
        number += 1
        free = f"{word}_{number}"
    return free


WIDTH = 88  # what formatters take for a line


def write_literal(value: Any, *, indent: int = 0, used: int = 0) -> str:
    """A value of JSON as source; `used` columns of its first line are taken.

    >>> print(write_literal({"keep": ["div > p"], "share": 0.5, "all": True}))
    {"keep": ["div > p"], "share": 0.5, "all": True}
    """
    if not isinstance(value, dict | list):
        return write_text(value) if isinstance(value, str) else repr(value)
    short = _on_one_line(value)
    if not value or (len(short) + used + indent < WIDTH and not _is_nested(value)):
        return short
    inner = " " * (indent + 4)
    lines = []
    for name, item in value.items() if isinstance(value, dict) else ((None, item) for item in value):
        key = f"{write_text(name)}: " if name is not None else ""
        lines.append(f"{inner}{key}{write_literal(item, indent=indent + 4, used=len(key))},")
    begin, end = ("{", "}") if isinstance(value, dict) else ("[", "]")
    return "\n".join([begin, *lines, " " * indent + end])


def write_text(text: str) -> str:
    """A text as a literal, in the quotes that need fewer escapes.

    >>> print(write_text('say "a"'), write_text("it's\\n\\u202e"))
    'say "a"' "it's\\n\\u202e"
    """
    quote = "'" if text.count('"') > text.count("'") else '"'
    return quote + "".join(_write_character(one, quote) for one in text) + quote


def write_comment(text: str) -> str:
    """A text in words, for a comment or a docstring: one line, nothing that could end either."""
    shown = "".join(one if one.isprintable() and one not in '\\"' else "·" for one in " ".join(text.split()))
    return shown.strip()


def _on_one_line(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{write_text(name)}: {_on_one_line(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_on_one_line, value)) + "]"
    return write_text(value) if isinstance(value, str) else repr(value)


def _is_nested(value: Any) -> bool:
    """Whether something in it has items that have items: such values are read best a line each."""
    items = value.values() if isinstance(value, dict) else value
    return any(isinstance(item, dict) and item for item in items)


def _write_character(one: str, quote: str) -> str:
    if one in ("\\", quote):
        return "\\" + one
    return one if one.isprintable() else repr(one)[1:-1]
