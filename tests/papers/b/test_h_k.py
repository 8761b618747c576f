"""H-K against a plain K-medoids.

The centre of the largest group of pages with records.
"""

import numpy as np
import pytest

from tests.records.forum_pages import POSTS, board, thread
from tests.seeds import every_seed
from tests.sites.grouping import Given, as_sets, random_numbers
from weft import parse
from weft.papers.b.record_paths import HK, RecordPage, describe_record_page, find_centre
from weft.records import find_main_records
from weft.sites.clusterings import Hierarchical


def plain_k_medoids(numbers, groups: list[list[int]]) -> list[list[int]]:
    while True:
        centres = [max(group, key=lambda page: (round(sum(numbers[page, group]), 9), -page)) for group in groups]
        moved: dict[int, list[int]] = {}
        for page in range(len(numbers)):
            moved.setdefault(max(centres, key=lambda centre: numbers[page, centre]), []).append(page)
        if sorted(moved.values()) == groups:
            return groups
        groups = sorted(moved.values())


@every_seed(30)
def test_as_with_plain_lists(seed):
    numbers = random_numbers(seed, 25, levels=1000)
    similarity = Given(numbers, same_above=0.66)
    first = [group.tolist() for group in Hierarchical().group(range(25), similarity)]
    groups = HK().group(range(25), similarity)
    assert [group.tolist() for group in groups] == plain_k_medoids(numbers, first)


def test_a_page_goes_to_the_nearer_centre():
    """Pages on a line: by steps of 1 page 4 belongs to the left, but its nearest centre (5.3) is on the right."""
    places = np.array([0.0, 1.0, 2.0, 3.0, 4.0, 5.2, 5.3, 5.4])
    similarity = Given(1 - np.abs(np.subtract.outer(places, places)) / 10, same_above=0.89)
    joined = as_sets(Hierarchical(linkage="single").group(range(8), similarity))
    assert joined == {frozenset({0, 1, 2, 3, 4}), frozenset({5, 6, 7})}
    moved = as_sets(HK(linkage="single").group(range(8), similarity))
    assert moved == {frozenset({0, 1, 2, 3}), frozenset({4, 5, 6, 7})}


def described(html: str) -> RecordPage:
    page = parse(html)
    return describe_record_page(page, find_main_records(page))


def test_the_centre_is_of_the_largest_group_and_has_several_records() -> None:
    pages = [described(board()), described(board(9))]
    pages += [
        described(thread("div", POSTS[:2])),
        described(thread("div", POSTS)),
        described(thread("div", POSTS[1:3])),
    ]
    assert [page.records for page in pages] == [12, 9, 2, 4, 2]
    assert find_centre(pages) == 3


def test_a_page_alone_and_none() -> None:
    assert find_centre([described(board())]) == 0
    assert find_centre([described("<p>Nothing")]) == 0
    with pytest.raises(ValueError, match="no centre"):
        find_centre([])
