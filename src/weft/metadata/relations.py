"""The links of a page by what they say they are (`rel`): other forms of the page, feeds, the pages around it."""

import re
from collections.abc import Iterator

from weft.content import Field, Link
from weft.late_patterns import late_pattern
from weft.metadata.values import absolute_url, clean_text
from weft.page import Page, tag_number

MAX_ALTERNATES = 100  # languages of one page; the largest sites have about 60
MAX_FEEDS = 10
MAX_TITLE = 200  # characters of the title of a feed
_LINK = tag_number("link")
_FEEDS = {
    "application/rss+xml": "rss",
    "application/rdf+xml": "rss",
    "application/atom+xml": "atom",
    "application/feed+json": "json",
}
_LANGUAGE_TAG = late_pattern(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,3}|x-default", re.IGNORECASE)

Relations = dict[str, list[int]]
"""The rows of links by relation, in document order."""


def source_of(page: Page, row: int) -> str:
    """Where a relation is declared: `link` in the head, `a` where readers see it."""
    return "link" if page.tag[row] == _LINK else "a"


def find_alternates(page: Page, relations: Relations, base: str) -> tuple[Link, ...]:
    """The page in other languages, by `hreflang`: the kind of each is its language tag, or `x-default`.

    >>> from weft import parse
    >>> from weft.metadata.head import read_relations
    >>> page = parse('<link rel=alternate hreflang=de-AT href=/regen>', url="https://loom.example/rain")
    >>> [(link.kind, link.url) for link in find_alternates(page, read_relations(page), page.url)]
    [('de-AT', 'https://loom.example/regen')]
    """
    found: dict[str, Link] = {}
    for row in relations.get("alternate", ()):
        language = (page.attribute(row, "hreflang") or "").strip()
        is_new = page.tag[row] == _LINK and _LANGUAGE_TAG.fullmatch(language) and language not in found
        if is_new and (url := absolute_url(page.attribute(row, "href") or "", base)):
            found[language] = Link(url=url, kind=language, row=row, source="link")
    return tuple(found.values())[:MAX_ALTERNATES]


def find_feeds(page: Page, relations: Relations, base: str) -> tuple[Link, ...]:
    """The feeds that a page declares, each once: its title, its address, and `rss`, `atom` or `json`."""
    found: dict[str, Link] = {}
    for row, kind in _feeds(page, relations):
        url = absolute_url(page.attribute(row, "href") or "", base)
        if url and url not in found:
            title = clean_text((page.attribute(row, "title") or "")[:MAX_TITLE])
            found[url] = Link(value=title, url=url, kind=kind, row=row, source=source_of(page, row))
    return tuple(found.values())[:MAX_FEEDS]


def _feeds(page: Page, relations: Relations) -> Iterator[tuple[int, str]]:
    for name in ("alternate", "feed"):
        for row in relations.get(name, ()):
            kind = _FEEDS.get((page.attribute(row, "type") or "").split(";")[0].strip().lower(), "")
            if kind or name == "feed":
                yield row, kind


def find_related(page: Page, relations: Relations, base: str, *names: str) -> Field:
    """The address that the first link with one of the relations leads to; those of the head come first."""
    rows = [row for name in names for row in relations.get(name, ())]
    for row in sorted(rows, key=lambda row: (page.tag[row] != _LINK, row)):
        if url := absolute_url(page.attribute(row, "href") or "", base):
            return Field(value=url, row=row, source=source_of(page, row))
    return Field()
