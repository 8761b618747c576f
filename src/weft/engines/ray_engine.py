"""The distributed engine: Ray's actors over a cluster of machines, or over this one.

Workers read their shards and write their lines for themselves; what travels are names of files, and samples of hosts.
Each actor does its pages with a worker process of its own, watched as on one machine: limits hold, and a page that ends
a worker does not end the actor. Ray starts an actor anew when it or its machine is lost, and gives it its shard again.

Tasks of the distributed engine: handed to actors, taken in order, and done by others where a machine is lost.
"""

from __future__ import annotations

import logging
import os
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from weft.engines.chunks import Chunk, Parcel, cut, from_parcel
from weft.engines.job import Job
from weft.engines.learning import sample_pages
from weft.engines.local import Crew, LocalEngine, count_cores
from weft.engines.shards import Shard, write_part, write_tail
from weft.engines.worker import GOODBYE
from weft.errors import ConfigError, WeftError
from weft.io.remote_path import OutputPath, output_path
from weft.io.sinks.sink import cannot_write

AHEAD = 2  # tasks an actor has: one that it does, one that waits
MAX_UNORDERED = 8  # tasks an actor that are begun and not yet yielded: one slow shard must not hold up the others
LOOK = 5.0  # seconds without a result, after which the machines are looked at
PAUSE = 1.0  # seconds before an actor is asked once more whether it is back
logger: logging.Logger = logging.getLogger("weft")

Task = tuple[Any, Callable[[Any], Any]]
"""What it is about, and what begins it on an actor."""


class TaskQueue:
    """Tasks and the actors that do them; the next goes to a free actor, so no slow one holds it.

    A machine is lost in two ways. Its end is told: a task goes to another actor at once, and the lost actor gets tasks
    again when it answers again. Or it falls silent, and Ray waits for another place for its actor, of which there may
    be none: then free actors do what is not done, too, and the first result counts.
    """

    def __init__(self, ray: Any, actors: Sequence[Any], tasks: Iterable[Task]) -> None:
        self._ray = ray
        self._free = list(actors) * AHEAD
        self._most = MAX_UNORDERED * len(actors)
        self._rest = iter(enumerate(tasks))
        self._has_more = True
        self._begun: dict[int, Task] = {}  # tasks that are not yet yielded, by number
        self._again: deque[int] = deque()  # the numbers of those whose actor was lost
        self._results: dict[int, Any] = {}
        self._running: dict[Any, tuple[int, Any]] = {}  # by what Ray calls the result to come: number and actor
        self._returning: dict[Any, Any] = {}  # actors that were lost, by what Ray calls their answer to come
        self._lost = self._lost_machines()  # before this run

    def in_order(self) -> Iterator[tuple[Any, Any]]:
        """Each task's subject with its result."""
        first = 0  # the number of the next to yield
        while self._has_more or self._begun:
            self._hand_out()
            if not self._collect():
                self._do_again_what_is_silent()
            while first in self._results:
                yield self._begun.pop(first)[0], self._results.pop(first)
                first += 1

    def _hand_out(self) -> None:
        while self._free and (self._again or (self._has_more and len(self._begun) < self._most)):
            if self._again:
                number = self._again.popleft()
            elif (task := next(self._rest, None)) is None:
                self._has_more = False
                return
            else:
                number = task[0]
                self._begun[number] = task[1]
            self._begin(number, self._free.pop(0))

    def _begin(self, number: int, actor: Any) -> None:
        self._running[self._begun[number][1](actor)] = (number, actor)

    def _collect(self) -> bool:
        """Wait for something to happen, and see to it; whether something did, or nothing is to come."""
        waiting = [*self._running, *self._returning]
        ready = self._ray.wait(waiting, timeout=LOOK)[0] if waiting else []
        for done in ready:
            if done in self._returning:
                self._ask_again(done)
            else:
                self._take(done)
        return bool(ready) or not waiting

    def _take(self, done: Any) -> None:
        number, actor = self._running.pop(done)
        try:
            result = result_of(self._ray, done)
        except self._ray.exceptions.ActorUnavailableError:
            logger.warning("a machine of the cluster was lost; others do what it had begun")
            if self._is_open(number):
                self._again.append(number)
            self._returning[actor.__ray_ready__.remote()] = actor
        else:
            self._free.append(actor)
            if self._is_open(number):
                self._results[number] = result

    def _is_open(self, number: int) -> bool:
        """Whether a task has no result yet; one that two actors did has one."""
        return number in self._begun and number not in self._results

    def _ask_again(self, done: Any) -> None:
        """An actor that was lost answers and is free, or is asked once more in a while."""
        actor = self._returning.pop(done)
        try:
            self._ray.get(done)
        except self._ray.exceptions.ActorUnavailableError:
            time.sleep(PAUSE)
            self._returning[actor.__ray_ready__.remote()] = actor
        else:
            self._free.append(actor)

    def _do_again_what_is_silent(self) -> None:
        """Let free actors do the tasks of others, where a machine was lost since the run began."""
        if not self._free or not self._lost_machines() - self._lost:
            return
        logger.warning("a machine of the cluster is silent; others do what is not done")
        for number in [number for number in sorted(self._begun) if self._is_open(number)]:
            busy = [actor for other, actor in self._running.values() if other == number]
            idle = next((actor for actor in self._free if all(actor is not one for one in busy)), None)
            if idle is not None:
                self._free.remove(idle)
                self._begin(number, idle)

    def _lost_machines(self) -> set[str]:
        return {node["NodeID"] for node in self._ray.nodes() if not node["Alive"]}


def result_of(ray: Any, done: Any) -> Any:
    """What a task gave; its error is the one that the actor raised, and not Ray's words around it."""
    try:
        return ray.get(done)
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, WeftError):
            raise error.cause from None
        raise


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
