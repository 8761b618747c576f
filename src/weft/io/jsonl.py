"""Pages from JSON lines: objects with `html`, and `id` and `url` where they are known."""

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, cast

from weft.errors import LimitError, SourceError, WeftError
from weft.io.packing import open_zstd, zstd_errors
from weft.io.raw_page import RawPage, page_of

ESCAPED = 6  # bytes that JSON may take for one, as in \u003c
REST = 1 << 16  # bytes of a line for all that is not the page


def read_jsonl(source: Path | IO[bytes], *, max_bytes: int, name: str = "") -> Iterator[RawPage | WeftError]:
    """The pages of a file, packed or not by its name; a line that is no page is an entry that says why."""
    name = name or str(source)
    broken: tuple[type[Exception], ...] = (OSError, EOFError, zlib.error)
    if name.lower().endswith(".zst"):
        broken += zstd_errors()
    try:
        with source.open("rb") if isinstance(source, Path) else source as file, _unpacked(file, name.lower()) as stream:
            yield from read_lines(stream, name=name, max_bytes=max_bytes)
    except broken as error:
        what = getattr(error, "strerror", None) or error
        yield SourceError(f"cannot be read to its end: {what}", page=name, advice="make the file again")


def read_lines(stream: IO[bytes], *, name: str, max_bytes: int) -> Iterator[RawPage | WeftError]:
    """The pages of a stream; `name` and the number of the line call a page that has neither id nor URL.

    >>> from io import BytesIO
    >>> [page.id for page in read_lines(BytesIO(b'{"html": "<p>One"}'), name="-", max_bytes=99)]
    ['-:1']
    """
    longest = ESCAPED * max_bytes + REST
    number = 0
    while line := stream.readline(longest):
        number += 1
        if len(line) == longest and not line.endswith(b"\n"):
            while (rest := stream.readline(longest)) and not rest.endswith(b"\n"):
                pass
            yield LimitError("bytes", max_bytes, f"{name}:{number}")
        elif line.strip():
            yield _read_line(line, f"{name}:{number}")


def _unpacked(file: IO[bytes], name: str) -> IO[bytes]:
    if name.endswith(".gz"):
        return cast(IO[bytes], gzip.open(file))
    return open_zstd(file) if name.endswith(".zst") else file


def _read_line(line: bytes, position: str) -> RawPage | WeftError:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        return SourceError(f"no JSON: {error}", page=position)
    return page_of(data if isinstance(data, dict) else {}, position)
