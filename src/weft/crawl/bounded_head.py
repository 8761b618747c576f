"""A bound on the headers of an answer: Twisted keeps all of them in memory, however many a server sends."""

from __future__ import annotations

from typing import Any

from twisted.web import _newclient

from weft.io.timed_socket import MAX_HEAD


def bound_heads() -> None:
    """Let all parsers of this process, which has one crawl, give up a head with too many bytes.

    Twisted has no setting for it, and Scrapy's own parser goes through this method of Twisted's, too. What comes of a
    `100 Continue` is of the head as well.
    """
    parser: Any = _newclient.HTTPClientParser
    receive = parser.dataReceived

    def receive_bounded(self: Any, data: bytes) -> None:
        if self.state in (_newclient.STATUS, _newclient.HEADER):
            self.head_bytes = getattr(self, "head_bytes", 0) + len(data)
            if self.head_bytes > MAX_HEAD:
                raise ValueError(f"its headers have more than {MAX_HEAD} bytes")
        receive(self, data)

    parser.dataReceived = receive_bounded
