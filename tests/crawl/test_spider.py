"""A crawl without a network: what is asked for, kept and remembered."""

import time
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from scrapy import Request
from scrapy.exceptions import DownloadFailedError
from scrapy.http import Response

from tests.crawl.driver import HOST, START, Driver, bare, driver_into, html, moved
from weft.crawl.network import MAX_PAUSE
from weft.crawl.sample import MAX_TROUBLE
from weft.crawl.storage import Archive, CrawlJournal, journal_path
from weft.errors import ConfigError, SourceError
from weft.io import RawPage, read_warc


def links(*paths: str) -> str:
    return "".join(f"<a href='{path}'>{path}</a>" for path in paths)


def urls(output: Path) -> list[str]:
    pages = list(read_warc(output, max_bytes=1 << 20))
    assert all(isinstance(page, RawPage) for page in pages)
    return [(page.url or "").removeprefix(HOST) for page in pages if isinstance(page, RawPage)]


def test_redirects(tmp_path: Path) -> None:
    output = tmp_path / "pages.warc.gz"
    site = {
        "/": moved("https://www.weft.example/"),
        "https://www.weft.example/": html(links("/a", "/chain0", "/x")),
        "https://www.weft.example/a": moved("/b"),
        "https://www.weft.example/b": html("b"),
        "https://www.weft.example/x": moved("https://other.example/"),
        **{f"https://www.weft.example/chain{n}": moved(f"/chain{n + 1}") for n in range(20)},
    }
    with driver_into(output) as driver:
        asked = driver.crawl(site)
        report = driver.sample.report()
    assert urls(output) == ["https://www.weft.example/", "https://www.weft.example/b"]
    assert sum("chain" in url for url in asked) == 6
    assert report.counts == {"page": 2, "redirect": 7, "redirect to another site": 1, "redirects": 1}
    assert report.left_out == {}


def test_redirects_are_no_way_around_a_share(tmp_path: Path) -> None:
    """An endless calendar whose links all lead on to others."""
    with driver_into(tmp_path / "pages.warc.gz", max_per_shape=5) as driver:
        asked = 0
        while asked < 500 and (request := driver.next()):
            day = html(str(asked) + links(f"/go?n={asked}", f"/go?n={asked}000"))
            driver.take(request, moved(f"/day/{asked}") if "/go" in request.url else day)
            asked += 1
    assert driver.sample.report().pages == 6
    assert asked < 200


def test_a_start_that_leads_on_and_on(tmp_path: Path) -> None:
    with driver_into(tmp_path / "pages.warc.gz") as driver:
        asked = driver.crawl({f"/{'x' * n}": moved(f"/{'x' * (n + 1)}") for n in range(50)})
        report = driver.sample.report()
    assert (len(asked), report.counts) == (6, {"redirect": 5, "redirects": 1})
    assert "max redirections reached" in report.note


def test_a_redirect_after_trouble_stays_on_the_site(tmp_path: Path) -> None:
    """Scrapy does not filter what is asked for again, and so not what that leads to."""
    with driver_into(tmp_path / "pages.warc.gz") as driver:
        driver.crawl({"/": html(links("/a", "/b"))}, most=1)
        for _ in range(2):
            request = driver.next()
            assert request is not None
            driver.take(request, bare(500))
        asked = driver.crawl({"/a": moved("https://other.example/"), "/b": moved("/a")})
        assert sorted(asked) == ["/a", "/b"]
        assert driver.sample.report().counts == {
            "asked again": 2,
            "page": 1,
            "redirect": 1,
            "redirect to another site": 1,
        }


def test_one_page_under_many_addresses(tmp_path: Path) -> None:
    output = tmp_path / "pages.warc"
    canonical = "<link rel=canonical href=/item?id=1>"
    site = {
        "/": html("home" + links("/item?id=1&from=a", "/item?id=1&from=b", "/item?id=1", "/copy", "/copy2", "/bare")),
        "/item?id=1&from=a": html(canonical + "a"),
        "/item?id=1&from=b": html(canonical + "b"),
        "/item?id=1": html(canonical + "c"),
        "/copy": html("the same"),
        "/copy2": html("the same"),
        "/bare": html("<link rel=canonical href=/>not believed"),
    }
    with driver_into(output) as driver:
        asked = driver.crawl(site)
        assert driver.sample.report().counts == {"page": 4, "same content": 1, "same page": 1}
    assert "/item?id=1" not in asked
    assert sorted(urls(output)) == ["/", "/bare", "/copy", "/item?id=1&from=a"]


