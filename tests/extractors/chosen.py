"""What the kernel chooses where somebody says how likely each block is."""

import numpy as np
from numpy.typing import NDArray

from weft import _native
from weft.extractors.block_classifier import CHOICE_COLUMNS
from weft.extractors.features import find_features
from weft.page import Page


def choose_likely(
    page: Page, probability: NDArray[np.float64], *, beta: float = 1.0, article: float = 0.0
) -> _native.Choice:
    """The choice on a page, which is an article so likely."""
    return _native.choose_likely(page.table, probability, find_features(page).blocks, CHOICE_COLUMNS, (beta, article))
