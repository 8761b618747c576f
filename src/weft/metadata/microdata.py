"""Microdata (`itemprop`) and RDFa (`property`) on visible elements."""

from bisect import bisect_left
from itertools import accumulate

from weft.content import Field
from weft.deadline import check_deadline
from weft.metadata.bylines import name_under
from weft.metadata.head import read_properties
from weft.metadata.values import MAX_CANDIDATES, Candidates, add, first_text, join_authors
from weft.page import Page
from weft.page.once import once_a_page

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
    side, ends = _side_items(page) if told else ([], [])
    for row, fields in check_deadline(told, 1):
        before = bisect_left(side, row)  # so many begin before it: it is in one where not all of them have ended
        if before and ends[before - 1] > row:
            continue
        for field in fields:
            if len(candidates.get(field, ())) < MAX_CANDIDATES:
                add(candidates, field, Field(value=_value(page, row, field), row=row, source="microdata"))
    return candidates


def _side_items(page: Page) -> tuple[list[int], list[int]]:
    """The rows of items about something else than the page, whose fields are not its own; and the last end so far."""
    kinds = ((row, kind.rsplit("/", 1)[-1].lower()) for row, kind in page.values_of("itemtype", most=MAX_ITEMS))
    rows = [row for row, kind in kinds if any(word in kind for word in _SIDE_TYPES)]
    return rows, list(accumulate((int(page.end[row]) for row in rows), max))


def _value(page: Page, row: int, field: str) -> str:
    """A property's value: its content, date or address, else its text; of an author the name inside."""
    for attribute in ("content", "datetime") + (("src", "href") if field == "image" else ()):
        if value := page.attribute(row, attribute):
            return value
    return author_inside(page, row) if field == "author" else first_text(page, row, MAX_TEXT_LENGTH)


def author_inside(page: Page, row: int) -> str:
    """The names of authors in an element that is marked as one."""
    rows, names_of = _named_rows(page)
    first = bisect_left(rows, row + 1)
    inside = range(first, min(bisect_left(rows, int(page.end[row])), first + MAX_ROWS))
    bodies = [rows[place] for place in inside if names_of[place] in _BODIES]
    names = [rows[place] for place in inside if names_of[place] == "name"]
    names = [inner for inner in names if not any(body <= inner < page.end[body] for body in bodies)]
    texts = [page.attribute(inner, "content") or first_text(page, inner, MAX_TEXT_LENGTH) for inner in names]
    return join_authors(texts) or name_under(page, row)


@once_a_page
def _named_rows(page: Page) -> tuple[list[int], list[str]]:
    """The rows with an `itemprop`, and what it says, in lower case."""
    pairs = page.values_of("itemprop", most=len(page))
    return [row for row, _ in pairs], [value.lower() for _, value in pairs]
