"""A page's measures with what twins compute from them: names for columns, running sums."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from weft.features.measured import COLUMN, Measured

Column = NDArray[np.float32]
NONE_ABOVE = 64.0  # the kernel's distance to an ancestor that is not there
LONG = 20.0  # words: under this stand menus, titles and captions
_SAID = ("title_share", "description_share", "linked_data_share")


class PlainMeasured(Measured):
    """The blocks of a page and what the kernel measured of them, by name."""

    def __getitem__(self, name: str) -> Column:
        return self.matrix[:, COLUMN[name]]

    def __len__(self) -> int:
        return len(self.matrix)

    @cached_property
    def words(self) -> Column:
        """Words of each block, contiguous."""
        return np.ascontiguousarray(self["words"])

    @cached_property
    def link_density(self) -> Column:
        """Share of each block's words that stand in links."""
        return (self["link_words"] / np.maximum(self.words, 1)).astype(np.float32)

    @cached_property
    def sums(self) -> NDArray[np.float64]:
        """Running sums over the blocks, from 0: words, words in links, in long blocks, sentence ends, said words."""
        sums = np.zeros((4 + len(_SAID), len(self) + 1))
        values, words = sums[:, 1:], self.words
        values[0], values[1], values[3] = words, self["link_words"], self["sentence_ends"]
        np.multiply(words, words >= LONG, out=values[2])
        for row, name in enumerate(_SAID, start=4):
            values[row] = self[name] * words
        np.cumsum(values, axis=1, out=values)
        return sums.T
