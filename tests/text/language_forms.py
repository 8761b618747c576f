"""Dates as the table of languages and CLDR's own patterns write them, each with what it means."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cache

from babel import Locale
from babel.dates import format_date

from tools.language_table import DATE_LANGUAGES
from weft import _native
from weft.text.words import fold

NOW = datetime(2022, 12, 14, 12, 0, 0)  # a Wednesday
UNITS = ("second", "minute", "hour", "day", "week", "month", "year")
SECONDS = (1, 60, 3600, 86_400, 604_800, 2_629_800, 31_557_600)
CLDR_NAMES = {"zh-Hant": "zh_Hant"}
CJK = ("zh", "zh-Hant", "ja", "ko")


@dataclass(frozen=True)
class Form:
    language: str
    text: str
    iso: str  # or its beginning


@cache
def table() -> dict[tuple[str, str], list[str]]:
    """The words of each language and kind, as they stand in the table."""
    rows: dict[tuple[str, str], list[str]] = {}
    for line in _native.language_table().splitlines():
        if not line.startswith("#"):
            language, kind, _, words = line.split("\t")
            rows.setdefault((language, kind), []).extend(words.split("|"))
    return rows


def languages() -> list[str]:
    return list(dict.fromkeys(language for language, _ in table()))


def words(language: str, kind: str) -> list[str]:
    return table().get((language, kind), [])


def back(unit: str, count: int) -> str:
    """The time of so many units before the reference time."""
    if unit == "year":
        return str(NOW.year - count)
    if unit == "month":
        months = NOW.year * 12 + NOW.month - 1 - count
        return f"{months // 12}-{months % 12 + 1:02}"
    moment = NOW - timedelta(seconds=count * SECONDS[UNITS.index(unit)])
    return moment.date().isoformat() if unit in ("day", "week") else moment.isoformat()


def month_forms(language: str) -> Iterator[Form]:
    """Every name of a month, between a day and a year."""
    dots = (".", ".") if language == "hr" else ("", "")  # its names differ from those of its neighbours
    for month in range(1, 13):
        for word in words(language, f"month {month}"):
            yield Form(language, f"4{dots[0]} {word} 2022{dots[1]}", f"2022-{month:02}-04")


def unit_forms(language: str) -> Iterator[Form]:
    """Every unit with every word for "ago"."""
    gap = "" if language in (*CJK, "th") else " "
    for unit in UNITS:
        for word in words(language, f"unit {unit}"):
            for ago in words(language, "ago"):
                yield Form(language, f"3 {word}{gap}{ago}", back(unit, 3))
            for before in words(language, "before"):
                yield Form(language, f"{before} 3 {word}", back(unit, 3))
        for word in words(language, f"since {unit}"):
            yield Form(language, f"3 {word}", back(unit, 3))
        for count in (1, 2):
            for word in words(language, f"past {count}_{unit}"):
                for before in words(language, "before"):
                    yield Form(language, f"{before} {word}", back(unit, count))


def word_forms(language: str) -> Iterator[Form]:
    """Words that are a time by themselves or with a clock."""
    for days in range(4):
        for word in words(language, f"day {days}"):
            yield Form(language, f"{word} 14:05", back("day", days) + "T14:05")
    for word in words(language, "now"):
        yield Form(language, word, NOW.isoformat())
    for unit in ("week", "month", "year"):
        for word in words(language, f"last_{unit}"):
            yield Form(language, word, back(unit, 1))
    for weekday in range(7):
        for word in words(language, f"weekday {weekday}"):
            yield Form(language, f"{word} 14:05", back("day", (NOW.weekday() - weekday) % 7) + "T14:05")
    for half, hour in (("am", "02"), ("pm", "14")):
        for word in words(language, half):
            text = f"2022-12-04 {word} 2:05" if language in CJK else f"2022-12-04 2:05 {word}"
            yield Form(language, text, f"2022-12-04T{hour}:05")
    for word in words(language, "at"):
        yield Form(language, f"2022-12-04 {word} 14:05", "2022-12-04T14:05")


def number_forms(language: str) -> Iterator[Form]:
    """Every word for a number before an hour, where there is a word for "ago"."""
    hour = next(iter(words(language, "unit hour")), "")
    for number in range(1, 13) if hour else ():
        for word in words(language, f"number {number}"):
            if language not in CJK:
                yield from (
                    Form(language, f"{word} {hour} {ago}", back("hour", number)) for ago in words(language, "ago")
                )
                before_words = words(language, "before")
                yield from (Form(language, f"{before} {word} {hour}", back("hour", number)) for before in before_words)


def printed_forms(language: str) -> Iterator[Form]:
    """Dates as CLDR prints them in the language: long, with the day of the week, short, and relative."""
    locale = CLDR_NAMES.get(language, language)
    for month in range(1, 13):
        for style in ("long", "full", "medium"):
            text = format_date(date(2022, month, 14), style, locale=locale)
            yield Form(language, text, f"2022-{month:02}-14")
    for unit in () if language in DATE_LANGUAGES else UNITS:
        for fields in (unit, f"{unit}-short"):
            patterns = Locale.parse(locale)._data["date_fields"].get(fields, {}).get("past", {})
            for count in (1, 2, 3, 5, 11, 20, 21, 22, 45) if patterns else ():
                pattern = patterns.get(Locale.parse(locale).plural_form(count), patterns["other"])
                if "{0}" in pattern and not pattern.startswith("خلال"):  # "within": an error of CLDR
                    yield Form(language, pattern.replace("{0}", str(count)), back(unit, count))


def all_forms() -> list[Form]:
    kinds = (month_forms, unit_forms, word_forms, number_forms, printed_forms)
    return [form for language in languages() for kind in kinds for form in kind(language)]


_LETTERS = (
    r"a-zß-öø-ʯ\u0300-\u0373\u0376-\u037d\u0386\u0388-\u0482\u048a-\u0556\u0561-\u0587\u0591-\u05bd\u05d0-\u05ea"
    r"\u0620-\u0657\u066e-\u06d3\u06d5\u0900-\u0963\u0971-\u09e3\u0a00-\u0dff\u10a0-\u10ff\u1e00-\u1fff\u200c"
)
_JOINED = re.compile(r"[\u0e01-\u0e4e\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def plain_pattern(*kinds: str, without: frozenset[str] = frozenset()) -> re.Pattern[str]:
    """The kernel's search for the words of some kinds as one pattern over a folded text."""
    rows = [words(language, kind) for language in languages() for kind in kinds]
    folded = {fold(word).rstrip(".") for row in rows for word in row} - without
    joined = "|".join(re.escape(word) for word in folded if _JOINED.match(word))
    spaced = "|".join(re.escape(word) for word in folded if not _JOINED.match(word))
    ordinal = r"(?:(?<=\d)(?:st|nd|rd|th|er|of|de))?"
    return re.compile(rf"(?<![{_LETTERS}]){ordinal}(?:{spaced})(?![{_LETTERS}])" + (f"|{joined}" if joined else ""))