def pauses(driver: Driver, request: Request, answer: Response, seconds: float) -> bool:
    """Whether the next request waits for so long after an answer."""
    before = time.monotonic()
    driver.take(request, answer)
    return before <= driver.slot.lastseen - seconds <= time.monotonic()


def test_trouble(tmp_path: Path) -> None:
    with driver_into(tmp_path / "pages.warc.gz") as driver:
        request = driver.next()
        assert request is not None
        assert pauses(driver, request, bare(503), 5)
        again = driver.next()
        assert again is not None
        assert (again.url, again.meta["retry_times"]) == (request.url, 1)
        assert pauses(driver, again, bare(429, Retry_After="7"), 7)
        third = driver.next()
        assert third is not None
        driver.fail(third, DownloadFailedError())
        assert driver.next() is None
        report = driver.sample.report()
    assert report.counts == {"asked again": 2, "no connection": 1}
    assert "status 503" in report.note


def test_why_there_is_nothing(tmp_path: Path) -> None:
    cases = [
        (bare(403), "status 403"),
        (bare(404), "not found"),
        (html("{}", **{"Content-Type": "text/json"}), "not HTML"),
        (moved("https://other.example/"), "leads to https://other.example/"),
    ]
    for number, (answer, why) in enumerate(cases):
        with driver_into(tmp_path / f"{number}.warc") as driver:
            driver.crawl({"/": answer})
            assert why in driver.sample.report().note


def test_a_site_that_wants_to_be_left_alone(tmp_path: Path) -> None:
    output = tmp_path / "pages.warc.gz"
    with driver_into(output) as driver:
        driver.crawl({"/": html(links("/a", "/b"))}, most=1)
        request = driver.next()
        assert request is not None
        assert pauses(driver, request, bare(429, Retry_After="3600"), MAX_PAUSE)
        assert driver.next() is None
        assert driver.sample.report().ended == "busy"
    with driver_into(output) as driver:  # later
        assert sorted(driver.crawl({})) == ["/a", "/b"]


def test_a_site_that_falls_silent(tmp_path: Path) -> None:
    output = tmp_path / "pages.warc.gz"
    with driver_into(output) as driver:
        driver.crawl({"/": html(links(*(f"/{n}/x" for n in range(30))))}, most=1)
        for _ in range(MAX_TROUBLE):
            request = driver.next()
            assert request is not None
            driver.fail(request, DownloadFailedError())
        assert driver.next() is None
        assert driver.sample.report().ended == "silent"
    with driver_into(output) as driver:  # nothing is given up
        assert len(driver.crawl({})) == 30


def test_limits(tmp_path: Path) -> None:
    site = {"/": html(links(*(f"/{n}/x" for n in range(30)))), **{f"/{n}/x": html(f"page {n}") for n in range(30)}}
    cases: list[tuple[dict[str, Any], str, int]] = [
        ({"max_pages": 5}, "pages", 5),
        ({"total_bytes": 3}, "bytes", 3),
        ({"max_clicks": 0}, "links", 1),
        ({"max_per_shape": 2, "path_prefix": "/1"}, "alike", 3),
        ({"page_bytes": 10}, "links", 0),
        ({}, "links", 31),
    ]
    for number, (options, ended, pages) in enumerate(cases):
        with driver_into(tmp_path / f"{number}.warc", **options) as driver:
            driver.crawl(site)
            report = driver.sample.report()
        assert (report.ended, report.pages) == (ended, pages), options


def test_alike(tmp_path: Path) -> None:
    site = {"/": html(links(*(f"/n/{n}" for n in range(30)))), **{f"/n/{n}": html(f"page {n}") for n in range(30)}}
    with driver_into(tmp_path / "pages.warc.gz", max_per_shape=3) as driver:
        driver.crawl(site)
        report = driver.sample.report()
    assert (report.pages, report.ended, report.waiting, report.shapes) == (4, "alike", 27, 2)


def test_sitemaps_and_feeds(tmp_path: Path) -> None:
    index = "".join(f"<sitemap><loc>{HOST}/s{n}.xml</loc></sitemap>" for n in range(100))
    site = {
        "/": html("<link rel=alternate type=application/rss+xml href=/feed>"),
        "/sitemap.xml": html(f"<sitemapindex>{index}</sitemapindex>"),
        "/s0.xml": html(f"<urlset><url><loc>{HOST}/a</loc></url><url><loc>http://x.example/</loc></url></urlset>"),
        "/feed": html("<rss><link>/b</link></rss>"),
        "/a": html("a"),
        "/b": html("b"),
    }
    with driver_into(tmp_path / "pages.warc.gz") as driver:
        driver.obey("")
        driver.obey("Sitemap: http://other.example/sitemap.xml\nSitemap: /sitemap.xml")
        asked = driver.crawl(site)
        report = driver.sample.report()
    assert sum(url.startswith("/s") for url in asked) == 20
    assert report.counts == {"feed": 1, "no sitemap": 18, "page": 3, "sitemap": 2}
    assert report.left_out["other site"] == 2


