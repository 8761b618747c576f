"""What posts say of their writers."""

from weft import parse
from weft.records import find_main_records

POST = (
    "<article class=message id=post-{0}><h4 class=message-name><a class=username href=/members/{1}>{1}</a></h4>"
    "<h5 class='userTitle message-userTitle'>{2}</h5>"
    "<h3><a href=#post-{0}>#{0}</a> <time>2022-09-0{0} 06:38</time></h3>"
    "<div class=message-body><p>{3}</p></div></article>"
)
POSTS = "".join(
    POST.format(*parts)
    for parts in (
        (1, "Ann", "Senior Member", "Does anybody know which reed is right for a fine silk warp?"),
        (2, "Bob", "Member", "Take one with sixty dents and sley two threads in each of them."),
        (3, "Cleo", "Senior Member", "I would not, since the knots will not go through such a reed."),
    )
)


def test_the_rank_of_a_writer_is_no_title_and_neither_is_a_heading_with_the_time() -> None:
    records = find_main_records(parse(f"<a href=/forum>Forum</a><main>{POSTS}</main>"))
    assert [record.fields["author"].value for record in records] == ["Ann", "Bob", "Cleo"]
    assert [record.fields["rank"].value for record in records] == ["Senior Member", "Member", "Senior Member"]
    assert not any("title" in record.fields for record in records)
