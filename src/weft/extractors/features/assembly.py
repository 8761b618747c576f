"""All features of a page, and the one table that names and documents them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_time
from weft.extractors.features import page_totals
from weft.extractors.features.measured import FEATURES, Measured
from weft.extractors.features.visual import VISUAL_FEATURES, visual_features
from weft.page import Page

ALL_FEATURES: dict[str, str] = FEATURES | VISUAL_FEATURES
"""The features of a block of a page that was drawn, in the order of the columns."""


@dataclass(frozen=True, eq=False)
class Features:
    """The features of a page."""

    blocks: NDArray[np.float32]  # one row a block, one column for each of `FEATURES`, then of `VISUAL_FEATURES`
    page: NDArray[np.float32]  # one for each of `PAGE_FEATURES`


def find_features(page: Page, *, visual: bool = False) -> Features:
    """The features of a page and of its blocks; those of their looks only where asked for.

    >>> from weft import parse
    >>> features = find_features(parse("<h1>Looms</h1><p>A loom holds the warp."))
    >>> features.blocks[:, list(FEATURES).index("words")].tolist()
    [1.0, 5.0]
    """
    measured = Measured(page)
    blocks = measured.matrix
    if visual:
        blocks = np.concatenate((blocks, visual_features(page)), axis=1, dtype=np.float32)
    check_time()
    return Features(blocks, page_totals.page_features(measured))
