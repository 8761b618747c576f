"""What records cost: the time of each step over that of the parse of the same page."""

import time
from collections.abc import Callable, Sequence

from bench.records.learning import library_of
from bench.records.truth import Case
from weft import parse
from weft.page import Page
from weft.papers.b.mdr import Mdr
from weft.papers.b.repeated_subtrees import RepeatedSubtrees
from weft.records.find import find_records
from weft.records.fingerprints import find_software

ROUNDS = 3  # the least time of a page counts


def measure(cases: Sequence[Case]) -> dict[str, float]:
    """Summed process time of each step over that of the parse, and the mean parse in milliseconds."""
    library = library_of(cases[::4])
    steps: dict[str, Callable[[Page], object]] = {
        "default": find_records,
        "location library": library.find,
        "repeated_subtrees": RepeatedSubtrees().find,
        "mdr": Mdr().find,
        "fingerprint": find_software,
    }
    parsing, spent = 0.0, dict.fromkeys(steps, 0.0)
    for case in cases:
        data = case.path.read_bytes()
        parsing += min(_timed(parse, data) for _ in range(ROUNDS))
        for name, step in steps.items():
            # A fresh page each time: what a page remembers would make the later rounds cheap.
            spent[name] += min(_timed(step, parse(data)) for _ in range(ROUNDS))
    return {"parse ms": 1000 * parsing / len(cases), **{name: total / parsing for name, total in spent.items()}}


def _timed(step: Callable[..., object], value: object) -> float:
    start = time.process_time()
    step(value)
    return time.process_time() - start
