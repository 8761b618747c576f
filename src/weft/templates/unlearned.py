"""No body rules: a cluster of too few pages."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from weft.page import Page
from weft.templates.outline import Outline


@dataclass(frozen=True)
class Unlearned:
    """Chooses nothing; a Site asks its fallback instead."""

    name: ClassVar[str] = "none"

    def choose(self, page: Page) -> NDArray[np.int64]:
        """Nothing."""
        return np.zeros(0, np.int64)

    def words(self) -> list[str]:
        """That there are no rules."""
        return ["too few pages to learn from: the fallback chooses"]

    def to_json(self) -> dict[str, Any]:
        """Nothing to save."""
        return {}

    @classmethod
    def from_json(cls, data: Mapping[str, Any], outline: Outline) -> Self:
        """Itself."""
        return cls()
