"""Texts in which every word of the table is one sign, so that one small grammar reads the dates of all languages.

`spell` keeps the length of a text: a word becomes the sign of its meaning and as many fillers as it has further
letters. Words of one or two letters stay as they are, because "a", "m" and "de" mean different things in one language.
So do Chinese, Japanese and Korean words, which the grammar names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import groupby

from tests.dates.plain_words import ZONES
from weft.dates.languages import Languages, table
from weft.dates.phrases import CJK, Phrases, any_of, fold

FIRST_SIGN, LAST_SIGN, FILLER = "\ue000", "\uf8fe", "\uf8ff"  # characters that Unicode leaves to programs
MIN_SPELLED = 3  # letters
LETTER = r"[^\W\d_]"
# In the order in which signs are given, so that the words of a kind are few ranges.
KINDS = (
    "month", "weekday", "unit", "past", "since", "day", "now", "last_week", "last_month", "last_year", "ago", "before",
    "around", "number", "at", "year", "am", "pm",
)  # fmt: skip


@cache
def _book() -> tuple[Phrases, Mapping[str, Mapping[str, Languages]]]:
    """The words that get signs; and what signs and the words that stay mean: kinds and their languages."""
    meanings: dict[str, dict[str, Languages]] = {}
    for kind, words in table().items():
        if kind.partition(" ")[0] in KINDS:
            for word, languages in words.items():
                meanings.setdefault(word, {})[kind] = languages
    spelled: dict[frozenset[tuple[str, Languages]], list[str]] = {}
    stay: dict[str, Mapping[str, Languages]] = {}
    for word, meaning in meanings.items():
        if len(word) >= MIN_SPELLED and word < CJK and word not in ZONES:
            spelled.setdefault(frozenset(meaning.items()), []).append(word)
        else:
            stay[word] = meaning
    signs: dict[str, str] = {}
    for number, words_alike in enumerate(sorted(spelled.values(), key=lambda words: _rank(meanings[words[0]]))):
        sign = chr(ord(FIRST_SIGN) + number)
        stay[sign] = meanings[words_alike[0]]
        signs |= dict.fromkeys(words_alike, sign)
    return Phrases(signs), stay


def _rank(meaning: Mapping[str, Languages]) -> int:
    return min(KINDS.index(kind.partition(" ")[0]) for kind in meaning)


def spell(text: str) -> str:
    """A text with signs for words; every character of the others stays where it is, in lower case.

    >>> spell("4 Dezember") == spell("4 Dezembar") , len(spell("vor 3 Stunden"))
    (False, 13)
    """
    text = fold(text)
    pieces, done = [], 0
    for start, end, sign in _book()[0].find(text):
        pieces += [text[done:start], sign, FILLER * (end - start - 1)]
        done = end
    return "".join((*pieces, text[done:]))


@cache
def pattern(*names: str) -> str:
    """A pattern for the words of some kinds in a spelled text; no group."""
    meanings = _book()[1]
    words = [word for word, meaning in meanings.items() if any(kind.partition(" ")[0] in names for kind in meaning)]
    signs = [word for word in words if FIRST_SIGN <= word <= LAST_SIGN]
    short = [word for word in words if word < FIRST_SIGN and word < CJK]
    joined = [word for word in words if CJK <= word < FIRST_SIGN]
    parts = [f"[{''.join(_ranges(signs))}]{FILLER}*+"] if signs else []
    parts += [f"{any_of(short)}(?!{LETTER})"] if short else []
    parts += [any_of(joined)] if joined else []
    return "(?:" + "|".join(parts) + ")"


def _ranges(signs: Iterable[str]) -> Iterator[str]:
    """Signs as the ranges of a set of characters: those in a row have the same distance from their number."""
    for _, group in groupby(enumerate(sorted(signs)), key=lambda entry: ord(entry[1]) - entry[0]):
        row = [sign for _, sign in group]
        yield f"{row[0]}-{row[-1]}"


@lru_cache(maxsize=4_096)
def values(word: str, name: str) -> Mapping[str, Languages]:
    """What a word of a spelled text means as one of a kind: by value ("12", "hour") the languages.

    >>> values(spell("listopad"), "month") == {"11": {"pl", "cs"}, "10": {"hr"}}
    True
    """
    word = word.rstrip(".")
    meaning = _book()[1].get(word[0] if FIRST_SIGN <= word[0] <= LAST_SIGN else re.sub(r"\s", " ", word), {})
    parts = ((kind.partition(" "), languages) for kind, languages in meaning.items())
    return {value: languages for (kind, _, value), languages in parts if kind == name}
