"""A source cut into shards: data that any machine which sees the files can read for itself."""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from weft.errors import ConfigError, WeftError
from weft.io import RawPage, Source
from weft.io.packing import pack_gzip
from weft.io.reader import Reader

SHARD_PAGES = 256  # single pages; a file of many is a shard of its own, for only its reader knows where its pages begin


@dataclass(frozen=True, kw_only=True)
class Shard:
    """Some files of a source, and what reads them."""

    number: int
    sources: tuple[Source, ...]
    reader: Reader

    def read(self) -> Iterator[RawPage | WeftError]:
        """Its pages, in order; one that cannot be read is an entry that says why."""
        return self.reader.read_all(self.sources)


def split(sources: Sequence[Source], reader: Reader) -> list[Shard]:
    """The shards of sources, in their order; what is piped or fetched cannot be cut."""
    lots: list[list[Source]] = []
    for source in sources:
        if source.place is None:
            advice = "save what is piped or fetched into one first"
            raise ConfigError("this engine reads files", page=source.id, advice=advice)
        if not lots or source.holds_many or len(lots[-1]) >= SHARD_PAGES or lots[-1][0].holds_many:
            lots.append([])
        lots[-1].append(source)
    plain = replace(reader, piped=None, fetched=None)
    return [Shard(number=number, sources=tuple(lot), reader=plain) for number, lot in enumerate(lots)]


def write_part(path: Path, lots: Iterable[Sequence[bytes]]) -> int:
    """The lines of a shard as a file that is there only when it is whole; how many there are.

    The worker of a killed run may still be at the same shard, so each writes into a file of its own.
    """
    count = 0
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.part")
    with unfinished.open("wb") as file:
        for lines in lots:
            count += len(lines)
            file.write(pack_gzip(b"".join(lines)))
    unfinished.replace(path)
    return count


def read_part(path: Path) -> Iterator[bytes]:
    """The lines of such a file."""
    with gzip.open(path, "rb") as file:
        yield from file
