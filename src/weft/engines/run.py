"""A run: pages through an engine into a sink, committed as it goes, gone on with after anything."""

from __future__ import annotations

import shutil
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import Any, Protocol, runtime_checkable

from weft.engines.chunks import AnyChunk, Chunk, cut
from weft.engines.host_tally import CountedSink
from weft.engines.job import Job
from weft.engines.journal import Entry, RemoteJournal, RunJournal
from weft.engines.local import Crew, LocalEngine
from weft.engines.pieces import Packer, Piece, status_of
from weft.engines.shards import Shard, read_part, read_tail, split
from weft.engines.source_chunks import Place, SliceCheck, SourceChunks, SourceTrail
from weft.errors import ConfigError, SourceError, WeftError
from weft.io import RawPage, Source
from weft.io.raw_page import IdHashes
from weft.io.reader import Reader
from weft.io.remote_path import OutputPath, RemotePath
from weft.io.sinks import Sink, remove_unfinished
from weft.io.sinks.sink import GONE, PackedSink
from weft.io.slices import Spot
from weft.registry import Registry

# Chunks' worth of pages between two commits, at least. Commits are at ends of chunks, and chunks begin anew behind a
# commit, so an interrupted run commits alike.
COMMIT = 16

LIMITS = ("seconds", "memory")  # of engines

Where = Callable[[int], tuple[Place, bytes]]
"""Behind so many pages: where to go on, and the hashes of ids since the last commit."""


class Engine(Protocol):
    """Does a job to chunks of pages."""

    def map(self, job: Job, chunks: Iterable[Chunk]) -> Iterator[Chunk]:
        """The chunks with all their lines, in order."""
        ...


@runtime_checkable
class ShardEngine(Engine, Protocol):
    """An engine whose workers read shards for themselves, and write their lines into files."""

    def map_shards(self, job: Job, shards: Sequence[Shard], folder: OutputPath) -> Iterator[OutputPath]:
        """The files with the lines of each shard, in order."""
        ...

    def sample(self, shards: Sequence[Shard], folder: Path) -> int:
        """Sample every host of all shards into buckets in a folder; how many pages were seen."""
        ...


@runtime_checkable
class CrewEngine(Engine, Protocol):
    """An engine whose workers read files for themselves, and pack their lines."""

    def crew(self, job: Job, packer: Packer | None = None) -> Crew:
        """Workers for a job; they are to be dismissed."""
        ...


ENGINES: Registry[Callable[..., Engine]] = Registry(
    {"local": "weft.engines.local:LocalEngine", "ray": "weft.engines.ray_engine:RayEngine"}, group="weft.engines"
)
"""Engines by name: frozen dataclasses with `workers`, `seconds` and `memory`, and options of their own."""


@dataclass(frozen=True, kw_only=True)
class Report:
    """What a run did."""

    pages: int  # in the output
    counts: dict[str, int] = field(default_factory=dict)  # `ok`, and the failed ones by reason
    resumed: int = 0  # pages that an earlier, interrupted run had done
    seconds: float = 0.0

    @property
    def failed(self) -> int:
        """Pages that gave no document."""
        return self.pages - self.counts.get("ok", 0)


def run(
    source: Iterable[RawPage | WeftError],
    job: Job,
    sink: Sink,
    *,
    engine: Engine = LocalEngine(),
    source_digest: str = "",
    fresh: bool = False,
    progress: Callable[[int], None] = lambda done: None,
) -> Report:
    """Do a job to all pages of a source and write a line for each, failures too.

    The source must give the same pages in the same order each time. A run that was interrupted, however hard, goes on
    where it was committed last, and its output is the one that it would have written without. `fresh` forgets it.
    """
    with _Writer(job, sink, source_digest=source_digest, fresh=fresh, progress=progress) as writer:
        if writer.begun.is_whole:
            return writer.finish()
        pages = islice(source, writer.entry.pages, None)
        with _crew_of(engine, job, writer) as crew:
            for chunk in crew.map(cut(pages, most=job.at_once)):
                writer.add(chunk)
        return writer.finish()


class _MapAlone:
    """What an engine does that has no crew."""

    def __init__(self, engine: Engine, job: Job) -> None:
        self.engine, self.job = engine, job

    def map(self, chunks: Iterable[Chunk]) -> Iterator[Chunk]:
        return self.engine.map(self.job, chunks)


@contextmanager
def _crew_of(engine: Engine, job: Job, writer: _Writer) -> Iterator[Any]:
    """The workers of an engine; those of one that can have a crew pack their lines."""
    if not isinstance(engine, CrewEngine):
        yield _MapAlone(engine, job)
        return
    crew = engine.crew(job, writer.packer())
    try:
        yield crew
    finally:
        crew.dismiss()


