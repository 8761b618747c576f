"""A test over many seeds is one test: a failure names its seed, and `pytest --seed 17` runs that seed alone.

A test that also counts over all its seeds ("at least a hundred were found") fails at its count when it runs one seed.
"""

import functools
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass


@dataclass
class State:
    """What the command line asks for, and the seed that a test is at."""

    chosen: int | None = None
    running: int | None = None


STATE = State()


def seeds(count: int) -> Iterator[int]:
    """The seeds below `count`, or the one of the command line, which may lie past them."""
    for seed in range(count) if STATE.chosen is None else [STATE.chosen]:
        STATE.running = seed
        yield seed
    STATE.running = None


def every_seed(count: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Call a test with each seed below `count`.

    A fixture is made once for all seeds, so a test must not leave changes behind in it.
    """

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(test)
        def run(**fixtures: object) -> None:
            for seed in seeds(count):
                test(seed=seed, **fixtures)

        others = [one for name, one in inspect.signature(test).parameters.items() if name != "seed"]
        run.__signature__ = inspect.Signature(others)  # type: ignore[attr-defined]  # no fixture is called seed
        return run

    return decorate
