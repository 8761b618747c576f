"""Name an answer that is not as it was, and end there: what `make mutation` asks of every changed kernel.

Pages come in a drawn order, so that one of every kind is among the first.
"""

import signal
import sys
from concurrent.futures import ProcessPoolExecutor
from random import Random

from tests.answers.answers import read_hashes
from tests.answers.corpus import SEED
from tests.answers.everything import all_names, answer, line_of

MAX_SECONDS = 60  # of one answer: what loops without end is ended


def line_in_time(name: str) -> str:
    """The hashes of a name; a process that needs too long for them is ended."""
    signal.alarm(MAX_SECONDS)
    line = line_of(answer(name))
    signal.alarm(0)
    return line


def main() -> None:
    """Exit with the name of the first answer that differs, well where none does."""
    frozen, names = read_hashes(), all_names()
    Random(SEED).shuffle(names)
    with ProcessPoolExecutor() as workers:
        for name, line in zip(names, workers.map(line_in_time, names, chunksize=8), strict=True):
            if line != frozen[name]:
                workers.shutdown(wait=False, cancel_futures=True)
                sys.exit(name)


if __name__ == "__main__":
    main()
