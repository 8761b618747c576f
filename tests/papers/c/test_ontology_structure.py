"""What the structure of a page tells an ontology: groups, the page's own record, links, labels, quotations."""

import pytest

from weft import parse
from weft.papers.c import Ontology


def values(name: str, html: str) -> list[dict[str, str]]:
    regions = Ontology.named(name).find(parse(html))
    return [{name: field.value for name, field in record.fields.items()} for one in regions for record in one.records]


def test_values_of_one_group_never_go_to_another() -> None:
    people = (
        ("Ann Lee", "<p>Phone: 555-010-2030"),
        ("Bo Chen", "<p>Phone: 555-010-2031<p>Fax: 555-010-9999"),
        ("Cy Marsh", "<p>cy@weft.example<p>Phone: 555-010-2032"),
    )
    cards = "".join(f"<div class=card><h4>{name}</h4>{rest}</div>" for name, rest in people)
    assert values("contact", f"<h1>Team</h1><div>{cards}</div>") == [
        {"name": "Ann Lee", "phone": "555-010-2030"},
        {"name": "Bo Chen", "phone": "555-010-2031", "fax": "555-010-9999"},
        {"name": "Cy Marsh", "email": "cy@weft.example", "phone": "555-010-2032"},
    ]


def post(author: str, day: int, text: str, rank: str = "Weaver") -> str:
    head = f"<div><a href=/u/{author}>{author}</a></div><div>{rank}</div><div>2022-09-0{day} 06:38</div>"
    return f"<li class=post>{head}<div class=said>{text}</div></li>"


def test_posts_are_groups_and_authors_are_links() -> None:
    posts = post("ann", 4, "Which loom?") + post("bo", 5, "A table loom.") + post("ann", 6, "Thanks to all.")
    found = values("post", f"<ol>{posts}</ol>")
    assert [record["author"] for record in found] == ["ann", "bo", "ann"]
    assert [record["body"].split("\n")[-1] for record in found] == ["Which loom?", "A table loom.", "Thanks to all."]


def test_a_quotation_begins_no_record() -> None:
    quote = "<blockquote>ann 2022-09-04 06:38<br>Which loom?</blockquote>A table loom."
    posts = post("ann", 4, "Which loom?") + post("bo", 5, quote) + post("cy", 6, "Yes.")
    assert [record["time_text"] for record in values("post", f"<ol>{posts}</ol>")] == [
        "2022-09-04 06:38",
        "2022-09-05 06:38",
        "2022-09-06 06:38",
    ]


def test_of_two_dates_the_one_that_goes_on_from_post_to_post_is_the_time() -> None:
    joined = ("2019-03-01", "2011-05-09", "2015-01-20", "2012-12-24")
    posts = "".join(
        f"<li class=post><a href=/u>name{n}</a><div class=since>{day}</div><div class=when>2022-09-0{n + 1}</div><p>So."
        for n, day in enumerate(joined)
    )
    found = values("post", f"<ol>{posts}</ol>")
    assert [record["time"] for record in found] == [f"2022-09-0{n}" for n in (1, 2, 3, 4)]


def test_a_page_is_a_record_around_its_heading() -> None:
    page = (
        "<title>The oak loom - Loom shop</title><p>Loom shop<h1>The oak loom</h1><p>Price: $ 420.00<p>Brand: Aven"
        "<h2>More</h2><ul><li><b>Pine loom 3</b> <i>$ 99.00</i><li><b>Ash loom 40</b> <i>$ 120.00</i></ul>"
    )
    first, *others = values("product", page)
    assert first == {"name": "The oak loom", "price": "$ 420.00", "brand": "Aven"}
    assert [record["price"] for record in others] == ["$ 99.00", "$ 120.00"]


def test_what_a_label_names_is_a_value() -> None:
    page = (
        "<title>Weaver wanted</title><h1>Weaver wanted</h1><table><tr><td>Company's Name<td>Aven Mills"
        "<tr><td>Location<td>Chantilly, Old Town<tr><td>Creation Date<td>2010-06-25</table>"
    )
    assert values("job", page) == [
        {
            "title": "Weaver wanted",
            "company": "Aven Mills",
            "location": "Chantilly, Old Town",
            "posted_time": "2010-06-25",
            "posted_time_text": "2010-06-25",
        }
    ]


def test_a_value_begins_in_the_line_above_and_a_name_stands_above_it() -> None:
    card = "<p>Meals served<p>THE LOOM & SHUTTLE<br>12 Weaver Bend #3<br>Aven, TX 75220<p>Phone: 555-010-2030"
    assert values("contact", f"<title>Where to eat</title>{card}") == [
        {"name": "THE LOOM & SHUTTLE", "phone": "555-010-2030", "address": "12 Weaver Bend #3, Aven, TX 75220"}
    ]


def test_a_label_above_an_address_is_no_name() -> None:
    (record,) = values("contact", "<p>Directions to Aven:<br>12 Weaver Street<p>Phone: 555-010-2030")
    assert record == {"phone": "555-010-2030", "address": "12 Weaver Street"}


def test_a_value_ends_where_its_element_does() -> None:
    (record,) = values("contact", "<p><b>Ann Lee</b><p><i>Aven</i><span>(555) 010-2030</span><a>ann@weft.example</a>")
    assert record == {"name": "Ann Lee", "phone": "(555) 010-2030", "email": "ann@weft.example"}


def test_what_a_label_tells_is_a_phone_only_where_it_has_digits_enough() -> None:
    assert values("contact", "<p>Ann Lee<p>Phone: 20 30 40 50<p>ann@weft.example")[0]["phone"] == "20 30 40 50"
    assert "phone" not in values("contact", "<p>Ann Lee<p>Phone: on request, 8 to 17<p>ann@weft.example")[0]


HEADINGS = {
    "a link is no heading": (
        "Guilds Of All Lands - Aven Weavers - At a glance",
        "<h2><a href=/>Guilds Of All Lands</a></h2><h1>Aven Weavers</h1>",
        "Aven Weavers",
    ),
    "a heading may have the title's mark in it": (
        "Loom Finder - Weavers Guild: Aven East - At a glance",
        "<h2>Loom Finder</h2><h1>Weavers Guild: Aven East</h1>",
        "Weavers Guild: Aven East",
    ),
    "a heading may begin as the title does": (
        "Aven Weavers Guild Reviews, Pictures - Guilds",
        "<h1>Aven Weavers Guild (2009)</h1><h2>Other guilds</h2>",
        "Aven Weavers Guild",
    ),
}


@pytest.mark.parametrize("case", HEADINGS)
def test_the_heading_of_a_page_names_its_record(case: str) -> None:
    title, headings, name = HEADINGS[case]
    found = values("contact", f"<title>{title}</title>{headings}<p>Phone: 555-010-2030<p>12 Weaver Street")
    assert found[0]["name"] == name
