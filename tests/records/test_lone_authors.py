"""The author of a post that has nothing beside it, and of one that lacks the column of the others' authors."""

from weft import parse
from weft.records.find import find_records

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
