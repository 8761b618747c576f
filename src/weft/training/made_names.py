"""What all makers of pages choose by their seed: likely things, and what they call their parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import ClassVar

UNNAMED = 0.15  # share of the parts without a name where others have one


@dataclass
class Maker:
    """A program or a site; `words` are the names that it may give each part."""

    seed: str
    chance: Random = field(init=False)
    naming: str = field(init=False)  # said, scrambled, none
    words: ClassVar[Mapping[str, str]] = {}

    def __post_init__(self) -> None:
        self.chance = Random(self.seed)
        self.naming = self.chance.choice(("said", "said", "scrambled", "none"))

    def likely(self, share: float) -> bool:
        """Whether chance has it."""
        return self.chance.random() < share

    def name_of(self, part: str) -> str:
        """The attribute that names a part."""
        own = Random(f"{self.seed}/{part}")
        if self.naming == "none" or own.random() < UNNAMED:
            return ""
        word = own.choice(self.words[part].split())
        if self.naming == "scrambled":
            word = "".join(own.choice("ka lo mi ru te sa vo pi".split()) for _ in range(3))
        return f' class="{word}"'
