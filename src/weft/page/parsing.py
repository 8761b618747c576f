"""Bytes to pages."""

from collections.abc import Sequence
from dataclasses import asdict

from weft import _native
from weft.errors import LimitError
from weft.page.limits import Limits
from weft.page.page import Page

DEFAULT_LIMITS = Limits()


def parse(
    data: bytes | str, *, url: str | None = None, encoding: str | None = None, limits: Limits = DEFAULT_LIMITS
) -> Page:
    """Parse a page; bad markup is never an error, only a tripped limit is.

    `encoding` is the charset that the HTTP header gave; a byte order mark overrules it, and without it the page's own
    declaration or, failing that, detection decides.

    >>> parse(b"<p>\\xc4\\xe3\\xba\\xc3", encoding="gb2312").text(0)
    '你好'
    """
    try:
        return Page(_native.parse(data, charset=encoding, **_keywords(limits)), url)
    except _native.LimitTripped as tripped:
        raise LimitError(*tripped.args, page=url or "") from None


def parse_many(
    pages: Sequence[bytes | str], *, threads: int = 0, limits: Limits = DEFAULT_LIMITS
) -> list[Page | LimitError]:
    """Parse pages on all cores (or on `threads` of them), outside of Python's lock; a tripped limit is an entry."""
    tables = _native.parse_many(pages, threads=threads, **_keywords(limits))
    return [
        LimitError(*table.args) if isinstance(table, _native.LimitTripped) else Page(table) for table in tables
    ]


def _keywords(limits: Limits) -> dict[str, float]:
    return {f"{name}_limit": value for name, value in asdict(limits).items()}
