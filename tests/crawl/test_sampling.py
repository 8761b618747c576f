"""A crawl without a network: what is asked for, kept and remembered."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from weft.crawl.answer import Answer
from weft.crawl.archive import Archive
from weft.crawl.frontier import Entry
from weft.crawl.journal import Journal, journal_path
from weft.crawl.options import CrawlOptions
from weft.crawl.sampling import LONGEST_PAUSE, MOST_TROUBLE, NO_CONNECTION, Sampling
from weft.errors import ConfigError, SourceError
from weft.io import RawPage, read_warc

HOST = "http://weft.example"
START = {"url": f"{HOST}/"}


def html(body: str, **headers: str) -> Answer:
    pairs = {"Content-Type": "text/html", **headers}
    return Answer(status=200, headers=tuple(pairs.items()), body=body.encode())


def moved(target: str) -> Answer:
    return Answer(status=301, headers=(("Location", target),))


@contextmanager
def sampling_into(output: Path, *, url: str = f"{HOST}/", **options: Any) -> Iterator[Sampling]:
    with Journal(output, start=START) as journal:
        end = journal.events[-1].end if journal.events else 0
        with Archive(output, end=end, user_agent="test") as archive:
            yield Sampling(url, CrawlOptions(**options), archive=archive, journal=journal)


def crawl(sampling: Sampling, site: dict[str, Answer], most: int = 1000) -> list[str]:
    """Ask for one address after another; what was asked for."""
    asked: list[str] = []
    while len(asked) < most and (entry := sampling.next()):
        asked.append(entry.url.removeprefix(HOST))
        sampling.bytes += 1
        sampling.take(entry, site.get(entry.url.removeprefix(HOST), Answer(status=404)))
    return asked


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
    with sampling_into(output) as sampling:
        asked = crawl(sampling, site)
        report = sampling.report()
    assert urls(output) == ["https://www.weft.example/", "https://www.weft.example/b"]
    assert sum("chain" in url for url in asked) == 6
    assert report.counts == {"asked again": 1, "page": 2, "redirect": 7, "redirect to another site": 1}
    assert report.left_out == {"redirects": 1}


def test_redirects_are_no_way_around_a_share(tmp_path: Path) -> None:
    """An endless calendar whose links all lead on to others."""
    with sampling_into(tmp_path / "pages.warc.gz", max_per_shape=5) as sampling:
        asked = 0
        while asked < 500 and (entry := sampling.next()):
            day = html(str(asked) + links(f"/go?n={asked}", f"/go?n={asked}000"))
            sampling.take(entry, moved(f"/day/{asked}") if "/go" in entry.url else day)
            asked += 1
    assert sampling.report().pages == 6
    assert asked < 200


def test_a_start_that_leads_on_and_on(tmp_path: Path) -> None:
    with sampling_into(tmp_path / "pages.warc.gz") as sampling:
        asked = crawl(sampling, {f"/{'x' * n}": moved(f"/{'x' * (n + 1)}") for n in range(50)})
        assert (len(asked), sampling.report().left_out) == (6, {"redirects": 1})


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
    with sampling_into(output) as sampling:
        asked = crawl(sampling, site)
        assert sampling.report().counts == {"page": 4, "same content": 1, "same page": 1}
    assert "/item?id=1" not in asked
    assert sorted(urls(output)) == ["/", "/bare", "/copy", "/item?id=1&from=a"]


def test_trouble(tmp_path: Path) -> None:
    with sampling_into(tmp_path / "pages.warc.gz") as sampling:
        entry = sampling.next()
        assert entry is not None
        assert sampling.take(entry, Answer(status=503)) == 5
        again = sampling.next()
        assert again is not None
        assert (again.url, again.tries) == (entry.url, 1)
        assert sampling.take(again, Answer(status=429, headers=(("Retry-After", "7"),))) == 7
        third = sampling.next()
        assert third is not None
        sampling.fail(third, NO_CONNECTION, again=True)
        assert sampling.next() is None
        report = sampling.report()
    assert report.counts == {"asked again": 2, NO_CONNECTION: 1}
    assert "status 503" in report.note


def test_why_there_is_nothing(tmp_path: Path) -> None:
    cases = [
        (Answer(status=403), "status 403"),
        (Answer(status=404), "not found"),
        (html("{}", **{"Content-Type": "text/json"}), "not HTML"),
        (moved("https://other.example/"), "leads to https://other.example/"),
    ]
    for number, (answer, why) in enumerate(cases):
        with sampling_into(tmp_path / f"{number}.warc") as sampling:
            crawl(sampling, {"/": answer})
            assert why in sampling.report().note


def test_a_site_that_wants_to_be_left_alone(tmp_path: Path) -> None:
    output = tmp_path / "pages.warc.gz"
    with sampling_into(output) as sampling:
        crawl(sampling, {"/": html(links("/a", "/b"))}, most=1)
        entry = sampling.next()
        assert entry is not None
        assert sampling.take(entry, Answer(status=429, headers=(("Retry-After", "3600"),))) == LONGEST_PAUSE
        assert sampling.next() is None
        assert sampling.report().ended == "busy"
    with sampling_into(output) as sampling:  # later
        assert sorted(crawl(sampling, {})) == ["/a", "/b"]


def test_a_site_that_falls_silent(tmp_path: Path) -> None:
    output = tmp_path / "pages.warc.gz"
    with sampling_into(output) as sampling:
        crawl(sampling, {"/": html(links(*(f"/{n}/x" for n in range(30))))}, most=1)
        for _ in range(MOST_TROUBLE):
            entry = sampling.next()
            assert entry is not None
            sampling.fail(entry, NO_CONNECTION, again=True)
        assert sampling.next() is None
        assert sampling.report().ended == "silent"
    with sampling_into(output) as sampling:  # nothing is given up
        assert len(crawl(sampling, {})) == 30


def test_limits(tmp_path: Path) -> None:
    site = {"/": html(links(*(f"/{n}/x" for n in range(30)))), **{f"/{n}/x": html(f"page {n}") for n in range(30)}}
    cases: list[tuple[dict[str, Any], str, int]] = [
        ({"max_pages": 5}, "pages", 5),
        ({"total_bytes": 3}, "bytes", 3),
        ({"max_minutes": 1e-9}, "time", 0),
        ({"max_clicks": 0}, "links", 1),
        ({"max_per_shape": 2, "path_prefix": "/1"}, "alike", 3),
        ({"page_bytes": 10}, "links", 0),
        ({}, "links", 31),
    ]
    for number, (options, ended, pages) in enumerate(cases):
        with sampling_into(tmp_path / f"{number}.warc", **options) as sampling:
            crawl(sampling, site)
            report = sampling.report()
        assert (report.ended, report.pages) == (ended, pages), options


def test_alike(tmp_path: Path) -> None:
    site = {"/": html(links(*(f"/n/{n}" for n in range(30)))), **{f"/n/{n}": html(f"page {n}") for n in range(30)}}
    with sampling_into(tmp_path / "pages.warc.gz", max_per_shape=3) as sampling:
        crawl(sampling, site)
        report = sampling.report()
    assert (report.pages, report.ended, report.waiting, report.shapes) == (4, "alike", 27, 2)


def test_sitemaps_and_feeds(tmp_path: Path) -> None:
    index = "".join(f"<sitemap><loc>{HOST}/s{n}.xml</loc></sitemap>" for n in range(100))
    site = {
        "/": html("<link rel=alternate type=application/rss+xml href=/feed>"),
        "/sitemap.xml": html(f"<sitemapindex>{index}</sitemapindex>"),
        "/s0.xml": html(f"<urlset><loc>{HOST}/a</loc><loc>http://other.example/</loc></urlset>"),
        "/feed": html("<rss><link>/b</link></rss>"),
        "/a": html("a"),
        "/b": html("b"),
    }
    with sampling_into(tmp_path / "pages.warc.gz") as sampling:
        sampling.add_sitemaps(HOST, [])
        sampling.add_sitemaps(HOST, ["http://other.example/sitemap.xml", "/sitemap.xml"])
        asked = crawl(sampling, site)
        report = sampling.report()
    assert sum(url.startswith("/s") for url in asked) == 20
    assert report.counts == {"feed": 1, "no sitemap": 18, "page": 3, "sitemap": 2}
    assert report.left_out["other site"] == 2


def test_whatever_is_broken(tmp_path: Path) -> None:
    site = {
        "/": html(links("/empty", "/type", "/none", "/gzip", "/204")),
        "/empty": html("  \n"),
        "/type": html("{}", **{"Content-Type": "application/json"}),
        "/none": Answer(status=200, body=b"\n<p>no type"),
        "/gzip": html("not packed at all", **{"Content-Encoding": "gzip"}),
        "/204": Answer(status=204),
    }
    with sampling_into(tmp_path / "pages.warc.gz") as sampling:
        crawl(sampling, site)
        assert sampling.report().counts == {"empty": 1, "not HTML": 3, "page": 2}
    assert len(urls(tmp_path / "pages.warc.gz")) == 2


def test_killed_at_any_moment(tmp_path: Path) -> None:
    """The archive and the journal are cut at every place, in every combination that a kill can leave."""
    site = {"/": html(links("/1/x", "/2/x", "/3/x")), **{f"/{n}/x": html(f"page {n}") for n in (1, 2, 3)}}
    output = tmp_path / "pages.warc.gz"
    states = []
    with sampling_into(output) as sampling:
        for _ in range(5):
            states.append((output.read_bytes(), journal_path(output).read_bytes()))
            crawl(sampling, site, most=1)
    whole = urls(output)
    for (archive, journal), (later, after) in pairwise(states):
        for torn in (later, later[:-5], archive + later[len(archive) : len(archive) + 3]):
            for line in (journal, journal + after[len(journal) : len(journal) + 20], journal + b"\xff{"):
                output.write_bytes(torn)
                journal_path(output).write_bytes(line)
                with sampling_into(output) as sampling:
                    crawl(sampling, site)
                assert sorted(urls(output)) == sorted(whole)
    output.write_bytes(states[2][0])  # the archive lost what the journal has
    with sampling_into(output) as sampling:
        crawl(sampling, site)
    assert sorted(urls(output)) == sorted(whole)


def test_more_pages_later(tmp_path: Path) -> None:
    site = {"/": html(links(*(f"/{n}/x" for n in range(9)))), **{f"/{n}/x": html(f"page {n}") for n in range(9)}}
    output = tmp_path / "pages.warc.gz"
    with sampling_into(output, max_pages=3) as sampling:
        first = crawl(sampling, site)
    with sampling_into(output, max_pages=7) as sampling:
        second = crawl(sampling, site)
        report = sampling.report()
    assert (len(first), len(second), report.pages, report.resumed) == (3, 4, 7, 3)
    assert not set(first) & set(second)


def test_another_crawl_is_not_gone_on_with(tmp_path: Path) -> None:
    output = tmp_path / "pages.warc.gz"
    with sampling_into(output) as sampling:
        crawl(sampling, {"/": html("home")})
    with pytest.raises(ConfigError, match="another crawl"):
        Journal(output, start={"url": "http://other.example/"})
    journal_path(output).unlink()
    with pytest.raises(ConfigError, match="--fresh"):
        Journal(output, start=START)
    with Journal(output, start=START, fresh=True) as journal:
        assert journal.events == []


def test_only_one_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("weft.crawl.journal.PATIENCE", 0.0)
    with (
        Journal(tmp_path / "pages.warc.gz", start=START),
        pytest.raises(ConfigError, match="another crawl is writing"),
    ):
        Journal(tmp_path / "pages.warc.gz", start=START)


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(SourceError, match="cannot be written"):
        Journal(tmp_path / "file" / "pages.warc.gz", start=START)
    with pytest.raises(SourceError, match="cannot be written"):
        Archive(tmp_path / "file" / "pages.warc.gz", end=0, user_agent="test")
    with pytest.raises(ConfigError, match=r"\.warc\.gz"):
        Archive(tmp_path / "pages.txt", end=0, user_agent="test")
    with sampling_into(tmp_path / "pages.warc.gz") as sampling:
        sampling.archive._file.close()
        sampling.archive._file = open("/dev/full", "r+b")  # noqa: SIM115
        entry = sampling.next()
        assert entry == Entry(f"{HOST}/")
        with pytest.raises(SourceError, match="No space left"):
            sampling.take(entry, html("home"))
