"""Makes the rows of `native/text/src/languages.tsv` that come from CLDR anew: `python -m tools.language_table`.

The table has one line for each language and kind of word: language, kind, source, words with `|` between them. Rows
whose source is `ours` are written by hand and stay as they are. Rows from `cldr` are what Babel's copy of the Unicode
CLDR says. Rows that are `plain` repeat words without their accents, as many people type them.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path

from babel import Locale, __version__, localedata

TABLE = Path(__file__).parents[1] / "native" / "text" / "src" / "languages.tsv"
HEAD = f"""\
# Words of times, buttons, counters and names in the languages that most of the web is written in.
# One line is: language, kind, source, words with | between them, all in lower case. Sources: `ours` is written by hand,
# `cldr` is from the Unicode CLDR by Babel {__version__}, `plain` are words of both without their accents.
# `python -m tools.language_table` makes the lines from CLDR and the plain words anew.
"""
UNITS = ("second", "minute", "hour", "day", "week", "month", "year")
VARIANTS = {
    "ar": ("ar", "ar_SY", "ar_DZ"),
    "de": ("de", "de_AT"),
    "en": ("en", "en_GB"),
    "es": ("es", "es_MX"),
    "fr": ("fr", "fr_CA"),
    "pt": ("pt", "pt_PT"),
    "sr": ("sr", "sr_Latn"),
    "zh-Hant": ("zh_Hant",),
}
DATE_LANGUAGES = (
    "ta", "te", "mr", "gu", "kn", "ml", "pa", "ur", "ne", "sw", "fil", "az", "kk", "uz", "ka", "hy", "eu", "gl", "is",
    "af", "sq", "mk", "be",
)  # fmt: skip
"""Languages of which the table has the words of absolute dates only: months and days of the week."""

MIN_PLAIN_LENGTH = 4  # a shorter word without its accents is too often another word
PLAIN_KINDS = ("month", "weekday", "unit", "day", "now", "ago", "before", "last_")
FIRST_KINDS = ("month", "weekday", "weekday_short", "unit", "past", "day")  # the others follow by name
COUNTS = {"one": "1", "two": "2"}  # of CLDR's forms that have no number in them

Row = tuple[str, str, str]  # language, kind, source
Table = dict[Row, list[str]]


def read_table(text: str) -> Table:
    """The rows of a table, in order."""
    table: Table = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            language, kind, source, words = line.split("\t")
            table[language, kind, source] = words.split("|")
    return table


def write_table(table: Table) -> str:
    """The text of a table, by language in the order in which they first appear."""
    languages = list(dict.fromkeys(language for language, _, _ in table))
    rows = sorted(table.items(), key=lambda entry: (languages.index(entry[0][0]), _order(entry[0][1]), entry[0][2]))
    return HEAD + "".join("\t".join((*row, "|".join(words))) + "\n" for row, words in rows if words)


def _order(kind: str) -> tuple[int, str, int]:
    name, _, value = kind.partition(" ")
    rank = FIRST_KINDS.index(name) if name in FIRST_KINDS else len(FIRST_KINDS)
    return rank, name, UNITS.index(value) if value in UNITS else int(value) if value.isdecimal() else 0


def remake(table: Table) -> Table:
    """The table with the rows of CLDR and the plain words made anew."""
    made: Table = {row: words for row, words in table.items() if row[2] == "ours"}
    for language in dict.fromkeys((*(language for language, _, _ in made), *DATE_LANGUAGES)):
        ours = {kind: words for (of, kind, _), words in made.items() if of == language}
        rows: dict[str, list[str]] = {}
        for kind, word in _cldr_words(language, ours):
            if word and word not in rows.setdefault(kind, []) and word not in ours.get(kind, ()):
                rows[kind].append(word)
        made |= {(language, kind, "cldr"): words for kind, words in rows.items()}
    return made | _plain_rows(made)


def _cldr_words(language: str, ours: dict[str, list[str]]) -> Iterator[tuple[str, str]]:
    for name in VARIANTS.get(language, (language,)):
        localedata._cache.clear()  # Babel writes the names of some languages into those that all languages share
        locale = Locale.parse(name)
        for kind, words in _names(locale):
            if language not in DATE_LANGUAGES or kind.startswith(("month", "weekday")):
                yield from ((kind, _bare(word)) for word in words if any(map(str.isalpha, word)))
        for unit in () if language in DATE_LANGUAGES else UNITS:
            yield from _relative_words(locale, unit, ours)
            patterns = locale._data["unit_patterns"].get(f"duration-{unit}", {})
            for length in ("long", "short"):
                for category, pattern in patterns.get(length, {}).items():
                    if category != "per" and "{0}" in pattern:
                        yield f"unit {unit}", _without_of(_bare(pattern.replace("{0}", "")), ours)


def _names(locale: Locale) -> Iterator[tuple[str, list[str]]]:
    """Months, days of the week (0 is Monday) and halves of the day."""
    for width in ("wide", "abbreviated"):
        for context in ("format", "stand-alone"):
            for number, word in locale.months[context][width].items():
                if not (word[0].isdecimal() or word[0] in "一二三四五六七八九十"):  # the numbers of Chinese months
                    yield f"month {number}", [word]
            for number, word in locale.days[context][width].items():
                yield f"weekday{'' if width == 'wide' else '_short'} {number}", [word]
            periods = locale.day_periods.get(context, {}).get(width, {})
            for half in ("am", "pm"):
                yield half, [periods[half]] if periods.get(half, half).lower() != half else []


def _relative_words(locale: Locale, unit: str, ours: dict[str, list[str]]) -> Iterator[tuple[str, str]]:
    """The units of "3 hours ago", without the words that the table has before and behind them."""
    for field in (unit, f"{unit}-short"):
        for category, pattern in locale._data["date_fields"].get(field, {}).get("past", {}).items():
            word = _bare(pattern.replace("{0}", " "))
            for affix in sorted((*ours.get("before", ()), *ours.get("around", ())), key=len, reverse=True):
                word = word.removeprefix(affix + " ")
            for affix in sorted(ours.get("ago", ()), key=len, reverse=True):
                word = word.removesuffix(affix)
            if word == _bare(pattern.replace("{0}", " ")):
                continue  # CLDR has a word in it that the table does not know, or says "yesterday"
            word = _without_of(_bare(word), ours)
            if "{0}" in pattern:
                yield f"unit {unit}", word
            else:
                yield f"past {COUNTS[category]}_{unit}", word


def _without_of(word: str, ours: dict[str, list[str]]) -> str:
    """A unit without the "of" that some languages put before it."""
    for of in ours.get("of", ()):
        word = word.removeprefix(of + " ")
    return word


def _bare(word: str) -> str:
    """A word in lower case with single spaces, plain apostrophes and no full stop behind it."""
    word = " ".join(word.replace("\u200f", "").replace("\u200e", "").split()).lower().replace("’", "'")
    return word.rstrip(".॰׳'").strip() or word


def _plain_rows(table: Table) -> Table:
    meanings: dict[str, set[str]] = {}
    for (language, kind, _), words in table.items():
        for word in words if language not in DATE_LANGUAGES else ():
            meanings.setdefault(word, set()).add(kind)
    rows: Table = {}
    for (language, kind, _), words in table.items():
        if kind.startswith(PLAIN_KINDS) and not kind.startswith("weekday_short"):
            for word in _plain_words(words):
                if word not in meanings and word not in rows.setdefault((language, kind, "plain"), []):
                    rows[language, kind, "plain"].append(word)
    return rows


def _plain_words(words: Iterable[str]) -> Iterator[str]:
    """Words without their accents; in Cyrillic and Indian letters the marks are no accents."""
    for word in words:
        if not any("\u0400" <= char <= "\u052f" or "\u0900" <= char <= "\u0fff" or char > "\u2e7f" for char in word):
            letters = unicodedata.normalize("NFD", word.translate(str.maketrans("łđøı", "ldoi")))
            plain = "".join(char for char in letters if not unicodedata.combining(char))
            if plain != word and len(plain) >= MIN_PLAIN_LENGTH:
                yield plain
        elif "ё" in word:
            yield word.replace("ё", "е")


def main(arguments: list[str]) -> int:
    """Writes the table; with `--check` only says whether it is as it would be written."""
    text = TABLE.read_text(encoding="utf-8")
    made = write_table(remake(read_table(text)))
    if "--check" in arguments:
        return int(made != text)
    TABLE.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
