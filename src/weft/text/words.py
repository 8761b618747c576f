"""The table of words: what a word means, in which languages, and where the words stand in a text.

Words are whole words, and in scripts without spaces any place. One table serves dates, records and the kernel, which
carries it (`native/text/src/languages.tsv`); `tools/language_table.py` makes it from the Unicode CLDR and from rows
that are written by hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import groupby

from weft.deadline import check_deadline
from weft.kernel.text import language_table
from weft.late_patterns import late_pattern

CJK = "\u3040"  # where kana begin; Han and hangul come behind
_WORD = (
    r"[a-zß-öø-ʯ\u0300-\u0373\u0376-\u037d\u0386\u0388-\u0482\u048a-\u0556\u0561-\u0587\u0591-\u05bd\u05d0-\u05ea"
    r"\u0620-\u0657\u066e-\u06d3\u06d5\u0900-\u0963\u0971-\u09e3\u0a00-\u0dff\u10a0-\u10ff\u1e00-\u1fff\u200c]"
)
_JOINED = r"[\u0e01-\u0e4e\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
_TOKEN = late_pattern(f"{_WORD}+|{_JOINED}+")
_THAI_TOKEN = late_pattern(f"{_WORD}+|[\u0e01-\u0e4e]+")
_IN_WORD, _IN_JOINED = late_pattern(_WORD), late_pattern(_JOINED)
MAX_UNWATCHED = 4_096  # characters of a text whose search takes no time to speak of
_ORDINAL = late_pattern(r"(?:st|nd|rd|th|er|of|de)(?=.)")
_SIGNS = late_pattern("[\ue000-\uf8ff]")  # characters that Unicode leaves to programs: the kernel writes them for words
_SPACES = "\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\xa0\u061c\u200e\u200f\u2028\u2029\u202f\u205f\u3000" + "".join(
    chr(code) for start, end in ((0x2000, 0x200A), (0x202A, 0x202E), (0x2066, 0x2069)) for code in range(start, end + 1)
)
_ZEROS = (0x660, 0x6F0, 0x966, 0x9E6, 0xE50, 0xFF10)  # Arabic, Persian, Hindi, Bengali, Thai, and as wide as Han
_PAIRS = ("’'", "،,", "॰.", "׳.", "İi", "șş", "țţ", "أا", "إا", "آا", "يی", "ىی", "كک")  # letters that people exchange

_FOLDED = late_pattern(f"[{''.join(pair[0] for pair in _PAIRS)}]")  # of what stands in words of the table

Entries = Iterable[tuple[str, str]]


@cache
def _folds() -> dict[int, str]:
    """What looks like a space, digits of other scripts, and letters that people exchange."""
    folds = dict.fromkeys(map(ord, _SPACES), " ")
    folds |= {zero + digit: str(digit) for zero in _ZEROS for digit in range(10)}
    return folds | {ord(pair[0]): pair[1] for pair in _PAIRS}


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


def fold_word(word: str) -> str:
    """A word in lower case, folded: most words are as they were."""
    return fold(word) if _FOLDED.search(word) else word


class Phrases:
    """Words, each with a tag, that are looked for together.

    >>> list(Phrases({"il y a": "ago", "heures": "hours"}).find("il y a 3 heures"))
    [(0, 6, 'ago'), (9, 15, 'hours')]
    """

    def __init__(self, tags: dict[str, str]) -> None:
        self._heads: dict[str, list[tuple[str, str]]] = {}
        for word, tag in tags.items():
            head = word[0] if _IN_JOINED.match(word) else _TOKEN.findall(word)[0]
            self._heads.setdefault(head, []).append((word, tag))
        for entries in self._heads.values():
            entries.sort(key=lambda entry: -len(entry[0]))
        self._token = _TOKEN if any(word >= CJK for word in tags) else _THAI_TOKEN

    def find(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Where the words stand in a folded text, without overlap, the longest first; with their tags."""
        done, heads = 0, self._heads
        tokens = self._token.finditer(text)
        for token in tokens if len(text) < MAX_UNWATCHED else check_deadline(tokens):
            start, end = token.span()
            if "\u0e01" <= text[start] <= "\u0e4e" or text[start] >= CJK:
                for place in range(max(start, done), end):
                    if place >= done and (hit := _hit(text, place, heads.get(text[place], ()))):
                        yield place, (done := place + len(hit[0])), hit[1]
            elif start >= done:
                entries = heads.get(text[start:end])
                if entries is None and start and text[start - 1].isdecimal():
                    ordinal = _ORDINAL.match(text, start, end)
                    start = ordinal.end() if ordinal else start
                    entries = heads.get(text[start:end]) if ordinal else None
                if entries and (hit := _hit(text, start, entries, whole=True)):
                    yield start, (done := start + len(hit[0])), hit[1]


def _hit(text: str, start: int, entries: Entries, *, whole: bool = False) -> tuple[str, str] | None:
    for word, tag in entries:
        if text.startswith(word, start) and not (whole and _goes_on(text, start + len(word))):
            return word, tag
    return None


def _goes_on(text: str, end: int) -> bool:
    """Whether a word does not end there: a letter or the next digit of a number follows."""
    if _IN_WORD.match(text, end):
        return True
    return text[end - 1].isdecimal() and text[end : end + 1].isdecimal()


def any_of(words: Iterable[str]) -> str:
    """A pattern for any of the words, the longest first, grouped by first letter so that a miss is cheap."""
    ordered = sorted(words, key=lambda word: (word[0], -len(word), word))
    heads = []
    for head, group in groupby(ordered, key=lambda word: word[0]):
        ends = "|".join(re.escape(word[1:]).replace(r"\ ", r"\s") for word in group)
        heads.append(f"{re.escape(head)}(?:{ends})")
    return "(?:" + "|".join(heads) + ")"


Languages = frozenset[str]


@cache
def table() -> Mapping[str, Mapping[str, Languages]]:
    """By kind the words, folded, each with its languages; kinds are `month 1`, `unit hour`, `ago`, `reply` and so on.

    >>> sorted(table()["month 12"]["dezember"]), sorted(table()["ago"]["ago"])
    (['de'], ['en'])
    """
    words: dict[str, dict[str, tuple[str, ...]]] = {}
    for line in language_table().splitlines():
        if not line.startswith("#"):
            language, kind, _, row = line.split("\t")
            of_kind = words.setdefault(kind, {})
            for word in fold_word(row).split("|"):
                bare = word.rstrip(".")
                of_kind[bare] = (*of_kind.get(bare, ()), language)
    languages = cache(frozenset[str])  # most words share theirs
    return {kind: {word: languages(of) for word, of in of_kind.items()} for kind, of_kind in words.items()}


def words_of(*kinds: str) -> tuple[str, ...]:
    """The words of some kinds in all languages, each once, in the order of the table.

    >>> words_of("ago")[:3]
    ('ago', 'atrás', 'atras')
    """
    return tuple(dict.fromkeys(word for kind in kinds for word in table().get(kind, ())))
