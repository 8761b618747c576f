"""Tasks of the distributed engine: handed to actors, taken in order, and done by others where a machine is lost."""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from weft.errors import WeftError

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
