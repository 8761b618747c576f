"""Slices of files of many pages, so that many processes read one file.

A slice begins where a page may begin, found by a cheap look at the file, and ends at the first page that begins at or
behind its end. Where its pages really end is known when it was read, and so are the numbers of its pages. Whoever puts
slices together compares both with what the slices before say (`Spot`), and reads a slice again where they differ: so
the pages are those of one reader, whatever a file holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from weft.errors import WeftError
from weft.io.damage import damaged
from weft.io.raw_page import IdHashes, RawPage
from weft.registry import Registry

AT_END = -1  # the position of a spot behind which there is nothing
WHOLE_BYTES = 1 << 20  # of a file that is one slice, however it is packed


@dataclass(frozen=True, kw_only=True)
class Spot:
    """Where reading goes on in a file, and what came before."""

    position: int = 0  # bytes, of Parquet row groups; or AT_END
    number: int = 0  # lines, rows, or pages of an archive before it: what comes next is called by its number
    entries: int = 0  # pages and errors before it


@dataclass(frozen=True, kw_only=True)
class Slice:
    """Some pages of a file that lie together: those that begin at `start` or behind it, and before `end`."""

    start: int
    end: int  # AT_END: up to the end of the file


class Reading(Protocol):
    """One reading of a slice; what it tells beside its entries is true once all of them were taken."""

    end: int  # where the first page behind the slice begins; or AT_END
    number: int  # lines, rows or pages so far, those before the slice included
    is_exact: bool  # whether what it gave does not depend on what lies before the slice, or that was told to it
    hashes: bytes  # of the ids of its pages, where ids must be compared over the whole file

    def read(self) -> Iterator[RawPage | WeftError]:
        """The entries."""
        ...


@dataclass(frozen=True, kw_only=True)
class Bounds:
    """How a slice is read."""

    slice: Slice
    max_bytes: int
    before: Spot | None = None  # what came before the slice; none: not known
    ids: IdHashes | None = None  # of the pages before it


class Slicer(Protocol):
    """Cuts files of one kind, and reads the slices."""

    def cut(self, path: Path, start: int) -> Iterator[Slice]:
        """The slices from a position on, in order; none where the file cannot be cut."""
        ...

    def open(self, path: Path, bounds: Bounds) -> Reading:
        """A reading of one slice."""
        ...


SLICERS: Registry[Slicer] = Registry(
    {
        ".warc": "weft.io.warc_slices:SLICER",
        ".warc.gz": "weft.io.warc_slices:SLICER",
        ".jsonl": "weft.io.line_slices:SLICER",
        ".ndjson": "weft.io.line_slices:SLICER",
        ".parquet": "weft.io.parquet:SLICER",
    }
)
"""What cuts a file of many pages, by how its name ends; imported with the first such file."""


def find_slicer(path: Path) -> Slicer | None:
    """What cuts this file; none where its kind cannot be cut."""
    ending = next((ending for ending in SLICERS if path.name.lower().endswith(ending)), "")
    return SLICERS[ending] if ending else None


def find_slices(path: Path, start: int = 0) -> Iterator[Slice]:
    """The slices of a file from a position on; none where it cannot be cut, or not be read."""
    slicer, end = find_slicer(path), start
    try:
        for one in slicer.cut(path, start) if slicer is not None else ():
            end = one.end
            yield one
    except OSError:  # whoever reads the rest tells it
        if end not in (start, AT_END):
            yield Slice(start=end, end=AT_END)


def read_slice(reading: Reading, name: str, *, is_told: bool) -> Iterator[RawPage | WeftError]:
    """The entries of a reading; where it fails in any way the last one says so, and the file has ended.

    `is_told` says that the reading knows what came before: else what comes next may be what is wrong.
    """
    try:
        yield from reading.read()
    except Exception as error:
        reading.end, reading.is_exact = AT_END, is_told
        yield error.on(name) if isinstance(error, WeftError) else damaged(name, error)


def cut_at_steps(size: int, step: int, start: int, find: Callable[[int], int]) -> Iterator[Slice]:
    """The slices of a file by `find`, which gives the first cut at or behind a place, or AT_END.

    Cuts are looked for at multiples of a step from the beginning of the file. So they do not depend on where a run
    that goes on begins.

    >>> [(one.start, one.end) for one in cut_at_steps(100, 40, 0, lambda place: place + 5)]
    [(0, 45), (45, 85), (85, -1)]
    """
    end = start
    for place in range((start // step + 1) * step, size, step):
        if place <= end:
            continue
        begin, end = end, find(place)
        yield Slice(start=begin, end=end)
        if end == AT_END:
            return
    yield Slice(start=end, end=AT_END)
