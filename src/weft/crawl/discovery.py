"""Where addresses come from: the links of a page, sitemaps (sitemaps.org), feeds (RSS, Atom)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from weft.crawl.urls import normalise
from weft.errors import LimitError
from weft.io.http_body import unpack_body
from weft.page import Page, parse

if TYPE_CHECKING:
    from scrapy.http import Response

MAX_LINKS = 5_000  # of one page
MAX_LIST_BYTES = 10 << 20  # of one sitemap or feed, unpacked; what is over is not read
MAX_LIST_URLS = 50_000  # of one sitemap, as the protocol has it
HEAD = 4096  # bytes in which a first tag stands
FEED_TYPES = ("application/rss+xml", "application/atom+xml")
MAX_FEED_LINKS = 1_000  # a feed has the newest pages only
FEED_LINKS = f"(//*[local-name()='link'][not(@rel) or @rel='alternate'])[position() <= {MAX_FEED_LINKS}]"
_REFRESH = re.compile(r"(?i)^\s*(\d{1,4})[^;]{0,10};\s*url\s*=\s*['\"]?([^'\"]{1,2000})")


@dataclass(frozen=True)
class Links:
    """Addresses of a page, normalised, in the order of the page."""

    pages: list[str] = field(default_factory=list)
    feeds: list[str] = field(default_factory=list)
    canonical: str = ""


def links_of(data: bytes, url: str, charset: str | None) -> Links:
    """The links of a page; none where it is too much for a parser."""
    try:
        return find_links(parse(data, url=url, encoding=charset))
    except LimitError:
        return Links()


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
    pages = [] if _forbids_following(page) else [*_refresh(page, base), *_anchors(page, base)]
    return Links(_unique(pages), _unique(feeds), canonical)


def read_sitemap(body: bytes) -> tuple[list[str], list[str]]:
    """The pages and the further sitemaps of a sitemap, of an index of sitemaps or of a plain list; packed or not.

    >>> read_sitemap(b"<urlset><url><loc> http://weft.example/?a=1&amp;b=2 </loc></url></urlset>")
    (['http://weft.example/?a=1&b=2'], [])
    """
    from lxml.etree import XMLSyntaxError
    from scrapy.utils.sitemap import Sitemap

    data = unpack_body(body, transfer="", content="gzip", max_bytes=MAX_LIST_BYTES)[:MAX_LIST_BYTES]
    if b"<" not in data[:HEAD]:
        lines = data.decode(errors="replace").split("\n")[:MAX_LIST_URLS]
        return [line.strip() for line in lines if line.startswith("http")], []
    try:
        sitemap = Sitemap(data.lstrip())
        urls = [entry["loc"] for entry in islice(sitemap, MAX_LIST_URLS) if entry["loc"]]
    except (XMLSyntaxError, StopIteration):  # nothing of it is XML
        return [], []
    return ([], urls) if sitemap.type == "sitemapindex" else (urls, [])


def read_feed(response: Response) -> list[str]:
    """The addresses of a feed's entries, for an answer whose body is unpacked."""
    from scrapy.http import XmlResponse

    links = response.replace(cls=XmlResponse, body=response.body[:MAX_LIST_BYTES].lstrip()).xpath(FEED_LINKS)
    return [link.attrib.get("href") or link.xpath("string()").get("").strip() for link in links]


def _anchors(page: Page, base: str) -> list[str]:
    rows = page.rows_of("a", "area")[:MAX_LINKS].tolist()
    return [_address(page, row, base) for row in rows if "nofollow" not in _words(page.attribute(row, "rel"))]


def _refresh(page: Page, base: str) -> list[str]:
    """Where the page sends its reader on to."""
    for row in page.rows_of("meta").tolist():
        if (page.attribute(row, "http-equiv") or "").lower() == "refresh":
            match = _REFRESH.match(page.attribute(row, "content") or "")
            return [normalise(match[2], base)] if match else []
    return []


def _forbids_following(page: Page) -> bool:
    names = ((page.attribute(row, "name"), page.attribute(row, "content")) for row in page.rows_of("meta").tolist())
    return any((name or "").lower() == "robots" and "nofollow" in _words(content) for name, content in names)


def _base(page: Page) -> str:
    url = page.url or ""
    base = next((href for row in page.rows_of("base").tolist() if (href := page.attribute(row, "href"))), "")
    return normalise(base, url) or url


def _address(page: Page, row: int, base: str) -> str:
    href = (page.attribute(row, "href") or "").strip()
    return "" if not href or href.startswith("#") else normalise(href, base, encoding=page.encoding)


def _words(text: str | None) -> set[str]:
    return set((text or "").lower().replace(",", " ").split())


def _unique(urls: list[str]) -> list[str]:
    return [url for url in dict.fromkeys(urls) if url]
