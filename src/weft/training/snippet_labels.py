"""Labels from snippets: a truth that names a few wanted and a few unwanted pieces of a page, and nothing of the rest.

A block that holds a wanted snippet is content. An unwanted snippet is short ("Twitter", "Related articles") and may
stand in a sentence of the body too; so it speaks only about a block that it is a good part of. Between two blocks of
content their siblings of the same kind are nearly always content too. All other blocks have no label: their trust is 0,
and nothing is learned from them.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.page import Page

# Where the whole truth is known and three blocks of it are shown, 97 % (news), 98 % (magic) and 100 % (five other sets)
# of the siblings between them are content. A low trust all the same: they must not outweigh what a person said.
SIBLING_TRUST = 0.3
MIN_UNWANTED_SHARE = 1 / 3  # of a block's characters: less says nothing about the block …
MAX_SHORT_BLOCK = 60  # … unless the block is this short: a line of names, a button


@dataclass(frozen=True, kw_only=True)
class SnippetHolders:
    """For each snippet the blocks whose text holds it; a snippet that no block holds has none."""

    wanted: tuple[frozenset[int], ...]
    unwanted: tuple[frozenset[int], ...]

    def counts(self, keep: Collection[int]) -> tuple[int, int, int]:
        """Wanted snippets that the kept blocks hold, wanted ones that they do not, unwanted ones that they hold."""
        kept = frozenset(keep)
        right = sum(not kept.isdisjoint(blocks) for blocks in self.wanted)
        wrong = sum(not kept.isdisjoint(blocks) for blocks in self.unwanted)
        return right, len(self.wanted) - right, wrong

    def f1(self, keep: Collection[int]) -> float:
        """The harmonic mean of precision and recall of the page's snippets."""
        right, missing, wrong = self.counts(keep)
        return 2 * right / (2 * right + missing + wrong) if right else 0.0


def find_holders(texts: Sequence[str], wanted: Sequence[str], unwanted: Sequence[str]) -> SnippetHolders:
    """Which blocks hold which snippets; white space counts as one space.

    >>> find_holders(["Home", "A long  story"], ["long story"], ["Home", "Login"])
    SnippetHolders(wanted=(frozenset({1}),), unwanted=(frozenset({0}), frozenset()))
    """
    plain = [_plain(text) for text in texts]
    return SnippetHolders(
        wanted=tuple(_holders(plain, snippet) for snippet in wanted),
        unwanted=tuple(_holders(plain, snippet) for snippet in unwanted),
    )


def label_snippets(
    texts: Sequence[str], wanted: Sequence[str], unwanted: Sequence[str]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The label of each block and its trust, both 0 where the snippets say nothing.

    Of several blocks that hold a wanted snippet the longest is content: teasers and captions quote the body, and the
    body is longer. Nothing is said about the others.

    >>> [column.tolist() for column in label_snippets(["Home", "A long story", "Login"], ["long"], ["Home"])]
    [[0.0, 1.0, 0.0], [1.0, 1.0, 0.0]]
    """
    holders = find_holders(texts, wanted, unwanted)
    label, trust = np.zeros(len(texts), np.float32), np.zeros(len(texts), np.float32)
    for snippet, blocks in zip(unwanted, holders.unwanted, strict=True):
        trust[[block for block in blocks if _is_about(snippet, texts[block])]] = 1
    for blocks in holders.wanted:
        trust[list(blocks)] = 0  # a quote of the body is neither content nor noise
    for blocks in holders.wanted:
        if blocks:
            body = max(blocks, key=lambda block: (len(texts[block]), -block))
            label[body] = trust[body] = 1
    return label, trust


def add_siblings(parsed: Page, label: NDArray[np.float32], trust: NDArray[np.float32]) -> None:
    """Label what stands between the first and the last block of content as content too, if it is like one of them.

    Like: its element has the same tag and the same parent, and no text of it is a link.
    """
    content = np.flatnonzero(label)
    if not len(content):
        return
    rows = parsed.blocks.row
    kind = list(zip(parsed.parent[rows].tolist(), parsed.tag[rows].tolist(), strict=True))
    kinds = {kind[block] for block in content.tolist()}
    for block in range(content[0], content[-1]):
        if not trust[block] and kind[block] in kinds and not parsed.blocks.link_chars[block]:
            label[block], trust[block] = 1, SIBLING_TRUST


def _is_about(snippet: str, text: str) -> bool:
    size = len(_plain(text))
    return size <= MAX_SHORT_BLOCK or len(_plain(snippet)) >= MIN_UNWANTED_SHARE * size


def _holders(plain: Sequence[str], snippet: str) -> frozenset[int]:
    wanted = _plain(snippet)
    return frozenset(block for block, text in enumerate(plain) if wanted in text) if wanted else frozenset()


def _plain(text: str) -> str:
    return " ".join(text.split())
