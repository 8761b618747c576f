"""DOM statistics (paper C, section 2.2): a node with much more text than links, in number and in length, is body."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.document import Document
from weft.page import Page, tag_number

TEXT = tag_number("#text")
LINK = tag_number("a")


@dataclass(frozen=True, kw_only=True)
class DomStats:
    """Keeps every element whose text passes both thresholds; they are merged in pre-order.

    The counts are smoothed by one, so that a node without links needs a text of some length. Reading of what the paper
    leaves open: the elements below `body` are the nodes, and what a chosen element holds is kept whole.
    """

    # Silent in the paper; the best of 3 … 160 and 0.1 … 4 on the magic and readability pages.
    length_ratio: float = 10.0  # characters outside links for each inside
    count_ratio: float = 0.2  # texts outside links for each link

    def extract(self, page: Page) -> Document:
        """The blocks inside elements that pass."""
        passed = self._passes(page)
        around: NDArray[np.int64] = np.cumsum(passed) - np.cumsum(
            _ends(page, passed)
        )  # chosen elements around each row
        blocks = page.blocks
        keep = np.flatnonzero((around[blocks.first] > 0) & ~blocks.hidden)
        return Document(page=page, keep=keep, chosen_by="dom_stats")

    def score(self, page: Page) -> NDArray[np.float64]:
        """The text to link ratio, by length, of the element that holds each block."""
        lengths, _ = text_link_ratios(page)
        return lengths[page.blocks.row]

    def _passes(self, page: Page) -> NDArray[np.bool_]:
        lengths, counts = text_link_ratios(page)
        below_body = (page.tag != TEXT) & (page.depth > 1)
        return below_body & (lengths > self.length_ratio) & (counts > self.count_ratio)


def text_link_ratios(page: Page) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Per row: characters outside links to those inside, and texts outside links to links; hidden text is absent."""
    shown = np.where(page.hidden, 0, page.chars)
    text_length = page.subtree_sum(np.where(page.in_link, 0, shown))
    link_length = page.subtree_sum(np.where(page.in_link, shown, 0))
    text_count = page.subtree_sum((shown > 0) & ~page.in_link)
    link_count = page.subtree_sum((page.tag == LINK) & page.in_link)
    return text_length / (1 + link_length), text_count / (1 + link_count)


def _ends(page: Page, passed: NDArray[np.bool_]) -> NDArray[np.int64]:
    """How many of the chosen subtrees end right before each row."""
    return np.bincount(page.end[passed], minlength=len(page) + 1)[: len(page)]
