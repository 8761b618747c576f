"""Position: where in the page a block stands."""

import numpy as np
from numpy.typing import NDArray

from weft.features.measured import Measured

FEATURES = {
    "hidden": "1 if the block is hidden",
    "depth": "how many ancestors its element has",
    "nth": "its element's ordinal among siblings of the same tag",
    "index": "blocks before it",
    "index_from_end": "blocks behind it",
    "index_share": "blocks before it, as a share of the page's",
    "words_before": "words before it, as a share of the page's",
    "after_h1": "blocks since the first h1, negative before it, -999 where there is none",
    "long_before": "words in long blocks before it",
    "long_after": "words in long blocks behind it",
}


def positions(measured: Measured) -> NDArray[np.float32]:
    """The position of every block."""
    page, count = measured.page, len(measured)
    index = np.arange(count, dtype=np.float32)
    rows = page.blocks.row
    sums = measured.sums
    first_h1 = np.flatnonzero(measured["to_h1"] <= 1)[:1]
    return np.column_stack(
        [
            page.blocks.hidden,
            page.depth[rows],
            page.nth[rows],
            index,
            count - 1 - index,
            index / max(count, 1),
            sums[:-1, 0] / max(sums[-1, 0], 1),
            index - first_h1 if len(first_h1) else np.full(count, -999),
            sums[:-1, 2],
            sums[-1, 2] - sums[1:, 2],
        ]
    ).astype(np.float32)
