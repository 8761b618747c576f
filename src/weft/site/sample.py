"""A sample of the pages of one cluster: what every template learner looks at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from weft.content import Label
from weft.extractors.block_classifier import default_model
from weft.features import find_features
from weft.page import Page
from weft.site.slots import Slot, align

BODY, NOISE, RECORD = "body", "noise", "record"
NO_FIELDS = frozenset({BODY, NOISE, RECORD})
"""Names of marks that are no fields."""

SIZE = 30  # pages; more no longer change what is learned, and each costs its share of the time


@dataclass(frozen=True, eq=False)
class Sample:
    """Some pages of one template, with what is asked of them more than once."""

    pages: Sequence[Page]
    labels: Mapping[int, Sequence[Label]] = field(default_factory=dict)  # a person's marks, by page

    @property
    def field_labels(self) -> dict[int, list[Label]]:
        """The marks that name fields."""
        fields = {
            page: [label for label in marks if label.name not in NO_FIELDS] for page, marks in self.labels.items()
        }
        return {page: marks for page, marks in fields.items() if marks}

    @cached_property
    def slots(self) -> list[Slot]:
        """The aligned slots."""
        return align(self.pages)

    @cached_property
    def probabilities(self) -> list[NDArray[np.float64]]:
        """How likely each block of each page is content: by a person's marks, else by the block classifier."""
        judged = enumerate(self._judged)
        return [self._by_marks(number) if self.marked(number) else found for number, (found, _) in judged]

    @cached_property
    def page_types(self) -> list[str]:
        """The type of each page, by the block classifier."""
        return [page_type for _, page_type in self._judged]

    @cached_property
    def _judged(self) -> list[tuple[NDArray[np.float64], str]]:
        model = default_model()
        features = [find_features(page) for page in self.pages]
        return [(model.probability(found), model.page_type(found)[0]) for found in features]

    def marked(self, number: int) -> bool:
        """Whether a person marked the body of a page."""
        return any(label.name == BODY for label in self.labels.get(number, ()))

    def _by_marks(self, number: int) -> NDArray[np.float64]:
        page = self.pages[number]
        probability = np.zeros(len(page.blocks))
        for sign, value in ((BODY, 1.0), (NOISE, 0.0)):
            for row in (row for label in self.labels[number] if label.name == sign for row in label.rows):
                probability[page.blocks.under(row, int(page.end[row]))] = value
        return probability
