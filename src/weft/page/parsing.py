"""Bytes to pages, and what a page may cost before weft gives up on it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from weft import _native
from weft.addresses import without_user
from weft.deadline import seconds_left, total_seconds, within
from weft.errors import LimitError
from weft.page.page import Page


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Each limit raises `LimitError` with its own name; the defaults pass every honest page we have seen."""

    bytes: int = 64 << 20  # the largest page of our data sets has 9 MB
    nodes: int = 4_000_000  # a page of a million tags is odd but honest
    depth: int = 2_000  # browsers stop nesting at 512
    seconds: float = 10.0


DEFAULT_LIMITS = Limits()


class _LimitKeywords(TypedDict):
    bytes_limit: int
    nodes_limit: int
    depth_limit: int
    seconds_limit: float


def parse(
    data: bytes | str, *, url: str | None = None, encoding: str | None = None, limits: Limits = DEFAULT_LIMITS
) -> Page:
    """Parse a page; bad markup is never an error, only a tripped limit is.

    `encoding` is the charset that the HTTP header gave; a byte order mark overrules it, and without it the page's own
    declaration or, failing that, detection decides.

    >>> parse(b"<p>\\xc4\\xe3\\xba\\xc3", encoding="gb2312").text(0)
    '你好'
    """
    with within(limits.seconds):
        try:
            table = _native.parse(data, charset=encoding, **_keywords(limits))
        except _native.LimitTripped as tripped:
            raise limit_error(tripped, url or "") from None
    return Page(table, url and without_user(url), seconds=limits.seconds)


def parse_many(
    pages: Sequence[bytes | str], *, threads: int = 0, limits: Limits = DEFAULT_LIMITS
) -> list[Page | LimitError]:
    """Parse pages on all cores (or on `threads` of them), outside of Python's lock; a tripped limit is an entry."""
    with within(limits.seconds):
        tables = _native.parse_many(pages, threads=threads, **_keywords(limits))
        return [
            limit_error(table) if isinstance(table, _native.LimitTripped) else Page(table, seconds=limits.seconds)
            for table in tables
        ]


def limit_error(tripped: _native.LimitTripped, page: str = "") -> LimitError:
    """The error of a limit that tripped in the kernel; of a deadline it names the seconds that were given in all."""
    name, value = tripped.args
    return LimitError(name, total_seconds() if name == "seconds" else value, page)


def _keywords(limits: Limits) -> _LimitKeywords:
    return {
        "bytes_limit": limits.bytes,
        "nodes_limit": limits.nodes,
        "depth_limit": limits.depth,
        "seconds_limit": seconds_left(),
    }
