"""Hierarchical clustering against a plain agglomeration, and in any order."""

import random
import time
from collections.abc import Callable
from fractions import Fraction
from statistics import mean

import numpy as np
import pytest

from tests.seeds import every_seed
from tests.site_pages import whole_site
from tests.sites.grouping import Given, as_sets, random_numbers
from weft import parse
from weft.sites.clusterings import Hierarchical, components
from weft.sites.similarity import SIMILARITIES

LINKAGES = ["average", "complete", "single"]
JOINED: dict[str, Callable[[list[Fraction]], Fraction]] = {"average": mean, "complete": min, "single": max}


def plain_groups(numbers, *, cut: float, linkage: str) -> set[frozenset[int]]:
    """Merge all that hang together by the best link, link anew from the pages, until none is above the cut."""
    exact = [[Fraction(round(x * 840), 840) for x in row] for row in numbers]
    groups = [frozenset({page}) for page in range(len(numbers))]
    while len(groups) > 1:
        links = {(a, b): JOINED[linkage]([exact[x][y] for x in a for y in b]) for a in groups for b in groups if a != b}
        best = max(links.values())
        if best <= cut:
            break
        groups = hang_together(groups, [pair for pair, link in links.items() if link == best])
    return set(groups)


def hang_together(
    groups: list[frozenset[int]], pairs: list[tuple[frozenset[int], frozenset[int]]]
) -> list[frozenset[int]]:
    for a, b in pairs:
        home_a, home_b = (next(group for group in groups if part <= group) for part in (a, b))
        if home_a != home_b:
            groups = [group for group in groups if group not in (home_a, home_b)] + [home_a | home_b]
    return groups


@pytest.mark.parametrize("linkage", LINKAGES)
@pytest.mark.parametrize("levels", [4, 840])
@every_seed(5)
def test_as_with_plain_sets(seed, levels, linkage):
    numbers = random_numbers(seed, 12, levels=levels)
    for cut in (0.35, 0.6, 0.77):
        groups = Hierarchical(linkage=linkage).group(range(12), Given(numbers, same_above=cut))
        assert as_sets(groups) == plain_groups(numbers, cut=cut, linkage=linkage)
        assert [group[0] for group in groups] == sorted(min(group) for group in groups)
        assert all((np.diff(group) > 0).all() for group in groups)


@pytest.mark.parametrize("linkage", LINKAGES)
@pytest.mark.parametrize("levels", [3, 7, 1 << 20])
@every_seed(10)
def test_the_order_of_the_pages_does_not_matter(seed, levels, linkage):
    similarity = Given(random_numbers(seed, 25, levels=levels), same_above=0.6)
    expected = as_sets(Hierarchical(linkage=linkage).group(range(25), similarity))
    order = random.Random(seed).sample(range(25), 25)
    assert as_sets(Hierarchical(linkage=linkage).group(order, similarity), order) == expected


@pytest.mark.parametrize("name", SIMILARITIES)
def test_nor_with_real_similarities(name):
    similarity = SIMILARITIES[name]
    descriptions = [similarity.describe(parse(data, url=url)) for url, data in whole_site()[::2]]
    expected = as_sets(Hierarchical().group(descriptions, similarity))
    assert 1 < len(expected) < len(descriptions)
    order = random.Random(7).sample(range(len(descriptions)), len(descriptions))
    assert as_sets(Hierarchical().group([descriptions[page] for page in order], similarity), order) == expected


def test_the_cut_must_be_passed():
    numbers = np.array([[1, 0.82], [0.82, 1]])
    assert as_sets(Hierarchical().group(range(2), Given(numbers, same_above=0.82))) == {frozenset({0}), frozenset({1})}
    assert as_sets(Hierarchical().group(range(2), Given(numbers, same_above=0.81))) == {frozenset({0, 1})}
    assert as_sets(Hierarchical().group(range(2), Given(numbers, same_above=-1))) == {frozenset({0, 1})}


def test_a_matrix_that_is_not_quite_symmetric_ends_too():
    numbers = random_numbers(2, 20, levels=1000)
    numbers += np.triu(np.full((20, 20), 1e-8))
    assert as_sets(Hierarchical().group(range(20), Given(numbers, same_above=0.0))) == {frozenset(range(20))}


def test_many_pages_in_time():
    numbers = random_numbers(1, 600, levels=1 << 20)
    start = time.process_time()
    Hierarchical().group(range(600), Given(numbers, same_above=0.01))
    assert time.process_time() - start < 3


def test_components():
    linked = np.zeros((6, 6), dtype=np.bool_)
    for a, b in ((0, 4), (4, 2), (1, 5)):
        linked[a, b] = linked[b, a] = True
    assert [group.tolist() for group in components(linked)] == [[0, 2, 4], [1, 5], [3]]
