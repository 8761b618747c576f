"""Slots: the elements of a template's pages aligned by path. What every template learner looks at.

From the root down, the children of a slot's elements are told apart by tag; where a tag may occur more than once, by
the class or id token that recurs over the pages and is the most particular, and failing that, in fixed layouts, by
ordinal. A token that only some pages use for an element that all pages have once (`category-news`, `postid-15`) tells
nothing about the template, so it is not used there. The kernel aligns (`native/sites/src/alignment/mod.rs`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_deadline, kernel_call
from weft.kernel.sites import align_pages
from weft.page import Page
from weft.sites.templates.locator import CHILD, Step
from weft.sites.templates.outline import Outline

MAX_SLOTS = 4_000  # a template of a real site has some hundred
MAX_DEPTH = 200  # of real pages it is below 100; JSON cannot nest much deeper than some hundred
MAX_ROWS = 30_000  # of one page: what is below is in no slot, and the pages of a template are smaller
MAX_MARKS = 64  # that tell siblings of one tag apart; a page is matched against them one by one
COMMON = 0.1  # share of the pages that have a slot worth saving; rarer ones come from the content

Instance = tuple[int, int]
"""An element: the number of its page and its row."""


@dataclass(eq=False)
class Slot:
    """One slot while learning: its elements on all pages."""

    step: Step
    parent: Slot | None
    page_numbers: NDArray[np.int32]  # of its elements
    rows: NDArray[np.int32]
    number: int
    pages: int  # on how many it is
    children: list[Slot] = field(default_factory=list)
    depth: int = 0

    @property
    def size(self) -> int:
        """How many elements it has."""
        return len(self.rows)

    @cached_property
    def instances(self) -> list[Instance]:
        """Its elements."""
        return list(zip(self.page_numbers.tolist(), self.rows.tolist(), strict=True))

    @cached_property
    def path(self) -> str:
        """As outlines print it."""
        return f"{self.parent.path}{CHILD}{self.step}" if self.parent else str(self.step)


@dataclass(frozen=True, eq=False)
class Alignment:
    """The slots of some pages, parents before their children; the first is `html`, on every page."""

    slots: list[Slot]
    slot_of_row: list[NDArray[np.int64]]  # of each page; -1 where a row is in none, as texts always are


def align(pages: Sequence[Page]) -> Alignment:
    """The slots of some pages."""
    with kernel_call() as seconds:
        parents, tags, marks, starts, numbers, rows = align_pages(
            [page.table for page in pages], (MAX_SLOTS, MAX_DEPTH, MAX_ROWS, MAX_MARKS), seconds=seconds
        )
    owners = np.repeat(np.arange(len(parents)), np.diff(starts))
    on_pages = np.bincount(np.unique(owners * len(pages) + numbers) // len(pages), minlength=len(parents)).tolist()
    slots: list[Slot] = []
    steps: dict[tuple[str, str], Step] = {}
    places = zip(parents.tolist(), tags, marks, starts[:-1].tolist(), starts[1:].tolist(), strict=True)
    for number, (parent, tag, mark, start, stop) in check_deadline(enumerate(places)):
        step = steps.get((tag, mark)) or steps.setdefault((tag, mark), Step.of(tag, mark))
        above = slots[parent] if parent >= 0 else None
        slot = Slot(step, above, numbers[start:stop], rows[start:stop], number, on_pages[number])
        slots.append(slot)
        if above:
            slot.depth = above.depth + 1
            above.children.append(slot)
    begins = np.cumsum([0, *map(len, pages)])
    found = np.full(begins[-1], -1)
    found[begins[numbers] + rows] = owners
    return Alignment(slots, np.split(found, begins[1:-1]))


def to_outline(slots: Sequence[Slot], page_count: int, *, needed: Collection[str] = ()) -> Outline:
    """The slots that enough pages have, and those of the needed paths, as an outline."""
    wanted = frozenset(needed)
    chosen = [slot for slot in slots if slot.path in wanted or slot.pages >= max(2, COMMON * page_count)]
    kept = {slot.number for slot in chosen}
    for slot in check_deadline(chosen):
        above = slot.parent
        while above and above.number not in kept:
            kept.add(above.number)
            above = above.parent
    chosen = [slot for slot in slots if slot.number in kept or slot.parent is None]
    positions = {slot.number: position for position, slot in enumerate(chosen)}
    parents = tuple(positions[slot.parent.number] if slot.parent else -1 for slot in chosen)
    return Outline(
        parents, tuple(slot.step for slot in chosen), tuple(round(slot.pages / page_count, 2) for slot in chosen)
    )
