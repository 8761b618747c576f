"""Anchors: ids, addresses and parents of records."""

from weft import parse
from weft.content import Record
from weft.records import find_main_records

POST = (
    '<div class=post {attributes}><a class=author href=/user/{name}>{name}</a> <a href="{link}"><i>2022-09-0{day} 06:38'
    "</i></a><p>{text}</p>{inner}</div>"
)
FORUM = "<a href=/forum>Forum</a>"


def post(day: int, *, attributes: str = "", link: str = "", inner: str = "") -> str:
    name, text = ("Ann", "Bob", "Cleo")[day % 3], f"The {day}th thing that is said about looms and their warps."
    return POST.format(attributes=attributes, name=name, day=day, text=text, link=link, inner=inner)


def records(*posts: str, url: str | None = "https://looms.example/t/7") -> tuple[Record, ...]:
    return find_main_records(parse(FORUM + "".join(posts), url=url))


def test_an_id_and_the_page_make_the_address() -> None:
    first, second = records(post(1, attributes="id=post-11"), post(2, attributes="id=post-12"))
    assert (first.id, second.id) == ("post-11", "post-12")
    assert second.url == "https://looms.example/t/7#post-12"
    assert (second.parent, first.fields["id"].row) == (-1, first.start)


def test_without_an_address_of_the_page_there_is_the_id_alone() -> None:
    found = records(post(1, attributes="id=p1"), post(2, attributes="id=p2"), url=None)
    assert [(record.id, record.url) for record in found] == [("p1", ""), ("p2", "")]


def test_a_base_is_not_where_the_page_is() -> None:
    posts = (post(1, attributes="id=p1"), post(2, attributes="id=p2"))
    assert records("<base href=https://looms.example/>", *posts, url=None)[0].url == ""
    assert records("<base href=/>", *posts)[0].url == "https://looms.example/t/7#p1"


def test_an_id_of_a_button_is_not_the_post_s() -> None:
    buttons = [f"<button id=vote-{day}>up</button><div id=text-{day}></div>" for day in (1, 2)]
    found = records(*(post(day, inner=button) for day, button in enumerate(buttons, start=1)))
    assert [record.id for record in found] == ["text-1", "text-2"]


def test_the_link_of_the_time_is_the_address() -> None:
    found = records(post(1, link="/t/7?post=11"), post(2, link="/t/7?post=12"))
    assert [record.url for record in found] == [
        "https://looms.example/t/7?post=11",
        "https://looms.example/t/7?post=12",
    ]
    assert [record.id for record in found] == ["", ""]


def test_ids_that_are_the_same_are_none() -> None:
    found = records(post(1, attributes="id=p1"), post(2, attributes="id=p1"))
    assert [record.id for record in found] == ["", ""]


def test_a_post_in_a_post_answers_it() -> None:
    inner = post(2, inner=post(3))
    found = records(post(1, inner=inner), post(4))
    assert [record.parent for record in found] == [-1, 0, 1, -1]
    assert found[2].fields["parent"].typed == 1


def test_depths_tell_who_answers_whom() -> None:
    depths = (0, 1, 2, 1, 0)
    found = records(*(post(day, attributes=f"data-depth={depth}") for day, depth in enumerate(depths, start=1)))
    assert [record.parent for record in found] == [-1, 0, 1, 0, -1]


def test_indents_tell_it_too() -> None:
    found = records(*(post(day, attributes=f'style="margin-left: {day % 2 * 20}px"') for day in (2, 3, 4)))
    assert [record.parent for record in found] == [-1, 0, -1]


def test_the_parent_may_be_named() -> None:
    found = records(
        post(1, attributes="id=c11"), post(2, attributes="id=c12"), post(3, attributes="id=c13 data-parent-id=11")
    )
    assert [record.parent for record in found] == [-1, -1, 0]


def test_posts_side_by_side_answer_nothing() -> None:
    assert [record.parent for record in records(post(1), post(2), post(3))] == [-1, -1, -1]
