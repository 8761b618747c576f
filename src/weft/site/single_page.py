"""What the block classifier says of one page by itself: the choice that a template must be better than."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.extractors.block_classifier import BlockClassifier, Judgement, default_model
from weft.page import Page

_CLASSIFIER = BlockClassifier()


@dataclass(frozen=True, eq=False, kw_only=True)
class SinglePage:
    """The choice of the page alone; what has no room in a sample, such as features, is forgotten."""

    probability: NDArray[np.float64]  # of each block
    first: NDArray[np.float64]  # by the first stage of the classifier
    is_kept: NDArray[np.bool_]
    cut: float  # the probability that a block needed
    page_type: str

    @staticmethod
    def of(page: Page, judgement: Judgement) -> SinglePage:
        """The choice on a page that was judged."""
        is_kept = np.zeros(len(page.blocks), np.bool_)
        choice = _CLASSIFIER.choose(page, judgement)
        is_kept[choice.keep] = True
        page_type, _ = default_model().page_type(judgement.type_shares)
        return SinglePage(
            probability=judgement.probability,
            first=judgement.first,
            is_kept=is_kept,
            cut=choice.cut,
            page_type=page_type,
        )

    @staticmethod
    def read(page: Page) -> SinglePage:
        """The choice on any page."""
        return SinglePage.of(page, default_model().judge(page))
