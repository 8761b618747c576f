"""Pages from ARC archives, which crawlers wrote before WARC: a line about each record, then the answer as it came.

The line has the address, the server, the date, the type and the length; version 2 puts more between type and length.
"""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO, cast

from weft.errors import LimitError, WeftError
from weft.io.damage import tells_damage
from weft.io.http_body import read_charset, read_headers, unpack_body
from weft.io.packing import skip
from weft.io.raw_page import RawPage, writable

HTML = ("text/html", "application/xhtml+xml")
MAX_LINE_LENGTH = 1 << 16
BLANK_LINE = re.compile(rb"\r\n\r\n|\n\n")
MAX_HEAD = 1 << 16  # bytes of an answer's headers


@tells_damage
def read_arc(source: Path | IO[bytes], *, max_bytes: int, name: str = "") -> Iterator[RawPage | WeftError]:
    """The pages of an archive; a page is called by the archive and its place in it.

    Where a line or a length is wrong there is no telling where the next record begins, and reading ends with an error.
    """
    name = name or str(source)
    with source.open("rb") if isinstance(source, Path) else source as file:
        stream = cast(IO[bytes], gzip.GzipFile(fileobj=file)) if name.lower().endswith(".gz") else file
        yield from _records(stream, name, max_bytes)


def _records(stream: IO[bytes], name: str, max_bytes: int) -> Iterator[RawPage | WeftError]:
    number = 0
    while line := stream.readline(MAX_LINE_LENGTH):
        if not line.strip():
            continue
        url, kind, length = _read_line(line)
        if kind not in HTML or length > max_bytes:
            skip(stream, length)
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


def _page(answer: bytes, url: str, name: str, max_bytes: int) -> RawPage | LimitError | None:
    """The page of an HTTP answer; none where the server had none."""
    end = BLANK_LINE.search(answer, 0, MAX_HEAD)
    if end is None:
        return None
    status, _, fields = answer[: end.start()].partition(b"\n")
    words = status.split()
    if len(words) < 2 or not words[1].startswith(b"2") or not words[0].startswith(b"HTTP/"):
        return None
    headers = read_headers(fields)
    encodings = {"transfer": headers.get("transfer-encoding", ""), "content": headers.get("content-encoding", "")}
    data = unpack_body(answer[end.end() :], **encodings, max_bytes=max_bytes)
    if len(data) > max_bytes:
        return LimitError("bytes", max_bytes, f"{name} ({url})")
    charset = read_charset(headers.get("content-type", ""))
    return RawPage(id=name, data=data, url=url, charset=charset) if data else None
