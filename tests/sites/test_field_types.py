import pytest

from weft.content import Field, Money
from weft.sites.field_types import looks_like_person, type_by_name, type_of, typed_fields


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ("$5.00|£7|12 €", "money"),
        ("2021-03-04|5 May 2022", "date"),
        ("1,200|85", "number"),
        ("4.5 out of 5|3 out of 5", "rating"),
        ("+49 30 1234567|(304) 679-3128|Tel: 020 7946 0018", "phone"),
        ("9780553805260|9781594417283", "number"),
        ("a.b@loom.example|c@weft.example", "email"),
        ("www.loom.example|https://weft.example/a", "url"),
        ("12 Mill St.|Lange Straße 4|Leeds, WV 26184", "place"),
        ("2009 Dodge Durango|2010 Subaru Outback", "text"),
        ("warp|weft|loom", "text"),
        ("PG|R|PG|R|R|PG", "enumerated"),
        ("", "text"),
    ],
)
def test_types(values: str, kind: str) -> None:
    assert type_of(values.split("|")) == kind


def test_a_person_is_told_by_the_name_of_the_field() -> None:
    people = ["Ann Lee", "Bo van Ek", "Cy Day"]
    assert (type_by_name("director", people), type_by_name("team", people)) == ("person", "text")
    assert type_by_name("author", ["All of our reviews", "Read more here", "Ann Lee"]) == "text"
    assert [looks_like_person(text) for text in ("Ann Lee", "ann lee", "7 of Nine", "Ann")] == [
        True,
        False,
        False,
        False,
    ]


def test_values_for_programs() -> None:
    fields = typed_fields(lambda: {"price": Field(value="$5", type="money"), "name": Field(value="Ann")})
    assert (fields["price"].typed, fields["name"].typed) == (Money(5.0, "$"), None)
