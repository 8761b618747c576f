"""Posts that may stand alone: what the kernel refuses.

The author of a post that has nothing beside it, and of one that lacks the column of the others' authors.
"""

import pytest

from weft import _native, parse
from weft.records.evidence import gather
from weft.records.find import find_records
from weft.records.names import named_columns


def test_what_is_of_another_page_is_refused() -> None:
    evidence = gather(parse("<p>2022-09-04 06:38"))
    with pytest.raises(ValueError, match="not asked for"):
        _native.lone_posts(evidence.columns, [], [])
    for tries in ([(0, 99, 0)], [(0, 2, 7)], [(2, 2, 0)]):
        with pytest.raises(ValueError, match="ranges or times"):
            _native.lone_posts(named_columns(evidence), tries, [])


def test_the_deadline_is_asked() -> None:
    evidence = gather(parse("<p>2022-09-04 06:38" * 500))
    with pytest.raises(_native.LimitTripped):
        _native.lone_posts(named_columns(evidence), [(0, 99, 0)], [], seconds=0.0)


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
