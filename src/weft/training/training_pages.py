"""Training pages: features, labels, their trust and bags of words, ready for a learner and for scoring."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.extractors.features import Features, find_features
from weft.page import Page, parse
from weft.scoring.marks import tokens
from weft.training.labels import SnippetHolders, add_siblings, find_holders, label_blocks, label_snippets
from weft.training.truth_pages import SCORED, TruthPage

_BAG_WORD = re.compile(r"\w+")


@dataclass(frozen=True, eq=False, kw_only=True)
class TrainingPage:
    """A page as a learner sees it."""

    page: TruthPage
    parsed: Page
    blocks: NDArray[np.float32]  # features, one row a block
    totals: NDArray[np.float32]  # features of the page
    label: NDArray[np.float32]  # share of each block's words that are content
    trust: NDArray[np.float32]  # weight of each label: 1 where the truth is whole, 0 where it says nothing of the block
    words: NDArray[np.int32]
    bags: Sequence[Counter[str]]  # the words of each block
    truth: Counter[str]
    holders: SnippetHolders | None = None  # of a page whose truth is snippets

    @property
    def features(self) -> Features:
        """The features of the page and of its blocks."""
        return Features(self.blocks, self.totals)

    def f1(self, keep: Iterable[int]) -> float:
        """Word F1 of keeping some blocks: bags of lower-cased words; nothing is right where nothing is content.

        Words at which two blocks meet are counted apart, as a rendered text has them. Where the truth is snippets, the
        F1 of the page's snippets.
        """
        if self.holders is not None:
            return self.holders.f1(frozenset(keep))
        answer: Counter[str] = Counter()
        for block in keep:
            answer.update(self.bags[block])
        return bag_f1(answer, self.truth)


def bag_f1(answer: Counter[str], truth: Counter[str]) -> float:
    """The harmonic mean of precision and recall of a bag of words.

    >>> bag_f1(Counter("ab"), Counter("bc")), bag_f1(Counter(), Counter())
    (0.5, 1.0)
    """
    size = answer.total() + truth.total()
    return 2 * (answer & truth).total() / size if size else 1.0


def read_training_page(page: TruthPage) -> TrainingPage:
    """Parse a page, find its features, label its blocks."""
    return make_training_page(page, parse(page.path.read_bytes(), url=page.url))


def make_training_page(page: TruthPage, parsed: Page) -> TrainingPage:
    """The training page of a parsed page; its looks are among the features where a browser has drawn it."""
    features = find_features(parsed, visual=bool(parsed.geometry))
    texts = [block.text for block in parsed.blocks]
    label, trust = _labels(page, parsed, texts)
    bag = _bag if page.corpus == SCORED else tokens  # WCXB counts `\w+`; the other sets are not English alone
    return TrainingPage(
        page=page,
        parsed=parsed,
        blocks=features.blocks,
        totals=features.page,
        label=label,
        trust=trust,
        words=parsed.blocks.words,
        bags=[bag(text) for text in texts],
        truth=bag(page.truth),
        holders=find_holders(texts, page.wanted, page.unwanted) if page.is_partial else None,
    )


def _labels(page: TruthPage, parsed: Page, texts: Sequence[str]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    if page.is_partial:
        label, trust = label_snippets(texts, page.wanted, page.unwanted)
        add_siblings(parsed, label, trust)
        return label, trust
    label = label_blocks(texts, page.truth).astype(np.float32)
    return label, np.ones(len(label), np.float32)


def _bag(text: str) -> Counter[str]:
    return Counter(_BAG_WORD.findall(text.lower()))
