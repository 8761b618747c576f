"""Lists of a page and their features in the kernel beside those of its twin."""

import numpy as np
import pytest

from tests.records import plain_lists
from tests.records.forum_pages import LAYOUTS, POSTS, thread
from tests.records.plain_views import find_lists, list_candidates, list_features
from tests.seeds import every_seed
from tests.soup import make_page
from weft import Page, _native, parse
from weft.records.evidence import gather
from weft.training.made_listings import made_listing, made_single


def assert_as_twin(page: Page) -> int:
    """How many lists a page has, the same with the same features in the kernel and in its twin."""
    evidence = gather(page)
    view = plain_lists.view_lists(evidence)
    lists = [members.tolist() for members in find_lists(page)]
    assert lists == [members.tolist() for members in plain_lists.find_lists(view)]
    ranges = [candidate.ranges for candidate in list_candidates(evidence)]
    for own, features in zip(ranges, list_features(evidence, ranges), strict=True):
        plain = plain_lists.list_features(evidence, view, own)
        assert list(features) == list(plain)
        np.testing.assert_allclose(list(features.values()), list(plain.values()), rtol=1e-9, atol=1e-12)
    return len(lists)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_twin_tells_the_same_of_threads(layout: str) -> None:
    assert_as_twin(parse(thread(layout, POSTS)))


def test_the_twin_tells_the_same_of_made_pages() -> None:
    pages = [maker(site, 0).page for site in range(20) for maker in (made_listing, made_single)]
    assert sum(map(assert_as_twin, pages)) > 40


@every_seed(40)
def test_the_twin_tells_the_same_of_random_pages(seed: int) -> None:
    assert_as_twin(parse(make_page(seed)))


def test_lists_of_another_page_are_refused() -> None:
    evidence = gather(parse("<p>One"))
    with pytest.raises(ValueError, match="no lists of records"):
        list_features(evidence, [((0, 99),)])
    with pytest.raises(ValueError, match="no lists of records"):
        list_features(evidence, [()])
    assert _native.page_lists(evidence.page.table) == []
