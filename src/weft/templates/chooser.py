"""The protocol of what a template learner learns about the body, as data that applies itself."""

from collections.abc import Mapping
from typing import Any, ClassVar, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from weft.page import Page
from weft.templates.outline import Outline


class Chooser(Protocol):
    """Chooses the body on the pages of one template. Frozen, deterministic, saved as readable JSON."""

    name: ClassVar[str]
    """The learner's name, under which it is saved."""

    def choose(self, page: Page) -> NDArray[np.int64]:
        """The blocks of the body, in document order; an empty choice is an answer."""
        ...

    def words(self) -> list[str]:
        """What it does, a line a rule, for people."""
        ...

    def to_json(self) -> dict[str, Any]:
        """Itself as JSON values that a person can read and edit."""
        ...

    @classmethod
    def from_json(cls, data: Mapping[str, Any], outline: Outline) -> Self:
        """What `to_json` wrote, for a template of that outline; a KeyError, TypeError or ValueError if it is broken."""
        ...
