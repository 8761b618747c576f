"""Same template: how probable it is that two pages have one, from what they share and from their addresses.

Neither structure nor addresses alone tell the templates of a site apart: a long article and a short one share less
than a list of tags and a list of categories do. Together they do, each sign with the weight that it has in general. The
weights are those of logistic regressions over pairs of pages, for the most part of real sites, each pair seen with
addresses, with names of files and with neither (`bench/sites/refit.py`).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.page import Page
from weft.sites.similarity.list_signs import LIST, list_signs, split_lists
from weft.sites.similarity.pair_signs import MIN_INFORMATION, Addresses, structure_signs
from weft.sites.similarity.traits import Traits, describe
from weft.sites.similarity.weights import Weights

# Tokens that two pages share, of either and of the one with fewer; paths; steps; paths and steps that most pages have
# once; then the head and the steps, whatever their share of the pages.
STRUCTURE = Weights((1.55, -0.889, 2.31, -4.72, 0.0713, 7.59, 2.97, 4.82), -9.83)
# The same; how far the two differ as lists, each alone and with the pages like it; then what `Addresses.signs` gives.
SAME = Weights(
    (
        *(1.74, -1.65, -0.845, -3.3, 1.4, 5.24, 4.72, 1.63),
        *(-3.13, -18.9),
        *(-6.25, 1.17, 2.24, -0.188, 1.78, 5.49, 0.925, -0.985, -4.75),
    ),
    -4.96,  # -5.26 as fitted on pairs; clusters of sites left out, whole and few pages of them, are better so
)


DIGITS = 9  # sums that are equal must not differ by the order of adding


@dataclass(frozen=True, kw_only=True)
class SameTemplate:
    """The probability that two pages of one site have the same template.

    A path that half of the pages have tells most, one that all have nothing. So pages are compared among the others
    of their site: `matrix` is the measure, `compare` looks at two pages as if there were no others.
    """

    same_above: float = 0.5
    structure: Weights = STRUCTURE
    lists: Weights = LIST
    same: Weights = SAME

    def describe(self, page: Page) -> Traits:
        """The traits of a page."""
        return describe(page)

    def compare(self, a: Traits, b: Traits) -> float:
        """The probability for two pages alone; 1 for pages without a difference."""
        return float(self.matrix([a, b])[0, 1])

    def matrix(self, descriptions: Sequence[Traits]) -> NDArray[np.float64]:
        """The probability for all pairs, each seen among all the others."""
        if not descriptions:
            return np.zeros((0, 0))
        structure = structure_signs(descriptions)
        probability = self.same.probability(self.signs(descriptions, structure))
        number: dict[Hashable, int] = {}
        same = np.array([number.setdefault(traits.key, len(number)) for traits in descriptions])
        return np.where(same[:, None] == same[None], 1.0, np.round((probability + probability.T) / 2, DIGITS))

    def refine(self, groups: Sequence[NDArray[np.int64]], descriptions: Sequence[Traits]) -> list[NDArray[np.int64]]:
        """Groups of one template each, from groups of pages that are alike in structure."""
        return split_lists(groups, descriptions, self.list_probability(descriptions)) if groups else []

    def list_probability(self, descriptions: Sequence[Traits]) -> NDArray[np.float64]:
        """How probable it is of each page that it lists others."""
        return self.lists.probability(list_signs(descriptions).T)

    def signs(self, descriptions: Sequence[Traits], structure: NDArray[np.float64]) -> NDArray[np.float64]:
        """What is weighed, of all pairs, one matrix a sign.

        A short article may look like a list, as the pages that have its structure do not: so each page is also told
        with the pages like it.
        """
        alike = self.structure.probability(structure)
        is_list = self.list_probability(descriptions)
        of_a_kind = alike @ is_list / alike.sum(axis=1)
        addresses = Addresses.of(descriptions)
        signs = addresses.signs()
        if addresses.information(alike) < MIN_INFORMATION:
            signs = np.zeros_like(signs)
        differ = [np.abs(value[:, None] - value[None]) for value in (is_list, of_a_kind)]
        return np.concatenate((structure, np.stack(differ), signs))
