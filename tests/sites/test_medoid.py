"""The medoid."""

import numpy as np
import pytest

from tests.seeds import every_seed
from tests.sites.grouping import Given, random_numbers
from weft.sites.clusterings import central, medoid


@every_seed(20)
def test_the_most_central_and_of_equals_the_first(seed):
    numbers = random_numbers(seed, 9, levels=4)
    sums = [sum(round(4 * x) for x in row) for row in numbers]
    assert medoid(range(9), Given(numbers)) == sums.index(max(sums))


def test_ties_are_not_broken_by_rounding():
    numbers = np.array([[0.3, 0.2, 0.1], [0.1, 0.2, 0.3], [0.0, 0.0, 0.0]])
    assert sum(numbers[0]) < sum(numbers[1])  # but for the order of adding they would be equal
    assert central(numbers) == 0


def test_a_large_group_is_sampled():
    numbers = np.full((1000, 1000), 0.5)
    numbers[999] = numbers[:, 999] = 0.9  # the last page is in every even sample
    assert medoid(range(1000), Given(numbers), sample=10) == 999
    assert medoid(range(1000), Given(numbers)) == 999


def test_one_page_and_none():
    assert medoid([0], Given(np.ones((1, 1)))) == 0
    with pytest.raises(ValueError, match="no medoid"):
        medoid([], Given(np.ones((0, 0))))
