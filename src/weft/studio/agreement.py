"""How far people agree who marked the same pages: what each of them left there, compared mark by mark.

Of every page the last value that each person wrote counts. Two people see each other's marks in studio, so the figures
say how often one changed what the other had left, and not what both would do alone; for that give them two stores.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from weft.errors import ConfigError
from weft.studio.changes import PAGE
from weft.studio.marking import Marks, read_marks
from weft.studio.store import Store

Pairs = set[tuple[int, str]]  # a row and its name


@dataclass
class Counts:
    """Marks of two people on pages that both wrote: those that both left, and those that one of them left."""

    both: int = 0
    one: int = 0
    pages: int = 0
    names: dict[str, Counts] = field(default_factory=dict)

    def add(self, mine: Pairs, yours: Pairs) -> None:
        """Count one page."""
        self.pages += 1
        self.both += len(mine & yours)
        self.one += len(mine ^ yours)

    @property
    def f1(self) -> float:
        """The F1 of one person's marks against the other's, which is the same either way; 1 where nobody marked."""
        total = 2 * self.both + self.one
        return 2 * self.both / total if total else 1.0

    def to_json(self) -> dict[str, Any]:
        """For the export."""
        own = {"pages": self.pages, "both": self.both, "only_one": self.one, "f1": round(self.f1, 4)}
        return {
            **own,
            **({"names": {name: one.to_json() for name, one in sorted(self.names.items())}} if self.names else {}),
        }


def last_marks(store: Store) -> dict[str, dict[str, Marks]]:
    """By page id and person the last marks that the person wrote there."""
    written: defaultdict[str, dict[str, Marks]] = defaultdict(dict)
    for change in store.changes():
        for edit in store.edits(change.number):
            if edit.target.startswith(PAGE):
                try:
                    written[edit.target.removeprefix(PAGE)][change.author] = read_marks(edit.after)
                except ConfigError:
                    continue  # another weft wrote it
    return written


def find_agreement(store: Store) -> dict[str, Any]:
    """The agreement of every two people over the pages that both wrote, all names together and each alone."""
    counts: defaultdict[tuple[str, str], Counts] = defaultdict(Counts)
    for by_author in last_marks(store).values():
        for one, other in combinations(sorted(by_author), 2):
            mine, yours = set(by_author[one].names.items()), set(by_author[other].names.items())
            pair = counts[one, other]
            pair.add(mine, yours)
            for name in {name for _, name in mine | yours}:
                named = pair.names.setdefault(name, Counts())
                named.add({entry for entry in mine if entry[1] == name}, {entry for entry in yours if entry[1] == name})
    return {"people": [{"one": one, "other": other, **pair.to_json()} for (one, other), pair in sorted(counts.items())]}
