"""Results of a search: the items of a page that says what was searched for.

A page of results shows its question again, in its field or in its address; without that a list of links with texts is
any list.
"""

from __future__ import annotations

import re
from dataclasses import replace
from urllib.parse import parse_qsl, urlsplit

from weft.content import Region
from weft.page import Page
from weft.records.kinds.names import ITEMS_KIND

_KEYS = frozenset({"q", "query", "search", "s", "k", "keyword", "keywords", "wd", "text", "term", "search_query"})
_SEARCH_NAME = re.compile(r"(?:.{0,20}[-_ ])?search[-_ ]?results?(?:[-_ ].{0,20})?|results?[-_]?list", re.IGNORECASE)


def as_results(page: Page, region: Region) -> Region:
    """The items of a page as results of a search, where it shows what was searched for; other records as they are."""
    return replace(region, kind="results") if region.kind == ITEMS_KIND and _is_searched(page) else region


def _is_searched(page: Page) -> bool:
    """Whether the page shows what was searched for: a field has it, and the address or an element says results."""
    asked = {value.strip().lower() for value in _asked(page)}
    rows = page.rows_of("input").tolist()[:50]
    fields = ([page.attribute(row, name) for name in ("type", "name", "value")] for row in rows)
    values = {(value or "").strip().lower() for kind, name, value in fields if _is_search_field(kind, name)} - {""}
    if asked & values:
        return True
    is_asked = bool(asked or values) and "search" in page.token_text
    return is_asked and any(_SEARCH_NAME.fullmatch(token) for token in page.tokens)


def _asked(page: Page) -> list[str]:
    try:
        query = parse_qsl(urlsplit((page.url or "")[:2_000]).query)
    except ValueError:
        return []
    return [value for key, value in query if key.lower() in _KEYS and len(value) > 1]


def _is_search_field(kind: str | None, name: str | None) -> bool:
    kind = (kind or "text").lower()
    return kind == "search" or (kind == "text" and (name or "").lower() in _KEYS)
