"""Fetching from a server that misbehaves.

Public addresses and all others, by our own lists.
"""

import gzip
import socket
import threading
import time
import zlib
from collections.abc import Iterable
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.conftest import PAGE
from tests.io.raw_server import answering, endless
from weft.errors import LimitError, SourceError
from weft.io import Fetcher
from weft.io.urls import is_public

LOCAL = Fetcher(allow_private=True, max_bytes=1_000_000)


def test_a_page_comes_with_its_charset(server: str) -> None:
    raw = LOCAL.fetch(f"{server}/page?q=织")
    assert raw.data.decode(raw.charset or "") == PAGE
    assert raw.url == raw.id == f"{server}/page?q=织"


def test_gzip_is_unpacked(server: str) -> None:
    assert LOCAL.fetch(f"{server}/gzip").data.decode() == PAGE


def test_redirects_are_followed(server: str) -> None:
    raw = LOCAL.fetch(f"{server}/moved")
    assert (raw.id, raw.url) == (f"{server}/moved", f"{server}/page")


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/circle", "more than 5 redirects"),
        ("/file", "leads to file:///etc/hostname: only http"),
        ("/no-such-page", "404"),
    ],
)
def test_what_goes_wrong_is_said(server: str, path: str, message: str) -> None:
    with pytest.raises(SourceError, match=message) as raised:
        LOCAL.fetch(server + path)
    assert raised.value.page == server + path


def test_a_page_that_unpacks_to_too_much_is_over_the_limit(server: str) -> None:
    with pytest.raises(LimitError, match="over the limit of 1000000 bytes") as raised:
        LOCAL.fetch(f"{server}/bomb")
    assert (raised.value.limit, raised.value.page) == ("bytes", f"{server}/bomb")


def test_a_slow_server_is_given_up(server: str) -> None:
    with pytest.raises(SourceError, match="time"):
        replace(LOCAL, seconds=1.0).fetch(server + "/slow")


@pytest.mark.parametrize(
    "address",
    ["http://127.0.0.1/", "http://localhost/", "http://[::1]/", "http://10.0.0.1/", "http://169.254.169.254/"],
)
def test_private_addresses_are_refused(address: str) -> None:
    with pytest.raises(SourceError, match=r"allow it with Fetcher\(allow_private=True\)") as raised:
        Fetcher(seconds=1.0).fetch(address)
    assert (raised.value.page, raised.value.detail) == (address, "private")


@pytest.mark.parametrize("address", ["ftp://example.org/", "http://", "http://[broken", "https://127.0.0.1:1/"])
def test_bad_addresses(address: str) -> None:
    with pytest.raises(SourceError):
        LOCAL.fetch(address)


OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"
PACKED = gzip.compress(b"<p>warp and weft</p>" * 50)


