"""Scrapy's manners, and what they lack: robots.txt as RFC 9309 has it, `Retry-After`, one site, no private address."""

from __future__ import annotations

import time
from collections.abc import Sequence
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
from scrapy.robotstxt import RobotParser
from twisted.internet.address import IPv4Address, IPv6Address
from twisted.internet.interfaces import IAddress, IHostnameResolver, IHostResolution
from twisted.internet.threads import deferToThreadPool
from twisted.python.failure import Failure
from zope.interface import implementer  # type: ignore[import-untyped]

from weft.crawl.sample import TRIES, Sample
from weft.crawl.urls import normalise, url_key
from weft.errors import SourceError
from weft.io.http_body import unpack_body
from weft.io.urls import find_address

MAX_ROBOTS_BYTES = 500 << 10  # that are read of a robots.txt; the RFC asks for as many at least
MAX_PAUSE = 120.0  # seconds that a crawl waits for a server that asks for it; for longer it ends
BACK_OFF = 5.0  # seconds for a busy server that does not say how long; twice as many the next time
BUSY = (429, 503)
AWAY = "redirect to another site"
ORIGIN = "weft_origin"  # of a request that takes another one's place: that one, and what became of it


def _is_robots(request: Request) -> bool:
    """Whether a request is for a robots.txt, which Scrapy makes itself."""
    return bool(request.meta.get("dont_obey_robotstxt"))


def _sample_of(crawler: Crawler) -> Sample:
    spider: Any = crawler.spider
    sample: Sample = spider.sample
    return sample


class _Unreadable(RobotParser):
    """The rules of a host that could not be reached for them."""

    def __init__(self, error: Exception) -> None:
        self.error: Exception = error

    @classmethod
    def from_crawler(cls, crawler: Crawler, robotstxt_body: bytes) -> _Unreadable:
        """Never made by Scrapy."""
        raise NotImplementedError

    def allowed(self, url: str | bytes, user_agent: str | bytes) -> bool:
        """Nothing may be asked for, because of the error."""
        raise self.error


class Robots(RobotsTxtMiddleware):
    """Reads the rules of a host once; of a host in trouble (5xx, 429) nothing is asked for, and no file allows all."""

    async def _parse_robots(self, response: Response, netloc: str, request: Request) -> None:
        body = b""
        if response.status == 429 or response.status >= 500:
            body = b"User-agent: *\nDisallow: /"
        elif 200 <= response.status < 300:
            encoding = (response.headers.get("Content-Encoding") or b"").decode("latin-1")
            body = unpack_body(response.body, transfer="", content=encoding, max_bytes=MAX_ROBOTS_BYTES)
        await super()._parse_robots(response.replace(body=body[:MAX_ROBOTS_BYTES]), netloc, request)

    def _robots_error(self, exc: Exception, netloc: str) -> None:
        """A host that cannot be reached for its rules is not asked for pages either; Scrapy would ask."""
        waiting: Any = self._parsers[netloc]
        self._parsers[netloc] = _Unreadable(exc)
        waiting.callback(self._parsers[netloc])

    def process_request_2(self, rp: RobotParser | None, request: Request) -> None:
        """Refuse what the rules forbid; after rules that could not be read the next request asks for them again."""
        if isinstance(rp, _Unreadable):
            netloc = urlsplit(request.url).netloc
            if self._parsers.get(netloc) is rp:
                del self._parsers[netloc]
        super().process_request_2(rp, request)


