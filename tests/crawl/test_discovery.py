"""Sitemaps, feeds, links: where addresses come from."""

import gzip
import time

from scrapy.http import Response

from weft.crawl.discovery import MAX_LIST_BYTES, find_links, read_feed, read_sitemap
from weft.page import parse

URL = "http://weft.example/a/b"


def feed(body: bytes) -> list[str]:
    return read_feed(Response(URL, body=body))


def test_sitemaps() -> None:
    pages = b'<?xml version="1.0"?><urlset xmlns:x="y"><url><x:loc><![CDATA[http://w.example/1]]></x:loc></url>'
    pages += b"<url>\n<loc>\n http://w.example/?a&amp;b\n</loc></url><url><loc></loc></url></urlset>"
    both = ["http://w.example/1", "http://w.example/?a&b"]
    assert read_sitemap(pages) == read_sitemap(gzip.compress(pages)) == (both, [])
    index = b"<sitemapindex><sitemap><loc>http://w.example/s.xml.gz</loc></sitemap></sitemapindex>"
    assert read_sitemap(index) == ([], ["http://w.example/s.xml.gz"])
    assert read_sitemap(b"http://w.example/1\r\nhttp://w.example/2\n#\n")[0] == [f"http://w.example/{n}" for n in "12"]


def test_hostile_sitemaps_and_feeds_take_no_time() -> None:
    nothing: tuple[list[str], list[str]] = ([], [])
    started = time.process_time()
    for body in (
        gzip.compress(b"<urlset>" + b"<loc> " * (MAX_LIST_BYTES // 3), 1),
        gzip.compress(b"<loc" + b" " * MAX_LIST_BYTES, 1),
        b"<urlset>" + b"<url><loc>" * 1_000_000,
        b"",
        b"<",
        b"\x1f\x8b\x08broken",
    ):
        assert read_sitemap(body) == nothing
    for body in (b"<link " * 1_000_000, b"<link>" * 1_000_000, b"<rss>" + b"<link/>" * 1_000_000, b""):
        assert set(feed(body)) <= {""}
    assert time.process_time() - started < 5


def test_entities_are_not_read() -> None:
    lots = b'<!ENTITY a "http://w.example/">' + b"".join(
        b'<!ENTITY %c "%s">' % (name, b"&%c;" % (name - 1) * 1000) for name in b"bcd"
    )
    for entities in (b'<!ENTITY d SYSTEM "file:///etc/passwd">', lots):
        kind = b"<!DOCTYPE x [" + entities + b"]>"
        assert read_sitemap(kind + b"<urlset><url><loc>&d;</loc></url></urlset>") == ([], [])
        assert feed(kind + b"<rss><link>&d;</link></rss>") in ([], [""])


def test_feeds() -> None:
    rss = b"<rss><channel><link>http://w.example/</link><atom:link href='x' rel='self'/>"
    rss += b"<item><link><![CDATA[http://w.example/1]]></link></item></channel></rss>"
    assert feed(rss) == ["http://w.example/", "http://w.example/1"]
    atom = b'<link rel="self" href="/feed"/><entry><link rel="alternate" href="/2?a&amp;b"/></entry></feed>'
    assert feed(b'<feed xmlns="http://www.w3.org/2005/Atom">' + atom) == feed(b"<feed>" + atom) == ["/2?a&b"]


def test_links() -> None:
    html = """<base href="/c/"><link rel="Canonical" href="/canon">
    <link rel=alternate type="application/atom+xml" href=f>
    <link rel=alternate hreflang=de href=/de><a href="1#x">1</a><a href="1">again</a><a>none</a><a href="#top">top</a>
    <a href="javascript:x()">x</a><a rel="nofollow ugc" href="2">2</a><map><area href="3"></map>
    <a href="http://[">bad</a>"""
    links = find_links(parse(html, url=URL))
    assert links.pages == ["http://weft.example/c/1", "http://weft.example/c/3"]
    assert links.feeds == ["http://weft.example/c/f"]
    assert links.canonical == "http://weft.example/canon"


def test_pages_that_send_one_on_or_say_no() -> None:
    refresh = "<meta http-equiv=Refresh content=\"0; URL='/next'\">"
    assert find_links(parse(refresh, url=URL)).pages == ["http://weft.example/next"]
    assert find_links(parse("<meta http-equiv=refresh content=5>", url=URL)).pages == []
    nofollow = "<meta name=ROBOTS content='noarchive, nofollow'><a href=/x>x</a>"
    assert find_links(parse(nofollow, url=URL)).pages == []
