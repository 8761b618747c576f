"""An outline: the tree of slots that the pages of one template share.

Stable paths: where a row stands, told by tags and by the class and id tokens that a site's pages share.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_deadline, check_time, kernel_call
from weft.kernel import sites as kernel_sites
from weft.kernel.sites import StablePaths
from weft.page import Page
from weft.page.folds import MASK, hash_text, mix
from weft.sites.templates.locator import ALL, CHILD, TEXT, Locator, LocatorError, Step

SHARE = "%"
"""The key under which a slot's share of the pages is saved, where it is less than all."""

KEEP, DROP, TITLE, AROUND, USUAL, FREE = 1, 2, 4, 8, 16, 32
"""What is said of a slot: keep; drop; drop the first element; keep unknown elements right below it; nearly all pages
have it; pages are free below it, and what stands there counts for nothing."""


@dataclass(frozen=True, eq=False)
class Outline:
    """Slots as columns, parents before their children; slot 0 is `html`.

    >>> from weft import parse
    >>> outline = Outline.from_json({"html": {"body": {"p.lead": {}}}})
    >>> outline.paths[2], outline.walk(parse("<p class=lead>Yes<p>No")).tolist()
    ('html > body > p.lead', [0, -1, 1, 2, -1, -1, -1])
    >>> outline.shorten("html > body > p.lead"), outline.resolve("body p.lead")
    ('p.lead', 'html > body > p.lead')
    """

    parents: tuple[int, ...]
    steps: tuple[Step, ...]
    presence: tuple[float, ...]  # of each slot the share of the learning pages that have it

    def __len__(self) -> int:
        return len(self.parents)

    def walk(self, page: Page) -> NDArray[np.int32]:
        """The slot of every row of a page; -1 where it is in none, as texts always are."""
        with kernel_call() as seconds:
            return self.kernel.walk(page.table, seconds=seconds)

    @cached_property
    def kernel(self) -> kernel_sites.Outline:
        """The tree as the kernel walks it."""
        return kernel_sites.Outline(self.parents, [step.tag for step in self.steps], [step.mark for step in self.steps])

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in ("parents", "steps", "presence")}

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """The whole path of every slot from the root, as a locator: its name while the program runs."""
        paths: list[str] = []
        for parent, step in check_deadline(zip(self.parents, self.steps, strict=True)):
            paths.append(f"{paths[parent]}{CHILD}{step}" if parent >= 0 else str(step))
        return tuple(paths)

    @cached_property
    def slots(self) -> Mapping[str, int]:
        """The slot of every path."""
        return {path: slot for slot, path in enumerate(self.paths)}

    def resolve(self, locator: Locator | str) -> str:
        """The path of the one slot that a locator names; a LocatorError where it names none or several.

        Each step must be written as in the outline: `p` is not `p.lead`. So a locator never comes to mean another
        slot because a slot was added beside it.
        """
        text = str(locator)
        if text in self.slots:
            return text
        named = self._find(locator if isinstance(locator, Locator) else Locator.parse(locator))
        if len(named) == 1:
            return self.paths[named[0]]
        if not named:
            raise LocatorError(f"the outline has no slot {text!r}", advice="write each step as in the outline")
        raise LocatorError(
            f"{text!r} names {len(named)} slots of the outline",
            advice="name one, such as {!r} or {!r}".format(*(self.shorten(self.paths[slot]) for slot in named[:2])),
        )

    def steps_of(self, path: str) -> tuple[Step, ...]:
        """The steps of a path from the root."""
        slot = self.slots[path]
        return tuple(self.steps[one] for one in (*reversed(self._above(slot)), slot))

    def _find(self, locator: Locator) -> list[int]:
        """The slots that a locator names, in order."""
        named: list[int] = []
        for number, step in enumerate(locator.steps):
            fitting = self._slots_like(step)
            if number and step.is_child:
                fitting = [slot for slot in fitting if self.parents[slot] in named]
            elif number:
                above = frozenset(named)
                fitting = [slot for slot in fitting if not above.isdisjoint(self._above(slot))]
            named = fitting
        return named

    def _slots_like(self, step: Step) -> list[int]:
        """The slots whose own step is that; a step without tag fits any."""
        if step.tag:
            return self._by_step.get(replace(step, is_child=True), [])
        return [slot for slot, own in enumerate(self.steps) if replace(step, tag=own.tag, is_child=True) == own]

    @cached_property
    def _by_step(self) -> dict[Step, list[int]]:
        slots: dict[Step, list[int]] = {}
        for slot, step in check_deadline(enumerate(self.steps)):
            slots.setdefault(step, []).append(slot)
        return slots

    def _above(self, slot: int) -> list[int]:
        """The slots above a slot, the nearest first."""
        above = []
        while (slot := self.parents[slot]) >= 0:
            above.append(slot)
        return above

    def shorten(self, path: str) -> str:
        """The shortest locator of the slot of a path: its last step, and of the steps above those that tell it apart.

        Where the last step has no name, the nearest one that has an id or a class comes with it: `p` alone says too
        little. Where steps of that kind are nested in each other, the path itself from as far up as need be.
        """
        slot = self.slots[path]
        chain = [slot]  # the steps that are written, the last one first
        others = {other: self._above(other) for other in self._by_step[self.steps[slot]] if other != slot}
        named = next((above for above in (slot, *self._above(slot)) if self.steps[above].is_named), slot)
        if named != slot:
            chain.append(named)
            others = {other: above for other, above in others.items() if self._has(above, named)}
        while others:
            check_time()
            best = max(self._above(slot), key=lambda above: self._told_apart(above, others), default=-1)
            left = {other: above for other, above in others.items() if self._has(above, best)}
            if best < 0 or best in chain or len(left) == len(others):
                return self._shorten_by_children(slot)
            chain, others = sorted([*chain, best], reverse=True), left
        steps = [replace(self.steps[one], is_child=False) for one in reversed(chain)]
        short = Locator(steps=tuple(steps))
        return str(short) if self._find(short) == [slot] else self._shorten_by_children(slot)

    def _has(self, above: list[int], slot: int) -> bool:
        return any(self.steps[one] == self.steps[slot] for one in above)

    def _told_apart(self, above: int, others: Mapping[int, list[int]]) -> tuple[int, float, int]:
        """How many other slots have no such slot above; of equals, the more frequent one, then the nearer."""
        return sum(not self._has(chain, above) for chain in others.values()), self.presence[above], above

    def _shorten_by_children(self, slot: int) -> str:
        """The least number of steps from the end of the path, each the child of the one before."""
        steps = self.steps_of(self.paths[slot])
        for start in check_deadline(range(len(steps) - 1, 0, -1)):
            short = Locator(steps=steps[start:])
            if self._find(short) == [slot]:
                return str(short)
        return self.paths[slot]

    def to_json(self) -> dict[str, Any]:
        """The tree as nested objects, keyed by step."""
        nodes: list[dict[str, Any]] = [{} for _ in self.parents]
        top: dict[str, Any] = {}
        for slot, (parent, step) in check_deadline(enumerate(zip(self.parents, self.steps, strict=True))):
            if self.presence[slot] < 1:
                nodes[slot][SHARE] = round(self.presence[slot], 2)
            (nodes[parent] if parent >= 0 else top)[str(step)] = nodes[slot]
        return top

    @staticmethod
    def of_paths(paths: Iterable[Sequence[Step]]) -> Outline:
        """The tree of some paths, whose steps may have several marks: it names them, and nothing walks it."""
        tree: dict[str, Any] = {}
        for path in check_deadline(sorted(paths, key=lambda path: [*map(str, path)])):
            node = tree
            for step in path:
                node = node.setdefault(str(step), {})
        return Outline.from_json(tree, is_walked=False)

    @staticmethod
    def from_json(data: Mapping[str, Any], *, is_walked: bool = True) -> Outline:
        """What `to_json` wrote; raises KeyError, TypeError, ValueError or AttributeError where that is broken."""
        parents: list[int] = []
        steps: list[Step] = []
        presence: list[float] = []
        waiting = [(-1, name, node) for name, node in reversed([*data.items()])]
        while waiting:
            check_time()
            parent, name, node = waiting.pop()
            slot = len(parents)
            parents.append(parent)
            steps.append(Step.parse(name))
            presence.append(float(node.get(SHARE, 1.0)))
            waiting += [(slot, child, below) for child, below in reversed([*node.items()]) if child != SHARE]
        if not parents or (is_walked and parents.count(-1) != 1):
            raise ValueError("an outline has one root")
        outline = Outline(tuple(parents), tuple(steps), tuple(presence))
        if is_walked and (step := next((step for step in steps if step.marks > 1), None)):
            raise LocatorError(f"{str(step)!r} has several marks", advice="a slot has one id, class or ordinal")
        return outline


