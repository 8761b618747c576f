"""The choice: which structures and blocks to keep, given how likely each block is content.

Structures and lone blocks are the units of choice; a unit is as probable as its words are in the mean. A choice is a
number of units, from the most to the least probable. Its expected F1 depends on how the truths of units hang together,
which their probabilities do not say; two readings bracket it. *Independent*: each unit is content on its own. *Nested*:
there is one hidden strictness, and content is every unit more probable than it; so the cards of a grid are in or out
together, and perhaps nothing is content. The mean of the two beats either (in the study that chose it, cross-validated
word F1 0.876; independent 0.871, nested 0.866), most on pages of products, whose reviews are all content or none.

Words decide so. A reader asks for more: a table between two kept paragraphs, code in the text, the heading of a kept
passage. They have few words and little weight, so `complete` adds them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from weft import _native
from weft.features import Features
from weft.features.measured import COLUMN
from weft.features.structures import CODE, FIGURE, TABLE, Structures
from weft.page import Page
from weft.page.kernel import kernel_call
from weft.page.shown_images import caption_blocks
from weft.page.structure_noise import noise_blocks

Column = NDArray[np.float64]
MIN_REPEAT = 6  # words: a shorter text may well be said twice
REPEATED = 0.02  # what is left of a block's probability when the page has said the same passage before
SCENARIOS = (np.arange(24) + 0.5) / 24  # strictness, in equally probable steps
_FALLING = -SCENARIOS
MAX_LINKS = 0.5  # share of the words of a structure in links: one with more is a menu
MAX_CODE_LINKS = 0.9  # code of documentation links its names
MIN_PROBABILITY = 0.1  # of a structure that is added
MIN_HEADING = 0.05  # of a heading that is added
NEAR = 2  # blocks: something kept stands so near, before and behind, a list that is added
NO_HEADING = 7
RULES = ("unlikely", "likely", "structure", "caption", "heading", "noise", "repeat")
"""Why a block is kept or not: by the probability of its unit, added as what it is, or taken out as what it is."""
UNLIKELY, LIKELY, STRUCTURE, CAPTION, PASSAGE_HEADING, NOISE, REPEAT = range(len(RULES))
_IS_KEPT = np.array([rule in ("likely", "structure", "caption", "heading") for rule in RULES])
_LINK_WORDS, _HEADING, _TWINS = (COLUMN[name] for name in ("link_words", "heading", "twins_before"))


@dataclass(frozen=True, eq=False, kw_only=True)
class Choice:
    """What was decided on a page: probabilities, the blocks to keep, what is expected of them."""

    probability: Column
    keep: NDArray[np.int64]
    repeats: NDArray[np.int64]  # second copies of passages, which would be kept if the page had not said them before
    expected: float
    cut: float  # the lowest probability of a unit that its probability keeps; infinite where there is none
    rule: NDArray[np.uint8]  # why each block is kept or not: a number in `RULES`


@dataclass(frozen=True, eq=False, kw_only=True)
class Judged:
    """The blocks of a page as a choice sees them."""

    page: Page
    probability: Column
    features: Features
    structures: Structures

    @property
    def words(self) -> NDArray[np.int32]:
        """Words of each block."""
        return self.page.blocks.words

    @cached_property
    def is_heading(self) -> NDArray[np.bool_]:
        """Whether each block is a heading."""
        return self.features.blocks[:, _HEADING] < NO_HEADING

    @cached_property
    def is_repeat(self) -> NDArray[np.bool_]:
        """Whether each block is a second copy of a passage; a heading, a cell, an item or code may well repeat."""
        says_again = (self.features.blocks[:, _TWINS] > 0) & (self.words >= MIN_REPEAT)
        return says_again & (self.structures.of_block < 0) & ~self.is_heading


def choose(judged: Judged, *, beta: float = 1.0) -> Choice:
    """The units with the highest expected F1, or F-beta, and what a reader misses between them."""
    is_repeat = judged.is_repeat
    probability = np.where(is_repeat, REPEATED * judged.probability, judged.probability)
    likely = _find_likely(judged, probability, beta)
    rule = complete(judged, likely.is_kept, likely.probability)
    rule[is_repeat & (rule == UNLIKELY)] = REPEAT
    repeats = is_repeat & (rule == REPEAT)
    if repeats.any():
        repeats &= _find_likely(judged, judged.probability, beta).is_kept
    return Choice(
        probability=likely.probability,
        keep=np.flatnonzero(_IS_KEPT[rule]),
        repeats=np.flatnonzero(repeats),
        expected=likely.expected,
        cut=likely.cut,
        rule=rule,
    )


def choose_judged(page: Page, judged: _native.Judged, *, beta: float = 1.0) -> Choice:
    """The same on a page that the kernel judged: what most pages need is chosen there, captions and noise here."""
    with kernel_call() as seconds:
        chosen = judged.choose(page.table, beta=beta, seconds=seconds)
    if chosen is None:
        with kernel_call() as seconds:
            captions = caption_blocks(page, judged.keep_structures(beta=beta, seconds=seconds))
            chosen = judged.choose(page.table, captions, beta=beta, seconds=seconds)
    assert chosen, "with captions given there always is a choice"
    rule, probability, repeats, expected, cut = chosen
    keep = _IS_KEPT.take(rule).nonzero()[0]
    if len(keep) and len(noise := noise_blocks(page, keep)):
        rule[noise] = NOISE
        keep = _IS_KEPT.take(rule).nonzero()[0]
    return Choice(probability=probability, keep=keep, repeats=repeats, expected=expected, cut=cut, rule=rule)


class _Likely(NamedTuple):
    """The blocks of the units that promise most, the probability of each block's unit, what is expected, the cut."""

    is_kept: NDArray[np.bool_]
    probability: Column
    expected: float
    cut: float


