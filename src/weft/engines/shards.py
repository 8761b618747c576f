"""A source cut into shards: data that any machine which sees the files can read for itself."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from weft.errors import ConfigError, SourceError
from weft.io import Fetcher, RawPage, Source, is_bundle, read, read_bundle
from weft.io.packing import pack_gzip

A_SHARD = 256  # single pages; a file of many is a shard of its own, for only its reader knows where its pages begin


@dataclass(frozen=True, kw_only=True)
class Shard:
    """Some files of a source."""

    number: int
    sources: tuple[Source, ...]
    max_bytes: int
    encoding: str | None = None

    def read(self) -> Iterator[RawPage | SourceError]:
        """Its pages, in order; one that cannot be read is an entry that says why."""
        for source in self.sources:
            if source.place is not None and is_bundle(source.place):
                yield from read_bundle(source.place, max_bytes=self.max_bytes)
            else:
                yield self._read_page(source)

    def _read_page(self, source: Source) -> RawPage | SourceError:
        try:
            raw = read(source, fetcher=Fetcher(max_bytes=self.max_bytes), max_bytes=self.max_bytes)
        except SourceError as error:
            return error
        charset = self.encoding or raw.charset
        return RawPage(id=raw.id, data=raw.data, url=raw.url, charset=charset)


def split(sources: Sequence[Source], *, max_bytes: int, encoding: str | None = None) -> list[Shard]:
    """The shards of a source, in its order; what is piped or fetched cannot be cut."""
    lots: list[list[Source]] = []
    for source in sources:
        if source.place is None:
            raise ConfigError(f"{source.id}: this engine reads files; save what is piped or fetched into one first")
        is_alone = is_bundle(source.place)
        if not lots or is_alone or len(lots[-1]) >= A_SHARD or is_bundle(lots[-1][0].place or ""):
            lots.append([])
        lots[-1].append(source)
    return [
        Shard(number=number, sources=tuple(lot), max_bytes=max_bytes, encoding=encoding)
        for number, lot in enumerate(lots)
    ]


def write_part(path: Path, lots: Iterable[Sequence[bytes]]) -> int:
    """The lines of a shard as a file that is there only when it is whole; how many there are."""
    count = 0
    unfinished = path.with_name(f"{path.name}.part")
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
