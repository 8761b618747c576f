"""Bytes to pages."""

from collections.abc import Sequence

from weft.addresses import without_user
from weft.deadline import kernel_call, limit_error, time_limit
from weft.errors import LimitError
from weft.kernel import html as kernel
from weft.kernel.html import LimitTripped
from weft.page.limits import DEFAULT_LIMITS, Limits, kernel_limits
from weft.page.page import Page


def parse(
    data: bytes | str, *, url: str | None = None, encoding: str | None = None, limits: Limits = DEFAULT_LIMITS
) -> Page:
    """Parse a page; bad markup is never an error, only a tripped limit is.

    `encoding` is the charset that the HTTP header gave; without it the page's own declaration counts. A byte order mark
    overrules both, and so do bytes that are clearly written in another encoding. `page.encoding_source` tells who won.

    >>> parse(b"<p>\\xc4\\xe3\\xba\\xc3", encoding="gb2312").text(0)
    '你好'
    """
    with time_limit(limits.seconds), kernel_call(url or ""):
        table = kernel.parse(data, kernel_limits(limits), charset=encoding)
    return Page(table, url and without_user(url), seconds=limits.seconds)


def parse_many(
    pages: Sequence[bytes | str], *, threads: int = 0, limits: Limits = DEFAULT_LIMITS
) -> list[Page | LimitError]:
    """Parse pages on all cores (or on `threads` of them), outside of Python's lock; a tripped limit is an entry."""
    with time_limit(limits.seconds):
        tables = kernel.parse_many(list(pages), kernel_limits(limits), threads=threads)
        return [
            limit_error(table) if isinstance(table, LimitTripped) else Page(table, seconds=limits.seconds)
            for table in tables
        ]
