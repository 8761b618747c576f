"""Pages and jobs for the engines' tests. A page that says so makes its worker hang, crash, eat memory or lack it."""

import os
import resource
import signal
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from weft.engines import Chunk, ExtractJob, Shard
from weft.engines.chunks import line_of
from weft.engines.job import Job, Process
from weft.engines.shards import write_part, write_tail
from weft.io import RawPage
from weft.io.remote_path import OutputPath


def make_pages(count: int) -> list[RawPage]:
    return [
        RawPage(
            id=f"p{number}",
            url=f"http://weft.example/{number}",
            data=f"<title>Loom {number}</title><p>Loom number {number} holds its warp, and the weft runs on.".encode(),
        )
        for number in range(count)
    ]


def spoil(page: RawPage, what: str) -> RawPage:
    return RawPage(id=page.id, url=page.url, data=f"<p>{what}".encode())


def leave_memory(size: int) -> None:
    """Let this process have so many bytes of addresses more, and no others."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    room = pages * os.sysconf("SC_PAGE_SIZE") + size
    resource.setrlimit(resource.RLIMIT_AS, (room, resource.RLIM_INFINITY))


@dataclass(frozen=True, kw_only=True)
class RoughJob(ExtractJob):
    """The job of the tests: some pages do to the worker what a bug in native code would."""

    def start(self) -> Process:
        process = super().start()

        def rough(raw: RawPage) -> bytes:
            if raw.data == b"<p>hang":
                time.sleep(600)
            if raw.data == b"<p>crash":
                os.kill(os.getpid(), signal.SIGKILL)
            if raw.data == b"<p>eat":
                eaten = [b"x" * (50 << 20) for _ in range(40)]
                time.sleep(600 + len(eaten))
            if raw.data == b"<p>large":
                raw = replace(raw, data=b"<p>x" * 400_000)
                leave_memory(8 << 20)
            return process(raw)

        return rough


@dataclass(frozen=True)
class HereShards:
    """Does shards in this process, as the actors of a cluster do: a part that is there is not made again."""

    counts: list[int] = field(default_factory=list)  # pages of each shard that it read

    def map(self, job: Job, chunks: Iterable[Chunk]) -> Iterator[Chunk]:
        raise AssertionError("it is given shards")

    def sample(self, shards: Sequence[Shard], folder: Path) -> int:
        raise AssertionError("it does not learn")

    def map_shards(self, job: Job, shards: Sequence[Shard], folder: OutputPath) -> Iterator[OutputPath]:
        assert isinstance(folder, Path)
        folder.mkdir(parents=True, exist_ok=True)
        process = job.start()
        for shard in shards:
            path = folder / f"{shard.number:08}.jsonl.gz"
            if not path.exists():
                self._write(shard, process, path)
            yield path

    def _write(self, shard: Shard, process: Process, path: Path) -> None:
        reading = shard.open()
        lines = [line_of(entry, process) for entry in reading.read()]
        self.counts.append(len(lines))
        if shard.slice is not None:
            write_tail(path, reading.tail())
        write_part(path, [lines])
