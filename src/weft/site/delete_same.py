"""Learning what to subtract (paper D, section 3.2, DeleteSame): what the pages of a cluster share is their template."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from weft.page import Page
from weft.templates.subtraction import Subtraction, gather_texts
from weft.templates.text_keys import Keys, print_paths, print_text, text_keys, text_rows

MOST_DEPTH = 256  # a printed path ends somewhere; the deepest text of the real sites stands at 29


@dataclass(frozen=True, kw_only=True)
class DeleteSame:
    """Learns the template of a cluster: the texts that most of its pages have at the same place.

    The paper compares a page with one other page, child by child: that is `pairwise`. Its print removes children while
    it counts them and stops at the shorter list; here children keep their numbers and the surplus stays.
    """

    pairwise: bool = False
    # "What most pages share", of at least two. Taking what fewer share removes more noise and more body: at 0.1 the
    # token F1 rose from 0.40 to 0.50 on the generated sites, whose comments repeat, and fell from 0.93 to 0.92 on the
    # real ones (`sites/themes` and `sites/realsites`, true clusters).
    share: float = 0.5

    def learn(self, pages: Sequence[Page]) -> Subtraction:
        """What to subtract; nothing for a single page, everything for pages that are all alike."""
        return self._learn_from_one(pages) if self.pairwise else self._learn_from_most(pages)

    def _learn_from_one(self, pages: Sequence[Page]) -> Subtraction:
        """DeleteSame(D1, D2) for any later D1; D2 is the page that shares the most texts with the others.

        Silent in the paper; the first page was as good (token F1 0.919 against 0.920 on half of the real sites) but may
        be an odd one. On D2 itself nothing is left.
        """
        if len(pages) < 2:
            return Subtraction(steps="index")
        page_keys = [_page_keys(page, "index") for page in pages]
        keys, counts = np.unique(np.concatenate(page_keys), return_counts=True)
        shared = [int(np.sum(counts[np.searchsorted(keys, own)] - 1)) for own in page_keys]
        medoid = int(np.argmax(shared))
        return _subtraction([pages[medoid]], page_keys[medoid], "index")

    def _learn_from_most(self, pages: Sequence[Page]) -> Subtraction:
        """Positions are tag paths: a comment more on one page moves all numbers after it (0.92, not 0.93)."""
        if len(pages) < 2:
            return Subtraction(steps="tags")
        keys, counts = np.unique(np.concatenate([_page_keys(page, "tags") for page in pages]), return_counts=True)
        return _subtraction(pages, keys[(counts > 1) & (counts >= self.share * len(pages))], "tags")


def _page_keys(page: Page, steps: str) -> Keys:
    """What a page says and where, each once."""
    return np.unique(text_keys(page, text_rows(page), steps=steps))


def _subtraction(pages: Iterable[Page], wanted: Keys, steps: str) -> Subtraction:
    """The wanted keys as paths and texts that a person can read: each printed from the first page that has it."""
    pairs: list[tuple[str, str]] = []
    for page in pages:
        rows = text_rows(page)
        keys, firsts = np.unique(text_keys(page, rows, steps=steps), return_index=True)
        found = rows[firsts[np.isin(keys, wanted)]]
        found = found[page.depth[found] <= MOST_DEPTH]
        pairs += zip(
            print_paths(page, found, steps=steps), (print_text(page, row) for row in found.tolist()), strict=True
        )
        wanted = np.setdiff1d(wanted, keys)
    return Subtraction(steps=steps, texts=gather_texts(pairs))
