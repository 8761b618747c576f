"""Slices of JSON lines that are not packed: they begin after an end of a line, so every cut is right.

Only the numbers of lines are not known without reading what lies before, and only pages without an id and an address
are called by them, and lines that are no page.

Lines of files that cannot be cut: one process unpacks them, and others read the pages in them.

To unpack is the small part: to read a line of JSON takes as long, and its page is then copied twice more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import IO

from weft.errors import WeftError
from weft.io.damage import damaged
from weft.io.jsonl import ROOM, bounded_lines, read_line, read_numbered
from weft.io.packing import unpacked
from weft.io.raw_page import RawPage
from weft.io.slices import AT_END, WHOLE_BYTES, Bounds, Reading, Slice, cut_at_steps

STEP = 4 << 20  # bytes: as many pages as go to a worker at once
MAX_FIRST = 64 << 20  # bytes of the first page, by which it is told whether pages have names
WINDOW = 1 << 16  # bytes that are looked through at once for the end of a line


class LineSlicer:
    """Cuts files of lines."""

    def cut(self, path: Path, start: int) -> Iterator[Slice]:
        """Slices; none where the first page is called by its number, for then all of them may be."""
        with path.open("rb") as file:
            size = file.seek(0, 2)
            if size <= WHOLE_BYTES or not _is_named(path):
                return
            yield from cut_at_steps(size, STEP, start, partial(_find_line, file))

    def open(self, path: Path, bounds: Bounds) -> Reading:
        """A reading of one slice."""
        return LineReading(path, bounds)


SLICER = LineSlicer()


def _is_named(path: Path) -> bool:
    reading = LineReading(path, Bounds(slice=Slice(start=0, end=1), max_bytes=MAX_FIRST))
    return any(isinstance(entry, RawPage) for entry in reading.read()) and reading.is_exact


def _find_line(file: IO[bytes], place: int) -> int:
    """Where the first line begins that does not begin before a place."""
    file.seek(place - 1)
    while window := file.read(WINDOW):
        end = window.find(b"\n")
        if end >= 0:
            place = file.tell() - len(window) + end + 1
            return place if file.seek(0, 2) > place else AT_END
    return AT_END


class LineReading:
    """One reading of a slice of lines."""

    def __init__(self, path: Path, bounds: Bounds) -> None:
        self.path = path
        self.bounds = bounds
        self.end: int = bounds.slice.end
        self.number: int = bounds.before.number if bounds.before else 0
        self.is_exact: bool = True
        self.hashes: bytes = b""

    def read(self) -> Iterator[RawPage | WeftError]:
        """Its pages, and the lines that are none."""
        name, wanted = str(self.path), self.bounds.slice
        with self.path.open("rb") as file:
            file.seek(wanted.start)
            stream = file if wanted.end == AT_END else _Bounded(file, wanted.end - wanted.start)
            first = self.number + 1
            for number, entry in read_numbered(stream, name=name, max_bytes=self.bounds.max_bytes, first=first):
                self.number = number
                if entry is None:
                    continue
                if self.bounds.before is None and (isinstance(entry, WeftError) or entry.id == f"{name}:{self.number}"):
                    self.is_exact = False
                yield entry


class _Bounded:
    """The lines of a file that begin before an end."""

    def __init__(self, file: IO[bytes], left: int) -> None:
        self._file, self._left = file, left
        self._is_at_start = True  # of a line

    def readline(self, limit: int) -> bytes:
        """A line, or a piece of one that is longer than the limit; empty at the end."""
        if self._left <= 0 and self._is_at_start:
            return b""
        line = self._file.readline(limit)
        self._left -= len(line)
        self._is_at_start = line.endswith(b"\n")
        return line


ENDINGS = tuple(f".{kind}{packed}" for kind in ("jsonl", "ndjson") for packed in ("", ".gz", ".zst"))


@dataclass(frozen=True, kw_only=True)
class LineLot:
    """Some lines of a file, each with its number; none in the place of a line was too long to be held."""

    name: str  # of the file
    lines: tuple[tuple[int, bytes | None], ...]

    @property
    def size(self) -> int:
        """The bytes of the lines."""
        return sum(len(line) for _, line in self.lines if line is not None)

    def read(self, *, max_bytes: int) -> Iterator[RawPage | WeftError]:
        """The pages, and the lines that are none."""
        return (read_line(line, f"{self.name}:{number}", max_bytes) for number, line in self.lines)


def has_lines(path: Path) -> bool:
    """Whether a file holds lines, by its name.

    >>> has_lines(Path("pages.jsonl.GZ")), has_lines(Path("pages.warc.gz"))
    (True, False)
    """
    return path.name.lower().endswith(ENDINGS)


def read_lots(
    path: Path, *, max_bytes: int, skipped: int = 0, most: int, most_bytes: int
) -> Iterator[LineLot | WeftError]:
    """The lots of a file behind some entries, each of so many lines or bytes at most; the last may be its damage."""
    lines: list[tuple[int, bytes | None]] = []
    size = 0
    for entry in islice(_entries(path, max_bytes), skipped, None):
        if not isinstance(entry, WeftError):
            lines.append(entry)
            size += len(entry[1] or b"")
        if lines and (isinstance(entry, WeftError) or len(lines) >= most or size >= most_bytes):
            yield LineLot(name=str(path), lines=tuple(lines))
            lines, size = [], 0
        if isinstance(entry, WeftError):
            yield entry
    if lines:
        yield LineLot(name=str(path), lines=tuple(lines))


def _entries(path: Path, max_bytes: int) -> Iterator[tuple[int, bytes | None] | WeftError]:
    """The lines that are not empty, with their numbers; where reading fails in any way, at last the error."""
    name = str(path)
    try:
        with path.open("rb") as file, unpacked(file, name) as stream:
            for number, line in enumerate(bounded_lines(stream, max_bytes + ROOM), start=1):
                if line is None or line.strip():
                    yield number, line
    except WeftError as error:
        yield error.on(name)
    except Exception as error:
        yield damaged(name, error)