def moved(location: bytes) -> bytes:
    return b"HTTP/1.1 302 Found\r\nLocation: " + location + b"\r\nContent-Length: 0\r\n\r\n"


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (moved(b"http://["), "cannot be fetched"),
        (moved(b"http://[::1"), "cannot be fetched"),
        (moved(b"http://a:b:c/"), "leads to"),
        (moved(b"http://x:99999999/"), "leads to"),
        (moved(b"//"), "redirects|only http"),
        (moved(b"http://\x00/"), "leads to"),
        (moved(b"/" + b"a" * 9000), "an address of 9001 characters"),
        (moved(b"http://xn--" + b"a" * 100 + b"/"), "leads to"),
        (b"", "cannot be fetched"),
        (b"\x00\x01\x02garbage\r\n\r\n", "cannot be fetched"),
        (b"HTTP/1.1 abc OK\r\n\r\n", "cannot be fetched"),
        (b"HTTP/1.1 -200 OK\r\n\r\n", "cannot be fetched"),
        (b"HTTP/1.1 99999999999 OK\r\n\r\n", "cannot be fetched"),
        (b"HTTP/9.9 200 OK\r\n\r\n<p>", "cannot be fetched"),
        (b"HTTP/1.1 500 " + b"x" * 60_000 + b"\r\n\r\n", "the server answered 500"),
        (b"HTTP/1.1 200 OK\r\nX: " + b"a" * 70_000 + b"\r\n\r\n", "cannot be fetched"),
        (b"HTTP/1.1 200 OK\r\n" + b"X: a\r\n" * 200 + b"\r\n", "cannot be fetched"),
        (b"HTTP/1.1 100 Continue\r\n\r\n" * 20_000, "more than (262144 bytes|100 interim responses)"),  # Python 3.14
        (OK + b"Content-Length: -5\r\n\r\n<p>warp", "a length of '-5' makes no sense"),
        (OK + b"Content-Length: 1_0\r\n\r\n<p>warp", "a length of '1_0' makes no sense"),
        (OK + b"Content-Length: 7\r\nContent-Length: 3\r\n\r\n<p>warp", "a length of '7,3' makes no sense"),
        (OK + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n<p>warp", "makes no sense"),
        (OK + b"Content-Length: 99999999999999\r\n\r\n<p>warp", "cut off: 7 of 99999999999999 bytes came"),
        (CHUNKED + b"7\r\n<p>warp\r\n", "cut off: 7 bytes came, and the last chunk did not"),
        (CHUNKED + b"20\r\n<p>warp", "cut off: 7 bytes came"),
        (CHUNKED + b"zz\r\n<p>warp", "cut off: 0 bytes came"),
        (CHUNKED + b"-5\r\n<p>warp", "cut off"),
        (CHUNKED + b"7\r\n<p>warp\r\n" + b"0" * 70_000, "cannot be fetched"),
        (OK + b"Content-Encoding: gzip\r\n\r\n" + PACKED[:-12], "cut off: .* what is packed in them goes on"),
        (OK + b"Content-Encoding: gzip\r\n\r\n<p>not packed</p>", "cannot be fetched"),
        (OK + b"Content-Encoding: deflate\r\n\r\n" + zlib.compress(b"<p>" * 99)[:-9], "cut off"),
        (OK + b"Content-Encoding: br\r\n\r\n<p>warp", "it is packed as 'br', which was not asked for"),
        (OK + b"Content-Encoding: gzip, gzip\r\n\r\n" + gzip.compress(PACKED), "it is packed as 'gzip, gzip'"),
    ],
)
def test_a_malformed_answer_is_a_failure_of_the_page(answer: bytes, message: str) -> None:
    with answering([answer]) as address, pytest.raises(SourceError, match=message) as raised:
        replace(LOCAL, seconds=20).fetch(address)
    assert raised.value.page == address
    assert len(str(raised.value)) < 500


@pytest.mark.parametrize(
    ("answer", "data", "charset"),
    [
        (OK + b"\r\n<p>warp", b"<p>warp", None),
        (OK + b"Content-Length: 7, 7\r\n\r\n<p>warp", b"<p>warp", None),
        (CHUNKED + b"7;x=y\r\n<p>warp\r\n0\r\nX: y\r\n\r\n", b"<p>warp", None),
        (OK + b"Content-Encoding: utf-8\r\n\r\n<p>warp", b"<p>warp", None),
        (OK + b"Content-Encoding: gzip\r\nContent-Length: 0\r\n\r\n", b"", None),
        (b"HTTP/1.1 100 Continue\r\n\r\n" * 5 + OK + b"\r\n<p>", b"<p>", None),
        (b"HTTP/1.0 200 OK\r\nContent-Type: text/html; charset*=x''%ff; charset*0*=x\r\n\r\n<p>", b"<p>", None),
        (b"HTTP/1.0 200 OK\r\nContent-Type: text/html; charset=\xff\xfe\r\n\r\n<p>", b"<p>", None),
        (b'HTTP/1.0 200 OK\r\nContent-Type: ;;;charset="GBK\r\n\r\n<p>', b"<p>", "gbk"),
    ],
)
def test_an_odd_answer_is_read(answer: bytes, data: bytes, charset: str | None) -> None:
    with answering([answer]) as address:
        raw = LOCAL.fetch(address)
    assert (raw.data, raw.charset) == (data, charset)


@pytest.mark.parametrize(
    "pieces",
    [
        endless(b"a", start=b"HTTP/1.1 200 OK\r\nX: "),
        endless(b"H"),
        endless(b"X: a\r\n", start=b"HTTP/1.1 200 OK\r\n"),
        endless(b"HTTP/1.1 100 Continue\r\n\r\n"),
        endless(b"0", start=CHUNKED),
        endless(b"1;x\r\na\r\n", start=CHUNKED),
        endless(b"X: y\r\n", start=CHUNKED + b"0\r\n"),
        endless(b"a", start=OK + b"\r\n"),
        endless(b"a", start=OK + b"Content-Length: 1000\r\n\r\n"),
    ],
    ids=["header", "status", "headers", "continue", "chunk size", "chunks", "trailers", "body", "length"],
)
def test_one_deadline_covers_the_whole_answer(pieces: Iterable[bytes]) -> None:
    start = time.monotonic()
    with answering(pieces, pause=0.1) as address, pytest.raises(SourceError, match=r"the time of 0\.5 s is up"):
        replace(LOCAL, seconds=0.5).fetch(address)
    assert time.monotonic() - start < 20


