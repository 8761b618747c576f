"""What every clustering promises.

The medoid.

The page type of a cluster: lists are told from articles.
"""

import pickle

import numpy as np
import pytest

from tests.cli.small_site import pages
from tests.seeds import every_seed
from tests.sites.grouping import Given, as_sets, random_numbers
from weft import learn
from weft.sites.clusterings import CLUSTERINGS, central, medoid


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


def test_pages_that_all_look_like_lists_and_are_mostly_links_are_lists():
    """However short: their rows are no body of an article, but records."""
    site = learn((f"http://weft.example/{name}", html) for name, html in pages().items())
    types = {cluster.name: cluster.template.page_type for cluster in site.clusters}
    assert types == {"article": "article", "listing": "listing"}
    lists = next(cluster for cluster in site.clusters if cluster.name == "listing")
    assert len(lists.page_ids) == 4
    assert [*lists.template.records.fields] == ["a", "i"]
