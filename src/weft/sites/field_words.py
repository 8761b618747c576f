"""Words that pages use in classes, ids and addresses for the values of fields, as names of fields with their types.

Affixes: what a template prints around the values of a slot, in the same text.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile

import numpy as np

from weft.content import DATE, EMAIL, ENUMERATED, MONEY, NUMBER, PERSON, PHONE, PLACE, RATING, TEXT, URL
from weft.page import Page
from weft.sites.templates.fields import COLONS

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


AFFIX_SHARE = 0.8  # of the pages print an affix; a page without value may print "none"
MIN_VALUES = 3  # different values; two may share words by chance
SEPARATORS = ":：|•·»›>-–—/"  # what stands between a value and what a template prints beside it
BYLINE_WORDS = frozenset("by posted on published written updated author from date in 作者 来源 发布于 发表于".split())


def find_affixes(values: Sequence[str]) -> tuple[str, str]:
    """What the template prints before and after the values in the same text, up to a separator or as a byline.

    >>> find_affixes(["By Ann Lee |", "By Bo Ek |", "By Cy Day |"])
    ('By', '|')
    """
    if len(set(values)) < MIN_VALUES:
        return "", ""
    prefix = _common(head for value in values for head in _heads(value))
    suffix = _common(tail for value in values for tail in _tails(value))
    least = AFFIX_SHARE * len(values)
    before = prefix[0] if prefix[1] >= least else ""
    return before, suffix[0] if suffix[1] >= least else ""


def _common(affixes: Iterable[str]) -> tuple[str, int]:
    """The most frequent affix, of equals the longest, and its count."""
    counts = Counter(affix for affix in affixes if not any(map(str.isdigit, affix)))
    return max(counts.items(), key=lambda item: (item[1], len(item[0])), default=("", 0))


def _heads(value: str) -> list[str]:
    words = value.split(" ")
    heads = []
    bylines = True
    for number, word in enumerate(words[:-1], start=1):
        bylines = bylines and word.lower().rstrip(":：") in BYLINE_WORDS
        if bylines or word[-1:] in tuple(SEPARATORS):
            heads.append(" ".join(words[:number]))
    return heads[:4]


def _tails(value: str) -> list[str]:
    """What may follow a value: a separator and more, the label of the next value, the mark of a heading's link."""
    words = value.split(" ")
    places = [position for position in range(len(words) - 1, 0, -1) if words[position][0] in SEPARATORS][:2]
    if value.endswith(COLONS) or words[-1].lower() in BYLINE_WORDS:
        places.append(len(words) - 1)
    tails = [" ".join(words[position:]) for position in places if position]
    if value[-1:] == "¶" or unicodedata.category(value[-1:] or " ") == "Co":
        tails.append(value[-1])
    return tails


def strip_words(values: Mapping[int, str]) -> dict[int, str]:
    """The values without the words that all begin or end with: of "Hotels in Rome" what another slot may print alone.

    A value without such words is left out, so that no slot is an echo of itself.
    """
    words = {page: value.split() for page, value in values.items()}
    before = _shared(words.values())
    after = _shared([own[:before:-1] for own in words.values()])
    if not before + after:
        return {}
    return {page: " ".join(own[before : len(own) - after]) for page, own in words.items()}


def _shared(lists: Iterable[list[str]]) -> int:
    """How many words all lists begin with."""
    return sum(1 for _ in takewhile(lambda column: len(set(column)) == 1, zip(*lists, strict=False)))
