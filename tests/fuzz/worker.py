"""A process that runs inputs: `python -m tests.fuzz.worker`, started and watched by the campaign.

It writes the number of the running input into a small file that both map, so that after a crash or a hang the parent
knows which input it was. Failures and tallies are JSON lines on its output.
"""

import argparse
import json
import mmap
import resource
import struct
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from tests.fuzz.found import FoundInput, name_of, write_found
from tests.fuzz.inputs import Input, make_input
from tests.fuzz.minimise import minimise
from tests.fuzz.operations import plan
from tests.fuzz.runner import Failure, Tally, peak_memory, run_input, warm_up

BLOCK = 128  # inputs that a worker takes at once; a multiple of every share, so that workers share all operations
ADDRESS_SPACE = 6 << 30  # bytes: a page that wants more fails here, not on the whole machine
PLACE = struct.Struct("<q")


def numbers(first: int, worker: int, workers: int) -> Iterator[int]:
    """The inputs of one worker from a number on, without an end: each block of inputs has one worker."""
    number = first
    while True:
        if number // BLOCK % workers == worker:
            yield number
            number += 1
        else:
            number = (number // BLOCK + 1) * BLOCK


class Reporter:
    """Tells the parent about failures; the first of each fault is made smaller and written as a file."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.seed, self.folder = seed, folder
        self.seen: set[str] = set()

    def report(self, number: int, given: Input, failure: Failure) -> None:
        """One line, and for a new fault one file."""
        line = {"number": number, **asdict(failure)}
        path = self.folder / f"{name_of(failure.fault)}.json"
        if failure.fault not in self.seen and not path.exists():
            smaller = minimise(given, lambda one: fails_alike(one, failure))
            entry = FoundInput(name=path.stem, fault=failure.fault, input=smaller)
            write_found(self.folder, entry, seed=self.seed, number=number, turn=failure.turn, message=failure.message)
            line["bytes"] = len(smaller.data)
        self.seen.add(failure.fault)
        print(json.dumps(line), flush=True)


def fails_alike(given: Input, failure: Failure) -> bool:
    """Whether an input has the same fault in the same operation."""
    failures = run_input(given, [(failure.operation, failure.turn)], Tally())
    return any(one.fault == failure.fault for one in failures)


def run(options: argparse.Namespace) -> None:
    """Run inputs until `last` or until the parent says stop by closing our input."""
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    with options.place.open("r+b") as file:
        place = mmap.mmap(file.fileno(), PLACE.size)
    warm_up()
    reporter = Reporter(options.seed, options.found)
    tally = Tally()
    for number in numbers(options.first, options.worker, options.workers):
        if number >= options.last:
            break
        PLACE.pack_into(place, 0, number)
        given = make_input(options.seed, number)
        before = sum(tally.seconds.values())
        failures = list(run_input(given, plan(number), tally))
        tally.slowest = max(tally.slowest, (sum(tally.seconds.values()) - before, number))
        for failure in failures:
            reporter.report(number, given, failure)
        if number % BLOCK == BLOCK - 1:
            tell(tally, number)
            tally = Tally()
    tell(tally, options.last)


def tell(tally: Tally, number: int) -> None:
    """One line with what was run since the last one."""
    print(json.dumps({"tally": vars(tally), "number": number, "peak": peak_memory()}), flush=True)


def main() -> None:
    """Read the options that the campaign gives."""
    parser = argparse.ArgumentParser()
    for name in ("seed", "first", "last", "worker", "workers"):
        parser.add_argument(f"--{name}", type=int, required=True)
    parser.add_argument("--place", type=Path, required=True)
    parser.add_argument("--found", type=Path, required=True)
    run(parser.parse_args())
    sys.stdout.flush()


if __name__ == "__main__":
    main()
