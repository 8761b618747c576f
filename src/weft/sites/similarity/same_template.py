"""Same template: how probable it is that two pages have one, from what they share and from their addresses.

Neither structure nor addresses alone tell the templates of a site apart: a long article and a short one share less
than a list of tags and a list of categories do. Together they do, each sign with the weight that it has in general. The
weights are those of logistic regressions over pairs of pages, for the most part of real sites, each pair seen with
addresses, with names of files and with neither (`bench/sites/refit.py`).

Signs that two pages have one template: what they share, seen among the other pages of their site.

Pages that list others: how probable it is that a page is one, and lists that call themselves by different names.

Weights of a logistic regression.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_deadline
from weft.page import Page
from weft.page.url_shape import UrlShape
from weft.sites.similarity.similarity import Incidence, PathSet
from weft.sites.similarity.traits import TokenForms, Traits, describe

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
    for page, own in check_deadline(enumerate(names)):
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
        for page, shape in check_deadline(enumerate(self.shapes)):
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


@dataclass(frozen=True)
class Weights:
    """One weight a sign, and the offset."""

    signs: tuple[float, ...]
    offset: float

    def probability(self, signs: NDArray[np.float64]) -> NDArray[np.float64]:
        """Of all pairs, from one matrix a sign; of all pages, from one vector a sign."""
        logit = np.tensordot(self.signs, signs, axes=1) + self.offset
        probability: NDArray[np.float64] = 1 / (1 + np.exp(-np.clip(logit, -50, 50)))
        return probability


MAX_SHARE = 0.8  # of the pages; a part of the title that more have is the name of the site
COVERED = 0.8  # share of the pages of a group whose titles name their kind, where the group is split by it
MIN_SPLIT = 4  # pages of a group that is split
RELATIVE = [0, 1, 3, 5]  # of the counts those that are also compared with the median of the site
MASK = "0"  # stands for the digits of a title
ONLY = "|"  # stands for a title without a part of its own; no part of a title has this sign

# The counts of a page; the relative ones; whether its title has no part of its own, and one that some pages share.
LIST = Weights(
    (0.278, 1.54, 0.872, -0.371, -0.587, -0.587, -0.566, -0.298, 1.78, 0.116, -0.047, 1.54, 1.42),
    2.05,
)


def list_signs(pages: Sequence[Traits]) -> NDArray[np.float64]:
    """What is weighed, one row a page."""
    counts = np.array([traits.counts for traits in pages])
    kinds = title_kinds(pages)
    named = np.array([[ONLY in kind, bool(kind)] for kind in kinds], np.float64)
    return np.concatenate((counts, (counts - np.median(counts, axis=0))[:, RELATIVE], named), axis=1)


def title_kinds(pages: Sequence[Traits]) -> list[frozenset[str]]:
    """The parts of each title that name a kind of page: those that some pages share, and not most."""
    shared = Counter(part for traits in pages for part in set(traits.title))
    most = MAX_SHARE * len(pages)
    kinds = []
    for traits in pages:
        kind = {part for part in traits.title if 2 <= shared[part] <= most}
        has_own = not traits.title or any(shared[part] < 2 for part in traits.title)
        kinds.append(frozenset(kind if has_own else {*kind, ONLY}))
    return kinds


def split_lists(
    groups: Sequence[NDArray[np.int64]], pages: Sequence[Traits], is_list: NDArray[np.float64]
) -> list[NDArray[np.int64]]:
    """Groups, with those of lists split by the name of their kind where nearly all of their titles have one.

    The lists of tags, of categories and of months of a site often have one structure: their titles tell them apart.
    Articles are not split, though their titles may name a section.
    """
    kinds = title_kinds(pages)
    parts = []
    for group in groups:
        names = _names([kinds[page] for page in group.tolist()], [pages[page].title for page in group.tolist()])
        is_named = np.mean([bool(name) for name in names]) >= COVERED
        if len(group) < MIN_SPLIT or is_list[group].mean() <= 0.5 or not is_named:
            parts.append(group)
            continue
        parts += [group[[name == own for own in names]] for name in sorted(set(names))]
    return sorted(parts, key=lambda group: int(group[0]))


def _names(kinds: Sequence[frozenset[str]], titles: Sequence[tuple[str, ...]]) -> list[str]:
    """The name of the kind of each page of a group: the part that most of its pages have, but not all; else empty.

    Some name must be that of different lists. Else all are names of single lists, each of which has some pages.
    """
    lists = dict(zip(_lists(titles), kinds, strict=True))
    over_lists = Counter(part for kind in lists.values() for part in kind if part != ONLY)
    if not any(1 < count < len(lists) for count in over_lists.values()):
        return [""] * len(kinds)
    shared = Counter(part for kind in kinds for part in kind if part != ONLY)
    named = [[part for part in kind if 1 < shared[part] < len(kinds)] for kind in kinds]
    return [max(parts, key=lambda part: (over_lists[part] > 1, shared[part], part), default="") for parts in named]


def _lists(titles: Sequence[tuple[str, ...]]) -> list[Hashable]:
    """What each page is a page of: equal for pages with one title, or with one that another has with a number less.

    Titles with numbers that no page has without are those of different lists, such as months.
    """
    plain = {title for title in titles if not any(MASK in part for part in title)}
    lists: list[Hashable] = []
    for page, title in enumerate(titles):
        unnumbered = tuple(part for part in title if MASK not in part)
        lists.append(unnumbered if unnumbered in plain else page)
    return lists


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