def test_one_deadline_covers_redirects_and_the_handshake() -> None:
    with answering(endless(b""), pause=0.1) as silent:
        secure = silent.replace("http:", "https:")
        with (
            answering([moved(secure.encode())]) as address,
            pytest.raises(SourceError, match=r"the time of 0\.5 s is up"),
        ):
            replace(LOCAL, seconds=0.5).fetch(address)


def test_one_deadline_covers_the_look_up(monkeypatch: pytest.MonkeyPatch) -> None:
    ended = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: ended.wait(60))
    start = time.monotonic()
    with pytest.raises(SourceError, match=r"the time of 0\.2 s is up"):
        replace(LOCAL, seconds=0.2).fetch("http://slow.test/")
    assert time.monotonic() - start < 20
    ended.set()


def test_endless_headers_are_given_up_before_the_deadline() -> None:
    line = b"X: " + b"a" * 60_000 + b"\r\n"
    pieces = endless(line, start=b"HTTP/1.1 200 OK\r\n")
    with answering(pieces) as address, pytest.raises(SourceError, match="more than 262144 bytes"):
        replace(LOCAL, seconds=50).fetch(address)


def test_credentials_are_neither_sent_nor_kept(server: str) -> None:
    raw = LOCAL.fetch(server.replace("://", "://ann:secret@") + "/page")
    assert raw.id == raw.url == f"{server}/page"
    with answering([moved(b"http://ann:secret@127.0.0.1:1/")]) as address, pytest.raises(SourceError) as raised:
        LOCAL.fetch(address)
    assert "leads to http://127.0.0.1:1/" in str(raised.value)


def test_a_redirect_in_utf8_is_followed(server: str) -> None:
    with answering([moved(f"{server}/page?q=织".encode())]) as address:
        assert LOCAL.fetch(address).url == f"{server}/page?q=织"


