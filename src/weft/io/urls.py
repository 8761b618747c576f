"""Pages from the network, only when asked for: http and https, limited in size, time and redirects.

A name that leads to a private address (this machine, the local network, a cloud's metadata service) is refused unless
allowed, at every redirect, and the connection goes to the very address that was checked. One deadline covers all of it,
from the first look-up to the last byte. Whatever a server answers, a page that cannot be had is a `SourceError`.

Which IP addresses are public. The lists are ours, because Python's own answer differs from version to version.

The lists follow the registries of special-purpose addresses of IANA, and add what clouds put at public addresses. An
address that is not in a list of what is public, or that is in a list of what is not, is private.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, urljoin, urlsplit, urlunsplit

from weft.errors import LimitError, SourceError, WeftError, without_credentials
from weft.io.raw_page import RawPage

if TYPE_CHECKING:
    import socket
    from http.client import HTTPResponse

CHUNK = 1 << 16
LOOK_UP_SECONDS = 30.0
DEFAULT_PORTS = {"http": 80, "https": 443}
MAX_LOCATION = 1 << 13  # characters of an address that a page leads to
MAX_WORDS = 200  # characters of a server's own words
REDIRECTS = (301, 302, 303, 307, 308)
UNPACKED = ("gzip", "x-gzip", "deflate")
PACKED = ("br", "zstd", "compress", "x-compress")  # other names mean nothing, and browsers pass over them


def is_url(text: str) -> bool:
    """Whether a text is an http or https address."""
    return text.lower().startswith(("http://", "https://"))


def find_address(host: str, port: int, *, allow_private: bool, seconds: float = LOOK_UP_SECONDS) -> str:
    """The address that a name leads to, for the very connection that is made; a private one is refused."""
    return find_addresses(host, port, allow_private=allow_private, seconds=seconds)[0]


def find_addresses(host: str, port: int, *, allow_private: bool, seconds: float = LOOK_UP_SECONDS) -> list[str]:
    """All addresses that a name leads to, the best first; a single private one refuses the name."""

    addresses = _look_up(host, port, seconds)
    if not allow_private and not all(map(is_public, addresses)):
        raise SourceError(
            "a private address is not fetched",
            page=host,
            advice="allow it with Fetcher(allow_private=True)",
            detail="private",
        )
    return addresses


def _look_up(host: str, port: int, seconds: float) -> list[str]:
    """The addresses of a name. The system knows no deadline for it, so a thread waits, at worst for nobody."""
    import socket
    from queue import Empty, SimpleQueue
    from threading import Thread

    answers: SimpleQueue[list[str] | Exception] = SimpleQueue()

    def ask() -> None:
        try:
            answers.put([str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)])
        except Exception as error:  # whoever waits raises it
            answers.put(error)

    Thread(target=ask, daemon=True).start()
    try:
        answer = answers.get(timeout=seconds)
    except Empty:
        raise TimeoutError("the time is up") from None
    if isinstance(answer, Exception):
        raise answer
    return answer


@dataclass(frozen=True, kw_only=True)
class Fetcher:
    """Fetches single pages. A user and password in an address are neither sent nor written anywhere."""

    max_bytes: int = 64 << 20
    seconds: float = 30.0  # for a page, from the first look-up to the last byte, redirects and all
    redirects: int = 5
    allow_private: bool = False
    user_agent: str = "weft"

    def fetch(self, url: str) -> RawPage:
        """The page at an address; `SourceError` says why there is none."""
        url = current = without_credentials(url)
        deadline = time.monotonic() + self.seconds
        for _ in range(self.redirects + 1):
            try:
                response = self._request(current, deadline)
            except WeftError as error:
                error.page = url  # the name by which the page was asked for, wherever it led
                error.what = error.what if current == url else f"leads to {current}: {error.what}"
                raise
            if response.location:
                current = response.location
                continue
            return RawPage(id=url, data=response.body, url=current, charset=response.charset)
        raise SourceError(f"more than {self.redirects} redirects", page=url, advice="look where it leads in a browser")

    def _request(self, url: str, deadline: float) -> _Response:
        from http.client import HTTPException

        try:
            parts = urlsplit(url)
            if parts.scheme not in DEFAULT_PORTS or not parts.hostname:
                raise SourceError("only http and https addresses can be fetched", page=url)
            with self._connect(parts, deadline) as connected:
                return self._ask(url, parts, connected, deadline)
        except TimeoutError:
            raise SourceError(f"cannot be fetched: the time of {self.seconds:g} s is up", page=url) from None
        except (OSError, HTTPException, ValueError, zlib.error) as error:
            why = str(getattr(error, "strerror", None) or error)[:MAX_WORDS] or type(error).__name__
            raise SourceError(f"cannot be fetched: {why}", page=url, advice="check the address") from None

    @contextmanager
    def _connect(self, parts: SplitResult, deadline: float) -> Iterator[socket.socket]:
        """A connection to one of the addresses that were checked."""
        import ssl

        from weft.io.sockets import seconds_until

        host, port = parts.hostname or "", parts.port or DEFAULT_PORTS[parts.scheme]
        left = seconds_until(deadline)
        addresses = find_addresses(host, port, allow_private=self.allow_private, seconds=left)
        with _open(addresses, port, deadline) as plain:
            if parts.scheme == "http":
                yield plain
                return
            plain.settimeout(seconds_until(deadline))  # for the whole handshake
            with ssl.create_default_context().wrap_socket(plain, server_hostname=host) as secure:
                yield secure

    def _ask(self, url: str, parts: SplitResult, connected: socket.socket, deadline: float) -> _Response:
        from http.client import HTTPConnection

        from weft.io.sockets import TimedSocket

        timed = TimedSocket(connected, deadline)
        connection = HTTPConnection(parts.hostname or "", parts.port or 0)
        connection.sock = timed
        target = urlunsplit(("", "", parts.path or "/", parts.query, ""))
        headers = {"Host": _host_of(parts), "User-Agent": self.user_agent, "Connection": "close"}
        headers |= {"Accept": "text/html,application/xhtml+xml,*/*;q=0.5", "Accept-Encoding": "gzip, deflate"}
        connection.request("GET", _quoted(target), headers=headers)
        with connection.getresponse() as response:
            timed.head_left = None
            location = response.getheader("Location")
            if response.status in REDIRECTS and location:
                return _Response(location=_next_address(url, location))
            if response.status != 200:
                raise SourceError(f"the server answered {response.status} {response.reason[:MAX_WORDS]}", page=url)
            return self._read(url, response)

    def _read(self, url: str, response: HTTPResponse) -> _Response:
        """The body, whole: one that was cut off is no page."""
        from http.client import IncompleteRead

        from weft.io.http_body import read_charset

        body, packed_size = bytearray(), 0
        told = _told_length(response)
        unpack = _unpacker(response.getheader("Content-Encoding", ""))
        try:
            while chunk := response.read1(CHUNK):
                packed_size += len(chunk)
                body += unpack.decompress(chunk, self.max_bytes + 1 - len(body)) if unpack else chunk
                if len(body) > self.max_bytes:
                    raise LimitError("bytes", self.max_bytes, url)
        except IncompleteRead:
            raise _cut_off(url, f"{packed_size} bytes came, and the last chunk did not") from None
        if told is not None and packed_size < told:
            raise _cut_off(url, f"{packed_size} of {told} bytes came")
        if unpack and packed_size and not unpack.eof:
            raise _cut_off(url, f"{packed_size} bytes came, and what is packed in them goes on")
        return _Response(body=bytes(body), charset=read_charset(response.getheader("Content-Type", "")))


@dataclass(frozen=True, kw_only=True)
class _Response:
    location: str = ""
    body: bytes = b""
    charset: str | None = None


def _open(addresses: list[str], port: int, deadline: float) -> socket.socket:
    """A connection to the first address that answers; each has its share of the time."""
    import socket

    from weft.io.sockets import seconds_until

    for number, address in enumerate(addresses):
        share = seconds_until(deadline) / (len(addresses) - number)
        try:
            return socket.create_connection((address, port), timeout=share)
        except OSError:
            if number == len(addresses) - 1:
                raise
    raise OSError("the name has no address")


def _told_length(response: HTTPResponse) -> int | None:
    """The length that the server tells; None where it tells none, and ValueError where it makes no sense."""
    if response.chunked:
        return None
    headers = ",".join(response.headers.get_all("Content-Length", []))
    lengths = {length.strip() for length in headers.split(",")}
    if not headers:
        return None
    if len(lengths) > 1 or not all(length.isascii() and length.isdecimal() and len(length) < 20 for length in lengths):
        raise ValueError(f"a length of {headers[:80]!r} makes no sense")
    return int(lengths.pop())


def _cut_off(url: str, why: str) -> SourceError:
    return SourceError(f"cut off: {why}", page=url, advice="try again", detail="cut")


def _unpacker(encoding: str) -> zlib._Decompress | None:
    """A decompressor that knows gzip and deflate by their first bytes."""
    names = [name for part in encoding.lower().split(",") if (name := part.strip()) in UNPACKED + PACKED]
    if len(names) > 1 or any(name in PACKED for name in names):
        raise ValueError(f"it is packed as {encoding[:80]!r}, which was not asked for")
    return zlib.decompressobj(wbits=zlib.MAX_WBITS | 32) if names else None


def _host_of(parts: SplitResult) -> str:
    """The host as a header has it: in ASCII, and with its port where that is not the usual one."""
    host = (parts.hostname or "").encode("idna").decode() if not parts.netloc.isascii() else parts.hostname or ""
    host = f"[{host}]" if ":" in host else host
    return host if parts.port in (None, DEFAULT_PORTS[parts.scheme]) else f"{host}:{parts.port}"


def _next_address(url: str, location: str) -> str:
    """Where a redirect leads to."""
    if len(location) > MAX_LOCATION:
        raise ValueError(f"it leads to an address of {len(location)} characters")
    return without_credentials(urljoin(url, _as_utf8(location)))


def _as_utf8(header: str) -> str:
    """A header's text, where its bytes are UTF-8: `http.client` reads all of them as Latin-1."""
    try:
        return header.encode("latin-1").decode()
    except UnicodeError:
        return header


