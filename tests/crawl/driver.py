"""A crawl without a network: Scrapy's scheduler, its middlewares and our spider, given answers by hand."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response
from scrapy.robotstxt import ProtegoRobotParser
from scrapy.statscollectors import MemoryStatsCollector
from twisted.python.failure import Failure

from weft.crawl.network import Redirects, Retries
from weft.crawl.options import CrawlOptions
from weft.crawl.sample import Sample
from weft.crawl.spider import SampleScheduler, SampleSpider, UrlFingerprinter, settings_of
from weft.crawl.storage import Archive, CrawlJournal

HOST = "http://weft.example"
START = {"url": f"{HOST}/"}


def html(body: str, **headers: str) -> Response:
    """A page."""
    pairs = {"Content-Type": "text/html", **{name.replace("_", "-"): value for name, value in headers.items()}}
    return Response(HOST, headers=pairs, body=body.encode())


def bare(status: int, body: bytes = b"", **headers: str) -> Response:
    """An answer of no type."""
    pairs = {name.replace("_", "-"): value for name, value in headers.items()}
    return Response(HOST, status=status, headers=pairs, body=body)


def moved(target: str) -> Response:
    """A redirect."""
    return bare(301, Location=target)


class Driver:
    """What Scrapy's engine does, one request at a time."""

    def __init__(self, sample: Sample) -> None:
        self.sample: Sample = sample
        self.crawler = Crawler(SampleSpider, settings_of(sample.options))
        self.crawler.stats = MemoryStatsCollector(self.crawler)
        self.crawler.request_fingerprinter = UrlFingerprinter()
        self.slot = SimpleNamespace(lastseen=0.0, delay=0.0)
        downloader = SimpleNamespace(slots={"slot": self.slot}, get_slot_key=lambda request: "slot")
        engine: Any = SimpleNamespace(crawl=self._enqueue, downloader=downloader)
        self.crawler.engine = engine
        self.spider = SampleSpider.from_crawler(self.crawler, sample=sample)
        self.crawler.spider = self.spider
        self.crawler.extensions = SimpleNamespace(middlewares=())  # type: ignore[assignment]
        self.scheduler = SampleScheduler.from_crawler(self.crawler)
        self.scheduler.open(self.spider)
        self.redirects, self.retries = Redirects.from_crawler(self.crawler), Retries.from_crawler(self.crawler)
        if not sample.seen:
            self._enqueue(self.spider.request(sample.start))

    def _enqueue(self, request: Request) -> None:
        self.scheduler.enqueue_request(request)

    def next(self) -> Request | None:
        """The next request, on its way."""
        request = self.scheduler.next_request() if self.scheduler.has_pending_requests() else None
        if request is not None:
            request.meta["download_slot"] = "slot"
        return request

    def take(self, request: Request, response: Response) -> None:
        """An answer, past the middlewares."""
        response = response.replace(url=request.url)
        response.request = request
        try:
            for middleware in (self.redirects, self.retries):
                result = middleware.process_response(request, response)
                if isinstance(result, Request):
                    return self._enqueue(result)
        except IgnoreRequest as error:
            return self._fail(request, error)
        return self.spider.parse(response)

    def fail(self, request: Request, error: Exception) -> None:
        """No answer."""
        again = self.retries.process_exception(request, error)
        if isinstance(again, Request):
            self._enqueue(again)
        else:
            self._fail(request, error)

    def _fail(self, request: Request, error: Exception) -> None:
        failure: Any = Failure(error)
        failure.request = request
        self.spider.fail(failure)

    def obey(self, rules: str) -> None:
        """A robots.txt was read."""
        self.spider.obey_rules(ProtegoRobotParser(rules.encode(), self.spider), Request(HOST))

    def crawl(self, site: dict[str, Response], most: int = 1000) -> list[str]:
        """Ask for one address after another; what was asked for."""
        asked: list[str] = []
        while len(asked) < most and (request := self.next()):
            path = request.url.removeprefix(HOST)
            asked.append(path)
            self.sample.bytes += 1
            self.take(request, site.get(path, bare(404)))
        return asked


@contextmanager
def driver_into(output: Path, **options: Any) -> Iterator[Driver]:
    """A crawl of the host into a file; it goes on where the file ends."""
    with closing(CrawlJournal(output, start=START)) as journal:
        end = journal.events[-1].end if journal.events else 0
        with closing(Archive(output, end=end, user_agent="test")) as archive:
            yield Driver(Sample(f"{HOST}/", CrawlOptions(**options), archive=archive, journal=journal))
