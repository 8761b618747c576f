"""The distributed engine: Ray's actors over a cluster of machines, or over this one.

Workers read their shards and write their lines for themselves; what travels are names of files, and samples of hosts.
Each actor does its pages with a worker process of its own, watched as on one machine: limits hold, and a page that ends
a worker does not end the actor. Ray starts an actor anew when it or its machine is lost, and gives it its shard again.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from weft.engines.chunks import Chunk, Parcel, cut, from_parcel
from weft.engines.job import Job
from weft.engines.learning import sample_pages
from weft.engines.local import Crew, LocalEngine, count_cores
from weft.engines.ray_tasks import TaskQueue, result_of
from weft.engines.shards import Shard, write_part, write_tail
from weft.engines.worker import GOODBYE
from weft.errors import ConfigError, WeftError
from weft.io.remote_path import OutputPath, output_path
from weft.io.sinks.sink import cannot_write

RETRIES = 5  # of a task whose actor was lost


class Doer:
    """What an actor is: a job that was started once, and a worker that does it."""

    def __init__(self, job: Job, engine: LocalEngine) -> None:
        self.crew: Crew = Crew(engine, job)
        self.at_once: int = job.at_once

    def do_chunk(self, parcels: list[tuple[int, Parcel]]) -> dict[int, bytes]:
        """The lines of the pages of a chunk, by place."""
        chunk = Chunk(number=0, pages=[from_parcel(parcel) for _, parcel in parcels])
        [done] = self.crew.map([chunk])
        return {index: line for (index, _), line in zip(parcels, done.whole, strict=True)}

    def do_shard(self, shard: Shard, folder: str) -> str:
        """The file with the lines of a shard."""
        path = output_path(folder) / f"{shard.number:08}.jsonl.gz"
        try:
            if not path.exists():  # another actor may have finished it before it was lost
                write_part(path, self._lots(shard, path))
        except OSError as error:
            raise cannot_write(path, error) from None
        return str(path)

    def _lots(self, shard: Shard, path: OutputPath) -> Iterator[list[bytes]]:
        """The lines of a shard; the tail of a slice is there before its part is."""
        reading = shard.open()
        for chunk in self.crew.map(cut(reading.read(), most=self.at_once)):
            yield chunk.whole
        if shard.slice is not None:
            write_tail(path, reading.tail())

    def dismiss(self) -> None:
        """End the worker, which then lets go of its files: a database that is left open has files beside it."""
        self.crew.dismiss()


@dataclass(frozen=True, kw_only=True)
class RayEngine:
    """Does a job with the machines of a Ray cluster."""

    address: str = ""  # of a cluster; empty: one that is started on this machine for the run
    workers: int = 0  # 0: one for each core of the cluster
    seconds: float = 60.0  # for one page
    memory: int = 2 << 30  # bytes of a worker

    def map(self, job: Job, chunks: Iterable[Chunk]) -> Generator[Chunk]:
        """The chunks with all their lines, in order: for what is small, such as the samples of hosts."""
        ray = load_ray()
        with self._actors(job) as actors:
            tasks = ((chunk, lambda actor, chunk=chunk: actor.do_chunk.remote(chunk.pack())) for chunk in chunks)
            for chunk, lines in TaskQueue(ray, actors, tasks).in_order():
                chunk.lines.update(lines)
                yield chunk

    def map_shards(self, job: Job, shards: Sequence[Shard], folder: OutputPath) -> Generator[OutputPath]:
        """The files with the lines of each shard, in order."""
        folder.mkdir(parents=True, exist_ok=True)
        folder_path = str(folder.absolute())
        ray = load_ray()
        with self._actors(job) as actors:
            tasks = ((shard, lambda actor, shard=shard: actor.do_shard.remote(shard, folder_path)) for shard in shards)
            for _, path in TaskQueue(ray, actors, tasks).in_order():
                yield output_path(path)

    def sample(self, shards: Sequence[Shard], folder: Path) -> int:
        """Sample every host of all shards into buckets in a folder; how many pages were seen."""
        ray = load_ray()
        with self._cluster(ray):
            task = ray.remote(max_retries=RETRIES)(_sample_shard)
            return sum(result_of(ray, [task.remote(shard, str(folder.absolute())) for shard in shards]))

    @contextmanager
    def _actors(self, job: Job) -> Iterator[list[Any]]:
        ray = load_ray()
        with self._cluster(ray):
            size = self.workers or max(int(ray.cluster_resources().get("CPU", 1)), 1)
            local = LocalEngine(workers=1, seconds=self.seconds, memory=self.memory)
            kind = ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=RETRIES)(Doer)
            actors = [kind.remote(job, local) for _ in range(size)]
            try:
                yield actors
                ray.wait([actor.dismiss.remote() for actor in actors], num_returns=size, timeout=GOODBYE)
            finally:
                for actor in actors:
                    ray.kill(actor)

    @contextmanager
    def _cluster(self, ray: Any) -> Iterator[None]:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is told to anyone
        if ray.is_initialized():
            yield
            return
        options: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
        options["address"] = self.address or "local"  # whatever other cluster runs on this machine
        if not self.address:
            options |= {"num_cpus": self.workers or count_cores(), "include_dashboard": False}
        try:
            ray.init(**options)
        except (ConnectionError, ValueError, RuntimeError) as error:
            where = self.address or "this machine"
            raise WeftError(f"no Ray cluster at {where}: {error}", advice="start one with ray start --head") from None
        try:
            yield
        finally:
            ray.shutdown()


def _sample_shard(shard: Shard, folder: str) -> int:
    return sample_pages(shard.read(), Path(folder), shard=shard.number)


def load_ray() -> Any:
    """Ray itself; `ConfigError` says how to get it."""
    try:
        import ray
    except ImportError:
        advice = "pip install 'weft[ray]', or take the local engine"
        raise ConfigError("the distributed engine needs Ray", advice=advice) from None
    return ray
