"""Drift: whether a new design of a site is noticed, and an old one is not, on the redesigns of `sites/big9`.

`python -m bench.sites.drift` learns each design of a site and shows it the other designs, with the addresses of the old
pages, with their own, and without any; then it learns each design from a part of its pages and shows it the rest.
"""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from pathlib import Path
from random import Random

import weft
from bench.datasets import Case
from bench.sites.corpora import SiteCases, read_sites
from bench.sites.learning import as_raw, by_template, parse
from bench.table import grid
from weft.sites.overview import measure_site

KEEP = "keep"  # the verdict where nothing changed
DRAWS = 5  # of a design in each way: a third and a half of the pages left out, in turn
Way = Callable[[Sequence[Case], Sequence[Case]], list[Case]]


def with_old_addresses(old: Sequence[Case], new: Sequence[Case]) -> list[Case]:
    """The pages of a new design under the addresses of the old one."""
    return [replace(case, url=old[number % len(old)].url) for number, case in enumerate(new)]


def with_new_addresses(old: Sequence[Case], new: Sequence[Case]) -> list[Case]:
    """As they were saved."""
    return list(new)


def without_addresses(old: Sequence[Case], new: Sequence[Case]) -> list[Case]:
    """As files of a folder."""
    return [replace(case, url="", id=f"{number:06}") for number, case in enumerate(new)]


WAYS: dict[str, Way] = {"same": with_old_addresses, "changed": with_new_addresses, "none": without_addresses}


@dataclass
class Counted:
    """Of so many trials those in which a change was told."""

    told: int = 0
    trials: int = 0

    def add(self, is_told: bool) -> None:
        """One trial more."""
        self.told += is_told
        self.trials += 1


def is_told(learned: weft.Site, shown: Sequence[Case]) -> bool:
    """Whether `weft report` says that pages are not what was learned."""
    return measure_site(learned, [(case.id, parse(case)) for case in shown]).verdict != KEEP


def designs_of(site: SiteCases) -> list[list[Case]]:
    """The pages of each design."""
    cases = {case.id: case for case in site.cases}
    return [[cases[page] for page in pages] for name, pages in sorted(by_template(site).items()) if name]


def measure_drift(sites: Sequence[SiteCases]) -> dict[str, tuple[Counted, Counted]]:
    """By what is known of addresses: redesigns that were told, and designs that did not change and were told."""
    counted = {way: (Counted(), Counted()) for way in WAYS}
    for designs in map(designs_of, sites):
        for way, change in WAYS.items():
            known = [change(design, design) for design in designs]
            learned = [weft.learn(map(as_raw, design)) for design in known]
            for old, new in permutations(range(len(designs)), 2):
                counted[way][0].add(is_told(learned[old], change(known[old], designs[new])))
            for design in known:
                for draw in range(DRAWS):
                    counted[way][1].add(_is_told_within(design, draw))
    return counted


def _is_told_within(design: Sequence[Case], draw: int) -> bool:
    """Whether a change is told where there is none: a part of a design's pages is learned, the rest is shown."""
    order = Random(draw).sample(list(design), len(design))
    left_out = len(order) // (2 + draw % 2)
    return is_told(weft.learn(map(as_raw, order[left_out:])), order[:left_out])


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.sites.drift", description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("data"), help="the unpacked data (default: data)")
    options = parser.parse_args()
    rows = [
        [way, f"{changed.told} of {changed.trials}", f"{same.told} of {same.trials}"]
        for way, (changed, same) in measure_drift(read_sites(options.data, ("big9",))).items()
    ]
    print(grid(["addresses", "redesigns told", "false alarms"], rows))


if __name__ == "__main__":
    main()
