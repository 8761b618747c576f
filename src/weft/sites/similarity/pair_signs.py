"""Signs that two pages have one template: what they share, seen among the other pages of their site."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.deadline import in_time
from weft.page.url_shape import UrlShape
from weft.sites.similarity.path_sets import Incidence, PathSet
from weft.sites.similarity.tokens import TokenForms
from weft.sites.similarity.traits import Traits

Matrix = NDArray[np.float64]

FEW = 5  # pages from which on what only some of them have is worth more than half
LITTLE = 1.0  # of a sign that half of the pages have: where no more tells pages apart, a difference tells little
OFTEN = 0.8  # share of the pages with a path that have it once: then the template writes it, and not the author
RECURRING = 0.02  # share of the pages that use a token; one that fewer use names a page, not a template
MIN_INFORMATION = 0.1  # correlation with structure from which on addresses are looked at


def structure_signs(pages: Sequence[Traits]) -> Matrix:
    """What the elements give, of all pairs, one matrix a sign, each from 0 to 1.

    A path that half of the pages have weighs most, one that all have nothing: so boilerplate is left out. Paths that
    most pages have only once are compared apart: they are the template's, where paragraphs and lists inside of
    the body are the author's. Of few pages nobody knows what is usual, so what is weighed counts less. What only one
    page has weighs nothing there; in plain shares it counts, so that a board and a manual in one frame are not alike.
    """
    paths = Incidence.of([traits.paths for traits in pages])
    steps = Incidence.of([traits.steps for traits in pages])
    tokens = Incidence.of(_numbered([traits.tokens for traits in pages], least=max(2.0, RECURRING * len(pages))))
    head = Incidence.of(_numbered([traits.head for traits in pages], least=1))
    is_frame = paths.share_of(np.concatenate([traits.paths_once for traits in pages])) > OFTEN
    is_step = steps.share_of(np.concatenate([traits.steps_once for traits in pages])) > OFTEN
    weighed = (
        *_shares(tokens, tokens.telling),
        _shares(paths, paths.telling)[0],
        _shares(steps, steps.telling)[0],
        _shares(paths, np.where(is_frame, paths.telling, 0))[0],
        _shares(steps, np.where(is_step, steps.telling, 0))[0],
    )
    trust = len(pages) / (len(pages) + FEW)
    plain = (_shares(sets, np.ones(len(sets.count)))[0] for sets in (head, steps))
    return np.stack([*(1 - trust * (1 - sign) for sign in weighed), *plain])


def _shares(sets: Incidence, weight: NDArray[np.float64]) -> tuple[Matrix, Matrix]:
    """Of what either page has, and of what the one with less has, the share that both have.

    As if both had so much more: on a site of one template all that tells may be a class that changes with the day.
    """
    both = sets.overlap(weight)
    total = np.diag(both)
    union = np.add.outer(total, total) - both + LITTLE
    least = np.minimum.outer(total, total) + LITTLE
    both = both + LITTLE
    return both / union, both / least


def _numbered(names: Sequence[tuple[str, ...]], *, least: float) -> list[PathSet]:
    """Names as numbers, varying digits masked; of a page that shares none, one number that no other page has."""
    forms = TokenForms.of(names)
    numbers = {form: number for number, form in enumerate(forms.counts) if forms.counts[form] >= least}
    sets = [_numbers(own, forms, numbers) for own in names]
    for page, own in in_time(enumerate(names)):
        if own and not len(sets[page]):
            sets[page] = np.array([len(forms.counts) + page], np.uint64)
    return sets


def _numbers(names: Sequence[str], forms: TokenForms, numbers: Mapping[str, int]) -> PathSet:
    own = {numbers[form] for name in names if (form := forms.forms.get(name, "")) in numbers}
    return np.array(sorted(own), np.uint64)


@dataclass(frozen=True, eq=False)
class Addresses:
    """The addresses of some pages: which pages have one, and the signs of all pairs, 0 where one has none."""

    given: NDArray[np.bool_]
    shapes: tuple[UrlShape, ...]

    @staticmethod
    def of(pages: Sequence[Traits]) -> Addresses:
        """As the pages have them."""
        return Addresses(np.array([traits.has_url for traits in pages], np.bool_), tuple(page.url for page in pages))

    def information(self, alike: Matrix) -> float:
        """How far pairs with addresses of one form are those that are alike in structure: their correlation.

        Ids, numbers and one form for all pages say nothing; that is measured, because no form of an address shows it.
        """
        one, other = np.triu_indices(len(self.shapes), 1)
        both = self.given[one] & self.given[other]
        equal = _equal([shape.key for shape in self.shapes])
        same, likeness = equal[one, other][both].astype(np.float64), alike[one, other][both]
        has_form = (equal.sum(axis=1) > 1)[self.given]  # a form that no other page has says nothing
        if not len(same) or has_form.mean() < 0.5 or same.std() == 0 or likeness.std() < 1e-9:
            return 0.0
        return float(np.corrcoef(same, likeness)[0, 1])

    def signs(self) -> Matrix:
        """Whether both have an address, agree in each of `UrlShape.parts`, name no kind; whether one is above."""
        both = (self.given[:, None] & self.given[None]).astype(np.float64)
        agree = [_equal(part) for part in zip(*(shape.parts for shape in self.shapes), strict=True)]
        is_plain = np.array([not shape.kind for shape in self.shapes], np.bool_)
        plain = is_plain[:, None] & is_plain[None]
        return np.stack([both, *(both * same for same in agree), both * plain, both * self._above()])

    def _above(self) -> NDArray[np.bool_]:
        """Of all pairs whether one is above the other, as the list of all tags is above a tag: `/tags`, `/tags/looms`.

        The first page of a list is not above its further pages: `/tags/looms/page/2`, `/tags/looms/2`.
        """
        folders: dict[tuple[str, ...], list[int]] = {}
        for page, shape in enumerate(self.shapes):
            folders.setdefault(shape.folder, []).append(page)
        above = np.zeros((len(self.shapes), len(self.shapes)), np.bool_)
        for page, shape in in_time(enumerate(self.shapes)):
            for depth, next_segment in enumerate(shape.folder):
                if next_segment != "page" and not next_segment.startswith("0"):
                    above[folders.get(shape.folder[:depth], ()), page] = True
        return above | above.T


def _equal(values: Sequence[Hashable]) -> NDArray[np.bool_]:
    """Of all pairs whether their values are equal."""
    numbers: dict[Hashable, int] = {}
    codes = np.array([numbers.setdefault(value, len(numbers)) for value in values])
    same: NDArray[np.bool_] = codes[:, None] == codes[None]
    return same
