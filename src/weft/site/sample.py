"""A sample of the pages of one cluster: what every template learner looks at."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from weft.content import BODY, NO_FIELDS, NOISE, Label
from weft.extractors.block_classifier import default_model
from weft.features import find_features
from weft.page import Page
from weft.site.slots import Slot, align

SIZE = 30  # pages; more no longer change what is learned, and each costs its share of the time
MOST_BYTES = 32 << 20  # of these pages, which are all held at once; of 30 usual ones it is a tenth


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
        features = map(find_features, self.pages)  # one page's at a time: those of a huge page take a gigabyte
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


def choose_sample(sizes: Sequence[int], *, needed: Iterable[int]) -> list[int]:
    """The places of the sampled pages, in order: the needed ones, and of an even spread as many as there is room for.

    >>> choose_sample([100, 200, 300], needed=[1])
    [0, 1, 2]
    """
    chosen = dict.fromkeys(needed)
    total = sum(sizes[place] for place in chosen)
    for place in spread(len(sizes), SIZE):
        if place not in chosen and total + sizes[place] <= MOST_BYTES:
            chosen[place] = None
            total += sizes[place]
    return sorted(chosen)


def spread(count: int, most: int) -> list[int]:
    """At most so many of some places, evenly."""
    return np.unique(np.linspace(0, count - 1, min(count, most)).astype(np.int64)).tolist()
