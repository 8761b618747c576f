"""What the page alone says of its blocks: a prior, which the other pages of a template correct.

The probabilities of the classifier are low on some pages as a whole, and what it keeps there is right all the same. So
a template of few pages asks what each page would keep by itself; a template of many asks for the probabilities, whose
mean errs less than any choice.

What the block classifier says of one page by itself: the choice that a template must be better than.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.deadline import kernel_call
from weft.extractors.block_classifier import default_model
from weft.page import Page
from weft.records.comments import comment_rows


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
        """The choice on any page; comments are no content, unless the page is a discussion."""
        model = default_model()
        judged = model.judge_at_once(page)
        with kernel_call() as seconds:
            choice = judged.choose(page.table, beta=1.0, seconds=seconds)
        is_kept = np.zeros(len(page.blocks), np.bool_)
        is_kept[choice.keep] = True
        page_type = model.page_type(judged.shares)[0]
        is_body = ~comment_rows(page)[page.blocks.first] | (page_type == "forum")
        return SinglePage(
            probability=judged.probability * is_body,
            first=judged.first * is_body,
            is_kept=is_kept & is_body,
            cut=choice.cut,
            page_type=page_type,
        )


FADES = 8  # pages up to which the choice of a page counts in full; of more pages it soon counts for nothing
CHOICE = 0.5  # its share then
KEPT = 0.9  # the probability that the choice stands for; of a block that was not kept the rest to 1
MIN_CUT = 0.05  # a lower one is not believed
LISTS = frozenset({"listing", "collection"})  # what the page alone keeps of these are rows, which are no body
_EDGE = 1e-4


def weigh_blocks(single: SinglePage, *, pages: int) -> NDArray[np.float64]:
    """How likely each block is content, by the classifier and by what the page alone would keep of so many pages.

    Both stages of the classifier must take a block for content: the second lifts the boxes beside a very short body.
    """
    probability = np.minimum(single.first, single.probability)
    if single.page_type in LISTS:
        return probability
    probability = lift(probability, single.cut)
    kept = np.where(single.is_kept, KEPT, 1 - KEPT)
    share = CHOICE * min(1.0, FADES / pages) ** 2
    return (1 - share) * probability + share * kept


def lift(probability: NDArray[np.float64], cut: float) -> NDArray[np.float64]:
    """The probabilities on a scale where what the page alone just keeps is as likely content as not.

    >>> lift(np.array([0.2, 0.5]), 0.2).round(2).tolist(), lift(np.array([0.2]), 0.7).tolist()
    ([0.5, 0.8], [0.2])
    """
    if cut >= 0.5:
        return probability
    odds = np.clip(probability, _EDGE, 1 - _EDGE)
    odds = odds / (1 - odds) * (1 - max(cut, MIN_CUT)) / max(cut, MIN_CUT)
    lifted: NDArray[np.float64] = odds / (1 + odds)
    return lifted
