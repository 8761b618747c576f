"""Scrapy: a real crawl over loopback, and the parts by themselves."""

import asyncio
import json
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import scrapy
from scrapy.exceptions import DropItem
from scrapy.http import HtmlResponse, Request, Response, TextResponse
from scrapy.utils.test import get_crawler

from tests.cli.small_site import article, write_pages
from weft import extract, learn
from weft.compat.scrapy import WeftMiddleware, WeftPipeline
from weft.document import Document, Failure
from weft.errors import ConfigError

GERMAN = "<title>Webstuhl</title><article><h1>Webstuhl</h1><p>" + "Der Schuß läuft durch die Kette. " * 20
PAGE = article("looms", 1)


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder, and says nothing."""

    def guess_type(self, path: Any) -> str:
        return "text/html; charset=iso-8859-1" if "german" in str(path) else super().guess_type(path)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def site_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = write_pages(tmp_path_factory.mktemp("pages"))
    # Without addresses: a template of another host would not be tried on pages of the loopback.
    pages = [(path.name, path.read_bytes()) for path in sorted(folder.rglob("*.html"))]
    path = tmp_path_factory.mktemp("site") / "site.json"
    learn(pages).save(path)
    return path


@dataclass
class Crawled:
    """What a crawl left."""

    items: list[dict[str, Any]]
    stats: dict[str, Any]
    log: str
    by_path: dict[str, dict[str, Any]] = field(default_factory=dict)


@pytest.fixture(scope="module")
def crawled(site_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Crawled:
    folder, out = write_pages(tmp_path_factory.mktemp("served")), tmp_path_factory.mktemp("out")
    (folder / "german.html").write_bytes(GERMAN.encode("latin-1"))
    (folder / "deep.html").write_text("<div>" * 5000)
    (folder / "own.html").write_text(PAGE)
    (folder / "skip.html").write_text(PAGE)
    (folder / "paper.pdf").write_bytes(b"%PDF-1.7 not a page")
    links = ["german.html", "deep.html", "own.html", "skip.html", "paper.pdf", "missing.html", "news/dyes.html"]
    (folder / "index.html").write_text("".join(f"<a href='/{link}'>{link}</a> " for link in links))
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_address[1]}/"
        command = [sys.executable, "-m", "tests.compat.scrapy_project", address, str(out)]
        settings = {"WEFT_SITE": str(site_file), "WEFT_LIMITS": {"depth": 1000, "seconds": 20.0}}
        done = subprocess.run([*command, json.dumps(settings)], capture_output=True, text=True, timeout=120)
        server.shutdown()
    assert done.returncode == 0, done.stderr
    items = [json.loads(line) for line in (out / "items.jsonl").read_text().splitlines()]
    by_path = {item["url"].removeprefix(address): item for item in items if "seen" in item}
    return Crawled(items, json.loads((out / "stats.json").read_text()), (out / "log.txt").read_text(), by_path)


def test_every_page_gives_an_item(crawled: Crawled) -> None:
    assert set(crawled.by_path) == {
        "german.html", "deep.html", "own.html", "skip.html", "paper.pdf", "news/dyes.html"
    }  # fmt: skip
    assert crawled.stats["finish_reason"] == "finished"
    assert "log_count/ERROR" not in crawled.stats


def test_the_middleware_hands_the_document_to_the_spider(crawled: Crawled) -> None:
    assert crawled.by_path["news/dyes.html"]["seen"].startswith("The weaver of dyes came to the old mill")
    assert "Copyright" not in crawled.by_path["news/dyes.html"]["seen"]
    assert "Der Schuß läuft durch die Kette." in crawled.by_path["german.html"]["seen"]
    assert crawled.by_path["skip.html"]["seen"] == crawled.by_path["paper.pdf"]["seen"] == ""


def test_the_pipeline_fills_items(crawled: Crawled) -> None:
    item = crawled.by_path["news/dyes.html"]
    assert item["text"] == item["seen"]
    assert item["title"] == "All about dyes"
    assert (item["author"], item["date"], item["language"]) == ("Ann dyes", "2021-03-05", "en")
    assert item["confidence"] > 0.5
    assert item["records"] == []
    assert "html" not in item
    assert crawled.by_path["own.html"]["title"] == "the spider's own"
    assert crawled.by_path["skip.html"]["text"].startswith("The weaver of looms")


def test_items_that_declare_fields_and_documents(crawled: Crawled) -> None:
    story = next(item for item in crawled.items if item["url"].endswith("dyes.html") and "seen" not in item)
    assert set(story) == {"url", "html", "title", "text", "failure"}
    assert story["html"] == story["failure"] == ""
    assert story["title"] == "All about dyes"
    again = next(item for item in crawled.items if item["url"].endswith("dyes.html#document"))
    assert again["text"] == story["text"]


def test_failures_are_told_and_counted(crawled: Crawled) -> None:
    deep, paper = crawled.by_path["deep.html"], crawled.by_path["paper.pdf"]
    assert (deep["reason"], deep["failure"]) == ({"code": "limit", "detail": "depth"}, "limit: depth")
    assert (paper["reason"], paper["failure"]) == ("", "source")
    assert crawled.stats["weft/failures"] == 3  # of the deep page two, by the middleware and by the pipeline
    assert crawled.stats["weft/failures/limit: depth"] == 2
    assert crawled.stats["weft/failures/source"] == 1
    assert crawled.stats["weft/documents/template"] > 4
    assert "over the limit of 1000 depth" in crawled.log
    assert "not a web page but a PDF" in crawled.log


class Stats(dict[str, int]):
    """Enough of a crawl's stats."""

    def inc_value(self, name: str) -> None:
        self[name] = self.get(name, 0) + 1


