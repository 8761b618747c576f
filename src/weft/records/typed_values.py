"""Typed values: numbers, money, ratings and dates read from the texts that pages show, in any way of writing them.

The kernel reads them (`text/values.rs`). Where a text can be read in two ways the usual one is taken for what it is:
`1.234` is a count of a thousand and a rating of one. Where it has two numbers, or a sign that nothing tells, nothing is
read: the text stays beside it.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from weft.content import DATE, IMAGE, MONEY, NUMBER, PERSON, RATING, TEXT, URL, Field, Money, Rating, Typed
from weft.kernel import records as kernel
from weft.text import normalise_date

TYPE_BY_NAME: dict[str, str] = {
    **dict.fromkeys(("price", "salary", "old_price"), MONEY),
    **dict.fromkeys(("rating",), RATING),
    **dict.fromkeys(("replies", "views", "number", "votes", "likes", "answers", "reviews", "parent"), NUMBER),
    **dict.fromkeys(("time", "last_time", "start", "finish", "date"), DATE),
    **dict.fromkeys(("author", "last_author"), PERSON),
    "url": URL,
    "image": IMAGE,
}
"""The type of a field by its name; what has another name is text, unless its reader says more."""

_WORDS = ("zero", "one", "two", "three", "four", "five")
_CLASS = re.compile(
    r"(?:(?:.{0,20}[-_])?(?:stars?|rating|rated|rate)[-_]?)(?P<value>[0-5](?:[-_.][05])?|[1-5]0|[0-4]5)", re.IGNORECASE
)
_WHOLE_NUMBER = re.compile(r"[-−+]?\d[\d., \u00a0\u2009\u202f'’٬]*\s?(?:k|M|万|萬|%)?")


def read_number(text: str, *, is_small: bool = False) -> int | float | None:
    """The one number that a text has, None where it has none or several.

    A small number, such as a rating, has no groups of thousands: `1.234` is one and a bit.

    >>> [read_number(text) for text in ("1.234,5", "1,234.5", "1 234", "12k", "3.4万", "1.234", "٣٤", "12 of 15")]
    [1234.5, 1234.5, 1234, 12000, 34000, 1234, 34, None]
    """
    value = kernel.read_number(text, is_small)
    return int(value) if value is not None and value.is_integer() else value


def read_money(text: str) -> Money | None:
    """The one amount of money that a text has, None where it has none or several.

    >>> read_money("£34.00"), read_money("1.299,00 €"), read_money("$ 12 – $ 20")
    (Money(amount=34.0, currency='GBP'), Money(amount=1299.0, currency='EUR'), None)
    """
    found = kernel.read_money(text)
    return Money(*found) if found else None


def read_rating(text: str) -> Rating | None:
    """The rating that a text says in words, in numbers or in stars; None where it says none.

    >>> read_rating("4.5 out of 5"), read_rating("★★★★☆"), read_rating("4,5 von 5 Sternen"), read_rating("8/10").best
    (Rating(value=4.5, best=5.0), Rating(value=4.0, best=5.0), Rating(value=4.5, best=5.0), 10.0)
    """
    found = kernel.read_rating(text)
    return Rating(*found) if found else None


@lru_cache(maxsize=4_096)
def rating_of_classes(names: str) -> Rating | None:
    """The rating that the classes of an element tell, None where they tell none.

    >>> rating_of_classes("star-rating Three"), rating_of_classes("stars-45"), rating_of_classes("rating")
    (Rating(value=3.0, best=5.0), Rating(value=4.5, best=5.0), None)
    """
    words = names.lower().split()
    if any("star" in word or "rating" in word for word in words):
        for word in words:
            if word in _WORDS:
                return Rating(float(_WORDS.index(word)), 5.0)
    for word in words:
        if match := _CLASS.fullmatch(word):
            digits = match["value"].replace("-", ".").replace("_", ".")
            value = float(digits) / (10 if "." not in digits and len(digits) == 2 else 1)
            return Rating(value, 5.0)
    return None


def typed_value(value: str, kind: str) -> Typed | None:
    """The value of a text as one of `FIELD_TYPES`, None where it cannot be read so.

    >>> typed_value("1,234", "number"), typed_value("Ann", "person"), typed_value("soon", "date")
    (1234, 'Ann', None)
    """
    if kind == NUMBER:
        return read_number(value)
    if kind == MONEY:
        return read_money(value)
    if kind == RATING:
        rating = read_rating(value)
        number = read_number(value, is_small=True) if rating is None else None
        return rating if number is None or not 0 <= number <= 5 else Rating(float(number), 5.0)
    if kind == DATE:
        return normalise_date(value) or None
    return None if kind == TEXT else value or None


def with_type(field: Field, kind: str) -> Field:
    """The field with a type, and with its value as that type; as it is where a reader has said both."""
    if field.type != TEXT or kind == TEXT or not field.value:
        return field
    typed = typed_value(field.value, kind)
    if type(field) is not Field:
        return replace(field, type=kind, typed=typed)
    # Every value of every record comes here, and `replace` takes several times as long.
    return Field(value=field.value, row=field.row, source=field.source, type=kind, typed=typed)


def with_types(fields: Mapping[str, Field]) -> dict[str, Field]:
    """The fields, those with a name that tells their type typed."""
    return {name: with_type(field, TYPE_BY_NAME.get(name, TEXT)) for name, field in fields.items()}


def guess_type(texts: list[str]) -> str:
    """The type that all texts of a column have, `text` where they have none in common.

    >>> guess_type(["1,200", "85"]), guess_type(["$ 5", "$ 7.20"]), guess_type(["2022-09-04", "2022-09-05"])
    ('number', 'money', 'date')
    >>> guess_type(["12", "many"])
    'text'
    """
    filled = [text for text in texts if text.strip()]
    if not filled:
        return TEXT
    if all(map(read_money, filled)):
        return MONEY
    if all(_WHOLE_NUMBER.fullmatch(text.strip()) and read_number(text) is not None for text in filled):
        return NUMBER
    if all(len(text) <= 40 and re.search(r"\d", text) and normalise_date(text) for text in filled):
        return DATE
    return RATING if all(map(read_rating, filled)) else TEXT
