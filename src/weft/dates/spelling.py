"""Texts in which every word of the table is one sign, so that one small grammar reads the dates of all languages.

`spell` keeps the length of a text: a word becomes the sign of its meaning and as many fillers as it has further
letters. Words of one or two letters stay as they are, because "a", "m" and "de" mean different things in one language.
So do Chinese, Japanese and Korean words, which the grammar names.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from weft.dates.languages import Languages, table
from weft.dates.words import ZONES

FILLER = "\uf8ff"
FIRST_SIGN, LAST_SIGN = "\ue000", "\uf8fe"  # characters that Unicode leaves to programs
MIN_SPELLED = 3  # letters
CJK = "\u3040"  # where kana begin; Han and hangul come behind
LETTER = r"[^\W\d_]"
# In the order in which signs are given, so that the words of a kind are few ranges.
KINDS = (
    "month", "weekday", "unit", "past", "day", "now", "last_week", "last_month", "last_year", "ago", "before", "around",
    "number", "at", "year", "am", "pm",
)  # fmt: skip
_WORD = (
    r"[a-zß-öø-ʯ\u0300-\u0373\u0376-\u037d\u0386\u0388-\u0482\u048a-\u0556\u0561-\u0587\u0591-\u05bd\u05d0-\u05ea"
    r"\u0620-\u0657\u066e-\u06d3\u06d5\u0900-\u0963\u0971-\u09e3\u0a00-\u0dff\u10a0-\u10ff\u1e00-\u1fff\u200c]"
)
_THAI = r"[\u0e01-\u0e4e]"
_TOKEN = re.compile(f"{_WORD}+|{_THAI}+")
_IN_WORD = re.compile(_WORD)
_ORDINAL = re.compile(r"(?:st|nd|rd|th|er|of|de)(?=.)")
_SIGNS = re.compile(f"[{FIRST_SIGN}-{FILLER}]")
_SPACES = "\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\xa0\u061c\u200e\u200f\u2028\u2029\u202f\u205f\u3000" + "".join(
    chr(code) for start, end in ((0x2000, 0x200A), (0x202A, 0x202E), (0x2066, 0x2069)) for code in range(start, end + 1)
)


@cache
def _folds() -> dict[int, str]:
    """Letters that people exchange, digits of all scripts, and what looks like a space."""
    folds = dict.fromkeys(map(ord, _SPACES), " ")
    folds |= {code: str(unicodedata.decimal(chr(code))) for code in range(0x660, 0x10000) if chr(code).isdecimal()}
    pairs = ("’'", "،,", "İi", "șş", "țţ", "أا", "إا", "آا", "يی", "ىی", "كک")
    return folds | {ord(letter): other for letter, other in pairs}


def fold(text: str) -> str:
    """A text in lower case with plain digits and spaces; every character stays where it is.

    >>> fold("۴ Δεκεμβρίου\\u00a0２０２２")
    '4 δεκεμβρίου 2022'
    """
    lowered = text.lower()
    if len(lowered) != len(text):
        lowered = "".join(low if len(low := char.lower()) == 1 else char for char in text)
    if text.isascii() and text.isprintable():
        return lowered
    return _SIGNS.sub(" ", lowered.translate(_folds()))


@dataclass(frozen=True)
class _Book:
    """The words of the table by their first word, or by their first letter in Thai; and what signs and words mean."""

    heads: Mapping[str, list[tuple[str, str]]]  # words and their signs, the longest first
    meanings: Mapping[str, Mapping[str, Languages]]  # of a sign or of a word that stays: kinds and their languages


@cache
def _book() -> _Book:
    meanings: dict[str, dict[str, Languages]] = {}
    for kind, words in table().items():
        if kind.partition(" ")[0] in KINDS:
            for word, languages in words.items():
                meaning = meanings.setdefault(fold(word).rstrip("."), {})
                meaning[kind] = meaning.get(kind, frozenset()) | languages
    spelled = [word for word in meanings if len(word) >= MIN_SPELLED and word < CJK and word not in ZONES]
    stay = {word: meaning for word, meaning in meanings.items() if word not in set(spelled)}
    by_meaning = groupby(sorted(spelled, key=lambda word: _rank(meanings[word])), lambda word: meanings[word])
    heads: dict[str, list[tuple[str, str]]] = {}
    for number, (meaning, group) in enumerate(by_meaning):
        sign = chr(ord(FIRST_SIGN) + number)
        stay[sign] = meaning
        for word in group:
            head = word[0] if re.match(_THAI, word) else _TOKEN.findall(word)[0]
            heads.setdefault(head, []).append((word, sign))
    for entries in heads.values():
        entries.sort(key=lambda entry: -len(entry[0]))
    return _Book(heads, stay)


def _rank(meaning: Mapping[str, Languages]) -> tuple[int, list[tuple[str, list[str]]]]:
    first = min(KINDS.index(kind.partition(" ")[0]) for kind in meaning)
    return first, sorted((kind, sorted(languages)) for kind, languages in meaning.items())


def spell(text: str) -> str:
    """A text with signs for words; every character of the others stays where it is, in lower case.

    >>> spell("4 Dezember") == spell("4 Dezembar") , len(spell("vor 3 Stunden"))
    (False, 13)
    """
    text = fold(text)
    pieces, done = [], 0
    for start, end, sign in _found(text):
        pieces += [text[done:start], sign, FILLER * (end - start - 1)]
        done = end
    return "".join((*pieces, text[done:]))


def _found(text: str) -> Iterator[tuple[int, int, str]]:
    """Where words of the table stand in a folded text, without overlap."""
    heads, done = _book().heads, 0
    for token in _TOKEN.finditer(text):
        if token.end() <= done:
            continue
        word = token[0]
        if "\u0e01" <= word[0] <= "\u0e4e":
            for start in range(token.start(), token.end()):
                if start >= done and (hit := _entry(text, start, heads.get(text[start], ()), whole=False)):
                    yield start, (done := start + len(hit[0])), hit[1]
            continue
        start = token.start()
        if start < done:
            continue
        hit = _entry(text, start, heads.get(word, ()), whole=True)
        if not hit and start and text[start - 1].isdecimal() and (ordinal := _ORDINAL.match(word)):
            start += ordinal.end()
            hit = _entry(text, start, heads.get(text[start : token.end()], ()), whole=True)
        if hit:
            yield start, (done := start + len(hit[0])), hit[1]


def _entry(text: str, start: int, entries: Iterable[tuple[str, str]], *, whole: bool) -> tuple[str, str] | None:
    for word, sign in entries:
        if text.startswith(word, start) and not (whole and _goes_on(text, start + len(word))):
            return word, sign
    return None


def _goes_on(text: str, end: int) -> bool:
    """Whether a word does not end there: a letter or the next digit of a number follows."""
    if _IN_WORD.match(text, end):
        return True
    return text[end - 1].isdecimal() and text[end : end + 1].isdecimal()


@cache
def pattern(*names: str) -> str:
    """A pattern for the words of some kinds in a spelled text; no group."""
    meanings = _book().meanings
    words = [word for word, meaning in meanings.items() if any(kind.partition(" ")[0] in names for kind in meaning)]
    signs = [word for word in words if FIRST_SIGN <= word <= LAST_SIGN]
    short = [word for word in words if word < FIRST_SIGN and word < CJK]
    joined = [word for word in words if CJK <= word < FIRST_SIGN]
    parts = [f"[{''.join(signs)}]{FILLER}*+"] if signs else []
    parts += [f"{any_of(short)}(?!{LETTER})"] if short else []
    parts += [any_of(joined)] if joined else []
    return "(?:" + "|".join(parts) + ")"


def any_of(words: Iterable[str]) -> str:
    """A pattern for any of the words, the longest first, grouped by first letter so that a miss is cheap."""
    ordered = sorted(words, key=lambda word: (word[0], -len(word), word))
    heads = []
    for head, group in groupby(ordered, key=lambda word: word[0]):
        ends = "|".join(re.escape(word[1:]).replace(r"\ ", r"\s") for word in group)
        heads.append(f"{re.escape(head)}(?:{ends})")
    return "(?:" + "|".join(heads) + ")"


def values(word: str, name: str) -> dict[str, Languages]:
    """What a word of a spelled text means as one of a kind: by value ("12", "hour") the languages.

    >>> values(spell("listopad"), "month") == {"11": {"pl", "cs"}, "10": {"hr"}}
    True
    """
    word = word.rstrip(".")
    meaning = _book().meanings.get(word[0] if FIRST_SIGN <= word[0] <= LAST_SIGN else re.sub(r"\s", " ", word), {})
    parts = ((kind.partition(" "), languages) for kind, languages in meaning.items())
    return {value: languages for (kind, _, value), languages in parts if kind == name}
