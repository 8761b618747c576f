"""Lines of files that cannot be cut: one process unpacks them, and others read the pages in them.

To unpack is the small part: to read a line of JSON takes as long, and its page is then copied twice more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from weft.errors import WeftError
from weft.io.damage import damaged
from weft.io.jsonl import ROOM, bounded_lines, read_line
from weft.io.packing import unpacked
from weft.io.raw_page import RawPage

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
