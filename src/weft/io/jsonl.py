"""Pages from JSON lines: objects with `html`, and `id` and `url` where they are known.

A person's marks from JSON lines: objects with `page_id`, `rows` and `name`.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import IO, Protocol

from weft.content import Label
from weft.errors import LimitError, SourceError, WeftError
from weft.io.damage import reason_of, tells_damage
from weft.io.packing import unpacked
from weft.io.raw_page import RawPage, page_of
from weft.kernel.text import cut_text

ROOM = 4 << 20  # bytes of a line for its other values, and for what JSON escapes in the page
PIECE = 1 << 16  # bytes of a line that are read at once


@tells_damage
def read_jsonl(source: Path | IO[bytes], *, max_bytes: int, name: str = "") -> Iterator[RawPage | WeftError]:
    """The pages of a file, packed or not by its name; a line that is no page is an entry that says why."""
    name = name or str(source)
    with source.open("rb") if isinstance(source, Path) else source as file, unpacked(file, name) as stream:
        yield from read_lines(stream, name=name, max_bytes=max_bytes)


def read_lines(stream: IO[bytes], *, name: str, max_bytes: int) -> Iterator[RawPage | WeftError]:
    """The pages of a stream; `name` and the number of the line call a page that has neither id nor URL.

    >>> from io import BytesIO
    >>> [page.id for page in read_lines(BytesIO(b'{"html": "<p>One"}'), name="-", max_bytes=99)]
    ['-:1']
    """
    for _, entry in read_numbered(stream, name=name, max_bytes=max_bytes):
        if entry is not None:
            yield entry


def read_numbered(
    stream: "Lines", *, name: str, max_bytes: int, first: int = 1
) -> Iterator[tuple[int, RawPage | WeftError | None]]:
    """The same with the number of each line, which counts from the first; an empty line has no page and a number."""
    for number, line in enumerate(bounded_lines(stream, max_bytes + ROOM), start=first):
        is_empty = line is not None and not line.strip()
        yield number, None if is_empty else read_line(line, f"{name}:{number}", max_bytes)


class Lines(Protocol):
    """What gives lines."""

    def readline(self, limit: int, /) -> bytes:
        """A line, or a piece of one that is longer than the limit; empty at the end."""
        ...


def bounded_lines(stream: Lines, max_bytes: int) -> Iterator[bytes | None]:
    """The lines of a stream; None for one that is too long, of which nothing more is held than is allowed."""
    while piece := stream.readline(PIECE):
        line = bytearray(piece)
        while not piece.endswith(b"\n") and (piece := stream.readline(PIECE)):
            if len(line) <= max_bytes:
                line += piece
        yield bytes(line) if len(line) <= max_bytes else None


def read_line(line: bytes | None, position: str, max_bytes: int) -> RawPage | WeftError:
    """The page of a line; none is the line that was too long to be held."""
    if line is None:
        return LimitError("bytes", max_bytes, position)
    try:
        page = _read_cut(line, position) or read_whole(line, position)
    except (ValueError, RecursionError, MemoryError) as error:
        return SourceError(f"no JSON: {reason_of(error)}", page=position)
    if isinstance(page, RawPage) and len(page.data) > max_bytes:
        return LimitError("bytes", max_bytes, position)
    return page


def read_whole(line: bytes, position: str) -> RawPage | WeftError:
    """The page of a line that is read as JSON: what the short way leaves."""
    data = json.loads(line)
    return page_of(data if isinstance(data, dict) else {}, position)


def _read_cut(line: bytes, position: str) -> RawPage | WeftError | None:
    """The same where the kernel reads the page alone, and the rest is JSON; none where it is not."""
    cut = cut_text(line, "html")
    if cut is None:
        return None
    rest, html = cut
    try:
        page = page_of(json.loads(rest), position)
    except (ValueError, RecursionError):  # whoever reads the line as it is tells what is wrong, and where
        return None
    return replace(page, data=html) if isinstance(page, RawPage) else page


def read_labels(path: Path) -> list[Label]:
    """The labels of a file; a line that is none is an error, for truth with a hole misleads."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        what = getattr(error, "strerror", None) or error
        raise SourceError(
            f"cannot be read: {what}", page=str(path), advice="name a file of labels, one JSON object a line"
        ) from None
    return [_read_label(line, f"{path}:{number}") for number, line in enumerate(lines, start=1) if line.strip()]


def _read_label(line: str, position: str) -> Label:
    try:
        data = json.loads(line)
        label = Label(page_id=str(data["page_id"]), rows=tuple(data["rows"]), name=str(data["name"]))
    except (ValueError, KeyError, TypeError, RecursionError):
        example = '{"page_id": "a.html", "rows": [12, 40], "name": "body"}'
        raise SourceError("no label", page=position, advice=f"a line is an object such as {example}") from None
    if not all(type(row) is int and row >= 0 for row in label.rows) or not label.name:
        raise SourceError("a label has a name, and rows that are whole numbers from 0 on", page=position)
    return label
