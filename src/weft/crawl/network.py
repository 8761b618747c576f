"""Scrapy's manners, and what they lack: robots.txt as RFC 9309 has it, `Retry-After`, one site, no private address."""

from __future__ import annotations

import time
from email.utils import parsedate_to_datetime
from typing import Any, ClassVar
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.redirect import RedirectMiddleware
from scrapy.downloadermiddlewares.retry import RetryMiddleware
from scrapy.downloadermiddlewares.robotstxt import RobotsTxtMiddleware
from scrapy.exceptions import DownloadTimeoutError, IgnoreRequest
from scrapy.http import Response
from scrapy.resolver import CachingHostnameResolver
from scrapy.robotstxt import RobotParser

from weft.crawl.sample import TRIES, Sample
from weft.crawl.urls import normalise, url_key
from weft.io.http_body import unpack_body
from weft.io.urls import is_public

MAX_ROBOTS_BYTES = 500 << 10  # that are read of a robots.txt; the RFC asks for as many at least
MAX_PAUSE = 120.0  # seconds that a crawl waits for a server that asks for it; for longer it ends
BACK_OFF = 5.0  # seconds for a busy server that does not say how long; twice as many the next time
BUSY = (429, 503)
AWAY = "redirect to another site"
NOWHERE = "redirect that leads nowhere"
ORIGIN = "weft_origin"  # of a request that takes another one's place: that one, and what became of it


class Robots(RobotsTxtMiddleware):
    """Reads the rules of a host once; of a host in trouble (5xx, 429) nothing is asked for, and no file allows all."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._errors: dict[str, Exception] = {}

    async def robot_parser(self, request: Request) -> RobotParser | None:
        """The rules; where they cannot be fetched an error (Scrapy would allow all); the next request asks again."""
        parser = await super().robot_parser(request)
        if parser is None:
            netloc = urlsplit(request.url).netloc
            if self._parsers.get(netloc, parser) is None:
                self._parsers.pop(netloc, None)
            raise self._errors[netloc]
        return parser

    def _robots_error(self, exc: Exception, netloc: str) -> None:
        self._errors[netloc] = exc
        super()._robots_error(exc, netloc)

    async def _parse_robots(self, response: Response, netloc: str, request: Request) -> None:
        body = b""
        if response.status == 429 or response.status >= 500:
            body = b"User-agent: *\nDisallow: /"
        elif 200 <= response.status < 300:
            encoding = (response.headers.get("Content-Encoding") or b"").decode("latin-1")
            body = unpack_body(response.body, transfer="", content=encoding, max_bytes=MAX_ROBOTS_BYTES)
        await super()._parse_robots(response.replace(body=body[:MAX_ROBOTS_BYTES]), netloc, request)


class Retries(RetryMiddleware):
    """Asks again, and leaves a host alone for as long as it wants."""

    def process_response(  # type: ignore[override]  # Scrapy gives the spider up
        self, request: Request, response: Response
    ) -> Request | Response:
        """The answer; or the request for another try."""
        if _is_robots(request) or response.status not in self.retry_http_codes:
            return response
        _sample_of(self.crawler).add_trouble(request.url, f"status {response.status}")
        self._pause(request, response)
        return _in_place_of(request, super().process_response(request, response), "asked again")

    def process_exception(  # type: ignore[override]
        self, request: Request, exception: Exception
    ) -> Request | Response | None:
        """The request for another try, where one may help."""
        if _is_robots(request):
            return None
        if isinstance(exception, (*self.exceptions_to_retry, DownloadTimeoutError)):
            _sample_of(self.crawler).add_trouble(request.url, str(exception))
        return _in_place_of(request, super().process_exception(request, exception), "asked again")

    def _pause(self, request: Request, response: Response) -> None:
        """Let the host's next request wait in the downloader; end the crawl where it would wait too long."""
        pause = retry_after((response.headers.get("Retry-After") or b"").decode("latin-1"))
        if response.status in BUSY:
            pause = pause or BACK_OFF * 2 ** request.meta.get(TRIES, 0)
        if pause > MAX_PAUSE:
            _sample_of(self.crawler).end("busy")
        slot = self.crawler.engine.downloader.slots.get(request.meta.get("download_slot", ""))
        if pause and slot is not None:
            slot.lastseen = time.monotonic() + min(pause, MAX_PAUSE)