def _find_likely(judged: Judged, probability: Column, beta: float) -> _Likely:
    """As `expected_f1` of the units by falling probability says; the kernel computes the same."""
    with kernel_call() as seconds:
        return _Likely(
            *_native.find_likely(probability, judged.words, judged.structures.of_block, beta=beta, seconds=seconds)
        )


def complete(judged: Judged, is_kept: NDArray[np.bool_], probability: Column) -> NDArray[np.uint8]:
    """The rule of each block: structures, captions and headings belong to kept blocks, noise in structures does not."""
    rule = is_kept.astype(np.uint8)
    if not is_kept.any():
        return rule
    is_kept = is_kept.copy()
    _add_structures(judged, is_kept, probability)
    _tell(rule, is_kept, STRUCTURE)
    if not is_kept.all():
        is_kept[caption_blocks(judged.page, np.flatnonzero(is_kept))] = True
    _tell(rule, is_kept, CAPTION)
    for block in np.flatnonzero(judged.is_heading & ~is_kept & (probability >= MIN_HEADING))[::-1].tolist():
        is_kept[block] = block + 1 < len(is_kept) and is_kept[block + 1]
    _tell(rule, is_kept, PASSAGE_HEADING)
    rule[noise_blocks(judged.page, np.flatnonzero(is_kept))] = NOISE
    return rule


def _tell(rule: NDArray[np.uint8], is_kept: NDArray[np.bool_], added: int) -> None:
    """Write down by which rule the blocks are kept that were not kept before."""
    rule[is_kept & (rule == UNLIKELY)] = added


def _add_structures(judged: Judged, is_kept: NDArray[np.bool_], probability: Column) -> None:
    """Code and tables that stand among kept blocks, and other structures right between two of them."""
    structures = judged.structures
    first, last, kind = structures.first, structures.last, structures.kind
    kept = _running_sum(is_kept)
    is_missing = kept[last] - kept[first] < last - first
    is_among = is_missing & (kept[first] > 0) & (kept[last] < kept[-1]) & (kind != FIGURE)  # a figure has its own rule
    if not is_among.any():
        return
    first, last, kind = first[is_among], last[is_among], kind[is_among]
    links, words = _running_sum(judged.features.blocks[:, _LINK_WORDS]), _running_sum(np.maximum(judged.words, 1))
    link_density = (links[last] - links[first]) / np.maximum(words[last] - words[first], 1)
    before, behind = np.maximum(first - NEAR, 0), np.minimum(last + NEAR, len(is_kept))
    is_between = (kept[first] > kept[before]) & (kept[behind] > kept[last])
    is_likely = (link_density <= MAX_LINKS) & (probability[first] >= MIN_PROBABILITY)
    is_code = (kind == CODE) & (link_density <= MAX_CODE_LINKS)
    added = is_code | (((kind == TABLE) | is_between) & is_likely)
    for start, stop in zip(first[added].tolist(), last[added].tolist(), strict=True):
        is_kept[start:stop] = True


def _running_sum(values: NDArray[np.generic]) -> Column:
    """The sum of the values before each block, and of all."""
    sums = np.zeros(len(values) + 1)
    sums[1:] = values
    return np.cumsum(sums, out=sums)


def expected_f1(probability: Column, words: Column, *, beta: float = 1.0) -> Column:
    """The expected F1 (or F-beta) of keeping the first 0, 1, 2 … of some units, given by falling probability.

    >>> expected_f1(np.array([1.0, 0.0]), np.array([10.0, 10.0])).round(2).tolist()
    [0.0, 1.0, 0.67]
    """
    kept = np.concatenate(([0.0], np.cumsum(words)))
    return (_independent(probability, words, kept, beta**2) + _nested(probability, kept, beta**2)) / 2


def _independent(probability: Column, words: Column, kept: Column, weight: float) -> Column:
    """F1 of the expected counts of words: right ones, kept ones, wanted ones."""
    right = np.concatenate(([0.0], np.cumsum(probability * words)))
    return (1 + weight) * right / np.maximum(kept + weight * right[-1], 1e-9)


def _nested(probability: Column, kept: Column, weight: float) -> Column:
    """Mean F1 over the scenarios; where nothing is wanted, nothing is the right answer."""
    sizes = Counter(kept[(-probability).searchsorted(_FALLING)].tolist())
    wanted, shares = np.array([*sizes])[:, None], np.array([*sizes.values()]) / len(SCENARIOS)
    parts = np.minimum(kept, wanted) / (np.maximum(kept, 1e-9) + weight * wanted)
    f1: Column = np.einsum("i,ij->j", (1 + weight) * shares, parts)
    f1[kept == 0] = sum(count for size, count in sizes.items() if not weight * size) / len(SCENARIOS)
    return f1