class Retries(RetryMiddleware):
    """Asks again, and leaves a host alone for as long as it wants."""

    def process_response(self, request: Request, response: Response) -> Request | Response:
        """The answer; or the request for another try."""
        if _is_robots(request) or response.status not in self.retry_http_codes:
            return response
        _sample_of(self.crawler).add_trouble(request.url, f"status {response.status}")
        self._pause(request, response)
        return _in_place_of(request, super().process_response(request, response), "asked again")

    def process_exception(self, request: Request, exception: Exception) -> Request | Response | None:
        """The request for another try, where one may help."""
        if _is_robots(request):
            return None
        if isinstance(exception, (*self.exceptions_to_retry, DownloadTimeoutError)):
            _sample_of(self.crawler).add_trouble(request.url, str(exception))
        return _in_place_of(request, super().process_exception(request, exception), "asked again")

    def _pause(self, request: Request, response: Response) -> None:
        """Let the downloader's next request to the host wait; after an hour's wish the crawl ends."""
        pause = retry_after((response.headers.get("Retry-After") or b"").decode("latin-1"))
        if response.status in BUSY:
            pause = pause or BACK_OFF * 2 ** request.meta.get(TRIES, 0)
        if pause > MAX_PAUSE:
            sample = _sample_of(self.crawler)
            sample.ending = sample.ending or "busy"
        slot = self.crawler.engine.downloader.slots.get(request.meta.get("download_slot", ""))
        if pause and slot is not None:
            slot.lastseen = time.monotonic() + min(pause, MAX_PAUSE)


class Redirects(RedirectMiddleware):
    """Follows redirects that stay on the site."""

    def process_response(self, request: Request, response: Response) -> Request | Response:
        """The answer; or the request for what it leads to."""
        moved = super().process_response(request, response)
        if not isinstance(moved, Request):
            return moved
        sample, url = _sample_of(self.crawler), normalise(moved.url)
        if not sample.scope.has_host(url):
            if _is_robots(request):
                return response
            sample.note = sample.note or f"{request.url} leads to {url or moved.url}; crawl that instead"
            raise IgnoreRequest(AWAY)
        sample.trouble = 0
        # With www or https an address has the key of the one that led to it, and yet is asked for.
        moved = moved.replace(url=url, dont_filter=url_key(url) == url_key(request.url))
        return _in_place_of(request, moved, "redirect")


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
    if header.isdecimal() and len(header) < 10:
        return float(header)
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time())
    except ValueError:
        return 0.0


@implementer(IHostResolution)
class _Resolution:
    """A name that is being looked up."""

    def __init__(self, name: str) -> None:
        self.name = name

    def cancel(self) -> None:
        """Nothing to do: the look-up ends by itself."""


@implementer(IHostnameResolver)
class CheckedResolver:
    """Looks every name up anew for each connection, which goes to the very address that was checked.

    Scrapy's resolvers give whatever the system gives. This one refuses private addresses and remembers their hosts.
    """

    refused: ClassVar[set[str]] = set()  # of this process, which has one crawl

    def __init__(self, reactor: Any, *, allow_private: bool) -> None:
        self.reactor: Any = reactor
        self.allow_private: bool = allow_private

    @classmethod
    def from_crawler(cls, crawler: Any, reactor: Any) -> CheckedResolver:
        """As Scrapy makes it."""
        return cls(reactor, allow_private=crawler.settings.getbool("WEFT_ALLOW_PRIVATE"))

    def install_on_reactor(self) -> None:
        """As Scrapy puts it to work."""
        self.reactor.installNameResolver(self)

    def resolveHostName(
        self,
        resolutionReceiver: Any,
        hostName: str,
        portNumber: int = 0,
        addressTypes: Sequence[type[IAddress]] | None = None,
        transportSemantics: str = "TCP",
    ) -> Any:
        """Tell the receiver the one address, or none."""
        resolution = _Resolution(hostName)
        resolutionReceiver.resolutionBegan(resolution)

        def succeeded(address: str) -> None:
            kind = IPv6Address if ":" in address else IPv4Address
            resolutionReceiver.addressResolved(kind("TCP", address, portNumber))
            resolutionReceiver.resolutionComplete()

        def failed(failure: Failure) -> None:
            if isinstance(failure.value, SourceError):
                self.refused.add(hostName)
            resolutionReceiver.resolutionComplete()

        pool, allow = self.reactor.getThreadPool(), self.allow_private
        looked_up = deferToThreadPool(
            self.reactor, pool, find_address, hostName, portNumber, allow_private=allow
        )
        looked_up.addCallbacks(succeeded, failed)
        return resolution
