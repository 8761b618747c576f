"""What the page alone says of its blocks: a prior, which the other pages of a template correct.

The probabilities of the classifier are low on some pages as a whole, and what it keeps there is right all the same. So
a template of few pages asks what each page would keep by itself; a template of many asks for the probabilities, whose
mean errs less than any choice.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from weft.sites.single_page import SinglePage

FADES = 8  # pages up to which the choice of a page counts in full; of more pages it soon counts for nothing
CHOICE = 0.5  # its share then
KEPT = 0.9  # the probability that the choice stands for; of a block that was not kept the rest to 1
LEAST_CUT = 0.05  # a lower one is not believed
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
    odds = odds / (1 - odds) * (1 - max(cut, LEAST_CUT)) / max(cut, LEAST_CUT)
    lifted: NDArray[np.float64] = odds / (1 + odds)
    return lifted
