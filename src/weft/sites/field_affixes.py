"""Affixes: what a template prints around the values of a slot, in the same text."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile

from weft.sites.templates.fields import COLONS

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