def _quoted(target: str) -> str:
    """The request target in ASCII, so that neither another script nor white space can break the request."""
    return "".join(chr(byte) if 0x21 <= byte < 0x7F else f"%{byte:02X}" for byte in target.encode())


PRIVATE_V4 = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8",  # this network; systems take 0.0.0.0 as this machine
            "10.0.0.0/8",  # private
            "100.64.0.0/10",  # shared by a provider's customers; a cloud's metadata service
            "127.0.0.0/8",  # this machine
            "168.63.129.16/32",  # a cloud's own service for its machines
            "169.254.0.0/16",  # link-local; metadata services
            "172.16.0.0/12",  # private
            "192.0.0.0/24",  # protocol assignments; a cloud's metadata service
            "192.0.2.0/24",  # documentation
            "192.31.196.0/24",  # AS112
            "192.52.193.0/24",  # multicast tunnels
            "192.88.99.0/24",  # relays of 6to4
            "192.168.0.0/16",  # private
            "192.175.48.0/24",  # AS112
            "198.18.0.0/15",  # benchmarks
            "198.51.100.0/24",  # documentation
            "203.0.113.0/24",  # documentation
            "224.0.0.0/4",  # multicast
            "240.0.0.0/4",  # reserved, and the broadcast
        ),
    )
)
PUBLIC_V6 = IPv6Network("2000::/3")  # all that was ever given out; the rest is local, multicast, or nobody's
PRIVATE_V6 = tuple(
    map(
        IPv6Network,
        (
            "2001::/23",  # protocol assignments, and Teredo, which carries IPv4 addresses
            "2001:db8::/32",  # documentation
            "2002::/16",  # 6to4, which carries an IPv4 address, and which nobody serves at any more
            "2620:4f:8000::/48",  # AS112
            "3ffe::/16",  # the 6bone, given back
            "3fff::/20",  # documentation
        ),
    )
)
WITH_V4 = tuple(map(IPv6Network, ("::ffff:0:0/96", "64:ff9b::/96")))  # mapped; NAT64, by which IPv6 alone reaches IPv4
ISATAP = (0x00005EFE, 0x02005EFE)  # the upper half of an interface whose lower half is an IPv4 address


def is_public(address: str) -> bool:
    """Whether an IP address is one of the public Internet; one that carries an IPv4 address is judged by that one.

    >>> is_public("93.184.216.34"), is_public("64:ff9b::127.0.0.1"), is_public("fe80::1%eth0")
    (True, False, False)
    """
    if "%" in address:
        return False  # of one link
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    return _is_public_v4(parsed) if isinstance(parsed, IPv4Address) else _is_public_v6(parsed)


def _is_public_v4(address: IPv4Address) -> bool:
    return not any(address in network for network in PRIVATE_V4)


def _is_public_v6(address: IPv6Address) -> bool:
    last = IPv4Address(int(address) & 0xFFFFFFFF)
    if any(address in network for network in WITH_V4):
        return _is_public_v4(last)
    if address not in PUBLIC_V6 or any(address in network for network in PRIVATE_V6):
        return False
    is_isatap = int(address) >> 32 & 0xFFFFFFFF in ISATAP
    return not is_isatap or _is_public_v4(last)
