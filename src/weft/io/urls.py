"""Pages from the network, only when asked for: http and https, limited in size, time and redirects.

A name that leads to a private address (this machine, the local network, a cloud's metadata service) is refused unless
allowed, at every redirect, and the connection goes to the very address that was checked.
"""

from __future__ import annotations

import time
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit, urlunsplit

from weft.errors import LimitError, SourceError, WeftError
from weft.io.raw_page import RawPage

if TYPE_CHECKING:  # Python's network is imported by the first request: who reads files alone does without
    from http.client import HTTPConnection

CHUNK = 1 << 16


def is_url(text: str) -> bool:
    """Whether a text is an http or https address."""
    return text.lower().startswith(("http://", "https://"))


def find_address(host: str, port: int, *, allow_private: bool) -> str:
    """The address that a name leads to, for the very connection that is made; a private one is refused."""
    import ipaddress
    import socket

    addresses = [str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not allow_private and not all(ipaddress.ip_address(address).is_global for address in addresses):
        raise SourceError(
            "a private address is not fetched",
            page=host,
            advice="allow it with Fetcher(allow_private=True)",
            detail="private",
        )
    return addresses[0]


@dataclass(frozen=True, kw_only=True)
class Fetcher:
    """Fetches single pages."""

    max_bytes: int = 64 << 20
    seconds: float = 30.0
    redirects: int = 5
    allow_private: bool = False
    user_agent: str = "weft"

    def fetch(self, url: str) -> RawPage:
        """The page at an address; `SourceError` says why there is none."""
        deadline = time.monotonic() + self.seconds
        current = url
        for _ in range(self.redirects + 1):
            try:
                response = self._request(current, deadline)
            except WeftError as error:
                error.page = url  # the name by which the page was asked for, wherever it led
                error.what = error.what if current == url else f"leads to {current}: {error.what}"
                raise
            if response.location:
                current = urljoin(current, response.location)
                continue
            return RawPage(id=url, data=response.body, url=current, charset=response.charset)
        raise SourceError(f"more than {self.redirects} redirects", page=url, advice="look where it leads in a browser")

    def _request(self, url: str, deadline: float) -> _Response:
        from http.client import HTTPException

        try:
            parts = urlsplit(url)
            if parts.scheme not in ("http", "https") or not parts.hostname:
                raise SourceError("only http and https addresses can be fetched", page=url)
            connection = self._connect(parts.scheme, parts.hostname, parts.port, deadline)
            target = urlunsplit(("", "", parts.path or "/", parts.query, ""))
            headers = {"Host": parts.netloc.rpartition("@")[2], "User-Agent": self.user_agent}
            headers |= {"Accept": "text/html,application/xhtml+xml,*/*;q=0.5", "Accept-Encoding": "gzip, deflate"}
            try:
                connection.request("GET", _quoted(target), headers=headers)
                return self._read(url, connection, deadline)
            finally:
                connection.close()
        except (OSError, HTTPException, ValueError, zlib.error) as error:
            raise SourceError(f"cannot be fetched: {error or type(error).__name__}", page=url) from None

    def _connect(self, scheme: str, host: str, port: int | None, deadline: float) -> HTTPConnection:
        import socket
        import ssl
        from http.client import HTTPConnection

        port = port or (443 if scheme == "https" else 80)
        address = find_address(host, port, allow_private=self.allow_private)
        plain = socket.create_connection((address, port), timeout=_time_left(deadline))
        connection = HTTPConnection(host, port)
        connection.sock = plain
        if scheme == "https":
            connection.sock = ssl.create_default_context().wrap_socket(plain, server_hostname=host)
        return connection

    def _read(self, url: str, connection: HTTPConnection, deadline: float) -> _Response:
        from weft.io.http_body import read_charset

        # Closed here, for a server that hangs up leaves the socket to the response alone.
        with connection.getresponse() as response:
            location = response.getheader("Location")
            if response.status in (301, 302, 303, 307, 308) and location:
                return _Response(location=location)
            if response.status != 200:
                raise SourceError(f"the server answered {response.status} {response.reason}", page=url)
            body = bytearray()
            unpack = _unpacker(response.getheader("Content-Encoding", ""))
            while chunk := response.read1(CHUNK):
                body += unpack.decompress(chunk, self.max_bytes + 1 - len(body)) if unpack else chunk
                if len(body) > self.max_bytes:
                    raise LimitError("bytes", self.max_bytes, url)
                left = _time_left(deadline)
                if connection.sock is not None:  # none where the response alone holds the connection
                    connection.sock.settimeout(left)
            return _Response(body=bytes(body), charset=read_charset(response.getheader("Content-Type", "")))


@dataclass(frozen=True, kw_only=True)
class _Response:
    location: str = ""
    body: bytes = b""
    charset: str | None = None


def _time_left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError("the time is up")
    return left


def _unpacker(encoding: str) -> zlib._Decompress | None:
    """A decompressor that knows gzip and deflate by their first bytes."""
    if encoding.strip().lower() in ("gzip", "x-gzip", "deflate"):
        return zlib.decompressobj(wbits=zlib.MAX_WBITS | 32)
    return None


def _quoted(target: str) -> str:
    """The request target in ASCII, so that neither another script nor white space can break the request."""
    return "".join(chr(byte) if 0x21 <= byte < 0x7F else f"%{byte:02X}" for byte in target.encode())
