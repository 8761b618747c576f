"""The one reader of sources: the pages of files, of files that hold many, of addresses and of standard input."""

from __future__ import annotations

import io
import shutil
import sys
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO

from weft.errors import ConfigError, WeftError
from weft.io.bundles import read_bundle
from weft.io.files import STDIN, Source, read
from weft.io.line_slices import LineLot
from weft.io.page_bytes import check_data
from weft.io.raw_page import IdHashes, RawPage
from weft.io.slices import Bounds, Reading, Slice, Spot, find_slicer, read_slice
from weft.io.urls import Fetcher

BLANK = b"\xef\xbb\xbf \t\r\n"  # what may stand before the first line: a byte-order mark, white space
LINES, WARC = "lines", "warc"
HEAD_BYTES = 1 << 12  # of standard input, by which its kind is told


@dataclass(frozen=True, kw_only=True)
class Piped:
    """Standard input: a stream, and what it holds: `lines`, `warc`, or one page (empty)."""

    stream: IO[bytes]
    kind: str = ""
    is_file: bool = False  # whether it can be read again


@dataclass(frozen=True, kw_only=True)
class Reader:
    """Reads pages within limits. An entry is a page, or the error that says which page cannot be read and why.

    Without `piped` and `fetched` a reader is plain data, so that it can be sent to a worker.
    """

    max_bytes: int
    encoding: str | None = None  # of pages that do not bring their own charset; of single pages it goes first
    fetcher: Fetcher = field(default_factory=Fetcher)
    piped: Piped | None = None
    fetched: dict[str, RawPage] | None = None  # kept where sources are read more than once: no server is asked twice

    def read_all(self, sources: Iterable[Source]) -> Iterator[RawPage | WeftError]:
        """The pages of all sources in turn."""
        for source in sources:
            yield from self.read(source)

    def read(self, source: Source) -> Iterator[RawPage | WeftError]:
        """The pages of one source."""
        if source.holds_many:
            yield from self._read_bundle(source)
        elif source.id == STDIN:
            yield from self._read_stdin(source)
        else:
            yield self._read_page(source)

    def _read_bundle(self, source: Source) -> Iterator[RawPage | WeftError]:
        try:
            yield from map(self._with_charset, read_bundle(source.place or "", max_bytes=self.max_bytes))
        except WeftError as error:  # of a file elsewhere that is not there
            yield error.on(source.id)

    def open_slice(
        self, path: Path, wanted: Slice, *, before: Spot | None = None, ids: IdHashes | None = None
    ) -> Reading:
        """A reading of a slice of a file."""
        slicer = find_slicer(path)
        if slicer is None:
            raise ConfigError("cannot be cut", page=str(path))
        return slicer.open(path, Bounds(slice=wanted, max_bytes=self.max_bytes, before=before, ids=ids))

    def read_slice(self, source: Source, reading: Reading, *, is_told: bool) -> Iterator[RawPage | WeftError]:
        """The pages of such a slice, which tells where it ended once all were taken."""
        return map(self._with_charset, read_slice(reading, source.id, is_told=is_told))

    def read_lot(self, lot: LineLot) -> Iterator[RawPage | WeftError]:
        """The pages of lines that were unpacked elsewhere."""
        return map(self._with_charset, lot.read(max_bytes=self.max_bytes))

    def _read_page(self, source: Source) -> RawPage | WeftError:
        is_address = source.path is None
        try:
            if is_address and self.fetched is not None and source.id in self.fetched:
                return self.fetched[source.id]
            raw = read(source, fetcher=self.fetcher, max_bytes=self.max_bytes)
        except WeftError as error:
            return error.on(source.id)
        raw = replace(raw, charset=self.encoding or raw.charset)
        if is_address and self.fetched is not None:
            self.fetched[source.id] = raw
        return raw

    def _read_stdin(self, source: Source) -> Iterator[RawPage | WeftError]:
        """Lines where the first is an object, an archive where it begins like one, else one page."""
        piped = self.piped or Piped(stream=sys.stdin.buffer)
        if piped.is_file:
            piped.stream.seek(0)
        if piped.kind == LINES:
            from weft.io.jsonl import read_lines

            yield from map(self._with_charset, read_lines(piped.stream, name=STDIN, max_bytes=self.max_bytes))
        elif piped.kind == WARC:
            from weft.io.warc import read_warc

            with nullcontext(piped.stream) if piped.is_file else _as_file(piped.stream) as archive:
                yield from map(self._with_charset, read_warc(archive, name=STDIN, max_bytes=self.max_bytes))
        else:
            try:
                data = check_data(piped.stream.read(self.max_bytes + 1), STDIN)
                yield RawPage(id=STDIN, data=data, url=source.url, charset=self.encoding)
            except WeftError as error:
                yield error

    def _with_charset(self, entry: RawPage | WeftError) -> RawPage | WeftError:
        """A page of many keeps the charset that it brought."""
        if isinstance(entry, WeftError) or entry.charset or not self.encoding:
            return entry
        return replace(entry, charset=self.encoding)


@contextmanager
def open_stdin(*, again: bool) -> Iterator[Piped]:
    """What is piped; it is kept in a file where it will be read `again`."""
    if again:
        with _as_file(sys.stdin.buffer) as file:
            yield Piped(stream=file, kind=_kind_of(file.read(HEAD_BYTES)), is_file=True)
    else:
        reader = io.BufferedReader(sys.stdin.buffer)  # type: ignore[type-var]  # for peek; any stream can be read into
        try:
            yield Piped(stream=reader, kind=_kind_of(reader.peek(1)))
        finally:
            reader.detach()


@contextmanager
def _as_file(stream: IO[bytes]) -> Iterator[IO[bytes]]:
    """A stream as a file that can be read more than once, and from any position."""
    from tempfile import TemporaryFile  # for a single page it is not needed

    with TemporaryFile() as file:
        shutil.copyfileobj(stream, file)
        file.seek(0)
        yield file


def _kind_of(start: bytes) -> str:
    """What is piped, by how it begins; an archive may be packed by gzip."""
    unpacked = start
    with suppress(zlib.error):
        unpacked = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16).decompress(start, HEAD_BYTES)
    if unpacked.startswith(b"WARC/"):
        return WARC
    return LINES if start.lstrip(BLANK)[:1] == b"{" else ""
