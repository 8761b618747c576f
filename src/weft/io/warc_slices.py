"""Slices of WARC archives, as they are or packed by gzip: a record begins there, by what stands at that place.

What stands there may deceive: a page may hold an archive. So a slice that is read tells where it really ended, and
which ids its pages have, for an id that another page has is written otherwise.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import IO

from weft.errors import WeftError
from weft.io.raw_page import RawPage, writable
from weft.io.slices import AT_END, WHOLE_BYTES, Bounds, Reading, Slice, Spot, cut_at_steps
from weft.io.warc import GZIP, MAX_CHECKED, MAX_LENGTH, MAX_REFUSED, PLAIN, WINDOW, Archive, holds_one_record

STEP = 1 << 20  # bytes, packed: about as many pages as go to a worker at once
PLAIN_STEP = 4 << 20  # bytes that are not packed
START = re.compile(rb"\x1f\x8b\x08")
HEAD = 1024  # bytes of a packed record by which it is told: the tables with which it begins may take hundreds
MARK = b"WARC/"
PLAIN_START = re.compile(rb"\r\n\r\n(?=" + PLAIN + rb"WARC-)")
PLAIN_ROOM = MAX_LENGTH + 16  # bytes that such a beginning takes


class WarcSlicer:
    """Cuts archives."""

    def cut(self, path: Path, start: int) -> Iterator[Slice]:
        """Slices; none where records are not packed one by one."""
        with path.open("rb") as file:
            size = file.seek(0, 2)
            file.seek(0)
            head = file.read(len(MARK))
            is_packed = head.startswith(GZIP)
            if size <= WHOLE_BYTES or not (is_packed or head == MARK):
                return
            find = _find_packed if is_packed else _find_plain
            first = find(file, 1)
            if first == AT_END or (is_packed and not holds_one_record(file, 0, first)):
                return
            yield from cut_at_steps(size, STEP if is_packed else PLAIN_STEP, start, partial(find, file))

    def open(self, path: Path, bounds: Bounds) -> Reading:
        """A reading of one slice."""
        return WarcReading(path, bounds)


SLICER = WarcSlicer()


def _find_packed(file: IO[bytes], place: int) -> int:
    """The first place from one on where a packed record seems to begin."""
    file.seek(place)
    window = b""
    while (more := file.read(WINDOW)) and file.tell() - place < MAX_CHECKED:
        window += more
        begin = file.tell() - len(window)
        is_last = len(more) < WINDOW
        for match in START.finditer(window, 0, len(window) if is_last else len(window) - HEAD):
            with suppress(zlib.error):
                head = window[match.start() : match.start() + HEAD]
                if zlib.decompressobj(wbits=zlib.MAX_WBITS | 16).decompress(head, len(MARK)) == MARK:
                    return begin + match.start()
        window = window[-HEAD - 2 :]
    return AT_END


def _find_plain(file: IO[bytes], place: int) -> int:
    """The first place from one on where a record seems to begin that is not packed."""
    file.seek(max(0, place - 4))
    window = b""
    while (more := file.read(WINDOW)) and file.tell() - place < MAX_CHECKED:
        window += more
        if match := PLAIN_START.search(window):
            return file.tell() - len(window) + match.end()
        window = window[-PLAIN_ROOM:]
    return AT_END


class WarcReading:
    """One reading of a slice of an archive."""

    def __init__(self, path: Path, bounds: Bounds) -> None:
        self.path = path
        self.bounds = bounds
        self.end: int = AT_END
        self.number: int = 0
        self.is_exact: bool = False
        self.hashes: bytes = b""

    def read(self) -> Iterator[RawPage | WeftError]:
        """Its pages, and what is damaged."""
        bounds = self.bounds
        with self.path.open("rb") as file:
            archive = Archive(
                file,
                writable(str(self.path)),
                bounds.max_bytes,
                wanted=bounds.slice,
                before=bounds.before or Spot(),
                ids=bounds.ids,
            )
            for entry in archive.read():
                if bounds.before is None and archive.refused >= MAX_REFUSED:
                    break  # it has no end of its own: who reads it again reads it to the end of the archive
                yield entry
        self.end, self.number, self.hashes = archive.end, archive.pages, bytes(archive.hashes)
        # What lies before tells what else a repeated id is called, and whether an archive has no page at all.
        is_cut = archive.end != AT_END or bounds.slice.end == AT_END
        self.is_exact = bounds.before is not None or (is_cut and not archive.has_repeats and archive.pages > 0)