TEXT_TAG = "#text"


def stable_paths(page: Page, tokens: frozenset[str]) -> NDArray[np.uint64]:
    """The hash of each row's path from the root, a step being the tag and those of its tokens that are in `tokens`."""
    with kernel_call() as seconds:
        return StablePaths(list(tokens)).paths(page.table, seconds=seconds)


def path_of(page: Page, row: int, tokens: frozenset[str]) -> Locator:
    """The path of a row as a locator of its text: `html > body > div#main.wide::text`."""
    rows = (*reversed(page.ancestors(row)), row)
    is_text = page.tag_name(row) == TEXT_TAG
    steps = [step_of(page, one, tokens) for one in (rows[:-1] if is_text else rows)]
    return Locator(steps=tuple(steps), take=TEXT if is_text else ALL)


def step_of(page: Page, row: int, tokens: frozenset[str]) -> Step:
    """The step of a row: its tag and those of its tokens that are in `tokens`."""
    name = page.id(row)
    classes = tuple([token for token in page.classes(row) if token in tokens])
    return Step(tag=page.tag_name(row), id=name if name in tokens else "", classes=classes)


def hash_path(path: Locator) -> int:
    """The hash that `stable_paths` gives the rows of a path."""
    steps = (*path.steps, Step(tag=TEXT_TAG)) if path.take == TEXT else path.steps
    marks = [
        (step.tag, *([f"#{step.id}"] if step.id else []), *(f".{name}" for name in step.classes)) for step in steps
    ]
    own = np.array([sum(map(hash_text, words)) & MASK for words in marks], np.uint64)
    return int(np.sum(mix(np.arange(len(own), dtype=np.uint64), own), dtype=np.uint64))


def recurring_tokens(pages: Iterable[Page], *, share: float) -> frozenset[str]:
    """The tokens that at least `share` of the pages have: what a template writes, not what one page is called."""
    counts: dict[str, int] = {}
    total = 0
    for page in check_deadline(pages):
        total += 1
        for word in check_deadline(set(page.tokens)):
            counts[word] = counts.get(word, 0) + 1
    return frozenset(word for word, count in counts.items() if count >= share * total and word.split() == [word])
