"""A crawl of a site whose servers answer what is malformed, cut or endless."""

from pathlib import Path

from tests.crawl.hostile import hostile_site
from weft.crawl import CrawlOptions, CrawlReport, crawl
from weft.crawl.network import retry_after
from weft.io import read_warc

QUICK = CrawlOptions(allow_private=True, delay=0, concurrency=4, page_seconds=20, max_pages=50)


def crawl_paths(output: Path, *paths: str) -> CrawlReport:
    with hostile_site(*paths) as url:
        return crawl(f"{url}/", output, options=QUICK)


def test_malformed_and_cut_answers_are_told(tmp_path: Path) -> None:
    output = tmp_path / "pages.warc.gz"
    report = crawl_paths(output, "/good", "/charset", "/cut-length", "/cut-gzip", "/bracket", "/password")
    assert report.counts == {
        "asked again": 2,
        "cut off": 2,
        "no sitemap": 1,
        "page": 3,
        "redirect that leads nowhere": 1,
        "redirect to another site": 1,
    }
    assert len(list(read_warc(output, max_bytes=1_000_000))) == 3
    journal = (tmp_path / "pages.warc.gz.crawl").read_text()
    assert "secret" not in journal + str(report)


def test_endless_headers_are_given_up_before_the_time_is_up(tmp_path: Path) -> None:
    report = crawl_paths(tmp_path / "pages.warc.gz", "/long-head", "/continue")
    assert report.counts["no connection"] == 2
    assert "too slow" not in report.counts


def test_a_retry_after_that_makes_no_sense() -> None:
    for header in ("", "soon", "-5", "1e9", "²", "٣", "9" * 400, "Mon, 99 Foo 99999 99:99:99 GMT", "\x00", ","):
        assert retry_after(header) == 0.0
    assert retry_after("Fri, 31 Dec 9999 23:59:59 -2359") >= 0.0
