"""Addresses from sitemaps (sitemaps.org) and from feeds (RSS, Atom), without an XML parser that a bomb could hurt."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

from weft.io.http_body import unpack_body

MOST_BYTES = 10 << 20  # of one, unpacked; what is over is not read
MOST_URLS = 50_000  # of one, as the protocol has it
_URL = rb"\s{0,100}(?:<!\[CDATA\[\s{0,100})?([^<\]\s]{1,2000})"
_LOC = re.compile(rb"(?i)<(?:[a-z]{1,20}:)?loc(?:\s[^<>]{0,200})?>" + _URL)
_LINK_TEXT = re.compile(rb"(?i)<link(?:\s[^<>]{0,200})?>" + _URL)
_LINK_HREF = re.compile(rb"(?i)<link\s([^<>]{1,2500})>")
_HREF = re.compile(rb"(?i)href\s{0,10}=\s{0,10}[\"']([^\"']{1,2000})")
_INDEX = re.compile(rb"(?i)<(?:[a-z]{1,20}:)?sitemapindex")
HEAD = 4096  # bytes in which the root element stands
NOT_PAGES = (b'rel="self"', b"rel='self'", b'rel="hub"', b'rel="enclosure"', b'rel="next"', b"stylesheet")


@dataclass(frozen=True)
class Listing:
    """What a sitemap lists: pages, and further sitemaps."""

    pages: list[str] = field(default_factory=list)
    sitemaps: list[str] = field(default_factory=list)


def read_sitemap(body: bytes) -> Listing:
    """The addresses of a sitemap, an index of sitemaps, or a plain list; packed or not.

    >>> read_sitemap(b"<urlset><url><loc> http://weft.example/?a=1&amp;b=2 </loc></url></urlset>").pages
    ['http://weft.example/?a=1&b=2']
    """
    data = unpack_body(body, transfer="", content="gzip", max_bytes=MOST_BYTES)[:MOST_BYTES]
    if b"<" not in data[:HEAD]:
        lines = data.decode(errors="replace").split("\n")[:MOST_URLS]
        return Listing(pages=[line.strip() for line in lines if line.startswith("http")])
    found = [_text(match[1]) for match, _ in zip(_LOC.finditer(data), range(MOST_URLS), strict=False)]
    return Listing(sitemaps=found) if _INDEX.search(data, 0, HEAD) else Listing(pages=found)


def read_feed(body: bytes) -> list[str]:
    """The addresses of a feed's entries.

    >>> read_feed(b"<rss><item><link>http://weft.example/a</link></item></rss>")
    ['http://weft.example/a']
    >>> read_feed(b"<feed><link rel='self' href='/f'/><entry><link href='/b'/></entry></feed>")
    ['/b']
    """
    data = body[:MOST_BYTES]
    found = [_text(match[1]) for match, _ in zip(_LINK_TEXT.finditer(data), range(MOST_URLS), strict=False)]
    for match, _ in zip(_LINK_HREF.finditer(data), range(MOST_URLS), strict=False):
        if not any(mark in match[1] for mark in NOT_PAGES) and (href := _HREF.search(match[1])):
            found.append(_text(href[1]))
    return found


def _text(found: bytes) -> str:
    return html.unescape(found.decode(errors="replace")).strip()