def make_crawler(**settings: Any) -> Any:
    crawler: Any = get_crawler(settings_dict=settings)
    crawler.stats = Stats()
    return crawler


def pipeline(**settings: Any) -> WeftPipeline:
    return WeftPipeline.from_crawler(make_crawler(**settings))


def test_formats_and_fields() -> None:
    parts = pipeline(WEFT_FORMAT="markdown")
    item = asyncio.run(parts.process_item({"html": PAGE.encode(), "url": "http://weft.example/a"}))
    assert item["markdown"].startswith("The weaver of looms")
    assert "text" not in item
    parts = pipeline(WEFT_FIELDS=["title", "html"], WEFT_HTML_FIELD="page", WEFT_KEEP_HTML=True)
    item = asyncio.run(parts.process_item({"page": PAGE}))
    assert set(item) == {"page", "title", "html"}
    assert item["html"].startswith("<")


def test_what_is_no_page() -> None:
    parts = pipeline()
    assert asyncio.run(parts.process_item({"url": "x", "price": 3})) == {"url": "x", "price": 3}
    assert asyncio.run(parts.process_item({"html": 7, "url": "x"})) == {"url": "x", "failure": "no_page"}
    assert asyncio.run(parts.process_item({"html": ""})) == {"failure": "source"}
    paper = Response("http://weft.example/a.pdf", body=b"%PDF-1.7")
    assert asyncio.run(parts.process_item({"html": paper})) == {"failure": "source"}


def test_failures_drop_items_by_setting() -> None:
    parts = pipeline(WEFT_ON_FAILURE="drop", WEFT_LIMITS={"nodes": 5})
    with pytest.raises(DropItem, match="limit: nodes"):
        asyncio.run(parts.process_item({"html": PAGE}))


def test_an_extractor_that_crashes_does_not_break_the_crawl(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*args: object, **kwargs: object) -> Document:
        raise ZeroDivisionError

    monkeypatch.setattr("weft.pipeline.extract", crash)
    parts = pipeline()
    assert asyncio.run(parts.process_item({"html": PAGE})) == {"failure": "fault: ZeroDivisionError"}
    assert parts.worker.crawler.stats["weft/failures/fault: ZeroDivisionError"] == 1  # type: ignore[index]


def test_pages_are_worked_on_beside_the_reactor(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[threading.Thread] = []

    def note(*args: Any, **kwargs: Any) -> Document:
        seen.append(threading.current_thread())
        return extract(*args, **kwargs)

    monkeypatch.setattr("weft.pipeline.extract", note)
    asyncio.run(pipeline().process_item({"html": PAGE}))
    assert len(seen) == 1
    assert seen[0] is not threading.main_thread()


def test_scrapy_items_get_what_they_declare() -> None:
    class Page(scrapy.Item):
        html, url, title, description = scrapy.Field(), scrapy.Field(), scrapy.Field(), scrapy.Field()

    item = asyncio.run(pipeline().process_item(Page(html=PAGE, url="http://weft.example/a")))
    assert dict(item) == {
        "url": "http://weft.example/a", "title": "All about looms", "description": item["description"]
    }  # fmt: skip


@pytest.mark.parametrize(
    "settings",
    [
        {"WEFT_METHOD": "nonsense"},
        {"WEFT_METHOD": "vips"},
        {"WEFT_FORMAT": "pdf"},
        {"WEFT_FIELDS": "title,colour"},
        {"WEFT_LIMITS": {"colours": 3}},
        {"WEFT_LIMITS": {"seconds": "soon"}},
        {"WEFT_LIMITS": {"bytes": 0}},
        {"WEFT_ON_FAILURE": "cry"},
        {"WEFT_KEEP_HTML": True, "WEFT_FORMAT": "html"},
    ],
    ids=str,
)
def test_settings_that_make_no_sense_stop_the_crawl_before_it_begins(settings: dict[str, Any]) -> None:
    with pytest.raises(ConfigError):
        pipeline(**settings)


def test_the_middleware_looks_at_html_that_was_fetched_only() -> None:
    parts = WeftMiddleware.from_crawler(make_crawler())

    def look(response: Response, meta: dict[str, Any]) -> dict[str, Any]:
        request = Request("http://weft.example/a", meta=meta)
        parts.process_request(request)
        assert asyncio.run(parts.process_response(request, response)) is response
        return request.meta

    page = HtmlResponse("http://weft.example/a", body=PAGE.encode())
    assert isinstance(look(page, {})["weft"], Document)
    assert isinstance(look(HtmlResponse("http://weft.example/a", body=b"%PDF"), {})["weft_failure"], Failure)
    assert look(page, {"dont_weft": True, "weft": "of another page"}) == {"dont_weft": True}
    assert look(page.replace(status=404), {}) == {}
    assert look(TextResponse("http://weft.example/a", body=PAGE.encode()), {}) == {}