def test_whatever_is_broken(tmp_path: Path) -> None:
    site = {
        "/": html(links("/empty", "/type", "/none", "/gzip", "/204")),
        "/empty": html("  \n"),
        "/type": html("{}", **{"Content-Type": "application/json"}),
        "/none": bare(200, b"\n<p>no type"),
        "/gzip": html("not packed at all", **{"Content-Encoding": "gzip"}),
        "/204": bare(204),
    }
    with driver_into(tmp_path / "pages.warc.gz") as driver:
        driver.crawl(site)
        assert driver.sample.report().counts == {"empty": 1, "not HTML": 3, "page": 2}
    assert len(urls(tmp_path / "pages.warc.gz")) == 2


def test_killed_at_any_moment(tmp_path: Path) -> None:
    """The archive and the journal are cut at every place, in every combination that a kill can leave."""
    site = {"/": html(links("/1/x", "/2/x", "/3/x")), **{f"/{n}/x": html(f"page {n}") for n in (1, 2, 3)}}
    output = tmp_path / "pages.warc.gz"
    states = []
    with driver_into(output) as driver:
        for _ in range(5):
            states.append((output.read_bytes(), journal_path(output).read_bytes()))
            driver.crawl(site, most=1)
    whole = urls(output)
    for (archive, journal), (later, after) in pairwise(states):
        for torn in (later, later[:-5], archive + later[len(archive) : len(archive) + 3]):
            for line in (journal, journal + after[len(journal) : len(journal) + 20], journal + b"\xff{"):
                output.write_bytes(torn)
                journal_path(output).write_bytes(line)
                with driver_into(output) as driver:
                    driver.crawl(site)
                assert sorted(urls(output)) == sorted(whole)
    output.write_bytes(states[2][0])  # the archive lost what the journal has
    with driver_into(output) as driver:
        driver.crawl(site)
    assert sorted(urls(output)) == sorted(whole)


def test_more_pages_later(tmp_path: Path) -> None:
    site = {"/": html(links(*(f"/{n}/x" for n in range(9)))), **{f"/{n}/x": html(f"page {n}") for n in range(9)}}
    output = tmp_path / "pages.warc.gz"
    with driver_into(output, max_pages=3) as driver:
        first = driver.crawl(site)
    with driver_into(output, max_pages=7) as driver:
        second = driver.crawl(site)
        report = driver.sample.report()
    assert (len(first), len(second), report.pages, report.resumed) == (3, 4, 7, 3)
    assert not set(first) & set(second)


def test_another_crawl_is_not_gone_on_with(tmp_path: Path) -> None:
    output = tmp_path / "pages.warc.gz"
    with driver_into(output) as driver:
        driver.crawl({"/": html("home")})
    with pytest.raises(ConfigError, match="another crawl"):
        CrawlJournal(output, start={"url": "http://other.example/"})
    journal_path(output).unlink()
    with pytest.raises(ConfigError, match="fresh=True"):
        CrawlJournal(output, start=START)
    with closing(CrawlJournal(output, start=START, fresh=True)) as journal:
        assert journal.events == []


def test_only_one_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("weft.crawl.storage.PATIENCE", 0.0)
    with (
        closing(CrawlJournal(tmp_path / "pages.warc.gz", start=START)),
        pytest.raises(ConfigError, match="another crawl is writing"),
    ):
        CrawlJournal(tmp_path / "pages.warc.gz", start=START)


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(SourceError, match="cannot be written"):
        CrawlJournal(tmp_path / "file" / "pages.warc.gz", start=START)
    with pytest.raises(SourceError, match="cannot be written"):
        Archive(tmp_path / "file" / "pages.warc.gz", end=0, user_agent="test")
    with pytest.raises(ConfigError, match=r"\.warc\.gz"):
        Archive(tmp_path / "pages.txt", end=0, user_agent="test")
    with driver_into(tmp_path / "pages.warc.gz") as driver:
        driver.sample.archive._file.close()
        driver.sample.archive._file = open("/dev/full", "r+b")  # noqa: SIM115
        request = driver.next()
        assert request is not None
        with pytest.raises(SourceError, match="No space left"):
            driver.take(request, html("home"))
