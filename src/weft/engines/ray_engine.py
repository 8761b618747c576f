"""The distributed engine: Ray's actors over a cluster of machines, or over this one.

Workers read their shards and write their lines for themselves; what travels are names of files, and samples of hosts.
Each actor does its pages with a worker process of its own, watched as on one machine: limits hold, and a page that ends
a worker does not end the actor. Ray starts an actor anew when it or its machine is lost, and gives it its shard again.
"""

from __future__ import annotations

import logging
import os
import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from weft.cores import count_cores
from weft.engines.chunks import Chunk, Parcel, cut, from_parcel
from weft.engines.job import Job
from weft.engines.learning import sample_pages
from weft.engines.local import Crew, LocalEngine
from weft.engines.shards import Shard, write_part
from weft.engines.worker import GOODBYE
from weft.errors import ConfigError, WeftError
from weft.io.sinks.sink import cannot_write

AHEAD = 2  # tasks an actor has: one that it does, one that waits
MAX_UNORDERED = 8  # tasks an actor that are begun and not yet yielded: one slow shard must not hold up the others
RETRIES = 5  # of a task whose actor was lost
PAUSE = 1.0  # seconds before an actor is asked once more whether it is back
logger: logging.Logger = logging.getLogger("weft")


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
        path = Path(folder) / f"{shard.number:08}.jsonl.gz"
        try:
            if not path.exists():  # another actor may have finished it before it was lost
                write_part(path, (chunk.whole for chunk in self.crew.map(cut(shard.read(), most=self.at_once))))
        except OSError as error:
            raise cannot_write(path, error) from None
        return str(path)

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
        with self._actors(job) as actors:
            tasks = ((chunk, lambda actor, chunk=chunk: actor.do_chunk.remote(chunk.pack())) for chunk in chunks)
            for chunk, lines in _in_order(actors, tasks):
                chunk.lines.update(lines)
                yield chunk

    def map_shards(self, job: Job, shards: Sequence[Shard], folder: Path) -> Generator[Path]:
        """The files with the lines of each shard, in order."""
        folder.mkdir(parents=True, exist_ok=True)
        folder_path = str(folder.absolute())
        with self._actors(job) as actors:
            tasks = ((shard, lambda actor, shard=shard: actor.do_shard.remote(shard, folder_path)) for shard in shards)
            for _, path in _in_order(actors, tasks):
                yield Path(path)

    def sample(self, shards: Sequence[Shard], folder: Path) -> int:
        """Sample every host of all shards into buckets in a folder; how many pages were seen."""
        ray = load_ray()
        with self._cluster(ray):
            task = ray.remote(max_retries=RETRIES)(_sample_shard)
            return sum(_result(ray, [task.remote(shard, str(folder.absolute())) for shard in shards]))

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
        if self.address:
            options["address"] = self.address
        else:
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


def _in_order(actors: Sequence[Any], tasks: Iterable[tuple[Any, Any]]) -> Iterator[tuple[Any, Any]]:
    """Each task's subject with its result, in order; the next goes to a free actor, so no slow one holds it.

    A task whose actor's machine was lost goes to another actor; the lost one gets tasks again when it answers again.
    """
    ray = load_ray()
    free = list(actors) * AHEAD
    running: dict[Any, tuple[int, Any]] = {}  # by what Ray calls the result to come: the task's number and its actor
    returning: dict[Any, Any] = {}  # actors that were lost, by what Ray calls their answer to come
    begun: dict[int, tuple[Any, Any]] = {}  # tasks that are not yet yielded
    again: deque[int] = deque()  # the numbers of those whose actor was lost
    results: dict[int, Any] = {}
    rest = iter(enumerate(tasks))
    first = 0  # the number of the next to yield
    has_more = True
    while has_more or begun:
        while free and (again or (has_more and len(begun) < MAX_UNORDERED * len(actors))):
            if again:
                number = again.popleft()
            elif (task := next(rest, None)) is None:
                has_more = False
                break
            else:
                number = task[0]
                begun[number] = task[1]
            actor = free.pop(0)
            running[begun[number][1](actor)] = (number, actor)
        for done in ray.wait([*running, *returning])[0] if running or returning else ():
            if done in returning:
                _ask_again(ray, done, returning, free)
                continue
            number, actor = running.pop(done)
            try:
                results[number] = _result(ray, done)
                free.append(actor)
            except ray.exceptions.ActorUnavailableError:
                logger.warning("a machine of the cluster was lost; others do what it had begun")
                again.append(number)
                returning[actor.__ray_ready__.remote()] = actor
        while first in results:
            yield begun.pop(first)[0], results.pop(first)
            first += 1


def _ask_again(ray: Any, done: Any, returning: dict[Any, Any], free: list[Any]) -> None:
    """An actor that was lost answers and is free, or is asked once more in a while."""
    actor = returning.pop(done)
    try:
        ray.get(done)
    except ray.exceptions.ActorUnavailableError:
        time.sleep(PAUSE)
        returning[actor.__ray_ready__.remote()] = actor
    else:
        free.append(actor)


def _result(ray: Any, done: Any) -> Any:
    """What a task gave; its error is the one that the actor raised, and not Ray's words around it."""
    try:
        return ray.get(done)
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, WeftError):
            raise error.cause from None
        raise


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
