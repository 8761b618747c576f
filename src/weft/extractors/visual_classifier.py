"""The block classifier with eyes: the features of the default and how a block looks, for pages that were drawn."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from weft.document import Document
from weft.extractors.block_classifier import BlockClassifier, Model, shipped_model
from weft.extractors.rendered import require_geometry
from weft.page import Page

NAME = "visual_classifier"


@dataclass(frozen=True, kw_only=True)
class VisualClassifier:
    """Keeps the blocks that a model takes for content that has learned from looks too."""

    needs_geometry: ClassVar[bool] = True

    model: Model | None = field(default=None, compare=False)  # none: the one that ships

    def extract(self, page: Page) -> Document:
        """The blocks with the highest expected F1; `BrowserError` where nobody has drawn the page."""
        return replace(self._looking_at(page).extract(page), chosen_by=NAME)

    def score(self, page: Page) -> NDArray[np.float64]:
        """How likely each block is content."""
        return self._looking_at(page).score(page)

    def explain(self, page: Page, block: int, *, most: int = 6) -> list[tuple[str, float, float]]:
        """Why a block has its score, as `BlockClassifier.explain` tells it."""
        return self._looking_at(page).explain(page, block, most=most)

    def _looking_at(self, page: Page) -> BlockClassifier:
        require_geometry(page, NAME)
        return BlockClassifier(model=self.model or shipped_model(NAME))
