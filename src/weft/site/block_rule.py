"""Learning the rule of a class of pages (paper A, algorithm 2, getBlock): the densest containers vote."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from weft.extractors.density import composite_density
from weft.page import Page
from weft.similarity.tokens import mask
from weft.templates.block_rule import BlockRule, path_of


@dataclass(frozen=True, kw_only=True)
class BlockRuleLearner:
    """Adds up, over the pages, the density H of each page's densest container by its rule; the highest sum wins.

    A page whose body is short beside long noise is outvoted by its neighbours, which is what paper A is for.
    """

    alpha: float = 0.3  # paper A, as in the density extractor
    # An id or class that most pages do not have speaks of one page or one category (`post-a8f3`, `category-news`).
    recurring: float = 0.5

    def learn(self, pages: Sequence[Page]) -> BlockRule:
        """The rule of pages of one template; one that finds nothing where no page has a container with text."""
        recurring = self._recurring_tokens(pages)
        sums: Counter[BlockRule] = Counter()
        for page in pages:
            density = composite_density(page, alpha=self.alpha)
            best = int(np.argmax(density))
            if density[best] > 0:
                sums[rule_of(page, best, recurring)] += density[best]
        return max(sums, key=sums.__getitem__, default=BlockRule())

    def _recurring_tokens(self, pages: Sequence[Page]) -> frozenset[str]:
        counts = Counter(token for page in pages for token in {*page.tokens, *map(mask, page.tokens)})
        return frozenset(token for token, count in counts.items() if count > self.recurring * len(pages))


def rule_of(page: Page, row: int, recurring: frozenset[str]) -> BlockRule:
    """The rule `<class, id, path>` of a container, from the tokens that recur over the pages."""
    classes = {_recurring_form(token, recurring) for token in page.classes(row)} - {""}
    return BlockRule(
        id=_recurring_form(page.id(row), recurring), classes=tuple(sorted(classes)), path=path_of(page, row)
    )


def _recurring_form(token: str, recurring: frozenset[str]) -> str:
    """The token itself where it recurs (`col-9` is no `col-3`), else with its numbers masked, else nothing."""
    return next((form for form in (token, mask(token)) if form in recurring), "")
