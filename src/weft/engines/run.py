"""A run: pages through an engine into a sink, committed as it goes, gone on with after anything."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from time import monotonic
from typing import Protocol

from weft.engines.chunks import Chunk, cut
from weft.engines.job import Job
from weft.engines.journal import Entry, Journal
from weft.engines.local import LocalEngine
from weft.errors import ConfigError, SourceError
from weft.io import RawPage
from weft.io.sinks import Sink

COMMIT = 512  # pages between two commits, counted from the first page, so that a run that was interrupted commits alike


class Engine(Protocol):
    """Does a job to chunks of pages."""

    def map(self, job: Job, chunks: Iterable[Chunk]) -> Iterator[Chunk]:
        """The chunks with all their lines, in order."""
        ...


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
    source: Iterable[RawPage | SourceError],
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
    job.check()
    started = monotonic()
    with Journal(sink.path) as journal:
        if fresh:
            journal.clear()
        entry = journal.last()
        digest = job.digest()
        if entry.pages and (entry.job, entry.source) != (digest, source_digest):
            what = "another job" if entry.job != digest else "other input"
            raise ConfigError(f"{sink.path} was begun with {what}; finish that run, or start afresh with --fresh")
        sink.open(entry.sink)
        pages, counts = entry.pages, Counter(entry.counts)
        try:
            for lines in _shards(engine.map(job, cut(islice(source, pages, None)))):
                sink.write(lines)
                pages += len(lines)
                counts.update(map(_status, lines))
                state = sink.commit()
                journal.add(Entry(job=digest, source=source_digest, pages=pages, sink=state, counts=dict(counts)))
                progress(pages)
            sink.finish()
        finally:
            sink.close()
        journal.remove()
    return Report(pages=pages, counts=dict(counts), resumed=entry.pages, seconds=monotonic() - started)


def _shards(chunks: Iterable[Chunk]) -> Iterator[list[bytes]]:
    """The lines in lots of one commit."""
    lines = (line for chunk in chunks for line in chunk.whole)
    while shard := list(islice(lines, COMMIT)):
        yield shard


def _status(line: bytes) -> str:
    """`ok`, or the reason of a failure."""
    if b'"status": "ok"' in line:  # at once where it can be: most lines are long and ok
        return "ok"
    return str(json.loads(line).get("reason", "failed"))
