"""The default body rules: slots whose blocks are body, and slots inside them whose blocks are not."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from weft.page import Page
from weft.templates.fields import squeeze
from weft.templates.json_values import read_strings
from weft.templates.outline import AROUND, DROP, KEEP, TITLE, Outline


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
        return self.choose_in(page, self.outline.walk(page))

    def choose_in(self, page: Page, slots: NDArray[np.int32]) -> NDArray[np.int64]:
        """The same where the slots of the page's rows are known already."""
        kept = self.outline.choose(page, slots, self._rules)
        if not self.texts or not len(kept):
            return kept
        is_suspect = np.isin(page.blocks.chars[kept], self._lengths)
        if not is_suspect.any():
            return kept
        is_warp = [squeeze(page.blocks.text(block)) in self.texts for block in kept[is_suspect].tolist()]
        return np.delete(kept, np.flatnonzero(is_suspect)[is_warp])

    @cached_property
    def _rules(self) -> NDArray[np.uint8]:
        """What is said of each slot."""
        rules = np.zeros(len(self.outline), np.uint8)
        for paths, rule in ((self.keep, KEEP), (self.drop, DROP), (self.titles, TITLE), (self.around, AROUND)):
            for path in paths:
                rules[self.outline.slots[path]] |= rule
        return rules

    @cached_property
    def _lengths(self) -> NDArray[np.int64]:
        """How long the texts are, as blocks count: most blocks need no other look."""
        return np.array(sorted({len("".join(text.split())) for text in self.texts}), np.int64)

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
        paths = {name: read_strings(data[name]) for name in ("keep", "drop", "around", "titles")}
        if unknown := [path for rule in paths.values() for path in rule if path not in outline.slots]:
            raise ValueError(f"the outline has no slot {unknown[0]!r}")
        return cls(outline=outline, texts=frozenset(read_strings(data["texts"])), **paths)
