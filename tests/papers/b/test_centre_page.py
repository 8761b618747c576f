"""The centre of the largest group of pages with records."""

import pytest

from tests.records.forum_pages import POSTS, board, thread
from weft import parse
from weft.papers.b.record_paths import RecordPage, describe_record_page, find_centre
from weft.records import find_main_records


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
