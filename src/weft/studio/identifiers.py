"""Names of fields as names of Python."""

import keyword
import re
import unicodedata
from collections.abc import Iterable

OTHER = re.compile(r"\W+")


def make_identifiers(names: Iterable[str], *, taken: Iterable[str] = ()) -> dict[str, str]:
    """For each name an identifier of its own that is no keyword.

    >>> make_identifiers(["card-title", "class", "2nd", "card title", "作者"])
    {'card-title': 'card_title', 'class': 'class_', '2nd': 'field_2nd', 'card title': 'card_title_2', '作者': '作者'}
    """
    used = set(taken)
    found: dict[str, str] = {}
    for name in dict.fromkeys(names):
        found[name] = _unused(_identifier(name), used)
        used.add(found[name])
    return found


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
