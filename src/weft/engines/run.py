"""A run: pages through an engine into a sink, committed as it goes, gone on with after anything."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import Any, Protocol, runtime_checkable

from weft.content import Reason
from weft.engines.chunks import Chunk, cut
from weft.engines.job import Job
from weft.engines.journal import Entry, RunJournal
from weft.engines.local import LocalEngine
from weft.engines.shards import Shard, read_part, split
from weft.engines.source_trail import Place, SourceTrail
from weft.errors import ConfigError, SourceError, WeftError
from weft.io import RawPage, Source
from weft.io.reader import Reader
from weft.io.sinks import Sink, remove_unfinished
from weft.io.sinks.sink import GONE
from weft.registry import Registry

# Chunks' worth of pages between two commits, counted from the first page, so that an interrupted run commits alike.
COMMIT = 16


class Engine(Protocol):
    """Does a job to chunks of pages."""

    def map(self, job: Job, chunks: Iterable[Chunk]) -> Iterator[Chunk]:
        """The chunks with all their lines, in order."""
        ...


@runtime_checkable
class ShardEngine(Engine, Protocol):
    """An engine whose workers read shards for themselves, and write their lines into files."""

    def map_shards(self, job: Job, shards: Sequence[Shard], folder: Path) -> Iterator[Path]:
        """The files with the lines of each shard, in order."""
        ...

    def sample(self, shards: Sequence[Shard], folder: Path) -> int:
        """Sample every host of all shards into buckets in a folder; how many pages were seen."""
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
        _map(job, islice(source, writer.entry.pages, None), engine, writer)
        return writer.finish()


def _map(
    job: Job,
    pages: Iterable[RawPage | WeftError],
    engine: Engine,
    writer: _Writer,
    place: Callable[[int], Place] = lambda done: Place(),
) -> None:
    """Do a job to pages, a commit a lot; `place` tells where to go on behind so many pages."""
    done = engine.map(job, cut(pages, most=job.at_once))
    for lines in _lots((line for chunk in done for line in chunk.whole), job):
        writer.write(lines)
        writer.commit(place=place(writer.entry.pages))


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
        trail = SourceTrail(sources, reader, Place(writer.entry.sources, writer.entry.source_pages))
        _map(job, trail.pages(writer.entry.pages), engine, writer, trail.place)
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
        for part in engine.map_shards(job, shards[writer.entry.shards :], folder):
            for lines in _lots(read_part(part), job):
                writer.write(lines)
            writer.commit(shards=1)
            part.unlink()
        report = writer.finish()
    shutil.rmtree(parts_folder(sink), ignore_errors=True)  # a lost worker may have left half a part
    return report


def parts_folder(sink: Sink) -> Path:
    """Where shards lie until they are in the output; workers of other machines must see it too.

    Each job with its input has a folder in it: the workers of a killed run may still write their parts while another
    run is at work, and these must not be taken for its own.
    """
    return sink.path.with_name(f"{sink.path.name}.shards")


def _keep_only(folder: Path) -> None:
    """Remove the parts of other jobs."""
    for other in folder.parent.iterdir() if folder.parent.is_dir() else ():
        if other == folder:
            continue
        if other.is_dir():
            shutil.rmtree(other, ignore_errors=True)
        else:
            other.unlink(missing_ok=True)


class _Writer:
    """A run's output, its journal and its counts."""

    def __init__(
        self, job: Job, sink: Sink, *, source_digest: str, fresh: bool, progress: Callable[[int], None]
    ) -> None:
        job.check()
        self.sink, self.progress = sink, progress
        self.started = monotonic()
        self.journal = RunJournal(sink.path)
        self.is_named = False  # whether an earlier run was killed between naming the output and forgetting its journal
        try:
            if fresh:
                self.journal.clear()
            self.begun = self.entry = self._check(self.journal.last(), job.digest(), source_digest)
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

    def write(self, lines: list[bytes]) -> None:
        """Add lines."""
        self.sink.write(lines)
        counts = Counter(self.entry.counts)
        counts.update(map(_status, lines))
        self.entry = replace(self.entry, pages=self.entry.pages + len(lines), counts=dict(counts))

    def commit(self, *, shards: int = 0, place: Place = Place()) -> None:
        """What was written stays."""
        self.entry = replace(
            self.entry,
            shards=self.entry.shards + shards,
            sources=place.sources,
            source_pages=place.pages,
            sink=self.sink.commit(),
        )
        self.journal.add(self.entry)
        self.progress(self.entry.pages)

    def finish(self) -> Report:
        """The output is whole, and there is nothing more to go on with."""
        if self.is_named:
            remove_unfinished(self.sink.path)
        else:
            self.entry = replace(self.entry, sink=self.sink.commit(), is_whole=True)
            self.journal.add(self.entry)
            self.sink.finish()
        self.journal.remove()
        seconds = monotonic() - self.started
        return Report(pages=self.entry.pages, counts=self.entry.counts, resumed=self.begun.pages, seconds=seconds)


def _lots(lines: Iterable[bytes], job: Job) -> Iterator[list[bytes]]:
    """The lines in lots of one commit; what a worker is given one at a time takes long, and none of it is lost."""
    rest = iter(lines)
    while lot := list(islice(rest, COMMIT * job.at_once if job.at_once > 1 else 1)):
        yield lot


def _status(line: bytes) -> str:
    """`ok`, or the reason of a failure."""
    if b'"status": "failed"' not in line:  # at once where it can be: most lines are long and ok
        return "ok"
    values = json.loads(line)  # what travels along from the input may say so too
    return "ok" if values["status"] == "ok" else str(Reason(**values["reason"]))
