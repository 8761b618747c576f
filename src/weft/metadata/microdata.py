"""Microdata (`itemprop`) and RDFa (`property`) on visible elements."""

import numpy as np
from numpy.typing import NDArray

from weft.content import Field
from weft.deadline import check_time, in_time
from weft.metadata.bylines import name_under
from weft.metadata.head import read_properties
from weft.metadata.values import MAX_CANDIDATES, Candidates, add, first_text, join_authors
from weft.page import Page

MAX_ROWS = 300
MAX_ITEMS = 2_000
MAX_TEXT_LENGTH = 2_000

# What a reader wrote below the article has an author and a date too.
_SIDE_TYPES = ("comment", "review", "answer", "rating", "offer", "breadcrumb", "sitenavigation")
_BODIES = frozenset({"affiliation", "worksfor", "memberof", "address", "publisher"})  # of an author


def read_microdata(page: Page) -> Candidates:
    """The fields that elements carry, except those of comments, reviews and answers."""
    candidates: Candidates = {}
    told = read_properties(page, MAX_ROWS)
    side = _side_items(page) if told else np.zeros(0, np.int64)
    for row, fields in in_time(told):
        check_time()
        if side.size and np.any((side < row) & (row < page.end[side])):
            continue
        for field in fields:
            if len(candidates.get(field, ())) < MAX_CANDIDATES:
                add(candidates, field, Field(value=_value(page, row, field), row=row, source="microdata"))
    return candidates


def _side_items(page: Page) -> NDArray[np.int64]:
    """The rows of items about something else than the page: their fields are not those of the page."""
    kinds = ((row, kind.rsplit("/", 1)[-1].lower()) for row, kind in page.values_of("itemtype", most=MAX_ITEMS))
    return np.array([row for row, kind in kinds if any(word in kind for word in _SIDE_TYPES)], np.int64)


def _value(page: Page, row: int, field: str) -> str:
    """A property's value: its content, date or address, else its text; of an author the name inside."""
    for attribute in ("content", "datetime") + (("src", "href") if field == "image" else ()):
        if value := page.attribute(row, attribute):
            return value
    if field != "author":
        return first_text(page, row, MAX_TEXT_LENGTH)
    named = page.rows_with("itemprop")
    first, last = np.searchsorted(named, [row + 1, page.end[row]])
    inside = named[first:last][:MAX_ROWS].tolist()
    names = [inner for inner in inside if (page.attribute(inner, "itemprop") or "").lower() == "name"]
    bodies = [inner for inner in inside if (page.attribute(inner, "itemprop") or "").lower() in _BODIES]
    names = [inner for inner in names if not any(body <= inner < page.end[body] for body in bodies)]
    texts = [page.attribute(inner, "content") or first_text(page, inner, MAX_TEXT_LENGTH) for inner in names]
    return join_authors(texts) or name_under(page, row)
