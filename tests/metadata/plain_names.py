"""The plain twin of the kernel's patterns of names: every token and every address by itself, with Python's `re`."""

import re
from collections.abc import Iterable, Mapping

from weft.metadata.class_names import ADDRESSES, NAMES, Kind
from weft.page import Page

MAX_TEXT = 1_000  # bytes


def named_rows(page: Page) -> dict[str, list[int]]:
    """The rows of each kind by their classes and ids."""
    names = {row: [*page.classes(row), *filter(None, [page.id(row)])] for row in range(len(page))}
    return _rows(NAMES, names)


def leading_rows(page: Page) -> dict[str, list[int]]:
    """The rows of each kind by their addresses."""
    return _rows(ADDRESSES, {row: [page.attribute(row, "href") or ""] for row in page.rows_with("href").tolist()})


def _rows(kinds: Mapping[str, Kind], names: Mapping[int, Iterable[str]]) -> dict[str, list[int]]:
    return {
        name: [row for row, texts in names.items() if any(_is(kind, text) for text in texts)]
        for name, kind in kinds.items()
    }


def _is(kind: Kind, text: str) -> bool:
    if len(text.encode()) > MAX_TEXT:
        return False
    unwanted = kind.unwanted.replace(r"\x{10ffff}", r"\U0010ffff")
    return bool(re.search(kind.wanted, text.lower())) and not re.search(unwanted, text.lower())
