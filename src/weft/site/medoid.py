"""The medoid of a group of pages: the page that is most like the others."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from weft.similarity.similarity import Description, Similarity

DIGITS = 9  # sums that are equal must not differ by the order of adding
SAMPLE = 256  # all pairs of so many pages cost little; a medoid of a sample of a larger group is as good a centre


def medoid(descriptions: Sequence[Description], similarity: Similarity[Description], *, sample: int = SAMPLE) -> int:
    """The position of the page with the highest sum of similarities to the others; of equals the first.

    Of more than `sample` pages, those of an even sample are compared, so that the cost does not grow with the group.
    """
    if not descriptions:
        raise ValueError("a group without pages has no medoid")
    places = np.unique(np.linspace(0, len(descriptions) - 1, min(sample, len(descriptions))).astype(np.int64))
    return int(places[central(similarity.matrix([descriptions[place] for place in places]))])


def central(matrix: NDArray[np.float64]) -> int:
    """The row with the highest sum of similarities; of equals the first.

    >>> central(np.array([[1, 0.5, 0], [0.5, 1, 0.5], [0, 0.5, 1]]))
    1
    """
    return int(np.argmax(np.round(matrix.sum(axis=1), DIGITS)))
