"""Results of a search: links with a snippet each, on a page that says what was searched for.

A page of results shows its question again, in its field or in its address; without that a list of links with texts is
any list.
"""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlsplit

import numpy as np

from weft.content import Field, Record, Region
from weft.deadline import check_deadline
from weft.page import Page
from weft.page.blocks import union
from weft.records.evidence import HEADINGS, Evidence
from weft.records.kinds.parts import body_field, filled, groups_alike, line_field, link_field
from weft.renderers.page_addresses import Addresses

MIN_RESULTS = 3
MAX_RESULTS = 500
MIN_SNIPPET = 30  # characters, on the median
WHOLE = 0.8  # share of the elements of a group that must have a title that is a link
MAX_GROUPS = 8
MAX_UP = 4  # elements around a title that may be its result

_KEYS = frozenset({"q", "query", "search", "s", "k", "keyword", "keywords", "wd", "text", "term", "search_query"})
_SEARCH_NAME = re.compile(r"(?:.{0,20}[-_ ])?search[-_ ]?results?(?:[-_ ].{0,20})?|results?[-_]?list", re.IGNORECASE)


def read_results(evidence: Evidence) -> list[Region]:
    """The results of a search; empty where the page is not about one."""
    page = evidence.page
    if not _is_searched(page):
        return []
    links = [row for row in page.rows_of("a").tolist() if _is_title(page, row)]
    for levels in range(MAX_UP):
        rows = union(np.array([_above(page, row, levels) for row in links], np.int64))
        rows = rows[rows > 2]
        for group in check_deadline(groups_alike(page, rows, MIN_RESULTS)[:MAX_GROUPS]):
            if records := read(evidence, group[:MAX_RESULTS]):
                return [Region(row=int(page.parent[group[0]]), records=records, kind="results")]
    return []


def read(evidence: Evidence, elements: list[int]) -> tuple[Record, ...]:
    """The elements as results; empty where few of them have a title that is a link, and a snippet."""
    page, addresses = evidence.page, Addresses(evidence.page)
    records = []
    for row in check_deadline(elements):
        end = int(page.end[row])
        link = next((one for one in range(row, end) if page.tag_name(one) == "a" and _is_title(page, one)), -1)
        if link < 0:
            continue
        fields = {
            "title": line_field(evidence, link),
            "url": link_field(page, link, addresses),
            "snippet": _snippet(evidence, row, end, link),
        }
        if fields["title"] and fields["url"]:
            records.append(Record(start=row, end=end, fields=filled(fields)))
    lengths = sorted(len(record.fields["snippet"].value) if "snippet" in record.fields else 0 for record in records)
    addresses_told = {record.fields["url"].value for record in records}
    is_kind = len(records) >= max(MIN_RESULTS, WHOLE * len(elements)) and len(addresses_told) > 0.8 * len(records)
    return tuple(records) if is_kind and lengths[len(lengths) // 2] >= MIN_SNIPPET else ()


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


def _is_title(page: Page, row: int) -> bool:
    """Whether a link is the title of something: a heading holds it, or it holds one, and it says some words."""
    if page.hidden[row] or not 4 <= page.chars[row : page.end[row]].sum() <= 200:
        return False
    around = page.tag[int(page.parent[row])]
    return bool(HEADINGS[around] or HEADINGS[page.tag[row + 1 : page.end[row]]].any())


def _above(page: Page, row: int, levels: int) -> int:
    row = int(page.parent[row])
    if not HEADINGS[page.tag[row]]:
        levels -= 1
    for _ in range(levels):
        row = int(page.parent[row]) if row > 0 else row
    return row


def _snippet(evidence: Evidence, start: int, end: int, link: int) -> Field:
    """The longest text of a result outside of its title."""
    page = evidence.page
    blocks = page.blocks
    first, last = np.searchsorted(blocks.first, [start, end])
    rows = [int(row) for row in blocks.row[first:last] if start <= row < end]
    rows = [row for row in rows if not (row <= link < page.end[row] or link <= row < page.end[link])]
    best = max(rows, key=lambda row: (int(page.chars[row : page.end[row]].sum()), -row), default=-1)
    return body_field(evidence, best, int(page.end[best])) if best >= 0 else Field()
