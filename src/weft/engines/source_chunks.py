"""The chunks of a run's sources: workers read what they can, and who puts their lines together checks what they read.

Workers read files of one page, small files of many, and slices of large ones. Large files of lines that cannot be cut
are unpacked here, and workers read the lines. What is piped or fetched, and other large files that cannot be cut, are
read here, page by page. A slice counts only where it begins at the place at which the one
before it ended, and where nothing in it depends on what lies before; else it is read here too, with what is now known.

Whether slices that were read by themselves are what one reader would have read, and where to go on behind them.

Which source a run is at, so that one that goes on does not read again what lies before it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Protocol

from weft.engines.chunks import MAX_BYTES, MAX_PAGES, AnyChunk, Chunk, ShardChunk, cut
from weft.engines.shards import Shard, ShardReading, Tail, sendable
from weft.errors import WeftError
from weft.io import RawPage, Source
from weft.io.line_slices import has_lines, read_lots
from weft.io.raw_page import IdHashes
from weft.io.reader import Reader
from weft.io.slices import AT_END, WHOLE_BYTES, Slice, Spot, find_slices

START = Spot()


@dataclass(frozen=True)
class Place:
    """How many sources were read to their ends, how many pages they had, and where the next one is gone on with."""

    sources: int = 0
    pages: int = 0
    spot: Spot = START  # where the next source is gone on with


@dataclass(eq=False)
class SourceTrail:
    """The pages of sources from a place on; it tells the place of any page that is not yet done."""

    sources: Sequence[Source]
    reader: Reader
    start: Place = Place()
    _places: deque[Place] = field(default_factory=deque)  # where the sources begin that were opened

    def pages(self, done: int) -> Iterator[RawPage | WeftError]:
        """The pages behind the first so many; no source before the one in which these end is opened."""
        return islice(self._read(), done - self.start.pages, None)

    def _read(self) -> Iterator[RawPage | WeftError]:
        count = self.start.pages
        for number in range(self.start.sources, len(self.sources)):
            self._places.append(Place(number, count))
            for page in self.reader.read(self.sources[number]):
                count += 1
                yield page

    def place(self, done: int) -> Place:
        """Where to go on once so many pages are done: at the beginning of the last source that has one of the rest."""
        while len(self._places) > 1 and self._places[1].pages <= done:
            self._places.popleft()
        return self._places[0] if self._places else self.start


@dataclass(eq=False)
class SliceCheck:
    """The slices of sources in order: a slice counts where it begins at the place at which those before it ended.

    It must also have no id that a page before it has, and nothing in it may depend on what lies before.
    """

    place: Place
    done: int  # pages so far
    ids: IdHashes = field(default_factory=IdHashes)  # of the pages of the source at the place, up to its spot
    _hashes: bytes = b""

    @property
    def skipped(self) -> int:
        """The entries behind the place that are done."""
        return self.done - self.place.pages - self.place.spot.entries

    def take_hashes(self) -> bytes:
        """The hashes of ids up to the place, since they were last taken or the source began."""
        hashes, self._hashes = self._hashes, b""
        return hashes

    def is_over(self, number: int, wanted: Slice) -> bool:
        """Whether nothing of a slice of the source with a number is left, because the one before it went further."""
        if number > self.place.sources:
            self.pass_to(number)
        spot = self.place.spot
        return number < self.place.sources or (wanted.end != AT_END and spot.position >= wanted.end)

    def is_right(self, wanted: Slice, tail: Tail | None) -> bool:
        """Whether a slice was read as one reader would have read it."""
        if tail is None or not tail.is_exact or wanted.start != self.place.spot.position or self.skipped:
            return False
        return not self.ids.has_any(tail.hashes)

    def read_again(self, shard: Shard, wanted: Slice) -> ShardReading:
        """A reading of what really follows, with what is known of the pages before; it adds their ids itself."""
        rest = replace(shard, slice=Slice(start=self.place.spot.position, end=wanted.end))
        return ShardReading(rest, before=self.place.spot, ids=self.ids)

    def accept(self, tail: Tail) -> None:
        """Go on behind a slice that is right."""
        self.ids.add(tail.hashes)
        self.advance(tail)

    def advance(self, tail: Tail) -> None:
        """Go on behind a slice whose ids are known."""
        spot = tail.spot(self.place.spot)
        if spot.position == AT_END:
            self.pass_to(self.place.sources + 1)
        else:
            self.place = Place(self.place.sources, self.place.pages, spot)
            self._hashes += tail.hashes

    def pass_to(self, number: int) -> None:
        """Go on with the source of that number."""
        self.place, self.ids, self._hashes = Place(number, self.done), IdHashes(), b""


HERE, WHOLE, SLICED, UNPACKED = "here", "whole", "sliced", "unpacked"  # how a source is read
PACKED = 4  # how much larger the pages of a file of many are than the file, about


class Crew(Protocol):
    """Workers that do chunks."""

    def map(self, chunks: Iterable[AnyChunk]) -> Iterator[AnyChunk]:
        """The chunks with all their lines, in order; it may be called again meanwhile."""
        ...


@dataclass(frozen=True)
class _Lot:
    """Where a chunk is from."""

    source: int  # the number of its first source
    stop: int = 0  # of files that are read whole: the number of the source behind the last
    trail: SourceTrail | None = None  # of pages that are read here
    skipped: int = 0  # pages of the trail's first source that an earlier run has done
    is_unpacked: bool = False  # whether it has lines that were unpacked here


@dataclass(eq=False)
class SourceChunks:
    """The chunks of sources from a place on; `check.place` tells where to go on behind the one that was taken last."""

    sources: Sequence[Source]
    reader: Reader
    crew: Crew
    check: SliceCheck
    at_once: int = MAX_PAGES
    _lots: deque[_Lot] = field(default_factory=deque)  # of the chunks that were handed out
    _trail: SourceTrail | None = None  # that is being read here
    _trail_start: int = 0  # the pages before it

    def chunks(self) -> Iterator[AnyChunk]:
        """Every chunk with its lines, in order."""
        for chunk in self.crew.map(self._plan()):
            lot = self._lots.popleft()
            if isinstance(chunk, ShardChunk) and chunk.shard.slice is not None:
                yield from self._check(chunk, chunk.shard.slice, lot.source)
            elif lot.is_unpacked:
                yield from self._take_lines(chunk, lot)
            elif isinstance(chunk, ShardChunk):
                yield from self._take_files(chunk, lot)
            else:
                yield self._take_pages(chunk, lot)

    def _count(self, chunk: AnyChunk) -> None:
        self.check.done += chunk.piece.pages if chunk.piece is not None else len(chunk.lines)

    def _take_files(self, chunk: ShardChunk, lot: _Lot) -> Iterator[AnyChunk]:
        """Files that were read whole; where no worker could read them, they are read here."""
        if chunk.tail is not None and not chunk.tail.is_exact:
            yield from self._read_again(ShardReading(chunk.shard))
            self.check.pass_to(lot.stop)
        else:
            self._count(chunk)
            self.check.pass_to(lot.stop)
            yield chunk

    def _take_lines(self, chunk: AnyChunk, lot: _Lot) -> Iterator[AnyChunk]:
        """Lines that were unpacked here; where no worker could read them, they are read here too."""
        if lot.source > self.check.place.sources:
            self.check.pass_to(lot.source)
        if isinstance(chunk, ShardChunk) and chunk.tail is not None and not chunk.tail.is_exact:
            yield from self._read_again(ShardReading(chunk.shard))
        else:
            self._count(chunk)
            yield chunk

    def _take_pages(self, chunk: AnyChunk, lot: _Lot) -> AnyChunk:
        """Pages that were read here."""
        if lot.trail is not None:
            if self._trail is not lot.trail:
                self._trail, self._trail_start = lot.trail, self.check.done - lot.skipped
            self._count(chunk)
            inner = lot.trail.place(self.check.done - self._trail_start)
            self.check.place = Place(inner.sources, self._trail_start + inner.pages)
        return chunk

    # What is handed out

    def _plan(self) -> Iterator[AnyChunk]:
        first = self.check.place
        number, skipped = first.sources, self.check.done - first.pages
        while number < len(self.sources):
            way, stop = self._way(number), number + 1
            if way == SLICED:
                yield from self._slices(number, first.spot if number == first.sources else Spot())
            elif way == WHOLE:
                stop = self._stop_of_files(number)
                yield from self._read_here(number, stop, skipped) if skipped else self._files(number, stop)
            elif way == UNPACKED:
                yield from self._unpack(number, skipped)
            else:
                while stop < len(self.sources) and self._way(stop) == HERE:
                    stop += 1
                yield from self._read_here(number, stop, skipped)
            number, skipped = stop, 0

    def _files(self, number: int, stop: int) -> Iterator[ShardChunk]:
        shard = Shard(number=number, sources=tuple(self.sources[number:stop]), reader=sendable(self.reader))
        self._lots.append(_Lot(number, stop=stop))
        yield ShardChunk(number=number, shard=shard, size=MAX_BYTES)

    def _way(self, number: int) -> str:
        source = self.sources[number]
        if source.path is None:
            return HERE
        if not source.holds_many or _size_of(source) <= WHOLE_BYTES:
            return WHOLE
        if any(True for _ in islice(find_slices(source.path), 1)):
            return SLICED
        return UNPACKED if has_lines(source.path) else HERE

    def _stop_of_files(self, number: int) -> int:
        """The number of the source behind some files that a worker reads in one go."""
        size = 0
        for stop in range(number, min(number + self.at_once, len(self.sources))):
            if stop > number and (size >= MAX_BYTES or self._way(stop) != WHOLE):
                return stop
            source = self.sources[stop]
            size += _size_of(source) * (PACKED if source.holds_many else 1)
        return min(number + self.at_once, len(self.sources))

    def _slices(self, number: int, spot: Spot) -> Iterator[ShardChunk]:
        source, reader = self.sources[number], sendable(self.reader)
        if source.path is None:
            return
        for wanted in find_slices(source.path, spot.position):
            shard = Shard(number=number, sources=(source,), reader=reader, slice=wanted)
            self._lots.append(_Lot(number))
            yield ShardChunk(number=number, shard=shard, size=WHOLE_BYTES)

    def _unpack(self, number: int, skipped: int) -> Iterator[AnyChunk]:
        source, reader = self.sources[number], sendable(self.reader)
        if source.path is None:
            return
        max_bytes = reader.max_bytes
        for found in read_lots(
            source.path, max_bytes=max_bytes, skipped=skipped, most=self.at_once, most_bytes=MAX_BYTES
        ):
            self._lots.append(_Lot(number, is_unpacked=True))
            if isinstance(found, WeftError):
                yield from cut([found])
            else:
                shard = Shard(number=number, sources=(source,), reader=reader, lot=found)
                yield ShardChunk(number=number, shard=shard, size=found.size)

    def _read_here(self, number: int, stop: int, skipped: int) -> Iterator[Chunk]:
        trail = SourceTrail(self.sources[:stop], self.reader, Place(number))
        for chunk in cut(trail.pages(skipped), most=self.at_once):
            self._lots.append(_Lot(number, trail=trail, skipped=skipped))
            yield chunk

    # What is checked

    def _check(self, chunk: ShardChunk, wanted: Slice, number: int) -> Iterator[AnyChunk]:
        """A slice as it was read, if that is right; else the pages that really follow; nothing, if they are done."""
        if self.check.is_over(number, wanted):
            return
        if chunk.tail is not None and self.check.is_right(wanted, chunk.tail):
            self._count(chunk)
            self.check.accept(chunk.tail)
            yield chunk
        else:
            reading = self.check.read_again(chunk.shard, wanted)
            yield from self._read_again(reading, self.check.skipped)
            self.check.advance(reading.tail())

    def _read_again(self, reading: ShardReading, skipped: int = 0) -> Iterator[AnyChunk]:
        for chunk in self.crew.map(cut(islice(reading.read(), skipped, None), most=self.at_once)):
            self._count(chunk)
            yield chunk


def _size_of(source: Source) -> int:
    try:
        return source.path.stat().st_size if source.path is not None else 0
    except OSError:
        return 0
