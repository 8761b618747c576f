"""Pages from JSON lines: objects with `html`, and `id` and `url` where they are known."""

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, cast

from weft.errors import SourceError
from weft.io.packing import open_zstd, zstd_errors
from weft.io.raw_page import RawPage, page_of

SUFFIXES = tuple(f"{kind}{packed}" for kind in (".jsonl", ".ndjson") for packed in ("", ".gz", ".zst"))
ESCAPED = 6  # bytes that JSON may take for one, as in \u003c
REST = 1 << 16  # bytes of a line for all that is not the page


def is_jsonl(name: str) -> bool:
    """Whether a file's name says that it holds JSON lines."""
    return name.lower().endswith(SUFFIXES)


def read_jsonl(path: Path, *, max_bytes: int) -> Iterator[RawPage | SourceError]:
    """The pages of a file, packed by gzip or not; a line that is no page is an entry that says why."""
    broken: tuple[type[Exception], ...] = (OSError, EOFError, zlib.error)
    if path.name.lower().endswith(".zst"):
        broken += zstd_errors()
    try:
        with _open(path) as stream:
            yield from read_lines(stream, name=str(path), max_bytes=max_bytes)
    except broken as error:
        what = getattr(error, "strerror", None) or error
        yield SourceError(f"{path}: cannot be read to its end: {what}; make the file again")


def read_lines(stream: IO[bytes], *, name: str, max_bytes: int) -> Iterator[RawPage | SourceError]:
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
            yield SourceError(f"{name}:{number}: longer than {longest} bytes; raise the limit with --max-bytes")
        elif line.strip():
            yield _read_line(line, f"{name}:{number}")


def _open(path: Path) -> IO[bytes]:
    name = path.name.lower()
    if name.endswith(".gz"):
        return cast(IO[bytes], gzip.open(path))
    if name.endswith(".zst"):
        return open_zstd(path)
    return path.open("rb")


def _read_line(line: bytes, place: str) -> RawPage | SourceError:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        return SourceError(f"{place}: no JSON: {error}")
    return page_of(data if isinstance(data, dict) else {}, place)
