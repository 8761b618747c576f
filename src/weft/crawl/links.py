"""What a page leads to: links, feeds, the address that it gives itself, the address that it sends one on to."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from weft.crawl.normal_url import normalise
from weft.page import Page

MOST_LINKS = 5_000  # of one page
FEED_TYPES = ("application/rss+xml", "application/atom+xml")
_REFRESH = re.compile(r"(?i)^\s*(\d{1,4})[^;]{0,10};\s*url\s*=\s*['\"]?([^'\"]{1,2000})")


@dataclass(frozen=True)
class Links:
    """Addresses, normalised, in the order of the page."""

    pages: list[str] = field(default_factory=list)
    feeds: list[str] = field(default_factory=list)
    canonical: str = ""


def find_links(page: Page) -> Links:
    """The links that a robot may follow: none that are marked `nofollow`, for traps often are.

    >>> from weft.page import parse
    >>> find_links(parse('<a href=b>B</a><a rel=nofollow href=c>C</a>', url="http://weft.example/a")).pages
    ['http://weft.example/b']
    """
    base = _base(page)
    canonical, feeds = "", []
    for row in page.rows_of("link").tolist():
        kinds = _words(page.attribute(row, "rel"))
        if "canonical" in kinds:
            canonical = canonical or _address(page, row, base)
        elif "alternate" in kinds and (page.attribute(row, "type") or "").lower() in FEED_TYPES:
            feeds.append(_address(page, row, base))
    pages = [] if _says_nofollow(page) else [*_refresh(page, base), *_anchors(page, base)]
    return Links(_unique(pages), _unique(feeds), canonical)


def _anchors(page: Page, base: str) -> list[str]:
    found = []
    for row in page.rows_of("a", "area")[:MOST_LINKS].tolist():
        if "nofollow" not in _words(page.attribute(row, "rel")):
            found.append(_address(page, row, base))
    return found


def _refresh(page: Page, base: str) -> list[str]:
    """Where the page sends its reader on to."""
    for row in page.rows_of("meta").tolist():
        if (page.attribute(row, "http-equiv") or "").lower() == "refresh":
            match = _REFRESH.match(page.attribute(row, "content") or "")
            return [normalise(match[2], base)] if match else []
    return []


def _says_nofollow(page: Page) -> bool:
    names = ((page.attribute(row, "name"), page.attribute(row, "content")) for row in page.rows_of("meta").tolist())
    return any((name or "").lower() == "robots" and "nofollow" in _words(says) for name, says in names)


def _base(page: Page) -> str:
    url = page.url or ""
    found = next((href for row in page.rows_of("base").tolist() if (href := page.attribute(row, "href"))), "")
    return normalise(found, url) or url


def _address(page: Page, row: int, base: str) -> str:
    href = (page.attribute(row, "href") or "").strip()
    return "" if not href or href.startswith("#") else normalise(href, base, encoding=page.encoding)


def _words(text: str | None) -> set[str]:
    return set((text or "").lower().replace(",", " ").split())


def _unique(urls: list[str]) -> list[str]:
    return [url for url in dict.fromkeys(urls) if url]
