"""Neighbours: what stands before and behind a block."""

import numpy as np
from numpy.typing import NDArray

from weft.features.measured import COLUMN, Measured

OF_ONE = ("words", "link_density", "stop_words", "sentence_ends", "heading", "depth", "paragraph", "item", "currency")
OFFSETS = (1, 2, -1, -2)  # blocks before, blocks behind
WINDOWS = ((-3, 3), (-10, -1), (1, 10), (-30, 30))
OF_WINDOW = {
    "words": "mean words",
    "link_density": "share of words in links",
    "long_share": "share of words in long blocks",
    "sentence_ends": "sentence ends for each word",
    "title_share": "share of words that the title has",
    "description_share": "share of words that the description has",
    "linked_data_share": "share of words that the linked data has",
}


_SIDES = {1: "before1", 2: "before2", -1: "behind1", -2: "behind2"}
FEATURES = {
    f"{_SIDES[offset]}_{name}": f"the block {abs(offset)} {_SIDES[offset][:6]}: {name.replace('_', ' ')}"
    for offset in OFFSETS
    for name in OF_ONE
} | {
    f"blocks{low:+d}{high:+d}_{name}": f"the blocks {low:+d} to {high:+d}: {text}"
    for low, high in WINDOWS
    for name, text in OF_WINDOW.items()
}
_KINDS = [COLUMN["to_paragraph"], COLUMN["to_item"]]


def neighbours(measured: Measured) -> NDArray[np.float32]:
    """What stands around every block; nothing stands outside of the page."""
    words = np.maximum(measured.words, 1)
    one = np.column_stack(
        [
            measured.words,
            measured.link_density,
            measured["stop_words"] / words,
            measured["sentence_ends"],
            measured.heading,
            measured.page.depth[measured.page.blocks.row],
            measured.matrix[:, _KINDS] == 0,
            measured["currency"] > 0,
        ]
    ).astype(np.float32)
    return np.concatenate([_shifted(one, offset) for offset in OFFSETS] + _windows(measured), axis=1)


def _shifted(values: NDArray[np.float32], offset: int) -> NDArray[np.float32]:
    shifted = np.zeros_like(values)
    if offset > 0:
        shifted[offset:] = values[:-offset]
    else:
        shifted[:offset] = values[-offset:]
    return shifted


def _windows(measured: Measured) -> list[NDArray[np.float32]]:
    index = np.arange(len(measured))
    parts = []
    for low, high in WINDOWS:
        start = np.clip(index + low, 0, len(index))
        stop = np.clip(index + high + 1, 0, len(index))
        sums = measured.sums[stop] - measured.sums[start]
        words = np.maximum(sums[:, :1], 1)
        sums[:, 1:] /= words
        sums[:, 0] /= np.maximum(stop - start, 1)
        parts.append(sums.astype(np.float32))
    return parts
