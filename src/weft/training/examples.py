"""Examples: pages as features, labels and bags of words, ready for a learner and for scoring."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.features import find_features
from weft.page import Page, parse
from weft.training.labels import align
from weft.training.pages import KnownPage

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, eq=False, kw_only=True)
class Example:
    """A page as a learner sees it."""

    page: KnownPage
    blocks: NDArray[np.float32]  # features, one row a block
    totals: NDArray[np.float32]  # features of the page
    label: NDArray[np.float32]  # share of each block's words that are content
    words: NDArray[np.int32]
    bags: Sequence[Counter[str]]  # the words of each block
    truth: Counter[str]

    def f1(self, keep: Iterable[int]) -> float:
        """Word F1 of keeping some blocks: bags of lower-cased words; nothing is right where nothing is content.

        Words at which two blocks meet are counted apart, as a rendered text has them.
        """
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


def make_example(page: KnownPage) -> Example:
    """Parse a page, find its features, align its truth."""
    return example_of(page, parse(page.path.read_bytes(), url=page.url))


def example_of(page: KnownPage, parsed: Page) -> Example:
    """An example of a parsed page; its looks are among the features where a browser has drawn it."""
    features = find_features(parsed, visual=bool(parsed.geometry))
    texts = [block.text for block in parsed.blocks]
    return Example(
        page=page,
        blocks=features.blocks,
        totals=features.page,
        label=align(texts, page.truth).astype(np.float32),
        words=parsed.blocks.words,
        bags=[_bag(text) for text in texts],
        truth=_bag(page.truth),
    )


def _bag(text: str) -> Counter[str]:
    return Counter(_WORD.findall(text.lower()))
