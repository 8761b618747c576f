"""robots.txt, sitemaps, feeds, links: where addresses come from."""

import gzip
import time

import pytest

from weft.crawl.answer import Answer
from weft.crawl.links import find_links
from weft.crawl.robots import Rules
from weft.crawl.sitemaps import MOST_BYTES, read_feed, read_sitemap
from weft.page import parse

URL = "http://weft.example/a/b"
AGENT = "weft (+test)"


def test_robots() -> None:
    text = (
        b"User-agent: *\nDisallow: /\n\nUser-agent: Weft\nDisallow: /x\nAllow: /x/y\nCrawl-delay: 2.5\nSitemap: /s.xml"
    )
    rules = Rules.read(200, b"\xef\xbb\xbf" + text, user_agent=AGENT)
    allowed = [rules.allow(f"http://weft.example{path}") for path in ("/", "/x", "/x/y", "/xz")]
    assert allowed == [True, False, True, False]
    assert rules.delay == 2.5
    assert rules.sitemaps == ["/s.xml"]
    assert not Rules.read(200, text, user_agent="Other/1.0").allow(URL)


@pytest.mark.parametrize(("status", "allowed"), [(404, True), (403, True), (500, False), (503, False), (429, False)])
def test_robots_that_cannot_be_read(status: int, allowed: bool) -> None:
    assert Rules.read(status, b"User-agent: *\nDisallow: /", user_agent=AGENT).allow(URL) is allowed
    assert Rules.read(status, b"", user_agent=AGENT).delay == 0


def test_robots_of_nonsense() -> None:
    for body in (b"", b"<html>404</html>", bytes(range(256)) * 100, b"Crawl-delay: x\nUser-agent\n:\n"):
        assert Rules.read(200, body, user_agent=AGENT).allow(URL)
    endless = Rules.read(200, b"User-agent: *\nCrawl-delay: 86400", user_agent=AGENT)
    assert endless.delay == 60


def test_sitemaps() -> None:
    pages = b'<?xml version="1.0"?><urlset xmlns:x="y"><url><x:loc><![CDATA[http://w.example/1]]></x:loc></url>'
    pages += b"<url>\n<loc>\n http://w.example/?a&amp;b\n</loc></url><url><loc></loc></url></urlset>"
    assert read_sitemap(pages).pages == ["http://w.example/1", "http://w.example/?a&b"]
    assert read_sitemap(gzip.compress(pages)) == read_sitemap(pages)
    index = read_sitemap(b"<sitemapindex><sitemap><loc>http://w.example/s.xml.gz</loc></sitemap></sitemapindex>")
    assert (index.pages, index.sitemaps) == ([], ["http://w.example/s.xml.gz"])
    assert read_sitemap(b"http://w.example/1\r\nhttp://w.example/2\n#\n").pages == [
        "http://w.example/1",
        "http://w.example/2",
    ]


def test_hostile_sitemaps_take_no_time() -> None:
    bomb = gzip.compress(b"<urlset>" + b"<loc> " * (MOST_BYTES // 3), 1)
    spaces = gzip.compress(b"<loc" + b" " * MOST_BYTES, 1)
    started = time.process_time()
    assert read_sitemap(bomb).pages == read_sitemap(spaces).pages == []
    assert read_feed(b"<link " * 1_000_000) == []
    assert read_sitemap(b"") == read_sitemap(b"\x1f\x8b\x08broken")
    assert time.process_time() - started < 3


def test_feeds() -> None:
    rss = b"<rss><channel><link>http://w.example/</link><atom:link href='x' rel='self'/>"
    rss += b"<item><link><![CDATA[http://w.example/1]]></link></item></channel></rss>"
    assert read_feed(rss) == ["http://w.example/", "http://w.example/1"]
    atom = b'<feed><link rel="self" href="/feed"/><entry><link rel="alternate" href="/2?a&amp;b"/></entry></feed>'
    assert read_feed(atom) == ["/2?a&b"]


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


def test_retry_after() -> None:
    def wait(said: str) -> float:
        return Answer(status=429, headers=(("retry-After", said),)).retry_after

    assert wait("12") == 12
    assert wait("Wed, 21 Oct 2015 07:28:00 GMT") == 0
    assert wait("Wed, 21 Oct 2099 07:28:00 GMT") > 1e6
    assert [wait(said) for said in ("", "soon", "-1", "9" * 400)] == [0, 0, 0, 0]
