"""Microdata (`itemprop`) and RDFa (`property`) on visible elements."""

from weft.content import Field
from weft.metadata.found import Found, add
from weft.metadata.values import join_authors
from weft.page import Page

MOST_ROWS = 300
LONGEST_TEXT = 2_000

NAMES: dict[str, str] = {
    "headline": "title",
    "author": "author",
    "creator": "author",
    "datepublished": "date",
    "datecreated": "date",
    "issued": "date",
    "datemodified": "modified",
    "inlanguage": "language",
    "image": "image",
    "keywords": "tags",
}
# What a reader wrote below the article has an author and a date too.
_SIDE_TYPES = ("comment", "review", "answer", "rating", "offer", "breadcrumb", "sitenavigation")


def read_microdata(page: Page) -> Found:
    """The fields that elements carry, except those of comments, reviews and answers."""
    found: Found = {}
    scopes = set(page.rows_with("itemscope").tolist())
    for attribute in ("itemprop", "property"):
        for row in page.rows_with(attribute)[:MOST_ROWS].tolist():
            for name in (page.attribute(row, attribute) or "").lower().split():
                field = NAMES.get(name.rsplit(":", 1)[-1].rsplit("/", 1)[-1])
                if field and not name.startswith(("og:", "article:", "twitter:")) and not _in_side_item(page, row, scopes):
                    add(found, field, Field(value=_value(page, row, field), row=row, source="microdata"))
    return found


def _in_side_item(page: Page, row: int, scopes: set[int]) -> bool:
    """Whether the item that the property belongs to, or one around it, is of a side type."""
    for ancestor in page.ancestors(row) if scopes else ():
        if ancestor in scopes:
            kind = (page.attribute(ancestor, "itemtype") or "").rsplit("/", 1)[-1].lower()
            if any(word in kind for word in _SIDE_TYPES):
                return True
    return False


def _value(page: Page, row: int, field: str) -> str:
    """A property's value: its content, date or address, else its text; of an author the name inside."""
    for attribute in ("content", "datetime") + (("src", "href") if field == "image" else ()):
        if value := page.attribute(row, attribute):
            return value
    if field != "author":
        return page.text(row)[:LONGEST_TEXT]
    end = int(page.end[row])
    named = page.rows_with("itemprop")
    inside = named[(named > row) & (named < end)][:MOST_ROWS].tolist()
    names = [inner for inner in inside if (page.attribute(inner, "itemprop") or "").lower() == "name"]
    texts = [page.attribute(inner, "content") or page.text(inner)[:LONGEST_TEXT] for inner in names]
    return join_authors(texts) or page.text(row)[:LONGEST_TEXT]
