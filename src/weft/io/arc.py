"""Pages from ARC archives, which crawlers wrote before WARC: a line about each record, then the answer as it came.

The line has the address, the server, the date, the type and the length; version 2 puts more between type and length.
"""

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, cast

from weft.errors import LimitError, SourceError, WeftError
from weft.io.http_body import read_charset, read_headers, unpack_body
from weft.io.raw_page import RawPage, writable

HTML = ("text/html", "application/xhtml+xml")
MAX_LINE_LENGTH = 1 << 16
SKIPPED = 1 << 20  # bytes that are passed over at once


def read_arc(source: Path | IO[bytes], *, max_bytes: int, name: str = "") -> Iterator[RawPage | WeftError]:
    """The pages of an archive; a page is called by the archive and its place in it.

    Where a line or a length is wrong there is no telling where the next record begins, and reading ends with an error.
    """
    name = name or str(source)
    try:
        with source.open("rb") if isinstance(source, Path) else source as file:
            stream = cast(IO[bytes], gzip.GzipFile(fileobj=file)) if name.lower().endswith(".gz") else file
            yield from _records(stream, name, max_bytes)
    except (OSError, EOFError, ValueError, zlib.error) as error:
        what = getattr(error, "strerror", None) or error
        yield SourceError(f"cannot be read to its end: {what}", page=name)


def _records(stream: IO[bytes], name: str, max_bytes: int) -> Iterator[RawPage | WeftError]:
    number = 0
    while line := stream.readline(MAX_LINE_LENGTH):
        if not line.strip():
            continue
        url, kind, length = _read_line(line)
        if kind not in HTML or length > max_bytes:
            _skip(stream, length)
            if kind in HTML:
                yield LimitError("bytes", max_bytes, f"{name}:{number} ({url})")
        else:
            answer = stream.read(length)
            if len(answer) < length:
                raise EOFError("cut off in the middle of a record")
            if page := _page(answer, url, f"{name}:{number}", max_bytes):
                yield page
        number += 1


def _read_line(line: bytes) -> tuple[str, str, int]:
    """The address, the type and the length of a record."""
    parts = line.decode(errors="replace").split()
    if len(parts) < 5 or not parts[-1].isdigit():
        raise ValueError(f"this is no line about a record: {line[:80]!r}")
    return writable(parts[0]), parts[3].partition(";")[0].lower(), int(parts[-1])


def _skip(stream: IO[bytes], length: int) -> None:
    while length > 0 and (part := stream.read(min(length, SKIPPED))):
        length -= len(part)


def _page(answer: bytes, url: str, name: str, max_bytes: int) -> RawPage | None:
    """The page of an HTTP answer; none where the server had none."""
    head, blank, body = answer.partition(b"\r\n\r\n")
    if not blank:
        head, _, body = answer.partition(b"\n\n")
    status, _, fields = head.partition(b"\n")
    words = status.split()
    if len(words) < 2 or not words[1].startswith(b"2") or not words[0].startswith(b"HTTP/"):
        return None
    headers = read_headers(fields)
    encodings = {"transfer": headers.get("transfer-encoding", ""), "content": headers.get("content-encoding", "")}
    data = unpack_body(body, **encodings, max_bytes=max_bytes)[:max_bytes]
    charset = read_charset(headers.get("content-type", ""))
    return RawPage(id=name, data=data, url=url, charset=charset) if data else None
