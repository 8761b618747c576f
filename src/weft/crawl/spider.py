"""The crawl as Scrapy runs it: settings, the scheduler's parts that are ours, and what becomes of an answer."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Iterable
from typing import Any
from urllib.parse import urljoin, urlsplit

from scrapy import Request, Spider, signals
from scrapy import exceptions as scrapy_errors
from scrapy.core.scheduler import Scheduler
from scrapy.crawler import Crawler
from scrapy.dupefilters import RFPDupeFilter
from scrapy.exceptions import StopDownload
from scrapy.extensions.throttle import AutoThrottle
from scrapy.http import Headers, Response
from scrapy.utils.response import response_status_message
from twisted.python.failure import Failure

from weft.crawl.discovery import links_of, read_feed, read_sitemap
from weft.crawl.network import AWAY, NOWHERE, ORIGIN, CheckedResolver
from weft.crawl.options import CrawlOptions
from weft.crawl.sample import DEPTH, HOPS, KIND, TRIES, Sample, entry_of
from weft.crawl.storage import FEED, PAGE, SITEMAP, Entry
from weft.crawl.urls import normalise, url_key
from weft.io.http_body import is_whole, read_charset, unpack_body
from weft.io.warc import HTML

MAX_TRIES = 3  # of one address that a server has trouble with
MAX_HOPS = 5  # redirects on the way to a page
MAX_CRAWL_DELAY = 60.0  # seconds of a Crawl-delay in robots.txt that is kept; a longer one is kept as this
MAX_DETAIL = 300  # characters of an error's own words
AGAIN = -10  # what every try takes from a request's priority: it comes after all others
CUT = "cut off"  # fewer bytes came than were told, or what is packed in them goes on
REASONS: dict[str, str] = {  # why there is no answer, by what Scrapy raises
    "DownloadTimeoutError": "too slow",
    "DownloadCancelledError": "too large",
    "DownloadConnectionRefusedError": "no connection",
    "DownloadFailedError": "no connection",
    "ResponseDataLossError": CUT,
    "CannotResolveHostError": "no such host",
    "Forbidden by robots.txt": "robots.txt",
    "max redirections reached": "redirects",
    AWAY: AWAY,
    NOWHERE: NOWHERE,
}
ADVICE = {
    "private address": "a private address is not fetched; allow it with allow_private=True",
    "robots.txt": "the site's robots.txt does not allow it, or cannot be read",
}


def settings_of(options: CrawlOptions) -> dict[str, Any]:
    """Scrapy's settings: nothing listens, nothing is sent but the requests, and no part runs that is not named here."""
    scrapy = "scrapy.downloadermiddlewares"
    http = "scrapy.core.downloader.handlers.http11.HTTP11DownloadHandler"
    return {
        "AUTOTHROTTLE_ENABLED": True,
        "AUTOTHROTTLE_MAX_DELAY": max(MAX_CRAWL_DELAY, options.delay),
        "AUTOTHROTTLE_START_DELAY": options.delay,
        "AUTOTHROTTLE_TARGET_CONCURRENCY": float(options.concurrency),
        "CLOSESPIDER_TIMEOUT": options.max_minutes * 60,
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
            "weft.crawl.network.Robots": 100,
            f"{scrapy}.downloadtimeout.DownloadTimeoutMiddleware": 350,
            f"{scrapy}.defaultheaders.DefaultHeadersMiddleware": 400,
            f"{scrapy}.useragent.UserAgentMiddleware": 500,
            "weft.crawl.network.Retries": 550,
            "weft.crawl.network.Redirects": 600,
        },
        "DUPEFILTER_CLASS": "weft.crawl.spider.SampleFilter",
        "EXTENSIONS_BASE": {
            "scrapy.extensions.throttle.AutoThrottle": 0,
            "scrapy.extensions.closespider.CloseSpider": 0,
        },
        "LOG_LEVEL": "ERROR",
        "REDIRECT_MAX_TIMES": MAX_HOPS,
        "REDIRECT_PRIORITY_ADJUST": 0,  # what a redirect leads to has its turn by its shape, too
        "REQUEST_FINGERPRINTER_CLASS": "weft.crawl.spider.UrlFingerprinter",
        "RETRY_EXCEPTIONS": [
            scrapy_errors.DownloadConnectionRefusedError,
            scrapy_errors.DownloadFailedError,
            scrapy_errors.ResponseDataLossError,
        ],
        "RETRY_GIVE_UP_LOG_LEVEL": "DEBUG",
        "RETRY_HTTP_CODES": [429, *range(500, 600)],
        "RETRY_PRIORITY_ADJUST": AGAIN,
        "RETRY_TIMES": MAX_TRIES - 1,
        "ROBOTSTXT_OBEY": True,
        "SCHEDULER": "weft.crawl.spider.SampleScheduler",
        "SCHEDULER_PRIORITY_QUEUE": "weft.crawl.queue.ShapeQueue",
        "SPIDER_MIDDLEWARES_BASE": {},
        "TWISTED_DNS_RESOLVER": "weft.crawl.network.CheckedResolver",
        "USER_AGENT": options.user_agent,
        "WEFT_ALLOW_PRIVATE": options.allow_private,
    }