class Network:
    """Names of `.test` and where they lead; a connection to the public address reaches the server of the test."""

    PUBLIC = "93.184.216.34"

    def __init__(self, monkeypatch: pytest.MonkeyPatch, server: str, **names: list[list[str]]) -> None:
        self.names = names
        self.connections: list[str] = []
        self.port = urlsplit(server).port
        self.look_up, self.connect = socket.getaddrinfo, socket.create_connection
        monkeypatch.setattr(socket, "getaddrinfo", self.getaddrinfo)
        monkeypatch.setattr(socket, "create_connection", self.create_connection)

    def getaddrinfo(self, host: str, port: int, *args: Any, **kwargs: Any) -> Any:
        if not host.endswith(".test"):
            return self.look_up(host, port, *args, **kwargs)
        answers = self.names.get(host.removesuffix(".test"), [[self.PUBLIC]])
        addresses = answers.pop(0) if len(answers) > 1 else answers[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

    def create_connection(self, address: tuple[str, int], *args: Any, **kwargs: Any) -> socket.socket:
        self.connections.append(address[0])
        if address[0] == self.PUBLIC:
            return self.connect(("127.0.0.1", self.port), *args, **kwargs)
        raise OSError(f"{address[0]} would have been reached")


@pytest.mark.parametrize(
    "target",
    [
        "http://127.0.0.1/", "http://0.0.0.0/", "http://2130706433/", "http://0x7f.1/", "http://017700000001/",
        "http://169.254.169.254/latest/meta-data/", "http://[::ffff:127.0.0.1]/", "http://[64:ff9b::7f00:1]/",
        "http://[64:ff9b::a9fe:a9fe]/", "http://[2002:7f00:1::]/", "http://[::127.0.0.1]/", "http://[fec0::1]/",
        "http://[fe80::1%251]/", "http://224.0.0.1/", "https://127.0.0.1/", "http://localhost/", "//127.0.0.1/",
        "http:\\\\127.0.0.1/", "http://public.test@127.0.0.1/", "http://public.test:x@[::1]/", "http://①②⑦.0.0.1/",
        "file:///etc/passwd", "gopher://127.0.0.1/_x", "ftp://127.0.0.1/", "javascript:alert(1)", "http://[", "http://",
        "http://127.0.0.1\\@public.test/", "http://127.1/", "http://[::]/", "http://[0:0:0:0:0:ffff:7f00:1]/",
    ],
)  # fmt: skip
def test_no_redirect_leads_to_a_private_address(monkeypatch: pytest.MonkeyPatch, target: str) -> None:
    with answering([moved(target.encode())]) as address:
        network = Network(monkeypatch, address)
        with pytest.raises(SourceError):
            Fetcher(seconds=20).fetch("http://public.test/")
    assert set(network.connections) == {Network.PUBLIC}


@pytest.mark.parametrize(
    "answers",
    [
        ["127.0.0.1"], [Network.PUBLIC, "127.0.0.1"], ["64:ff9b::a9fe:a9fe"], ["fe80::1%1"], ["::ffff:10.0.0.1"],
        ["2002:a9fe:a9fe::1"], ["::7f00:1"], [Network.PUBLIC, "100.64.0.1"],
    ],
)  # fmt: skip
def test_no_name_leads_to_a_private_address(monkeypatch: pytest.MonkeyPatch, server: str, answers: list[str]) -> None:
    network = Network(monkeypatch, server, name=[answers])
    with pytest.raises(SourceError) as raised:
        Fetcher(seconds=20).fetch("http://name.test/page")
    assert (raised.value.detail, network.connections) == ("private", [])


def test_the_connection_goes_to_the_address_that_was_checked(monkeypatch: pytest.MonkeyPatch, server: str) -> None:
    network = Network(monkeypatch, server, rebound=[[Network.PUBLIC], ["127.0.0.1"]])
    assert Fetcher(seconds=20).fetch("http://rebound.test/page").data
    assert network.connections == [Network.PUBLIC]


def test_the_next_address_of_a_name_is_tried(monkeypatch: pytest.MonkeyPatch, server: str) -> None:
    network = Network(monkeypatch, server, two=[["93.184.216.35", Network.PUBLIC]])
    assert Fetcher(seconds=20).fetch("http://two.test/page").data
    assert network.connections == ["93.184.216.35", Network.PUBLIC]


@pytest.mark.parametrize("target", ["/page?a=b\r\nX-Injected: 1", "/page?a=\x00 b"])
def test_nothing_is_injected_into_a_request(server: str, target: str) -> None:
    assert LOCAL.fetch(server + target).data


PUBLIC = """
1.1.1.1 8.8.8.8 93.184.216.34 100.63.255.255 100.128.0.1 126.255.255.255 128.0.0.1 169.253.1.1 169.255.0.1 172.15.0.1
172.32.0.1 192.0.1.1 192.167.1.1 192.169.0.1 198.17.0.1 198.20.0.1 203.0.112.1 223.255.255.254 168.63.129.15
2001:4860:4860::8888 2606:4700:4700::1111 2a00:1450:4001::1 2400:cb00::1 2003::1 2620:0:2d0:200::7 ::ffff:8.8.8.8
::ffff:808:808 64:ff9b::8.8.8.8 64:ff9b::808:808 2606:4700::5efe:808:808 2606:4700::200:5efe:808:808
""".split()
PRIVATE = """
0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.255 127.0.0.1 127.255.255.254
168.63.129.16 169.254.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.8 192.0.0.192 192.0.2.1
192.31.196.1 192.52.193.1 192.88.99.1 192.168.0.1 192.175.48.1 198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.9
224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255 :: ::1 ::127.0.0.1 ::8.8.8.8 ::ffff:127.0.0.1 ::ffff:10.0.0.1
::ffff:a9fe:a9fe ::ffff:0:127.0.0.1 64:ff9b::127.0.0.1 64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 64:ff9b::10.1.2.3
64:ff9b::100.100.100.200 64:ff9b:1::8.8.8.8 64:ff9b:1::1 100::1 100:0:0:1::1 200::1 400::1 1000::1 4000::1 5f00::1
2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:1::1 2001:2::1 2001:3::1 2001:4:112::1 2001:10::1 2001:20::1
2001:1ff::1 2001:db8::1 2002:7f00:1:: 2002:a9fe:a9fe::1 2002:808:808::1 2620:4f:8000::1 3ffe::1 3fff::1 3fff:fff::1
2606:4700::5efe:127.0.0.1 2606:4700::200:5efe:169.254.169.254 2606:4700::5efe:a00:1 fc00::1 fd00:ec2::254 fd20:ce::254
fe80::1 fe80::1%1 fe80::5efe:8.8.8.8 fec0::1 feff::1 ff02::1 ff0e::1 2606:4700::1%eth0 no-address 2130706433
0x7f000001 127.1 1.2.3.4.5 [::1] 1.1.1.1/32
""".split()


def test_there_are_enough() -> None:
    assert len(set(PUBLIC + PRIVATE)) >= 120


@pytest.mark.parametrize("address", PUBLIC)
def test_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("address", [*PRIVATE, "", " 1.1.1.1"])
def test_private(address: str) -> None:
    assert not is_public(address)