def run_sources(
    sources: Sequence[Source],
    reader: Reader,
    job: Job,
    sink: Sink,
    *,
    engine: Engine = LocalEngine(),
    source_digest: str = "",
    fresh: bool = False,
    progress: Callable[[int], None] = lambda done: None,
) -> Report:
    """The same from the sources of pages; an engine whose workers read for themselves is given shards.

    A run that goes on opens the source that it was at, and none of those before it.
    """
    how: dict[str, Any] = {"source_digest": source_digest, "fresh": fresh, "progress": progress}
    if isinstance(engine, ShardEngine):
        return run_shards(split(sources, reader), job, sink, engine=engine, **how)
    with _Writer(job, sink, **how) as writer:
        if writer.begun.is_whole:
            return writer.finish()
        with _crew_of(engine, job, writer) as crew:
            if isinstance(engine, CrewEngine):
                check = writer.check()
                for chunk in SourceChunks(sources, reader, crew, check, job.at_once).chunks():
                    writer.add(chunk, lambda done: (check.place, check.take_hashes()))
            else:
                trail = SourceTrail(sources, reader, writer.place)
                for chunk in crew.map(cut(trail.pages(writer.entry.pages), most=job.at_once)):
                    writer.add(chunk, lambda done: (trail.place(done), b""))
        return writer.finish()


def run_shards(
    shards: Sequence[Shard],
    job: Job,
    sink: Sink,
    *,
    engine: ShardEngine,
    source_digest: str = "",
    fresh: bool = False,
    progress: Callable[[int], None] = lambda done: None,
) -> Report:
    """The same over shards, which the engine's workers read for themselves; a shard is a commit."""
    with _Writer(job, sink, source_digest=source_digest, fresh=fresh, progress=progress) as writer:
        folder = parts_folder(sink) / f"{writer.entry.job}-{writer.entry.source}"
        _keep_only(folder)
        check, left = writer.check(), shards[writer.entry.shards :]
        for shard, part in zip(left, engine.map_shards(job, left, folder), strict=True):
            here = LocalEngine(workers=1, **{name: getattr(engine, name) for name in LIMITS if hasattr(engine, name)})
            for lines in _checked_lots(job, shard, part, check, here):
                check.done += len(lines)
                writer.write(lines)
            if shard.slice is None:
                check.pass_to(shard.source + len(shard.sources))
            writer.commit(shards=1, place=check.place, hashes=check.take_hashes())
            part.unlink()
        report = writer.finish()
    _remove(parts_folder(sink))  # a lost worker may have left half a part
    return report


def parts_folder(sink: Sink) -> OutputPath:
    """Where shards lie until they are in the output; workers of other machines must see it too.

    Each job with its input has a folder in it: the workers of a killed run may still write their parts while another
    run is at work, and these must not be taken for its own.
    """
    return sink.path.with_name(f"{sink.path.name}.shards")


def _keep_only(folder: OutputPath) -> None:
    """Remove the parts of other jobs."""
    if isinstance(folder, RemotePath):
        for file in folder.parent.files():
            if file.parent != folder:
                file.unlink()
        return
    for other in folder.parent.iterdir() if folder.parent.is_dir() else ():
        if other == folder:
            continue
        if other.is_dir():
            shutil.rmtree(other, ignore_errors=True)
        else:
            other.unlink(missing_ok=True)


def _remove(folder: OutputPath) -> None:
    if isinstance(folder, RemotePath):
        folder.remove_below()
    else:
        shutil.rmtree(folder, ignore_errors=True)


