"""Which pages of wcxb-dev are read by eye: a seeded choice of collections and listings, one page a host.

Half of them are the judge: their truth was written before the reader, and no rule was made while looking at them.
"""

import random
from pathlib import Path

from bench.datasets import Case, read_wcxb

SEED = 19
COUNTS = {"collection": 36, "listing": 24}
LEARNING, JUDGE = "learning", "judge"


def choose_pages(data: Path) -> list[tuple[Case, str]]:
    """The chosen pages, each with its half, in the order of their ids."""
    chance = random.Random(SEED)
    cases = list(read_wcxb(data / "wcxb-dev"))
    chosen: list[tuple[Case, str]] = []
    taken: set[str] = set()
    for page_type, count in COUNTS.items():
        pool = [case for case in cases if case.page_type == page_type]
        chance.shuffle(pool)
        picked: list[Case] = []
        for case in pool:
            if len(picked) < count and case.site not in taken:
                taken.add(case.site)
                picked.append(case)
        chosen += [(case, LEARNING if index % 2 else JUDGE) for index, case in enumerate(picked)]
    return sorted(chosen, key=lambda pair: pair[0].id)
