"""Headings: what the heading above a block says, and what it governs."""

import numpy as np
from numpy.typing import NDArray

from weft import _native
from weft.features.measured import COLUMN, Measured

GROUPS = tuple(name for name in _native.MEASURES if name.startswith("word_"))
SAID = ("title_share", "title_covered", "linked_data_share")
FEATURES = (
    {
        "heading": "level of the heading that the block is, 7 where it is none",
        "heading_above": "level of the heading above, 9 where there is none",
        "heading_distance": "blocks since the heading above, 999 where there is none",
        "heading_next": "blocks up to the next heading",
        "section_words": "words from the heading above to the next",
        "section_link_density": "share of them in links",
        "section_long_share": "share of them in long blocks",
        "section_title_share": "share of them that the title has",
        "section_linked_data_share": "share of them that the linked data has",
    }
    | {f"heading_{name}": f"the heading above: {name.replace('_', ' ')}" for name in SAID}
    | {f"heading_{name}": f"the heading above: words of the lexicon's group {name[5:]}" for name in GROUPS}
)
_TAKEN = [COLUMN[name] for name in SAID + GROUPS]


def headings(measured: Measured) -> NDArray[np.float32]:
    """The headings that govern every block."""
    count = len(measured)
    index = np.arange(count)
    level = measured.heading
    is_heading = level < 7
    above = np.maximum.accumulate(np.where(is_heading, index, -1)) if count else index
    has = above >= 0
    start = np.maximum(above, 0)
    stop = np.minimum.accumulate(np.where(is_heading, index, count)[::-1])[::-1]
    stop = np.append(stop, count)[1:]  # the next heading after this block
    section = measured.sums[stop] - measured.sums[start]
    section[:, 1:] /= np.maximum(section[:, :1], 1)
    said = measured.matrix[start][:, _TAKEN] * has[:, None]
    numbers = np.column_stack(
        [
            level,
            np.where(has, level[start], 9),
            np.where(has, index - above, 999),
            stop - index,
            section[:, [0, 1, 2, 4, 6]],
        ]
    ).astype(np.float32)
    return np.concatenate((numbers, said), axis=1)