class Redirects(RedirectMiddleware):
    """Follows redirects that stay on the site."""

    def process_response(  # type: ignore[override]  # Scrapy gives the spider up
        self, request: Request, response: Response
    ) -> Request | Response:
        """The answer; or the request for what it leads to."""
        try:
            moved = super().process_response(request, response)
        except ValueError:  # an address that is none
            raise IgnoreRequest(NOWHERE) from None
        if not isinstance(moved, Request):
            return moved
        sample, url = _sample_of(self.crawler), normalise(moved.url)
        if not sample.scope.has_host(url):
            if _is_robots(request):
                return response
            where = f"{url}; crawl that instead" if url else "what is no page's address"
            sample.note = sample.note or f"{request.url} leads to {where}"
            raise IgnoreRequest(AWAY)
        sample.trouble = 0
        # With www or https an address has the key of the one that led to it, and yet is asked for.
        moved = moved.replace(url=url, dont_filter=url_key(url) == url_key(request.url))
        return _in_place_of(request, moved, "redirect")


def _is_robots(request: Request) -> bool:
    """Whether a request is for a robots.txt, which Scrapy makes itself."""
    return bool(request.meta.get("dont_obey_robotstxt"))


def _sample_of(crawler: Crawler) -> Sample:
    spider: Any = crawler.spider
    sample: Sample = spider.sample
    return sample


def _in_place_of(request: Request, result: Any, became: str) -> Any:
    """The result; a request also says which one it takes the place of."""
    if isinstance(result, Request) and not _is_robots(request):
        result.meta[ORIGIN] = (request, became)
    return result


def retry_after(header: str) -> float:
    """Seconds that a server asks to be left alone; 0 where it says nothing.

    >>> retry_after("7")
    7.0
    """
    header = header.strip()
    if header.isascii() and header.isdecimal() and len(header) < 10:
        return float(header)
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time())
    except (ValueError, OverflowError, TypeError):  # no date, or none that a clock can show
        return 0.0


class CheckedResolver(CachingHostnameResolver):
    """Looks every name up anew for each connection, which goes to an address that was checked: to no private one."""

    refused: ClassVar[set[str]] = set()  # hosts, of this process, which has one crawl
    allow_private: bool

    @classmethod
    def from_crawler(cls, crawler: Crawler, reactor: Any) -> CheckedResolver:
        """As Scrapy makes it; without a cache, for what was checked may change."""
        made = cls(reactor, 0)
        made.allow_private = crawler.settings.getbool("WEFT_ALLOW_PRIVATE")
        return made

    def resolveHostName(self, resolutionReceiver: Any, hostName: str, *args: Any, **kwargs: Any) -> Any:
        """Tell the receiver the addresses, or none."""
        checked = _CheckedReceiver(resolutionReceiver, hostName, allow_private=self.allow_private)
        system: Any = self.original_resolver
        return system.resolveHostName(checked, hostName, *args, **kwargs)


class _CheckedReceiver:
    """Holds the addresses of a name back until all of them are there: a single private one refuses the name."""

    def __init__(self, receiver: Any, host: str, *, allow_private: bool) -> None:
        self.receiver, self.host, self.allow_private = receiver, host, allow_private
        self.addresses: list[Any] = []

    def resolutionBegan(self, resolution: Any) -> None:
        """Pass it on."""
        self.receiver.resolutionBegan(resolution)

    def addressResolved(self, address: Any) -> None:
        """Keep it for later."""
        self.addresses.append(address)

    def resolutionComplete(self) -> None:
        """Check, and pass the addresses on."""
        if self.allow_private or all(is_public(address.host) for address in self.addresses):
            for address in self.addresses:
                self.receiver.addressResolved(address)
        else:
            CheckedResolver.refused.add(self.host)
        self.receiver.resolutionComplete()
