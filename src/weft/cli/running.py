"""What `weft run` does with an engine: the pages of its inputs, sampled, learned, extracted."""

import argparse
import hashlib
import shutil
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from weft.cli.inputs import Inputs
from weft.cli.progress import with_progress
from weft.cli.summary import tell
from weft.document import Failure
from weft.engines import (
    ExtractJob,
    LearnJob,
    LocalEngine,
    RayEngine,
    Report,
    Shard,
    SiteStore,
    read_samples,
    run,
    run_shards,
    sample_pages,
    split,
)
from weft.errors import SourceError
from weft.io import RawPage
from weft.io.sinks import Sink
from weft.nouns import with_noun

HOST_SECONDS = 600.0  # to learn one host
INTERVAL = 0.5  # seconds between two looks at the progress


@dataclass(frozen=True, kw_only=True)
class Running:
    """Inputs and the engine that does them."""

    inputs: Inputs
    engine: LocalEngine | RayEngine
    fresh: bool

    @classmethod
    def of(cls, inputs: Inputs, options: argparse.Namespace) -> "Running":
        """As the options say."""
        memory = options.worker_memory << 20
        engine: LocalEngine | RayEngine = LocalEngine(
            workers=options.workers, seconds=options.page_seconds, memory=memory
        )
        if options.engine == "ray":
            engine = RayEngine(
                workers=options.workers, seconds=options.page_seconds, memory=memory, address=options.address
            )
        return cls(inputs=inputs, engine=engine, fresh=options.fresh)

    def learn(self, folder: Path, sites: str) -> None:
        """Sample every host and learn its site; what an interrupted run has done is not done again."""
        sampled, learned = folder / "sampled", folder / "learned"
        if self.fresh or not sampled.exists() or sampled.read_text() != self.digest:
            shutil.rmtree(folder, ignore_errors=True)
            try:
                folder.mkdir(parents=True)
                count = self._sample(folder)
                sampled.write_text(self.digest)
            except OSError as error:
                why = f"{error.strerror}; make room or choose another place"
                raise SourceError(f"{folder}: cannot be written: {why}") from None
            tell([f"sampled {with_noun(count, 'page')}"])
        if learned.exists():
            return
        report = run(
            read_samples(folder),
            LearnJob(limits=self.inputs.limits),
            SiteStore(sites),
            engine=replace(self.engine, seconds=HOST_SECONDS),
            source_digest=self.digest,
            fresh=self.fresh,
            progress=_Progress(0, "hosts"),
        )
        tell([f"learned {with_noun(report.pages, 'host')} into {sites}"])
        learned.touch()

    def extract(self, job: ExtractJob, sink: Sink) -> Report:
        """Every page into the sink."""
        progress = _Progress(self.inputs.total)
        if isinstance(self.engine, RayEngine):
            return run_shards(
                self._shards(),
                job,
                sink,
                engine=self.engine,
                source_digest=self.digest,
                fresh=self.fresh,
                progress=progress,
            )
        return run(
            self._pages(),
            job,
            sink,
            engine=self.engine,
            source_digest=self.digest,
            fresh=self.fresh,
            progress=progress,
        )

    @property
    def digest(self) -> str:
        """The inputs in a few letters: their names, and of files their sizes and times."""
        digest = hashlib.sha256()
        for source in self.inputs.sources:
            state = source.path.stat() if source.path is not None else None
            digest.update(f"{source.id}\0{source.url}\0{state and (state.st_size, state.st_mtime_ns)}\n".encode())
        return digest.hexdigest()[:16]

    def _sample(self, folder: Path) -> int:
        if isinstance(self.engine, RayEngine):
            return self.engine.sample(self._shards(), folder)
        return sample_pages(with_progress(self._pages(), total=self.inputs.total), folder)

    def _shards(self) -> list[Shard]:
        inputs = self.inputs
        return split(inputs.sources, max_bytes=inputs.limits.bytes, encoding=inputs.encoding)

    def _pages(self) -> Iterator[RawPage | SourceError]:
        for _, found in self.inputs.read():
            yield SourceError(found.message) if isinstance(found, Failure) else found


class _Progress:
    """A line on a terminal: how many are done, how fast, and how long the rest will take."""

    def __init__(self, total: int, what: str = "pages") -> None:
        self.total, self.what, self.first, self.shown = total, what, -1, 0.0
        self.start = time.monotonic()

    def __call__(self, done: int) -> None:
        now = time.monotonic()
        if self.first < 0:
            self.first, self.start = done, now
        if not sys.stderr.isatty() or now - self.shown < INTERVAL:
            return
        self.shown = now
        rate = (done - self.first) / max(now - self.start, 1e-9)
        of = f" of {self.total}, {(self.total - done) / rate:.0f} s left" if self.total and rate else ""
        print(f"\r{done} {self.what}{of}  {rate:.0f} {self.what}/s\x1b[K", end="", file=sys.stderr, flush=True)
