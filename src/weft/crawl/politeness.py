"""What a host asks of robots: its robots.txt, its Crawl-delay, the time that it wants to be left alone for."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from typing import Any
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK

from weft.crawl.frontier import MOST_HOPS
from weft.crawl.normal_url import normalise
from weft.crawl.robots import MOST_BYTES, Rules
from weft.crawl.sampling import REDIRECTS, Sampling
from weft.io.http_body import unpack_body

ROBOTS, STOPPED = "robots.txt", "stopped"  # why a request is not made
SLICE = 0.2  # seconds of waiting, after which a stop is noticed


class Politeness:
    """Scrapy's downloader middleware: every request but that for robots.txt itself passes here."""

    def __init__(self, crawler: Crawler, sampling: Sampling) -> None:
        self.crawler: Crawler = crawler
        self.sampling: Sampling = sampling
        self._rules: dict[str, asyncio.Future[Rules]] = {}  # by scheme, host and port
        self._free: defaultdict[str, float] = defaultdict(float)  # when a host may be asked next

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Politeness:
        """As Scrapy makes it."""
        spider: Any = crawler.spider
        spider.politeness = cls(crawler, spider.sampling)
        return spider.politeness

    async def process_request(self, request: Request) -> None:
        """Wait until the host may be asked; refuse what it does not want asked for."""
        if request.meta.get(ROBOTS):
            return
        parts = urlsplit(request.url)
        origin = f"{parts.scheme}://{parts.netloc}"
        rules = await self._rules_of(origin)
        if not rules.allow(request.url):
            raise IgnoreRequest(ROBOTS)
        while not self.sampling.ending and (left := self._free[parts.netloc] - time.monotonic()) > 0:
            await asyncio.sleep(min(left, SLICE))
        if self.sampling.ending:
            raise IgnoreRequest(STOPPED)
        self._free[parts.netloc] = time.monotonic() + rules.delay

    async def _rules_of(self, origin: str) -> Rules:
        """The rules of a host, read once; a host that cannot be reached for them is not asked for pages either."""
        reading = self._rules.get(origin)
        if reading is None or has_failed(reading):  # then the next request tries again
            reading = self._rules[origin] = asyncio.ensure_future(self._read_rules(origin))
        return await reading

    def pause(self, url: str, seconds: float) -> None:
        """Leave a host alone for a while."""
        host = urlsplit(url).netloc
        self._free[host] = max(self._free[host], time.monotonic() + seconds)

    async def _read_rules(self, origin: str) -> Rules:
        """The rules of a host; the sitemaps that it names are asked for next."""
        response = await self._fetch(f"{origin}/robots.txt")
        encoding = (response.headers.get("Content-Encoding") or b"").decode("latin-1")
        body = unpack_body(response.body, transfer="", content=encoding, max_bytes=MOST_BYTES)
        rules = Rules.read(response.status, body, user_agent=self.sampling.options.user_agent)
        self.sampling.add_sitemaps(origin, rules.sitemaps)
        return rules

    async def _fetch(self, url: str) -> Response:
        """robots.txt, also where it has moved on the site."""
        for _ in range(MOST_HOPS + 1):
            request = Request(url, callback=NO_CALLBACK, meta={ROBOTS: True})
            response = await self.crawler.engine.download_async(request)
            location = (response.headers.get("Location") or b"").decode("latin-1")
            url = normalise(location, url)
            if response.status not in REDIRECTS or not self.sampling.scope.has_host(url):
                break
        return response


def has_failed(work: asyncio.Future[Rules]) -> bool:
    """Whether it is done and has nothing to give."""
    return work.done() and (work.cancelled() or work.exception() is not None)
