"""The default body rules: slots whose blocks are body, and slots inside them whose blocks are not."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from weft.page import Page
from weft.templates.outline import Outline


def squeeze(text: str) -> str:
    """A text with single spaces, as texts are compared across pages."""
    return " ".join(text.split())


@dataclass(frozen=True, eq=False, kw_only=True)
class SlotBody:
    """Keeps the blocks whose nearest slot with a rule is body, less texts that the template prints on every page.

    A block in an unknown slot takes the rule of the nearest known one above it.
    """

    name: ClassVar[str] = "slots"

    outline: Outline
    keep: tuple[str, ...] = ()  # paths of slots
    drop: tuple[str, ...] = ()  # paths of slots inside of those
    around: tuple[str, ...] = ()  # paths of slots that hold body beside other things: what is unknown in them is body
    titles: tuple[str, ...] = ()  # paths of slots inside of those whose first element is the title
    texts: frozenset[str] = frozenset()  # with single spaces

    def choose(self, page: Page) -> NDArray[np.int64]:
        """The blocks of the body."""
        blocks = page.blocks
        slots = self.outline.walk(page)
        rules = self._rules[slots]
        if len(self._around):
            is_around = np.append(np.isin(slots, self._around), False)  # the root's parent, -1, is not
            rules[(slots < 0) & (page.tag > 0) & is_around[page.parent]] = 1
        for title in self._titles:
            rules[np.flatnonzero(slots == title)[:1]] = -1
        rows = np.flatnonzero(rules)
        is_body = np.zeros(len(page), np.bool_)
        for row, end, rule in zip(rows.tolist(), page.end[rows].tolist(), rules[rows].tolist(), strict=True):
            is_body[row:end] = rule > 0
        kept = np.flatnonzero(is_body[blocks.first] & ~blocks.hidden)
        if not self.texts:
            return kept
        return kept[[block not in self.texts for block in (squeeze(blocks.text(k)) for k in kept.tolist())]]

    @cached_property
    def _rules(self) -> NDArray[np.int8]:
        """1 for slots to keep, -1 for slots to drop; the last place is for rows in no slot."""
        rules = np.zeros(len(self.outline) + 1, np.int8)
        for paths, rule in ((self.keep, 1), (self.drop, -1)):
            for path in paths:
                rules[self.outline.slots[path]] = rule
        return rules

    @cached_property
    def _titles(self) -> list[int]:
        return [self.outline.slots[path] for path in self.titles]

    @cached_property
    def _around(self) -> list[int]:
        return [self.outline.slots[path] for path in self.around]

    def words(self) -> list[str]:
        """What it does, a line a rule, for people."""
        lines = [f"keep {path}" for path in self.keep] + [f"but not {path}" for path in self.drop]
        lines += [f"keep what is new in {path}" for path in self.around]
        lines += [f"but not the first {path}" for path in self.titles]
        return lines + [f"but not the text “{text}”" for text in sorted(self.texts)]

    def to_json(self) -> dict[str, Any]:
        """Itself as JSON values; the outline is the template's."""
        return {
            "keep": list(self.keep),
            "drop": list(self.drop),
            "around": list(self.around),
            "titles": list(self.titles),
            "texts": sorted(self.texts),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any], outline: Outline) -> Self:
        """What `to_json` wrote; raises KeyError, TypeError or ValueError where that is broken."""
        paths = {name: tuple(data[name]) for name in ("keep", "drop", "around", "titles")}
        if unknown := [path for rule in paths.values() for path in rule if path not in outline.slots]:
            raise ValueError(f"the outline has no slot {unknown[0]!r}")
        return cls(outline=outline, texts=frozenset(data["texts"]), **paths)
