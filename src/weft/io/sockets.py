"""Sockets: a connection whose every wait ends at one moment, and a socket to serve at.

`http.client` reads an answer from the connection. Python's own timeout holds for each wait by itself, so a server that
sends a byte now and then is never given up. Studio and the service serve at the socket.
"""

from __future__ import annotations

import io
import socket
import time
from errno import EADDRNOTAVAIL
from typing import TYPE_CHECKING

from weft.errors import ConfigError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

MAX_HEAD = 1 << 18  # bytes of status lines and headers, those of `100 Continue` too


def seconds_until(deadline: float) -> float:
    """The seconds until a moment of the monotonic clock; `TimeoutError` where it is past."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError("the time is up")
    return left


class TimedSocket:
    """As much of a socket as `http.client` asks for; whoever opened the socket closes it."""

    def __init__(self, connected: socket.socket, deadline: float) -> None:
        self._socket = connected
        self._deadline = deadline
        self.head_left: int | None = MAX_HEAD  # None once the head is read

    def sendall(self, data: bytes) -> None:
        """Send, until the deadline."""
        self._socket.settimeout(seconds_until(self._deadline))
        self._socket.sendall(data)

    def receive(self, buffer: WriteableBuffer) -> int:
        """Wait for bytes, until the deadline."""
        self._socket.settimeout(seconds_until(self._deadline))
        count = self._socket.recv_into(buffer)
        if self.head_left is not None:
            self.head_left -= count
            if self.head_left < 0:
                raise ValueError(f"its headers have more than {MAX_HEAD} bytes")
        return count

    def makefile(self, mode: str) -> io.BufferedReader:
        """What comes, as a stream."""
        return io.BufferedReader(_Received(self))

    def close(self) -> None:
        """Nothing: an answer is read after `http.client` has closed its connection."""


class _Received(io.RawIOBase):
    def __init__(self, source: TimedSocket) -> None:
        self._source = source

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        return self._source.receive(buffer)


BACKLOG = 128


def bind(host: str, port: int) -> socket.socket:
    """A socket of that address; port 0 is any that is free. A ConfigError where it cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With its protocol named, asyncio sets TCP_NODELAY; without, every answer would wait 40 ms for an acknowledgement.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        listener.close()
        what = getattr(error, "strerror", None) or "a port is a number from 0 to 65535"
        is_host = isinstance(error, socket.gaierror) or getattr(error, "errno", None) == EADDRNOTAVAIL
        advice, detail = ("choose another host", "host") if is_host else ("choose another port, or 0 for any", "port")
        raise ConfigError(f"{host}:{port} cannot be served: {what}", advice=advice, detail=detail) from None
    return listener
