"""Words that pages use in classes, ids and addresses for the values of fields, as names of fields with their types."""

import re
from functools import lru_cache

import numpy as np

from weft.content import DATE, EMAIL, ENUMERATED, MONEY, NUMBER, PERSON, PHONE, PLACE, RATING, TEXT, URL
from weft.page import Page

STEPS = 2  # elements above a text whose class or id may speak of it alone
MAX_TEXTS = 2  # texts of an element that holds one value, with a sign beside it
MIN_ENDING = 5  # letters of a word that may end a longer one: `playerposition`
MAX_ADDRESS = 300  # characters of a link's address

_WORD = re.compile("[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_EMPTY = frozenset("name number value text label info link data field block box item row cell".split())
_TEXTS = (TEXT, ENUMERATED, PERSON)
_WORDS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("phone", "phone telephone tel", (PHONE,)),
    ("fax", "fax", (PHONE,)),
    ("email", "email mail", (EMAIL,)),
    ("website", "website homepage url", (URL,)),
    ("address", "address addr adr street", (PLACE, TEXT)),
    ("city", "city locality town", (TEXT, ENUMERATED, PLACE)),
    ("region", "region state province", (TEXT, ENUMERATED)),
    ("postal_code", "zip zipcode postal postcode", (TEXT, NUMBER, ENUMERATED)),
    ("location", "location", (TEXT, PLACE, ENUMERATED)),
    ("price", "price", (MONEY,)),
    ("rating", "rating score stars", (RATING, NUMBER, ENUMERATED)),
    ("date", "date published posted pubdate", (DATE,)),
    *(
        (name, words, _TEXTS)
        for name, words in (
            ("author", "author authors byline"),
            ("director", "director directors"),
            ("genre", "genre genres"),
            ("cuisine", "cuisine cuisines"),
            ("publisher", "publisher"),
            ("manufacturer", "manufacturer mfr"),
            ("brand", "brand brands"),
            ("company", "company employer"),
            ("team", "team teams"),
            ("position", "position"),
            ("studio", "studio"),
            ("artist", "artist artists"),
            ("category", "category categories"),
            ("country", "country"),
            ("language", "language"),
            ("availability", "availability stock"),
        )
    ),
    ("isbn", "isbn", (TEXT, NUMBER, PHONE)),
    ("sku", "sku", (TEXT, NUMBER)),
    ("duration", "duration runtime", (TEXT, NUMBER, ENUMERATED)),
    ("salary", "salary", (MONEY, TEXT)),
)
NAMES = {word: (name, types) for name, words, types in _WORDS for word in words.split()}
_ENDINGS = tuple(word for word in NAMES if len(word) >= MIN_ENDING)


def word_name(page: Page, row: int, kind: str) -> str:
    """The name that a known word gives to a text: of the class or id of an element that holds it alone, of its link."""
    for above in page.ancestors(row)[:STEPS]:
        if np.count_nonzero(page.chars[above : page.end[above]]) > MAX_TEXTS:
            break
        for mark in (page.id(above), *page.classes(above)):
            name, types = _named(mark)
            if kind in types:
                return name
    link = next((above for above in page.ancestors(row)[:STEPS] if page.tag_name(above) == "a"), -1)
    if link >= 0:
        name, types = _linked((page.values("href").get(link, ""))[:MAX_ADDRESS])
        return name if kind in types and kind != MONEY else ""
    return ""


@lru_cache(maxsize=4_096)
def _named(mark: str) -> tuple[str, tuple[str, ...]]:
    """The name that a class or id says, with the types that it may have: its last word is what the element is.

    Of an id such as `ctl00_Main_lblPrice` only the last part is the element's own.
    """
    words = [word.lower() for word in _WORD.findall(mark.rpartition("_")[2] or mark)]
    while len(words) > 1 and words[-1] in _EMPTY:
        words.pop()
    if not words:
        return "", ()
    ending = next((word for word in _ENDINGS if words[-1].endswith(word)), "")
    return NAMES.get(words[-1]) or (NAMES[ending] if ending else ("", ()))


@lru_cache(maxsize=4_096)
def _linked(address: str) -> tuple[str, tuple[str, ...]]:
    """The name that the folders of an address say, or the file before a query: `/genres/drama`, `/teams.php?id=5`."""
    path, _, query = address.partition("?")
    parts = path.split("/") if query else path.split("/")[:-1]
    lasts = [words[-1].lower() for part in reversed(parts) if (words := _WORD.findall(part.partition(".")[0]))]
    return next((NAMES[last] for last in lasts if last in NAMES), ("", ()))
