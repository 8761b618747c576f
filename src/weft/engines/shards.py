"""A source cut into shards: data that any machine which sees the files can read for itself."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import IO

from weft.errors import ConfigError, WeftError
from weft.io import RawPage, Source
from weft.io.files import open_remote
from weft.io.line_slices import LineLot
from weft.io.packing import pack_gzip
from weft.io.raw_page import IdHashes
from weft.io.reader import Reader
from weft.io.remote_path import OutputPath, RemotePath
from weft.io.slices import AT_END, Reading, Slice, Spot, find_slices

SHARD_PAGES = 256  # single pages; a file of many has shards of its own
SHARD_SLICES = 32  # of a large file


@dataclass(frozen=True, kw_only=True)
class Tail:
    """What is known of a shard when it was read."""

    entries: int
    end: int = AT_END  # where the first page behind it begins
    number: int = 0  # lines or pages in it
    is_exact: bool = True  # whether its entries do not depend on what lies before it
    hashes: bytes = b""  # of the ids of its pages

    def spot(self, before: Spot) -> Spot:
        """Where reading goes on behind it."""
        return Spot(position=self.end, number=before.number + self.number, entries=before.entries + self.entries)


@dataclass(frozen=True, kw_only=True)
class Shard:
    """Some files of a source, or a slice of one, and what reads them."""

    number: int
    sources: tuple[Source, ...]
    reader: Reader
    source: int = 0  # the number of the first of its sources
    slice: Slice | None = None  # of its one source; none: all of them, whole
    lot: LineLot | None = None  # of its one source, already unpacked

    def read(self) -> Iterator[RawPage | WeftError]:
        """Its pages, in order; one that cannot be read is an entry that says why."""
        return self.open().read()

    def open(self) -> ShardReading:
        """A reading of it, which tells its tail at the end."""
        return ShardReading(self)


class ShardReading:
    """One reading of a shard; `before` and `ids` are what came before a slice, where that is known."""

    def __init__(self, shard: Shard, *, before: Spot | None = None, ids: IdHashes | None = None) -> None:
        self._shard, self._before = shard, before
        self._entries = 0
        self._slice: Reading | None = None
        if shard.slice is not None and (path := shard.sources[0].path) is not None:
            self._slice = shard.reader.open_slice(path, shard.slice, before=before, ids=ids)

    def read(self) -> Iterator[RawPage | WeftError]:
        """Its pages, and what cannot be read."""
        shard = self._shard
        if shard.lot is not None:
            entries = shard.reader.read_lot(shard.lot)
        elif self._slice is None:
            entries = shard.reader.read_all(shard.sources)
        else:
            entries = shard.reader.read_slice(shard.sources[0], self._slice, is_told=self._before is not None)
        for entry in entries:
            self._entries += 1
            yield entry

    def tail(self) -> Tail:
        """What is known when all entries were taken."""
        if self._slice is None:
            return Tail(entries=self._entries)
        number = self._slice.number - (self._before.number if self._before else 0)
        return Tail(
            entries=self._entries,
            end=self._slice.end,
            number=number,
            is_exact=self._slice.is_exact,
            hashes=self._slice.hashes,
        )


def sendable(reader: Reader) -> Reader:
    """A reader of files as plain data."""
    return replace(reader, piped=None, fetched=None)


def split(sources: Sequence[Source], reader: Reader, *, in_slices: bool = True) -> list[Shard]:
    """The shards of sources, in their order; what is piped or fetched cannot be cut.

    A large file of many pages becomes several shards, where its kind allows it: slices that workers read side by side.
    Slices must be checked in order, as a run does; without `in_slices` every file is whole.
    """
    plain = sendable(reader)
    shards: list[Shard] = []
    for number, source in enumerate(sources):
        if source.place is None:
            advice = "save what is piped or fetched into one first"
            raise ConfigError("this engine reads files", page=source.id, advice=advice)
        last = shards[-1] if shards else None
        if source.holds_many:
            found = _large_slices(source) if in_slices else []
            for wanted in found or (None,):
                shards.append(Shard(number=len(shards), sources=(source,), reader=plain, source=number, slice=wanted))
        elif last is None or last.sources[0].holds_many or len(last.sources) >= SHARD_PAGES:
            shards.append(Shard(number=len(shards), sources=(source,), reader=plain, source=number))
        else:
            shards[-1] = replace(last, sources=(*last.sources, source))
    return shards


def _large_slices(source: Source) -> list[Slice]:
    """The slices of a file, many at a time: a shard is a commit, and has a file of its own."""
    found = list(find_slices(source.path)) if source.path is not None else []
    lots = [found[place : place + SHARD_SLICES] for place in range(0, len(found), SHARD_SLICES)]
    return [Slice(start=lot[0].start, end=lot[-1].end) for lot in lots]


def write_tail(part: OutputPath, tail: Tail) -> None:
    """Keep the tail of a slice beside its part, before the part is there."""
    data = json.dumps({**asdict(tail), "hashes": tail.hashes.hex()}).encode()
    path = _tail_path(part)
    with path.writing() if isinstance(path, RemotePath) else _writing(path) as file:
        file.write(data)


def read_tail(part: OutputPath) -> Tail | None:
    """The tail beside a part; none where it has none."""
    path = _tail_path(part)
    if not path.exists():
        return None
    values = json.loads(path.read_bytes() or b"")
    return Tail(**{**values, "hashes": bytes.fromhex(values["hashes"])})


def _tail_path(part: OutputPath) -> OutputPath:
    return part.with_name(f"{part.name}.tail")


def write_part(path: OutputPath, lots: Iterable[Sequence[bytes]]) -> int:
    """The lines of a shard as a file that is there only when it is whole; how many there are."""
    count = 0
    with path.writing() if isinstance(path, RemotePath) else _writing(path) as file:
        for lines in lots:
            count += len(lines)
            file.write(pack_gzip(b"".join(lines)))
    return count


@contextmanager
def _writing(path: Path) -> Iterator[IO[bytes]]:
    """The worker of a killed run may still be at the same shard, so each writes into a file of its own."""
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.part")
    with unfinished.open("wb") as file:
        yield file
    unfinished.replace(path)


def read_part(path: OutputPath) -> Iterator[bytes]:
    """The lines of such a file."""
    with (
        open_remote(str(path)) if isinstance(path, RemotePath) else path.open("rb") as packed,
        gzip.open(packed) as file,
    ):
        yield from file
