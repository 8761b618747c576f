"""What a page declares, read in Python: the twin of the kernel's `declares`."""

import re
from collections.abc import Iterator
from itertools import islice

from weft.features.declared import Declared
from weft.page import Page

MAX_TYPES = 50  # read of one script, and of elements
MAX_ELEMENTS = 200  # of one tag that are looked at
MAX_BYTES = 50_000  # of one script: what a page is about comes first in it
_TYPE = re.compile(rb'"@type"\s{0,9}:\s{0,9}\[?\s{0,9}"([^"]{1,60})"')
_ASKED = frozenset({"og:type", "og:url", "generator"})


def read_declared(page: Page) -> Declared:
    """The declarations of a page."""
    names = _meta_names(page)
    values = {name: page.attribute(names[name], "content") or "" for name in _ASKED & names.keys()}
    lines = "\n".join(("", *names))
    return Declared(
        types=frozenset(_types(page)),
        graph_type=values.get("og:type", "").strip().lower(),
        generator=values.get("generator", "").lower(),
        address=_canonical(page) or values.get("og:url") or page.url or "",
        article_fields=lines.count("\narticle:"),
        product_fields=lines.count("\nproduct:") + lines.count("\nog:price"),
    )


def _meta_names(page: Page) -> dict[str, int]:
    """The names of the `meta` elements, in lower case, and the first row of each."""
    rows = page.rows_of("meta")[:MAX_ELEMENTS].tolist()
    declared, names = page.values("property"), page.values("name")
    return {(declared.get(row) or names.get(row, "")).lower(): row for row in reversed(rows)}


def _canonical(page: Page) -> str:
    rows = page.rows_of("link")[:MAX_ELEMENTS].tolist()
    relations = [page.attribute(row, "rel") for row in rows]
    return page.attribute(rows[relations.index("canonical")], "href") or "" if "canonical" in relations else ""


def _types(page: Page) -> set[str]:
    names: set[str] = set()
    scripts = page.rows_of("script")[:MAX_ELEMENTS].tolist()
    for row in scripts:
        if "ld+json" in page.values("type").get(row, ""):
            start, end = int(page.table.text_start[row]), int(page.table.text_end[row])
            matches = islice(_written_types(page.text_bytes, start, min(end, start + MAX_BYTES)), MAX_TYPES)
            names.update(name.decode("utf-8", "replace").lower() for name in matches)
    for row in page.rows_with("itemtype")[:MAX_TYPES].tolist():
        names.add((page.attribute(row, "itemtype") or "").rpartition("/")[2].lower())
    return names


def _written_types(text: bytes, start: int, end: int) -> Iterator[bytes]:
    """The types that a script writes; to find a string is ten times as fast as to search for an expression."""
    while (start := text.find(b'"@type"', start, end)) >= 0:
        match = _TYPE.match(text, start, end)
        start += 1
        if match:
            yield match[1]
            start = match.end()
