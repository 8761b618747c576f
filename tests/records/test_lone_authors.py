"""The author of a post that has nothing beside it, and of one that lacks the column of the others' authors."""

import pytest

from tests.records.forum_pages import POSTS, thread
from tests.records.plain_drafts import find_lone_author, with_likeliest_author, with_missing_authors
from weft import parse
from weft.records.find import RecordSearch, find_records
from weft.records.model import default_model
from weft.records.posts import Post

LONE = (
    "<title>Which loom? - Forum</title><a href=/forum>Forum</a> <a href=/register>Register</a><h1>Which loom?</h1>"
    "<table id=post_11><tr><td class=side><div class=name><a href=/user/9 class=username>Ann Weaver</a></div>"
    "<p>Member</p></td><td class=main><div class=bar><a href=?order=1>Newest first</a> <em>Posted 2022-09-04 06:38</em>"
    "</div><div class=message id=message_11>I have little room and would like to begin with something small. Which loom"
    " would you buy, and why that one? I have read that table looms are slow.</div></td></tr></table>"
    "<a href=?reply>Reply</a>"
)


@pytest.fixture
def search() -> RecordSearch:
    return RecordSearch(parse(thread("div", POSTS)))


def names(search: RecordSearch, posts: tuple[Post, ...]) -> list[str]:
    return [search.page.text(post.author) if post.author >= 0 else "" for post in posts]


def test_the_author_beside_a_lone_post_is_found() -> None:
    (record,) = find_records(parse(LONE))[0].records
    assert record.fields["author"].value == "Ann Weaver"
    assert record.fields["body"].value.startswith("I have little room")


def test_of_elements_with_one_body_the_one_with_the_author_is_taken() -> None:
    search = RecordSearch(parse(LONE))
    page, trees = search.page, search.model.authors
    (post,) = search.posts()
    assert search.is_alone
    cell = next(row for row in page.rows_of("td").tolist() if "main" in page.classes(row))
    narrow = post._replace(start=cell, end=int(page.end[cell]), author=-1)
    chosen = with_likeliest_author(search.evidence, [(0.9, narrow), (0.8, post)], trees)
    assert (chosen.start, page.text(chosen.author)) == (post.start, "Ann Weaver")
    unlikely = with_likeliest_author(search.evidence, [(0.9, narrow), (0.1, post)], trees)
    assert unlikely.start == cell


def test_a_post_without_the_column_of_authors_is_read_on_its_own(search: RecordSearch) -> None:
    posts = search.posts()
    without = (posts[0]._replace(author=-1), *posts[1:])
    found = with_missing_authors(search.evidence, without, search.model.authors)
    assert names(search, found) == [post.author for post in POSTS]


def test_posts_are_left_alone_where_most_have_no_author(search: RecordSearch) -> None:
    without = tuple(post._replace(author=-1) for post in search.posts())
    assert with_missing_authors(search.evidence, without, search.model.authors) == without


def test_a_post_of_words_only_has_no_author() -> None:
    search = RecordSearch(parse("<div><p>Nothing but words that somebody said at some length, and no name.</p></div>"))
    post = Post(start=0, end=len(search.page), body=(0, len(search.page)), author=-1, time=-1)
    assert find_lone_author(search.evidence, post, default_model().authors) == (-1, 0.0)