class _Writer:
    """A run's output, its journal and its counts."""

    def __init__(
        self, job: Job, sink: Sink, *, source_digest: str, fresh: bool, progress: Callable[[int], None]
    ) -> None:
        job.check()
        self.sink, self.progress = sink, progress
        # What a worker is given one at a time takes long, and none of it is lost.
        self.commit_pages = COMMIT * job.at_once if job.at_once > 1 else 1
        self.started = monotonic()
        self.journal = RunJournal(sink.path) if isinstance(sink.path, Path) else RemoteJournal(sink.path)
        self.is_named = False  # whether an earlier run was killed between naming the output and forgetting its journal
        try:
            if fresh:
                self.journal.clear()
            self.begun = self.entry = self._check(self.journal.last(), job.digest(), source_digest)
            self.committed = self.entry.pages
            self._open(sink)
        except BaseException:
            self.journal.close()
            raise

    def _open(self, sink: Sink) -> None:
        """Go back to the last commit; a sink that is gone after all pages were in it has become the output."""
        try:
            sink.open(self.entry.sink)
        except SourceError as error:
            if not (self.entry.is_whole and error.detail == GONE):
                raise
            self.is_named = True

    def _check(self, entry: Entry, job: str, source: str) -> Entry:
        if entry.job and (entry.job, entry.source) != (job, source):
            what = "another job" if entry.job != job else "other input"
            advice = "finish that run, or start afresh with run(…, fresh=True)"
            raise ConfigError(f"was begun with {what}", page=str(self.sink.path), advice=advice, detail="fresh")
        return replace(entry, job=job, source=source)

    def __enter__(self) -> _Writer:
        return self

    def __exit__(self, *error: object) -> None:
        self.sink.close()
        self.journal.close()

    @property
    def place(self) -> Place:
        """Where the last commit says that reading goes on."""
        return Place(self.entry.sources, self.entry.source_pages, Spot(**self.entry.spot))

    def check(self) -> SliceCheck:
        """What checks the slices behind the last commit."""
        return SliceCheck(self.place, self.entry.pages, IdHashes(self.journal.hashes(self.entry.sources)))

    def packer(self) -> Packer | None:
        """What workers pack their lines by; none where the sink takes lines alone, or packs them in a folder."""
        counted = isinstance(self.sink, CountedSink)
        sink = self.sink.packed if isinstance(self.sink, CountedSink) else self.sink
        if self.is_named or not isinstance(sink, PackedSink):
            return None
        return Packer(pack=sink.pack_lines, by_host=counted)

    def add(self, chunk: AnyChunk, where: Where = lambda done: (Place(), b"")) -> None:
        """Add the lines of a chunk; a commit behind enough of them, and `where` tells its place and its hashes."""
        if chunk.piece is not None:
            self._write_piece(chunk.piece)
        else:
            self.write(chunk.whole)
        if self.entry.pages - self.committed >= self.commit_pages:
            place, hashes = where(self.entry.pages)
            self.commit(place=place, hashes=hashes)

    def _write_piece(self, piece: Piece) -> None:
        if isinstance(self.sink, CountedSink):
            self.sink.write_piece(piece)
        elif isinstance(self.sink, PackedSink):
            self.sink.write_packed(piece.data)
        self._count(piece.pages, piece.counts)

    def write(self, lines: Sequence[bytes]) -> None:
        """Add lines."""
        if lines:
            self.sink.write(lines)
            self._count(len(lines), Counter(map(status_of, lines)))

    def _count(self, pages: int, counts: Mapping[str, int]) -> None:
        self.entry = replace(
            self.entry, pages=self.entry.pages + pages, counts=dict(Counter(self.entry.counts) + Counter(counts))
        )

    def commit(self, *, shards: int = 0, place: Place = Place(), hashes: bytes = b"") -> None:
        """What was written stays."""
        self.entry = replace(
            self.entry,
            shards=self.entry.shards + shards,
            sources=place.sources,
            source_pages=place.pages,
            spot=asdict(place.spot) if place.spot.position else {},
            ids=b64encode(hashes).decode(),
            sink=self.sink.commit(),
        )
        self.committed = self.entry.pages
        self.journal.add(self.entry)
        self.progress(self.entry.pages)

    def finish(self) -> Report:
        """The output is whole, and there is nothing more to go on with."""
        if self.is_named:
            remove_unfinished(self.sink.path)
        else:
            self.entry = replace(self.entry, sink=self.sink.commit(), ids="", is_whole=True)
            self.journal.add(self.entry)
            self.sink.finish()
        self.journal.remove()
        seconds = monotonic() - self.started
        return Report(pages=self.entry.pages, counts=self.entry.counts, resumed=self.begun.pages, seconds=seconds)


def _checked_lots(
    job: Job, shard: Shard, part: OutputPath, check: SliceCheck, here: LocalEngine
) -> Iterator[Sequence[bytes]]:
    """The lines of a shard; those of a slice that was not read as one reader would have are made again here.

    All cores of a cluster are taken, so a worker of this machine does it.
    """
    if shard.slice is None:
        yield from _lots(read_part(part), job)
    elif not check.is_over(shard.source, shard.slice):
        tail = read_tail(part)
        if tail is not None and check.is_right(shard.slice, tail):
            yield from _lots(read_part(part), job)
            check.accept(tail)
        else:
            reading = check.read_again(shard, shard.slice)
            for chunk in here.map(job, cut(reading.read(), most=job.at_once)):
                yield chunk.whole
            check.advance(reading.tail())


def _lots(lines: Iterable[bytes], job: Job) -> Iterator[list[bytes]]:
    """The lines in lots of one commit; what a worker is given one at a time takes long, and none of it is lost."""
    rest = iter(lines)
    while lot := list(islice(rest, COMMIT * job.at_once if job.at_once > 1 else 1)):
        yield lot
