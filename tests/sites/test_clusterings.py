"""What every clustering promises."""

import pickle

import numpy as np
import pytest

from tests.seeds import every_seed
from tests.sites.grouping import Given, as_sets, random_numbers
from weft.sites.clusterings import CLUSTERINGS


@pytest.fixture(params=CLUSTERINGS)
def clustering(request):
    return CLUSTERINGS[request.param]


@every_seed(10)
def test_each_page_once_at_most_in_order(seed, clustering):
    groups = clustering.group(range(40), Given(random_numbers(seed, 40, levels=6)))
    pages = np.concatenate(groups)
    assert len(set(pages.tolist())) == len(pages) > 0
    assert all((np.diff(group) > 0).all() for group in groups)
    assert [group[0] for group in groups] == sorted(group[0] for group in groups)
    assert all(group.dtype == np.int64 for group in groups)


def test_no_pages(clustering):
    assert clustering.group([], Given(np.ones((0, 0)))) == []


def test_one_page(clustering):
    assert as_sets(clustering.group([0], Given(np.ones((1, 1))))) <= {frozenset({0})}


def test_all_alike(clustering):
    assert as_sets(clustering.group(range(20), Given(np.ones((20, 20))))) == {frozenset(range(20))}


def test_none_alike(clustering):
    groups = clustering.group(range(20), Given(np.eye(20)))
    assert as_sets(groups) <= {frozenset({page}) for page in range(20)}


def test_two_kinds(clustering):
    numbers = np.full((20, 20), 0.1)
    numbers[:12, :12] = numbers[12:, 12:] = 0.8
    np.fill_diagonal(numbers, 1)
    assert as_sets(clustering.group(range(20), Given(numbers))) == {frozenset(range(12)), frozenset(range(12, 20))}


def test_pages_that_resemble_nothing_are_in_no_group(clustering):
    numbers = np.ones((12, 12))
    numbers[[0, 5]] = numbers[:, [0, 5]] = 0
    expected = frozenset({1, 2, 3, 4, 6, 7, 8, 9, 10, 11})
    assert as_sets(clustering.group(range(12), Given(numbers))) == {expected}
    assert clustering.group(range(12), Given(np.zeros((12, 12)))) == []


def test_frozen_deterministic_and_can_be_sent_to_a_worker(clustering):
    similarity = Given(random_numbers(3, 30, levels=5))
    sent = pickle.loads(pickle.dumps(clustering))
    assert sent == clustering
    first, second = (one.group(range(30), similarity) for one in (clustering, sent))
    assert [group.tolist() for group in first] == [group.tolist() for group in second]
    with pytest.raises(AttributeError):
        clustering.least = 2