class UrlFingerprinter:
    """Two requests are one where their URLs are one page's."""

    def fingerprint(self, request: Request) -> bytes:
        """The URL's key."""
        return url_key(request.url).encode()


class SampleFilter(RFPDupeFilter):
    """Scrapy's filter of duplicates, which also leaves out what the sample does not want."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> SampleFilter:
        """As Scrapy makes it."""
        made = super().from_crawler(crawler)
        spider: Any = crawler.spider
        made.sample = spider.sample
        return made

    sample: Sample

    def open(self) -> None:
        """Know what an earlier run queued."""
        for entry in self.sample.seen:
            super().request_seen(Request(entry.url))

    def request_seen(self, request: Request) -> bool:
        """Whether a request is not to be made."""
        entry = entry_of(request)
        reason = self.sample.refuse(entry)
        if not reason and super().request_seen(request):
            return True
        if not reason and entry.kind == PAGE and entry.depth:
            reason = self.sample.queue.refuse(entry.url)
        if reason:
            self.sample.leave_out(entry.url, reason)
        return bool(reason)


class SampleScheduler(Scheduler):
    """Scrapy's scheduler, which keeps to the sample's limits and to its journal."""

    spider: SampleSpider

    def open(self, spider: Spider) -> None:
        """Let wait what an earlier run left."""
        super().open(spider)
        for entry in self.spider.sample.pending:
            self.mqs.push(self.spider.request(entry))

    def has_pending_requests(self) -> bool:
        """Whether there is a next request now."""
        return self.spider.sample.has_room() and super().has_pending_requests()

    def next_request(self) -> Request | None:
        """The next request; None too while enough pages are on their way."""
        while self.spider.sample.has_room() and (request := super().next_request()):
            if self.spider.sample.take(request):
                return request
        return None

    def enqueue_request(self, request: Request) -> bool:
        """Let a request wait, unless the filter refuses it; then the one is finished whose place it takes."""
        origin = request.meta.pop(ORIGIN, None)
        is_queued = super().enqueue_request(request)
        if is_queued:
            self.spider.sample.add(entry_of(request))
        if origin:
            self.spider.sample.finish(*origin)
        return is_queued


class SampleSpider(Spider):
    """Turns answers into pages of the archive and into further requests."""

    name = "weft"

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> SampleSpider:
        """As Scrapy makes it, with the `sample`."""
        spider = super().from_crawler(crawler, *args, **kwargs)
        for handler, signal in (
            (spider.check_headers, signals.headers_received),
            (spider.count_bytes, signals.bytes_received),
            (spider.obey_rules, signals.robots_parsed),
            (spider.end_with, signals.spider_error),
        ):
            crawler.signals.connect(handler, signal)
        return spider

    def __init__(self, *, sample: Sample, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.sample: Sample = sample

    async def start(self) -> AsyncIterator[Request]:
        """The start, unless an earlier run had it."""
        if not self.sample.seen:
            yield self.request(self.sample.start)

    def request(self, entry: Entry) -> Request:
        """The request for an entry."""
        meta = {KIND: entry.kind, DEPTH: entry.depth, TRIES: entry.tries, HOPS: entry.hops}
        is_first = entry.kind != PAGE or not entry.depth  # the start, wherever it leads to, and what lists pages
        priority = int(is_first) + AGAIN * entry.tries
        return Request(entry.url, callback=self.parse, errback=self.fail, meta=meta, priority=priority)

    def ask_for(self, entries: Iterable[Entry]) -> None:
        """Queue addresses now, not when Scrapy takes them from a callback: the next line of the journal has them."""
        for entry in entries:
            if entry.url:
                self.crawler.engine.crawl(self.request(entry))

    def count_bytes(self, data: bytes) -> None:
        """All that comes over the wire, wanted or not."""
        self.sample.bytes += len(data)

    def check_headers(self, headers: Headers, request: Request) -> None:
        """Stop where the headers say that what comes is no page."""
        if request.meta.get(KIND) == PAGE and not _is_html(headers):
            raise StopDownload(fail=False)

    def obey_rules(self, robotparser: Any, request: Request) -> None:
        """The pace that a robots.txt asks for, and the sitemaps that it names; the usual place where it names none."""
        rules, downloader = robotparser.rp, self.crawler.engine.downloader
        delay = min(float(rules.crawl_delay(self.sample.options.user_agent) or 0.0), MAX_CRAWL_DELAY)
        throttle = self.crawler.get_extension(AutoThrottle)
        if throttle is not None:
            throttle.mindelay = max(throttle.mindelay, delay)
        if slot := downloader.slots.get(downloader.get_slot_key(request)):
            slot.delay = max(slot.delay, delay)
        root = urljoin(request.url, "/")
        self.ask_for(Entry(normalise(url, root), SITEMAP) for url in list(rules.sitemaps) or ["/sitemap.xml"])

    def end_with(self, failure: Failure) -> None:
        """Nothing that goes wrong here goes on in silence."""
        self.sample.fail(failure.value or RuntimeError(str(failure)))

    def closed(self, reason: str) -> None:
        """Scrapy ends the crawl itself when its time is up."""
        if reason == "closespider_timeout":
            self.sample.end("time")

    def parse(self, response: Response, **kwargs: Any) -> None:
        """An answer, whatever its status."""
        request = response.request
        assert request is not None
        if not 200 <= response.status < 300:
            self.sample.trouble *= response.status == 429 or response.status >= 500
            return self.sample.finish(request, _missing(request, response.status))
        self.sample.trouble = 0
        if request.meta[KIND] != PAGE:
            return self._parse_list(request, response)
        return self._parse_page(request, response)

    def fail(self, failure: Failure) -> None:
        """No answer, and why."""
        error, request = failure.value, failure.request  # type: ignore[attr-defined]
        name = type(error).__name__
        reason = REASONS.get(name) or REASONS.get(str(error)) or f"failed: {name}"
        if urlsplit(request.url).hostname in CheckedResolver.refused:
            reason = "private address"
        detail = ADVICE.get(reason) or f"{reason} ({str(error)[:MAX_DETAIL]})"
        self.sample.note = self.sample.note or f"{request.url}: {detail}"
        self.sample.finish(request, reason)

    def _parse_list(self, request: Request, response: Response) -> None:
        """A sitemap or a feed."""
        kind, body = request.meta[KIND], self._unpacked(response)
        pages, further = (read_feed(response.replace(body=body)), []) if kind == FEED else read_sitemap(body)
        step = max(
            1, len(further) // self.sample.max_lists[SITEMAP]
        )  # of many, some from everywhere: often one a month
        self.ask_for(Entry(normalise(url, response.url), SITEMAP) for url in further[::step])
        self.ask_for(Entry(normalise(url, response.url), depth=1) for url in pages)
        self.sample.finish(request, kind)

    def _parse_page(self, request: Request, response: Response) -> None:
        if not _is_html(response.headers):
            return self.sample.finish(request, "not HTML")
        max_bytes = self.sample.options.page_bytes
        if not is_whole(response.body, _header(response.headers, "Content-Encoding"), max_bytes=max_bytes):
            return self.sample.finish(request, CUT)
        data = self._unpacked(response)
        if len(data) > max_bytes:
            return self.sample.finish(request, "too large")
        digest = hashlib.blake2b(data, digest_size=12).hexdigest()
        if not data.strip() or digest in self.sample.digests:
            return self.sample.finish(request, "same content" if data.strip() else "empty")
        links = links_of(data, response.url, read_charset(_header(response.headers, "Content-Type")))
        also = self._other_key(response.url, links.canonical)
        if also in self.sample.stored:
            return self.sample.finish(request, "same page")
        self.ask_for(Entry(url, FEED) for url in links.feeds)
        self.ask_for(Entry(url, depth=request.meta[DEPTH] + 1) for url in links.pages)
        self.sample.archive.add(response.url, _http_message(response), address=str(response.ip_address or ""))
        return self.sample.finish(request, PAGE, digest=digest, also=also)

    def _unpacked(self, response: Response) -> bytes:
        encoding = _header(response.headers, "Content-Encoding")
        return unpack_body(response.body, transfer="", content=encoding, max_bytes=self.sample.options.page_bytes)

    def _other_key(self, url: str, canonical: str) -> str:
        """The key of the address that a page gives itself, if it is another one and to be believed.

        On many sites every page names the front page, so only another query of the same path is believed.
        """
        same_path = urlsplit(canonical).path == urlsplit(url).path and self.sample.scope.has_host(canonical)
        return url_key(canonical) if canonical and same_path and url_key(canonical) != url_key(url) else ""


def _header(headers: Headers, name: str) -> str:
    return (headers.get(name) or b"").decode("latin-1")


def _is_html(headers: Headers) -> bool:
    """Whether an answer says that it is a page."""
    return _header(headers, "Content-Type").partition(";")[0].strip().lower() in HTML


def _missing(request: Request, status: int) -> str:
    """What an address without an answer is called; a sitemap in the usual place was a guess."""
    if request.meta[KIND] != PAGE:
        return f"no {request.meta[KIND]}"
    return "not found" if status in (404, 410) else f"status {status}"


def _http_message(response: Response) -> bytes:
    """The answer as it would be sent whole: its body as it was sent (packed, if it was), but in one piece."""
    headers = response.headers.copy()
    headers.pop("Transfer-Encoding", None)
    headers["Content-Length"] = str(len(response.body))
    status = f"HTTP/1.1 {response_status_message(response.status)}".encode()
    return b"\r\n".join((status, headers.to_string(), b"", response.body))
