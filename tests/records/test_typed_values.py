"""Typed values: numbers, money, ratings and dates in many ways of writing them."""

import pytest

from weft.content import DATE, MONEY, NUMBER, RATING, TEXT, Field, Money, Rating
from weft.records.typed_values import (
    guess_type,
    rating_of_classes,
    read_money,
    read_number,
    read_rating,
    typed_value,
    with_types,
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1.234,5", 1234.5),
        ("1,234.5", 1234.5),
        ("1 234", 1234),
        ("1\u202f234\u202f567", 1234567),
        ("1'234.50", 1234.5),
        ("12,34,567", 1234567),
        ("1.234.567", 1234567),
        ("1,234", 1234),
        ("1.234", 1234),
        ("0.125", 0.125),
        ("3,5", 3.5),
        ("12k", 12000),
        ("1.2K views", 1200),
        ("1,2 тыс", 1200),
        ("3.4万", 34000),
        ("2.5 Mio.", 2500000),
        ("1.1M", 1100000),
        ("٣٤", 34),
        ("１２３", 123),
        ("(17)", 17),
        ("-5", -5),
        ("−2,5", -2.5),
        ("17 replies", 17),
    ],
)
def test_numbers_of_many_countries(text: str, value: float) -> None:
    assert read_number(text) == value


@pytest.mark.parametrize("text", ["", "none", "3 of 12", "12–15", "1.2.3", "2022-09-04", "v1.2.3", "9" * 40, "x" * 200])
def test_what_is_not_one_number_is_none(text: str) -> None:
    assert read_number(text) is None


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("£34.00", 34, "GBP"),
        ("US$1,299.99", 1299.99, "USD"),
        ("$12", 12, "$"),
        ("1.299,00 €", 1299, "EUR"),
        ("€ 5", 5, "EUR"),
        ("12,- €", 12, "EUR"),
        ("1 299 kr", 1299, "kr"),
        ("CHF 1'200.-", 1200, "CHF"),
        ("USD 20", 20, "USD"),
        ("20 PLN", 20, "PLN"),
        ("19,90 zł", 19.9, "PLN"),
        ("₹1,23,456", 123456, "INR"),
        ("¥1200", 1200, "¥"),
        ("1200円", 1200, "JPY"),
        ("R$ 49,90", 49.9, "BRL"),
        ("from £5", 5, "GBP"),
        ("4 990 ₽", 4990, "RUB"),
        ("$243.5 billion", 243.5e9, "$"),
        ("$7.7B", 7.7e9, "$"),
        ("£1.234M", 1.234e6, "GBP"),
    ],
)
def test_money_before_and_after(text: str, amount: float, currency: str) -> None:
    assert read_money(text) == Money(amount, currency)


@pytest.mark.parametrize("text", ["", "34", "$10 – $20", "was £20 now £12", "krill 5", "5 frogs", "3 for £10"])
def test_what_is_not_one_amount_is_none(text: str) -> None:
    assert read_money(text) is None


@pytest.mark.parametrize(
    ("text", "value", "best"),
    [
        ("4.5 out of 5", 4.5, 5),
        ("4,5 von 5 Sternen", 4.5, 5),
        ("Rated 4.50 out of 5 stars", 4.5, 5),
        ("4/5", 4, 5),
        ("8/10", 8, 10),
        ("4,2 sur 5", 4.2, 5),
        ("3 stars", 3, 5),
        ("★★★★☆", 4, 5),
        ("★★★½☆", 3.5, 5),
        ("★★★★★", 5, 5),
    ],
)
def test_ratings(text: str, value: float, best: float) -> None:
    assert read_rating(text) == Rating(value, best)


@pytest.mark.parametrize("text", ["", "7 out of 5", "2024/05", "1/2", "a star", "☆☆☆☆☆", "page 4 of 50"])
def test_what_is_no_rating(text: str) -> None:
    assert read_rating(text) is None


@pytest.mark.parametrize(
    ("names", "value"), [("star-rating Three", 3), ("stars-45", 4.5), ("rating-4", 4), ("a-star-4-5", 4.5)]
)
def test_ratings_in_classes(names: str, value: float) -> None:
    assert rating_of_classes(names) == Rating(value, 5)


@pytest.mark.parametrize("names", ["", "rating", "three", "col-4", "started", "star-9"])
def test_classes_that_tell_no_rating(names: str) -> None:
    assert rating_of_classes(names) is None


def test_fields_are_typed_by_their_names_and_keep_their_texts() -> None:
    fields = {"price": "£5", "views": "1.2k", "time": "2022-09-04", "author": "Ann", "rating": "4.5", "body": "5"}
    typed = with_types({name: Field(value=value, row=3, source="records") for name, value in fields.items()})
    assert {name: field.value for name, field in typed.items()} == fields
    assert [typed[name].typed for name in fields] == [Money(5, "GBP"), 1200, "2022-09-04", "Ann", Rating(4.5, 5), None]
    assert [typed[name].type for name in fields] == [MONEY, NUMBER, DATE, "person", RATING, TEXT]
    assert all(field.row == 3 for field in typed.values())


def test_a_type_that_a_reader_gave_stays() -> None:
    field = Field(value="about five", type=RATING, typed=Rating(5, 10))
    assert with_types({"price": field}) == {"price": field}


def test_what_cannot_be_read_has_its_type_and_no_value() -> None:
    assert with_types({"price": Field(value="ask us")})["price"] == Field(value="ask us", type=MONEY)
    assert typed_value("soon", DATE) is None


@pytest.mark.parametrize(
    ("texts", "kind"),
    [
        (["1,200", "85", ""], NUMBER),
        (["$5", "$7.20"], MONEY),
        (["4 September 2022", "2022-09-05"], DATE),
        (["4/5", "3/5"], RATING),
        (["12", "many"], TEXT),
        (["", " "], TEXT),
        (["A4", "B5"], TEXT),
    ],
)
def test_the_type_of_a_column(texts: list[str], kind: str) -> None:
    assert guess_type(texts) == kind
