"""A plain reader of what a head declares: `meta` elements, relations, own addresses (`native/html/src/declares.rs`)."""

import re

from weft.metadata.values import clean_text
from weft.page import Page

KEYS = ("property", "name", "itemprop", "http-equiv")
MAX_METAS, MAX_RELATIONS, MAX_ADDRESSES = 400, 2_000, 100


def metas(page: Page, known: frozenset[str]) -> dict[str, list[tuple[int, str]]]:
    """By name the rows and contents, made clean."""
    found: dict[str, list[tuple[int, str]]] = {}
    for row in page.rows_of("meta")[:MAX_METAS].tolist():
        attributes = page.attributes(row)
        names = {name for key in KEYS for name in attributes.get(key, "").lower().split()}
        for name in names & known:
            found.setdefault(name, []).append((row, clean_text(attributes.get("content", ""))))
    return found


def properties(page: Page, known: dict[str, str], most: int) -> list[tuple[int, tuple[str, ...]]]:
    """The rows that have properties of some names, and the fields that these tell, each once."""
    found = []
    for key in ("itemprop", "property"):
        for row, names in page.values_of(key, most=most):
            own = [name for name in names.lower().split() if not name.startswith(("og:", "article:", "twitter:"))]
            plain = [re.split("[:/]", name)[-1] for name in own]
            if fields := tuple(dict.fromkeys(known[name] for name in plain if name in known)):
                found.append((row, fields))
    return found


def relations(page: Page, known: frozenset[str]) -> dict[str, list[int]]:
    """By relation the rows."""
    found: dict[str, list[int]] = {}
    for row in page.rows_with("rel")[:MAX_RELATIONS].tolist():
        for name in known.intersection((page.attribute(row, "rel") or "").lower().split()):
            found.setdefault(name, []).append(row)
    return found
