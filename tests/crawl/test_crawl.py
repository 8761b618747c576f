"""Crawls over a real network, the loopback's."""

import gzip
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from tests.crawl.site import ARTICLES, Site, serve
from weft.crawl import CrawlOptions, CrawlReport, Progress, crawl, process
from weft.errors import ConfigError, SourceError
from weft.io import RawPage, read_warc

OPTIONS = CrawlOptions(
    max_pages=60, delay=0, concurrency=2, page_seconds=1, page_bytes=1 << 20, max_clicks=8, allow_private=True
)


@pytest.fixture
def site() -> Iterator[tuple[str, Site]]:
    with serve() as served:
        yield served


def paths(output: Path, url: str) -> list[str]:
    pages = list(read_warc(output, max_bytes=1 << 26))
    assert all(isinstance(page, RawPage) for page in pages)
    return ["/" + (page.url or "").removeprefix(url) for page in pages if isinstance(page, RawPage)]


@dataclass
class Crawled:
    """One crawl of the whole site, which most tests look at."""

    url: str
    site: Site
    output: Path
    report: CrawlReport
    paths: list[str]


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Crawled:
    output = tmp_path_factory.mktemp("crawl") / "pages.warc.gz"
    with serve() as (url, site):
        report = crawl(url, output, options=OPTIONS)
        return Crawled(url, site, output, report, paths(output, url))


def test_pages_of_every_kind(crawled: Crawled) -> None:
    assert crawled.report.pages == len(crawled.paths) == len(set(crawled.paths))
    assert {"/", "/tag/looms", "/packed", "/busy", "/deep/8"} <= set(crawled.paths)
    assert {f"/news/loom-{number}.html" for number in range(1, ARTICLES + 1)} <= set(crawled.paths)


def test_no_page_is_asked_for_twice(crawled: Crawled) -> None:
    asked = Counter(crawled.site.asked)
    assert {path: count for path, count in asked.items() if count > 1} == {"/broken": 3, "/busy": 2}
    assert "/news/loom-2.html" in asked  # without its session and its tracking
    assert asked["/moved"] == asked["/round/a"] == asked["/round/b"] == 1


def test_robots_and_scope(crawled: Crawled) -> None:
    assert crawled.site.asked[0] == "/robots.txt"
    never = {"/private/secret", "/logout", "/nofollow", "/picture.png", "/loop/loop/loop/loop", "/deep/9"}
    assert not never & set(crawled.site.asked)
    assert crawled.report.counts["robots.txt"] == 1
    assert crawled.report.counts["redirect to another site"] == 1
    assert crawled.site.agents == {OPTIONS.user_agent}


def test_traps_have_their_share_only(crawled: Crawled) -> None:
    kinds = Counter(path.split("/")[1].partition("?")[0] for path in crawled.paths)
    assert kinds["calendar"] == OPTIONS.max_pages // 4
    assert kinds["shop"] <= OPTIONS.max_pages // 2
    assert crawled.report.ended == "alike"
    assert crawled.report.left_out["filters"] > 10


def test_why_there_is_no_page(crawled: Crawled) -> None:
    counts = dict(crawled.report.counts)
    assert counts.pop("page") == crawled.report.pages
    assert counts.pop("redirect") == 3
    assert counts == {
        "asked again": 3,
        "feed": 1,
        "not HTML": 1,
        "not found": 1,
        "redirect to another site": 1,
        "robots.txt": 1,
        "same content": 1,
        "sitemap": 2,
        "status 500": 1,
        "too large": 2,
        "too slow": 1,
    }


def test_a_busy_server_is_left_alone_for_as_long_as_it_wants(crawled: Crawled) -> None:
    first, again = [n for n, path in enumerate(crawled.site.asked) if path == "/busy"]
    assert crawled.site.times[again] - crawled.site.times[first] > 0.9
    soon = [time for time in crawled.site.times[first + 1 :] if time - crawled.site.times[first] < 0.9]
    assert len(soon) <= 3  # those that were on their way already


def test_the_archive(crawled: Crawled) -> None:
    text = gzip.decompress(crawled.output.read_bytes())
    assert text.startswith(b"WARC/1.1\r\nWARC-Type: warcinfo\r\n")
    assert b"software: weft/" in text
    assert text.count(b"WARC-Type: response") == crawled.report.pages
    assert b"HTTP/1.1 200 OK\r\n" in text
    assert b"WARC-IP-Address: 127.0.0.1" in text
    assert b"Content-Encoding: gzip" in text  # kept as it was sent
    assert crawled.output.read_bytes().count(b"\x1f\x8b\x08") >= crawled.report.pages + 1


