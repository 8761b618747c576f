"""What Scrapy's manners lack: robots.txt as the RFC has it, `Retry-After`, addresses that are checked."""

import asyncio
import gzip
from types import SimpleNamespace
from typing import Any

import pytest
from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import DownloadFailedError, IgnoreRequest
from scrapy.http import Response
from scrapy.statscollectors import MemoryStatsCollector
from twisted.internet.address import IPv4Address, IPv6Address

from weft.crawl.network import CheckedResolver, Robots, retry_after
from weft.crawl.options import CrawlOptions
from weft.crawl.spider import SampleSpider, settings_of

RULES = b"User-agent: *\nDisallow: /\n\nUser-agent: Weft\nDisallow: /x\nAllow: /x/y\n"
HOST = "http://weft.example"


class Server:
    """Scrapy's engine: answers or errors for robots.txt, in their order; the last one stays."""

    def __init__(self, *answers: Response | Exception) -> None:
        self.answers, self.asked = list(answers), 0

    async def download_async(self, request: Request) -> Response:
        assert request.url == f"{HOST}/robots.txt"
        self.asked += 1
        await asyncio.sleep(0)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer


def robots_at(server: Server, user_agent: str = "weft (+test)") -> Robots:
    crawler = Crawler(SampleSpider, settings_of(CrawlOptions(user_agent=user_agent)))
    crawler.stats = MemoryStatsCollector(crawler)
    engine: Any = server
    crawler.engine = engine
    spider: Any = SimpleNamespace()
    crawler.spider = spider
    return Robots.from_crawler(crawler)


def allowed(robots: Robots, *paths: str) -> list[bool]:
    async def ask(path: str) -> bool:
        try:
            await robots.process_request(Request(HOST + path))
        except IgnoreRequest:
            return False
        return True

    async def ask_all() -> list[bool]:
        return [await ask(path) for path in paths]

    return asyncio.run(ask_all())


def answer(status: int, body: bytes = b"", **headers: str) -> Response:
    return Response(HOST, status=status, body=body, headers={n.replace("_", "-"): v for n, v in headers.items()})


def test_rules_are_read_once_and_obeyed() -> None:
    server = Server(answer(200, b"\xef\xbb\xbf" + RULES))
    assert allowed(robots_at(server), "/", "/x", "/x/y", "/xz") == [True, False, True, False]
    assert server.asked == 1
    assert allowed(robots_at(server, "Other/1.0"), "/") == [False]
    packed = answer(200, gzip.compress(RULES), Content_Encoding="gzip")
    assert allowed(robots_at(Server(packed)), "/", "/x") == [True, False]


@pytest.mark.parametrize(("status", "expected"), [(404, True), (403, True), (500, False), (503, False), (429, False)])
def test_rules_that_cannot_be_read(status: int, expected: bool) -> None:
    assert allowed(robots_at(Server(answer(status, b"User-agent: *\nDisallow: /"))), "/a") == [expected]
    assert allowed(robots_at(Server(answer(status))), "/a") == [expected]


def test_rules_of_nonsense() -> None:
    for body in (b"", b"<html>404</html>", bytes(range(256)) * 100, b"Crawl-delay: x\nUser-agent\n:\n"):
        assert allowed(robots_at(Server(answer(200, body))), "/a") == [True]


def test_a_host_that_cannot_be_reached_for_its_rules_is_asked_again_by_the_next_request() -> None:
    async def ask() -> None:
        server = Server(DownloadFailedError("no route"), answer(200, RULES))
        robots = robots_at(server)
        both = await asyncio.gather(
            *(robots.process_request(Request(f"{HOST}/{path}")) for path in "ab"), return_exceptions=True
        )
        assert [type(error) for error in both] == [DownloadFailedError, DownloadFailedError]
        assert server.asked == 1, "who asks meanwhile waits for the same answer"
        for _ in range(3):
            await robots.process_request(Request(f"{HOST}/a"))
        assert server.asked == 2
        with pytest.raises(IgnoreRequest):
            await robots.process_request(Request(f"{HOST}/x"))

    asyncio.run(ask())


def test_retry_after() -> None:
    assert retry_after("12") == 12
    assert retry_after("Wed, 21 Oct 2015 07:28:00 GMT") == 0
    assert retry_after("Wed, 21 Oct 2099 07:28:00 GMT") > 1e6
    assert [retry_after(header) for header in ("", "soon", "-1", "9" * 400)] == [0, 0, 0, 0]


class Names:
    """The system's resolver."""

    def __init__(self, addresses: dict[str, list[str]]) -> None:
        self.addresses = addresses

    def resolveHostName(self, receiver: Any, name: str, port: int = 0, *more: Any) -> Any:
        receiver.resolutionBegan(SimpleNamespace(name=name))
        for host in self.addresses.get(name, []):
            receiver.addressResolved((IPv6Address if ":" in host else IPv4Address)("TCP", host, port))
        receiver.resolutionComplete()


class Receiver:
    def __init__(self) -> None:
        self.received: list[Any] = []

    def resolutionBegan(self, resolution: Any) -> None:
        self.received.append(resolution.name)

    def addressResolved(self, address: Any) -> None:
        self.received.append((address.host, address.port))

    def resolutionComplete(self) -> None:
        self.received.append("complete")


def resolve(names: Names, host: str, *, allow_private: bool = False) -> list[Any]:
    crawler: Any = SimpleNamespace(settings=SimpleNamespace(getbool=lambda name: allow_private))
    receiver = Receiver()
    CheckedResolver.from_crawler(crawler, SimpleNamespace(nameResolver=names)).resolveHostName(receiver, host, 80)
    return receiver.received


def test_addresses_are_checked_for_every_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    names = Names(
        {
            "public.example": ["93.184.216.34"],
            "six.example": ["2606:2800:220:1::1"],
            "private.example": ["10.0.0.1"],
            "mixed.example": ["93.184.216.34", "127.0.0.1"],
            "metadata.example": ["169.254.169.254"],
            "mapped.example": ["::ffff:127.0.0.1"],
            "127.0.0.1": ["127.0.0.1"],
        }
    )
    monkeypatch.setattr(CheckedResolver, "refused", set())
    assert resolve(names, "public.example") == ["public.example", ("93.184.216.34", 80), "complete"]
    assert resolve(names, "six.example") == ["six.example", ("2606:2800:220:1::1", 80), "complete"]
    refused = {"private.example", "mixed.example", "metadata.example", "mapped.example", "127.0.0.1"}
    for host in {*refused, "no.example"}:
        assert resolve(names, host) == [host, "complete"]
    assert CheckedResolver.refused == refused
    assert resolve(names, "private.example", allow_private=True)[1] == ("10.0.0.1", 80)
    names.addresses["public.example"] = ["127.0.0.1"]  # the next connection looks again
    assert resolve(names, "public.example") == ["public.example", "complete"]
