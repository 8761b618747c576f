"""Posts that may stand alone: those that a model learns from.

The author of a post that has nothing beside it, and of one that lacks the column of the others' authors.
"""

import pytest

from weft import _native, parse
from weft.records.find import find_records
from weft.records.kernel_draft import begin_search
from weft.records.reading_features import LONE_FEATURES


def test_what_is_no_region_has_no_posts_before_it() -> None:
    page, search = parse(LONE), begin_search()
    found = _native.draft_page(page.table, "", search, is_all=True)
    posts, features = found.tried_posts(page.table, "", search)
    assert features.shape == (len(posts), len(LONE_FEATURES))
    assert len(posts) > 1
    assert found.tried_posts(page.table, "", search, 99)[0] == []


def test_the_deadline_is_asked() -> None:
    page, search = parse(LONE * 100), begin_search()
    found = _native.draft_page(page.table, "", search, is_all=True)
    with pytest.raises(_native.LimitTripped):
        found.tried_posts(page.table, "", search, seconds=0.0)


LONE = (
    "<title>Which loom? - Forum</title><a href=/forum>Forum</a> <a href=/register>Register</a><h1>Which loom?</h1>"
    "<table id=post_11><tr><td class=side><div class=name><a href=/user/9 class=username>Ann Weaver</a></div>"
    "<p>Member</p></td><td class=main><div class=bar><a href=?order=1>Newest first</a> <em>Posted 2022-09-04 06:38</em>"
    "</div><div class=message id=message_11>I have little room and would like to begin with something small. Which loom"
    " would you buy, and why that one? I have read that table looms are slow.</div></td></tr></table>"
    "<a href=?reply>Reply</a>"
)


def test_the_author_beside_a_lone_post_is_found() -> None:
    (record,) = find_records(parse(LONE))[0].records
    assert record.fields["author"].value == "Ann Weaver"
    assert record.fields["body"].value.startswith("I have little room")
