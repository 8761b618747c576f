"""An outline: the tree of slots that the pages of one template share."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weft import _native
from weft.page import Page

SHARE = "%"
"""The key under which a slot's share of the pages is saved, where it is less than all."""

ARROW = " > "
KEEP, DROP, TITLE, AROUND = 1, 2, 4, 8
"""What a rule says of a slot: keep; drop; drop the first element; keep unknown elements right below it."""

_STEP = re.compile(r"([^#.\[ ]+)([#.][^ ]+|\[[0-9]{1,9}\])?")  # a class may hold any space but ASCII's


@dataclass(frozen=True, kw_only=True)
class Step:
    """One step of a slot's path: a tag, and the mark that tells it from its siblings.

    A mark is `#id`, `.class` (digits that vary written as `\\\\d+`), `[ordinal]` among siblings of the tag, or nothing.

    >>> Step.read("div.post"), str(Step(tag="td", mark="[2]"))
    (Step(tag='div', mark='.post'), 'td[2]')
    """

    tag: str
    mark: str = ""

    @staticmethod
    def read(text: str) -> Step:
        """What `str` wrote."""
        if not (match := _STEP.fullmatch(text)):
            raise ValueError(f"{text!r} is no step such as div, div#id, div.class or td[2]")
        return Step(tag=match[1], mark=match[2] or "")

    def __str__(self) -> str:
        return self.tag + self.mark


@dataclass(frozen=True, eq=False)
class Outline:
    """Slots as columns, parents before their children; slot 0 is `html`.

    >>> from weft import parse
    >>> steps = Step(tag="html"), Step(tag="body"), Step(tag="p", mark=".lead")
    >>> outline = Outline((-1, 0, 1), steps, (1.0, 1.0, 1.0))
    >>> outline.paths[2], outline.walk(parse("<p class=lead>Yes<p>No")).tolist()
    ('html > body > p.lead', [0, -1, 1, 2, -1, -1, -1])
    """

    parents: tuple[int, ...]
    steps: tuple[Step, ...]
    presence: tuple[float, ...]  # of each slot the share of the learning pages that have it

    def __len__(self) -> int:
        return len(self.parents)

    def walk(self, page: Page) -> NDArray[np.int32]:
        """The slot of every row of a page; -1 where it is in none, as texts always are."""
        return self._kernel.walk(page.table)

    def fit(
        self, page: Page, slots: NDArray[np.int32], *, usual: NDArray[np.bool_], free: NDArray[np.bool_]
    ) -> tuple[int, int, int]:
        """Of a page whose rows are in these slots: usual slots found, elements known, elements unknown.

        Elements in free slots, and what is unknown below them, count for nothing.
        """
        return self._kernel.fit(page.table, slots, usual, free)

    def choose(self, page: Page, slots: NDArray[np.int32], rules: NDArray[np.uint8]) -> NDArray[np.int64]:
        """The blocks that rules of slots (`KEEP` and so on, added up) keep; the nearest rule above a block holds."""
        return self._kernel.choose(page.table, slots, rules)

    @cached_property
    def _kernel(self) -> _native.Outline:
        return _native.Outline(self.parents, [step.tag for step in self.steps], [step.mark for step in self.steps])

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in ("parents", "steps", "presence")}

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """The path of every slot from the root, as it is printed and saved."""
        paths: list[str] = []
        for parent, step in zip(self.parents, self.steps, strict=True):
            paths.append(f"{paths[parent]}{ARROW}{step}" if parent >= 0 else str(step))
        return tuple(paths)

    @cached_property
    def slots(self) -> Mapping[str, int]:
        """The slot of every path."""
        return {path: slot for slot, path in enumerate(self.paths)}

    def to_json(self) -> dict[str, Any]:
        """The tree as nested objects, keyed by step."""
        nodes: list[dict[str, Any]] = [{} for _ in self.parents]
        top: dict[str, Any] = {}
        for slot, (parent, step) in enumerate(zip(self.parents, self.steps, strict=True)):
            if self.presence[slot] < 1:
                nodes[slot][SHARE] = round(self.presence[slot], 2)
            (nodes[parent] if parent >= 0 else top)[str(step)] = nodes[slot]
        return top

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Outline:
        """What `to_json` wrote; raises KeyError, TypeError, ValueError or AttributeError where that is broken."""
        parents: list[int] = []
        steps: list[Step] = []
        presence: list[float] = []
        waiting = [(-1, name, node) for name, node in reversed([*data.items()])]
        while waiting:
            parent, name, node = waiting.pop()
            slot = len(parents)
            parents.append(parent)
            steps.append(Step.read(name))
            presence.append(float(node.get(SHARE, 1.0)))
            waiting += [(slot, child, below) for child, below in reversed([*node.items()]) if child != SHARE]
        if parents.count(-1) != 1:
            raise ValueError("an outline has one root")
        outline = Outline(tuple(parents), tuple(steps), tuple(presence))
        outline._kernel  # noqa: B018  # a step that the kernel cannot read is found out now
        return outline