def test_killed_and_interrupted_crawls_go_on(
    site: tuple[str, Site], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, served = site
    served.robots = "User-agent: *\nCrawl-delay: 0.1\nDisallow: /slow\nDisallow: /busy\n"
    output = tmp_path / "new" / "pages.warc.gz"
    options = replace(OPTIONS, max_pages=9)
    started: list[Any] = []
    popen = subprocess.Popen

    def remembered(*given: Any, **more: Any) -> Any:
        started.append(popen(*given, **more))
        return started[-1]

    monkeypatch.setattr(process.subprocess, "Popen", remembered)  # type: ignore[attr-defined]

    def at(pages: int, then: Callable[[], None]) -> Callable[[Progress], None]:
        return lambda progress: then() if progress.pages == pages else None

    with pytest.raises(SourceError, match="the same command goes on"):
        crawl(url, output, options=options, progress=at(3, lambda: started[0].kill()))
    with output.open("ab") as torn:
        torn.write(output.read_bytes()[:100])
    with pytest.raises(KeyboardInterrupt):
        crawl(url, output, options=options, progress=at(6, _interrupt))
    assert started[1].poll() == 0  # it ended by itself
    report = crawl(url, output, options=options)
    assert report.pages == 9
    assert report.resumed >= 6
    stored = paths(output, url)
    assert len(stored) == len(set(stored)) == 9
    assert max(Counter(path for path in served.asked if path in stored).values()) <= 2  # killed while it was fetched
    gaps = [b - a for a, b in zip(served.times, served.times[1:], strict=False)]
    assert sorted(gaps)[3] > 0.05  # sent 0.1 apart, but for robots.txt, once in each crawl


def _interrupt() -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_private_addresses_are_refused(site: tuple[str, Site], tmp_path: Path, host: str) -> None:
    url, served = site
    output = tmp_path / "pages.warc.gz"
    report = crawl(url.replace("127.0.0.1", host), output, options=replace(OPTIONS, allow_private=False))
    assert report.pages == 0
    assert "allow_private=True" in report.note
    assert served.asked == []
    assert list(tmp_path.iterdir()) == []  # nothing is in the next try's way


def test_a_host_whose_rules_cannot_be_read_is_not_crawled(site: tuple[str, Site], tmp_path: Path) -> None:
    url, served = site
    served.robots_status = 503
    report = crawl(url, tmp_path / "pages.warc", options=OPTIONS)
    assert (report.pages, set(served.asked)) == (0, {"/robots.txt"})
    assert "robots.txt" in report.note


def test_the_time_of_a_run(site: tuple[str, Site], tmp_path: Path) -> None:
    url, served = site
    served.slow = 0.2
    report = crawl(url, tmp_path / "pages.warc", options=replace(OPTIONS, max_minutes=2 / 60))
    assert report.ended == "time"
    assert 0 < report.pages < 20
    assert report.waiting


def test_a_full_disk_ends_the_crawl(site: tuple[str, Site], tmp_path: Path) -> None:
    """The journal cannot be written, from wherever that is done: it is an error here, and no crawl that hangs."""
    url, _ = site
    output = tmp_path / "pages.warc.gz"
    crawl(url, output, options=replace(OPTIONS, max_pages=1))
    code = (
        "import resource, sys; from weft.crawl import process; "
        "resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), -1)); process.work()"
    )
    size = output.stat().st_size + 4000
    limited = [sys.executable, "-c", code, str(size)]
    original = subprocess.Popen

    def with_limit(command: list[str], **more: Any) -> Any:
        return original(limited, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(process.subprocess, "Popen", with_limit)  # type: ignore[attr-defined]
        with pytest.raises(SourceError, match="cannot be written: File too large; make room and go on"):
            crawl(url, output, options=OPTIONS)
    assert crawl(url, output, options=replace(OPTIONS, max_pages=9)).pages == 9
    stored = paths(output, url)
    assert len(stored) == len(set(stored)) == 9


def test_what_makes_no_sense(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    output = tmp_path / "pages.warc.gz"
    with pytest.raises(ConfigError, match="only http"):
        crawl("file:///etc/passwd", output)
    with pytest.raises(ConfigError, match=r"\.warc"):
        crawl("http://weft.example/", tmp_path / "pages.txt")
    for wrong in ({"max_pages": 0}, {"delay": -1}, {"concurrency": 99}, {"path_prefix": "x"}, {"user_agent": "a\r\nb"}):
        with pytest.raises(ConfigError):
            crawl("http://weft.example/", output, options=replace(OPTIONS, **wrong))
    monkeypatch.setattr(process, "NEEDED", ("scrapy", "no_such_module"))
    with pytest.raises(ConfigError, match=r"no_such_module: pip install 'weft\[crawl\]'"):
        crawl("http://weft.example/", output)


def test_errors_of_the_crawling_process_are_errors_here(tmp_path: Path) -> None:
    (tmp_path / "pages.warc.gz").write_bytes(b"precious")
    with pytest.raises(ConfigError, match="fresh=True"):
        crawl("http://weft.example/", tmp_path / "pages.warc.gz")
    assert (tmp_path / "pages.warc.gz").read_bytes() == b"precious"


def test_nothing_of_scrapy_is_imported_before_it_is_needed() -> None:
    code = "import sys, weft, weft.crawl, weft.cli; print({'scrapy', 'twisted', 'protego'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
