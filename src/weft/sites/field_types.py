"""Types of fields: what the values of a slot are, page after page.

Numbers, money, ratings and dates are read as `weft.records.typed_values` reads them; here are those that only many
values together tell: telephone numbers, addresses of the post and of the web, and the few values of an enumeration.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from weft.content import (
    DATE,
    EMAIL,
    ENUMERATED,
    MONEY,
    NUMBER,
    PERSON,
    PHONE,
    PLACE,
    RATING,
    TEXT,
    URL,
    Field,
    LazyFields,
)
from weft.records.typed_values import guess_type, typed_value

TYPE_SHARE = 0.8  # of the values have the type; the others say "none" or "call us"
MIN_ENUMERATED = 6  # values; of fewer nobody can say whether they recur
MAX_ENUMERATED = 30  # characters of each
MAX_TYPED = 80  # characters of a value with a type
MIN_DIGITS, MAX_DIGITS = 7, 15  # of a telephone number

_EMAIL = re.compile(r"[^\s@<>]+@[^\s@<>]+\.[a-z]{2,}", re.IGNORECASE)
_URL = re.compile(r"(?:https?://|www\.)\S+|(?:[a-z0-9-]+\.)+[a-z]{2,6}(?:/\S*)?")
_PHONE = re.compile(r"(?:[a-z]{1,5}[.:]? ?)?\+?[(\d][\d\s().\-/–]*\d(?: ?(?:x|ext)[.:]? ?\d+)?", re.IGNORECASE)
_STREET_WORDS = (
    "st|str|street|ave|av|avenue|rd|road|blvd|boulevard|dr|drive|ln|lane|way|pl|place|plaza|ct|court|hwy|highway|sq|square"
    "|pkwy|parkway|pike|ter|terrace|cir|circle|row|walk|suite|ste|floor|rue|via|calle|quai|allée|platz|weg|gasse|laan"
)
_STREET = re.compile(
    rf"\d+[\w/-]*,? .*\b(?:{_STREET_WORDS})\b.*|.+(?:stra(?:ß|ss)e|str\.|weg|platz|gasse|straat) \d+\w?.*",
    re.IGNORECASE,
)
_TOWN = re.compile(r"[^\W\d](?:[\w.'’-]| (?!in\b))*,(?: [^\W\d][\w .'’-]*,)? ?[A-Z]{2}(?:,? \d{5}(?:-\d{4})?)?")
_NAME = re.compile(r"(?:[^\W\d_][\w.'’-]*,? ){1,3}[^\W\d_][\w.'’-]*")


def type_of(values: Sequence[str]) -> str:
    """The type that nearly all values have, `text` where they have none in common.

    >>> type_of(["(304) 679-3128", "(562) 945-2211"]), type_of(["12 Mill St.", "3 High Road"])
    ('phone', 'place')
    >>> type_of(["$ 5", "$ 7", "$ 8", "$ 9", "call us"]), type_of(["R", "PG", "R", "PG", "R", "R"])
    ('money', 'enumerated')
    """
    filled = [value for value in values if value]
    for kind, test in _TESTS:
        if filled and _nearly_all(filled, test):
            return kind
    return ENUMERATED if is_enumerated(filled) else TEXT


def _nearly_all(values: Sequence[str], test: Callable[[str], bool]) -> bool:
    """Whether nearly all values pass a test; few are asked where too many fail."""
    left = len(values)
    for value in values:
        left -= not (len(value) <= MAX_TYPED and test(value))
        if left < TYPE_SHARE * len(values):
            return False
    return True


def is_enumerated(values: Sequence[str]) -> bool:
    """Whether the values are a few short ones that recur."""
    few = len(set(values)) * 2 <= len(values)
    return few and len(values) >= MIN_ENUMERATED and max(map(len, values)) <= MAX_ENUMERATED


def looks_like_person(value: str) -> bool:
    """Whether a value may be the name of a person: two to four words that begin with capitals.

    >>> looks_like_person("Ann B. Weaver"), looks_like_person("Weave it now"), looks_like_person("Ann")
    (True, False, False)
    """
    words = value.split()
    is_name = bool(_NAME.fullmatch(value)) and all(word[0].isupper() or word.islower() for word in words)
    return is_name and words[0][0].isupper() and words[-1][0].isupper() and sum(map(str.islower, words)) <= 1


def _is_phone(value: str) -> bool:
    digits = sum(map(str.isdigit, value))
    return MIN_DIGITS <= digits <= MAX_DIGITS and not value.isdigit() and bool(_PHONE.fullmatch(value))


def _guessed(kind: str) -> Callable[[str], bool]:
    return lambda value: _guess(value) == kind


@lru_cache(maxsize=4096)
def _guess(value: str) -> str:
    """The type of one value, which several tests ask for."""
    return guess_type([value])


_TESTS: tuple[tuple[str, Callable[[str], bool]], ...] = (
    (MONEY, _guessed(MONEY)),
    (EMAIL, lambda value: bool(_EMAIL.fullmatch(value))),
    (NUMBER, _guessed(NUMBER)),
    (DATE, _guessed(DATE)),
    (PHONE, _is_phone),
    (RATING, _guessed(RATING)),
    (URL, lambda value: bool(_URL.fullmatch(value))),
    (PLACE, lambda value: bool(_STREET.fullmatch(value) or _TOWN.fullmatch(value))),
)

PERSON_WORDS = frozenset(
    "author authors by director directors writer writers producer producers composer editor illustrator translator"
    " reviewer artist actor actress president contact agent instructor coach owner creator photographer narrator"
    "".split()
)


def type_by_name(name: str, values: Sequence[str]) -> str:
    """The type of a field: a person where the name says so and the values may be, else what the values are."""
    kind = type_of(values)
    if kind in (TEXT, ENUMERATED) and PERSON_WORDS.intersection(name.split("_")):
        people = sum(map(looks_like_person, values))
        return PERSON if people >= TYPE_SHARE * len(values) else kind
    return kind


def typed_fields(find: Callable[[], Mapping[str, Field]]) -> LazyFields:
    """The fields of a template, each with its value for programs; found when they are first asked for."""
    return LazyFields(lambda: {name: _typed(one) for name, one in find().items()})


def _typed(one: Field) -> Field:
    """The field with its value for programs; `replace` takes several times as long."""
    typed = typed_value(one.value, one.type)
    return one if typed is None else Field(value=one.value, row=one.row, source=one.source, type=one.type, typed=typed)
