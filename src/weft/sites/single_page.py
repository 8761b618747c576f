"""What the block classifier says of one page by itself: the choice that a template must be better than."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.deadline import kernel_call
from weft.extractors.block_classifier import default_model
from weft.page import Page


@dataclass(frozen=True, eq=False, kw_only=True)
class SinglePage:
    """The choice of the page alone; what has no room in a sample, such as features, is forgotten."""

    probability: NDArray[np.float64]  # of each block
    first: NDArray[np.float64]  # by the first stage of the classifier
    is_kept: NDArray[np.bool_]
    cut: float  # the probability that a block needed
    page_type: str

    @staticmethod
    def read(page: Page) -> SinglePage:
        """The choice on any page."""
        model = default_model()
        judged = model.judge_at_once(page)
        with kernel_call() as seconds:
            choice = judged.choose(page.table, beta=1.0, seconds=seconds)
        is_kept = np.zeros(len(page.blocks), np.bool_)
        is_kept[choice.keep] = True
        return SinglePage(
            probability=judged.probability,
            first=judged.first,
            is_kept=is_kept,
            cut=choice.cut,
            page_type=model.page_type(judged.shares)[0],
        )
