"""The links of a page by what they say they are (`rel`): other forms of the page, feeds, the pages around it."""

import re

from weft.content import Field, Link
from weft.late_patterns import late_pattern
from weft.metadata.values import absolute_url, clean_text
from weft.page import Page, tag_number

MAX_ALTERNATES = 100  # languages of one page; the largest sites have about 60
MAX_FEEDS = 10
ROWS_ONLY = frozenset("author canonical category tag".split())  # relations whose links are not read further
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

Links = dict[str, list[tuple[int, bool, str, str, str, str]]]
"""Links by relation: row, whether it is a `link` of the head, address, language, type, title."""


def links_of(page: Page, relations: Relations) -> Links:
    """What the links of some relations say; the twin of what the kernel reads."""

    def link(row: int) -> tuple[int, bool, str, str, str, str]:
        href, language, kind, title = (
            page.attribute(row, name) or "" for name in ("href", "hreflang", "type", "title")
        )
        return row, bool(page.tag[row] == _LINK), href, language, kind, title

    return {name: [link(row) for row in rows] for name, rows in relations.items() if name not in ROWS_ONLY}


def source_of(*, is_link: bool) -> str:
    """Where a relation is declared: `link` in the head, `a` where readers see it."""
    return "link" if is_link else "a"


def find_alternates(links: Links, base: str) -> tuple[Link, ...]:
    """The page in other languages, by `hreflang`: the kind of each is its language tag, or `x-default`.

    >>> links = {"alternate": [(3, True, "/regen", "de-AT", "", "")]}
    >>> [(link.kind, link.url) for link in find_alternates(links, "https://loom.example/rain")]
    [('de-AT', 'https://loom.example/regen')]
    """
    found: dict[str, Link] = {}
    for row, is_link, href, hreflang, _, _ in links.get("alternate", ()):
        language = hreflang.strip()
        is_new = is_link and language and language not in found and _LANGUAGE_TAG.fullmatch(language)
        if is_new and (url := absolute_url(href, base)):
            found[language] = Link(url=url, kind=language, row=row, source="link")
    return tuple(found.values())[:MAX_ALTERNATES]


def find_feeds(links: Links, base: str) -> tuple[Link, ...]:
    """The feeds that a page declares, each once: its title, its address, and `rss`, `atom` or `json`."""
    found: dict[str, Link] = {}
    for name in ("alternate", "feed"):
        for row, is_link, href, _, media, title in links.get(name, ()):
            kind = _FEEDS.get(media.split(";")[0].strip().lower(), "") if media else ""
            url = absolute_url(href, base) if kind or name == "feed" else ""
            if url and url not in found:
                title = clean_text(title[:MAX_TITLE])
                found[url] = Link(value=title, url=url, kind=kind, row=row, source=source_of(is_link=is_link))
    return tuple(found.values())[:MAX_FEEDS]


def find_related(links: Links, base: str, *names: str) -> Field:
    """The address that the first link with one of the relations leads to; those of the head come first."""
    own = [link for name in names for link in links.get(name, ())]
    for row, is_link, href, *_ in sorted(own, key=lambda link: (not link[1], link[0])):
        if url := absolute_url(href, base):
            return Field(value=url, row=row, source=source_of(is_link=is_link))
    return Field()
