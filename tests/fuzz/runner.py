"""Runs operations on one input and says what went wrong: an exception, a fault of an output, time, memory."""

from __future__ import annotations

import resource
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from tests.fuzz.active import Fault
from tests.fuzz.inputs import Input, make_input
from tests.fuzz.operations import LIMITS, OPERATIONS, Case, everything
from weft.deadline import time_limit
from weft.errors import WeftError

MAX_SECONDS = LIMITS.seconds + 0.5  # CPU, of one operation on one page
MAX_SMALL_SECONDS = 1.0  # of a page that is small
SMALL = 10_000  # bytes
MAX_GROWTH = 128 << 20  # by which one input may raise the most memory that the process ever had
PAGES = {"learning": 8, "piping": 2, "parsing_many": 8, "by_site": 2}  # that an operation parses anew
WARM = 7  # variants of each operation; the others load nothing new
MESSAGE = 300  # characters


@dataclass(frozen=True, kw_only=True)
class Failure:
    """What went wrong. Failures with the same fault are one mistake, as far as a program can tell."""

    fault: str
    operation: str
    turn: int
    message: str = ""


@dataclass
class Tally:
    """What has been run: how often each operation, how long, and with which errors that are answers."""

    inputs: int = 0
    bytes: int = 0
    runs: Counter[str] = field(default_factory=Counter)
    seconds: dict[str, float] = field(default_factory=dict)  # CPU
    answers: Counter[str] = field(default_factory=Counter)  # weft's own errors
    slowest: tuple[float, int] = (0.0, -1)  # CPU seconds of an input, and its number

    def add(self, other: Tally) -> None:
        """Take what another process has run."""
        self.inputs += other.inputs
        self.bytes += other.bytes
        self.runs.update(other.runs)
        self.answers.update(other.answers)
        for name, seconds in other.seconds.items():
            self.seconds[name] = self.seconds.get(name, 0.0) + seconds
        self.slowest = max(self.slowest, other.slowest)


def run_input(given: Input, steps: Iterable[tuple[str, int]], tally: Tally) -> Iterator[Failure]:
    """Run operations on an input; each failure once. After an operation that failed the others still run."""
    case = Case(given)
    tally.inputs += 1
    tally.bytes += len(given.data)
    for name, turn in steps:
        started, peak = time.process_time(), peak_memory()
        failure = _attempt(case, name, turn, tally)
        seconds = time.process_time() - started
        tally.runs[name] += 1
        tally.seconds[name] = tally.seconds.get(name, 0.0) + seconds
        if failure is None:
            failure = _costs(case, name, turn, seconds, peak_memory() - peak)
        if failure is not None:
            yield failure


def _attempt(case: Case, name: str, turn: int, tally: Tally) -> Failure | None:
    try:
        with time_limit(LIMITS.seconds):
            OPERATIONS[name].run(case, turn)
    except WeftError as error:  # an answer
        tally.answers[f"{type(error).__name__} {error.detail}".strip()] += 1
    except Fault as fault:
        return Failure(fault=str(fault), operation=name, turn=turn)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a panic of native code is not an Exception
        where = f"{type(error).__name__} in {_innermost(error)}"
        return Failure(fault=where, operation=name, turn=turn, message=str(error)[:MESSAGE])
    return None


def _costs(case: Case, name: str, turn: int, seconds: float, growth: int) -> Failure | None:
    most = (MAX_SMALL_SECONDS if len(case.input.data) <= SMALL else MAX_SECONDS) * PAGES.get(name, 1)
    if seconds > most:
        return Failure(fault=f"{name}: slow", operation=name, turn=turn, message=f"{seconds:.2f} s of CPU")
    if growth > MAX_GROWTH:
        return Failure(fault=f"{name}: memory", operation=name, turn=turn, message=f"{growth >> 20} MB more")
    return None


def peak_memory() -> int:
    """The most bytes that the process ever had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10


def _innermost(error: BaseException) -> str:
    """The innermost function of weft in a traceback, else of anything."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if "/weft/" in frame.filename] or frames
    return f"{own[-1].filename.rpartition('/weft/')[2].rpartition('/tests/')[2]}:{own[-1].name}"


def warm_up() -> None:
    """Import and load what is loaded at the first use, so that no input is blamed for it."""
    steps = [step for step in everything() if step[1] < WARM]
    for _ in run_input(make_input(0, 0), steps, Tally()):
        pass
