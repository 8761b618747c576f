"""Scrapy's parts of a crawl: it fetches what the sampling asks for, at a pace that a host can bear."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from scrapy import Request, Spider, signals
from scrapy.core.scheduler import BaseScheduler
from scrapy.crawler import Crawler
from scrapy.exceptions import CloseSpider, IgnoreRequest, StopDownload
from scrapy.http import Headers, Response
from twisted.python.failure import Failure

from weft.crawl.answer import Answer
from weft.crawl.frontier import PAGE, Entry
from weft.crawl.options import CrawlOptions
from weft.crawl.politeness import ROBOTS, STOPPED
from weft.crawl.resolver import CheckedResolver
from weft.crawl.sampling import NO_CONNECTION, TOO_SLOW, Sampling

ENTRY = "weft_entry"
LONGEST = 300  # characters of an error's own words
FAILURES = {
    "DownloadTimeoutError": TOO_SLOW,
    "DownloadCancelledError": "too large",
    "DownloadConnectionRefusedError": NO_CONNECTION,
    "DownloadFailedError": NO_CONNECTION,
    "ResponseDataLossError": NO_CONNECTION,
    "CannotResolveHostError": "no such host",
}


def settings_of(options: CrawlOptions) -> dict[str, Any]:
    """Scrapy's settings: nothing listens, nothing is sent but the requests, and no part runs that is not named here."""
    scrapy = "scrapy.downloadermiddlewares"
    http = "scrapy.core.downloader.handlers.http11.HTTP11DownloadHandler"
    return {
        "AUTOTHROTTLE_ENABLED": True,
        "AUTOTHROTTLE_START_DELAY": options.delay,
        "AUTOTHROTTLE_TARGET_CONCURRENCY": float(options.concurrency),
        "CONCURRENT_REQUESTS": options.concurrency,
        "CONCURRENT_REQUESTS_PER_DOMAIN": options.concurrency,
        "DEFAULT_REQUEST_HEADERS": {
            "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.5",
            "Accept-Encoding": "gzip, deflate, br",
        },
        "DOWNLOAD_DELAY": options.delay,
        "DOWNLOAD_DELAY_JITTER": 0.0,  # it would go below what was asked for
        "DOWNLOAD_HANDLERS_BASE": {"http": http, "https": http},
        "DOWNLOAD_MAXSIZE": options.page_bytes,
        "DOWNLOAD_TIMEOUT": options.page_seconds,
        "DOWNLOAD_VERIFY_CERTIFICATES": True,
        "DOWNLOADER_MIDDLEWARES_BASE": {
            "weft.crawl.politeness.Politeness": 100,
            f"{scrapy}.downloadtimeout.DownloadTimeoutMiddleware": 350,
            f"{scrapy}.defaultheaders.DefaultHeadersMiddleware": 400,
            f"{scrapy}.useragent.UserAgentMiddleware": 500,
        },
        "EXTENSIONS_BASE": {"scrapy.extensions.throttle.AutoThrottle": 0},
        "LOG_LEVEL": "ERROR",
        "REMOTE_CONTROL_ENABLED": False,
        "SCHEDULER": "weft.crawl.spider.FrontierScheduler",
        "SPIDER_MIDDLEWARES_BASE": {},
        "STATS_CLASS": "scrapy.statscollectors.DummyStatsCollector",
        "TELNETCONSOLE_ENABLED": False,
        "TWISTED_DNS_RESOLVER": "weft.crawl.resolver.CheckedResolver",
        "USER_AGENT": options.user_agent,
        "WEFT_ALLOW_PRIVATE": options.allow_private,
    }


class SampleSpider(Spider):
    """Hands answers to the sampling."""

    name = "weft"
    politeness: Any = None
    error: Exception | None = None  # what the crawl cannot go on after

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> SampleSpider:
        """As Scrapy makes it, with the `sampling`, and `told` for after each answer."""
        spider = super().from_crawler(crawler, *args, **kwargs)
        crawler.signals.connect(spider.look_at_headers, signals.headers_received)
        crawler.signals.connect(spider.count_bytes, signals.bytes_received)
        return spider

    def __init__(self, *, sampling: Sampling, told: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.sampling: Sampling = sampling
        self.told: Any = told

    def count_bytes(self, data: bytes) -> None:
        """All that comes over the wire, wanted or not."""
        self.sampling.bytes += len(data)

    def look_at_headers(self, headers: Headers, request: Request) -> None:
        """Stop where the headers say that what comes is no page."""
        answer = Answer(status=200, headers=_pairs(headers))
        if request.meta.get(ENTRY, NOTHING).kind == PAGE and not answer.is_html:
            raise StopDownload(fail=False)

    def take(self, response: Response) -> None:
        """An answer, whatever its status."""
        entry = response.meta[ENTRY]
        answer = Answer(
            status=response.status,
            headers=_pairs(response.headers),
            body=response.body,
            address=str(response.ip_address or ""),
        )
        self._do(lambda: self.politeness.pause(entry.url, self.sampling.take(entry, answer)), entry)

    def fail(self, failure: Failure) -> None:
        """No answer, and why."""
        entry, error = failure.request.meta[ENTRY], failure.value  # type: ignore[attr-defined]
        name = type(error).__name__
        reason = FAILURES.get(name, f"failed: {name}")
        if isinstance(error, IgnoreRequest) and str(error) in (ROBOTS, STOPPED):
            reason = str(error)
        elif urlsplit(entry.url).hostname in CheckedResolver.refused:
            reason = "private address"
        if reason == STOPPED:
            self.sampling.drop(entry)
        else:
            detail = str(error)[:LONGEST]
            self._do(lambda: self.sampling.fail(entry, reason, again=reason == NO_CONNECTION, detail=detail), entry)

    def _do(self, what: Any, entry: Entry) -> None:
        """Nothing that goes wrong here goes on in silence."""
        try:
            what()
            self.told(entry)
        except Exception as error:
            self.error = error
            self.sampling.ending = self.sampling.ending or "stopped"
            raise CloseSpider("failed") from error


class FrontierScheduler(BaseScheduler):
    """Scrapy's scheduler: the frontier, which alone knows what comes next."""

    def __init__(self, spider: SampleSpider) -> None:
        self.spider = spider
        self._ahead: Entry | None = None  # taken out of the frontier to see whether there is any

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> FrontierScheduler:
        """As Scrapy makes it."""
        spider = crawler.spider
        assert isinstance(spider, SampleSpider)
        return cls(spider)

    def has_pending_requests(self) -> bool:
        """Whether there is a next request."""
        if self._ahead is None:
            self._ahead = self.spider.sampling.next()
        return self._ahead is not None

    def next_request(self) -> Request | None:
        """The next request."""
        if not self.has_pending_requests() or self._ahead is None:
            return None
        entry, self._ahead = self._ahead, None
        return Request(entry.url, callback=self.spider.take, errback=self.spider.fail, meta={ENTRY: entry})

    def enqueue_request(self, request: Request) -> bool:
        """Nothing but the frontier asks for anything."""
        return False


NOTHING = Entry("", kind="")


def _pairs(headers: Headers) -> tuple[tuple[str, str], ...]:
    return tuple(
        (name.decode("latin-1"), value.decode("latin-1")) for name, values in headers.items() for value in values
    )
