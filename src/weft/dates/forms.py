"""Forms of dates that name a day or a month: one pattern and one reader each, on text in lower case."""

import re
from collections.abc import Callable, Iterable
from itertools import groupby

from weft.dates.moment import SECONDS, Clock, Moment, clock_behind, read_zone
from weft.dates.words import (
    AGO_WORDS,
    BEFORE_WORDS,
    DAY_WORDS,
    ENGLISH_MONTHS,
    HALF,
    HAN_DIGITS,
    LAST_UNITS,
    MONTHS,
    NOW_WORDS,
    NUMBERS,
    UNITS,
    WEEKDAYS,
)

Groups = tuple[str, ...]
Reader = Callable[[Groups, bool], Moment | None]


def any_of(words: Iterable[str]) -> str:
    """A pattern for any of the words, the longest first, grouped by first letter so that a miss is cheap."""
    ordered = sorted(words, key=lambda word: (word[0], -len(word), word))
    heads = []
    for head, group in groupby(ordered, key=lambda word: word[0]):
        heads.append(head + "(?:" + "|".join(word[1:].replace(" ", r"\s") for word in group) + ")")
    return "(?:" + "|".join(heads) + ")"


_MONTH = any_of(MONTHS) + r"(?![a-zà-ÿа-я])\.?"
_YEAR = r"\d{4}(?!\d)"
_ORDINAL = r"(?:st|nd|rd|th|er|º|ª|°|\.)?"
_END = r"(?!\d)(?![-./]\d)"


def _number(text: str) -> int:
    return int(text) if text else 0


def _full_year(text: str) -> int:
    """Two digits mean 1970 to 2069, as in POSIX."""
    year = int(text)
    if len(text) > 2:
        return year
    return 2000 + year if year < 70 else 1900 + year


def _year_first(groups: Groups, day_first: bool) -> Moment | None:
    year, _, month, day = groups
    return Moment(year=int(year), month=int(month), day=int(day))


def _cjk(groups: Groups, day_first: bool) -> Moment | None:
    year, month, day = groups
    if len(year) == 2 and not day:
        return None
    return Moment(year=_full_year(year), month=int(month), day=_number(day))


def _month_day(groups: Groups, day_first: bool) -> Moment | None:
    month, day = groups
    return Moment(month=int(month), day=int(day))


def _han_number(text: str) -> int:
    """`九` is 9, `十` 10, `二十` 20, `廿一` 21, `三十一` 31."""
    tens, ten, ones = text.replace("廿", "二十").rpartition("十")
    return (HAN_DIGITS.get(tens, 1) * 10 if ten else 0) + HAN_DIGITS.get(ones, 0)


def _han(groups: Groups, day_first: bool) -> Moment | None:
    year, month, day = groups
    number = int("".join(str(HAN_DIGITS[char]) for char in year))
    return Moment(year=number, month=_han_number(month), day=_han_number(day))


def _named_month_day(groups: Groups, day_first: bool) -> Moment | None:
    month, day, year = groups
    return _named(month, day, year)


def _day_named_month(groups: Groups, day_first: bool) -> Moment | None:
    day, month, year = groups
    return _named(month, day, year)


def _year_named_month(groups: Groups, day_first: bool) -> Moment | None:
    year, month, day = groups
    return _named(month, day, year)


def _named_month_year(groups: Groups, day_first: bool) -> Moment | None:
    month, year = groups
    return _named(month, "", year)


def _named(month: str, day: str, year: str) -> Moment | None:
    word = month.rstrip(".")
    if not year and word not in ENGLISH_MONTHS:
        return None
    return Moment(year=_full_year(year) if year else 0, month=MONTHS[word], day=_number(day))


def _unix(groups: Groups, day_first: bool) -> Moment | None:
    """The order of Unix `date` and of Java: the year comes last."""
    month, day, time, zone, year = groups
    clock, _ = clock_behind(time, 0)
    if clock and zone:
        clock = Clock(hour=clock.hour, minute=clock.minute, second=clock.second, zone=read_zone(zone))
    return Moment(year=int(year), month=MONTHS[month.rstrip(".")], day=int(day), clock=clock)


def _year_last(groups: Groups, day_first: bool) -> Moment | None:
    """Day first with dots; else month first, unless that cannot be or `day_first` says otherwise."""
    first, separator, second, year = groups
    if len(year) == 2 and not len(first) == len(second) == 2:
        return None  # rather a version number
    day_leads = day_first or separator == "."
    if int(first) > 12 or (int(second) > 12 and day_leads):
        day_leads = int(first) > 12
    day, month = (first, second) if day_leads else (second, first)
    return Moment(year=_full_year(year), month=int(month), day=int(day))


ABSOLUTE: dict[str, tuple[str, Reader]] = {
    "year_first": (rf"(\d{{4}})\s?(?P<sep1>[-/.–])\s?(\d\d?)\s?(?P=sep1)\s?(\d\d?){_END}", _year_first),
    "cjk": (r"(\d{4}|\d\d)\s?[年년]\s?(\d\d?)\s?[月월](?:\s?(\d\d?)\s?[日号號일])?", _cjk),
    "month_day_cjk": (r"(\d\d?)\s?[月월]\s?(\d\d?)\s?[日号號일]", _month_day),
    "year_last": (rf"(\d\d?)(?P<sep2>[-/.])(\d\d?)(?P=sep2)(\d{{4}}|\d\d){_END}", _year_last),
    "month_day_time": (r"(\d\d?)[-/](\d\d?)(?=\s+\d\d?:\d\d)", _month_day),
    "month_day_alone": (r"(\d\d)[-/](\d\d)(?=\s*+\Z)", _month_day),
    "day_named_month": (
        rf"(\d\d?){_ORDINAL}\s*+(?:(?:of|de|-|/)\s?)?({_MONTH})"
        rf"(?:[\s,]*+(?:(?:de|del|-|/)\s?)?({_YEAR})|\s?[-/'’]?\s?(\d\d)(?![\d:.,]|\s?[ap]\.?m))?",
        lambda groups, day_first: _day_named_month((*groups[:2], groups[2] or groups[3]), day_first),
    ),
    "year_named_month": (rf"({_YEAR})[\s,/-]{{1,3}}({_MONTH})[\s,/-]{{1,3}}(\d\d?)(?!\d)", _year_named_month),
    "han": (
        r"([〇零○一二三四五六七八九]{4})年([一二三四五六七八九十]{1,2})月(?:([一二三四五六七八九十廿]{1,3})[日号])?",
        _han,
    ),
    "unix": (
        rf"({_MONTH})\s{{1,3}}(\d\d?)\s(\d\d:\d\d:\d\d)(?:\s([a-z]{{3,4}}|[+-]\d{{4}}))?\s(\d{{4}})(?!\d)",
        _unix,
    ),
    "named_month_day": (
        rf"({_MONTH})\s*+(\d\d?)(?!\d|:\d){_ORDINAL}(?:\s?['’]\s?(\d\d)(?!\d)|(?:[\s,.]|de\s|del\s)*+({_YEAR}))?",
        lambda groups, day_first: _named_month_day((*groups[:2], groups[2] or groups[3]), day_first),
    ),
    "named_month_year": (rf"({_MONTH}),?\s*+(?:de\s)?({_YEAR})", _named_month_year),
}


_CJK = "\u3040"  # where kana begin; Han and hangul come behind, the alphabets of our words before
_CJK_UNIT = any_of(word for word in UNITS if word >= _CJK)
_UNIT = any_of(word for word in UNITS if word < _CJK) + r"(?![a-zà-ÿа-я])\.?"
_COUNT = r"(?:\d{1,4}|" + any_of(word for word in (*NUMBERS, "half") if word < _CJK) + r"(?![a-zà-ÿа-я]))"
_SPAN = rf"({_COUNT})\s?(?:an?\s)?({_UNIT})(?:,?\s(?:and\s|und\s|et\s|y\s|e\s)?({_COUNT})\s?({_UNIT}))?"


def _count(text: str) -> float:
    if text in HALF:
        return 0.5
    return int(text) if text.isdecimal() else NUMBERS[text]


def _ago(groups: Groups, day_first: bool) -> Moment | None:
    """`2 years, 3 months ago` counts in the smaller unit."""
    count, unit, more, smaller = groups
    name = UNITS[unit.rstrip(".")]
    if not more:
        return Moment(unit=name, back=_count(count))
    small = UNITS[smaller.rstrip(".")]
    return Moment(unit=small, back=_count(count) * (SECONDS[name] // SECONDS[small]) + _count(more))


def _cjk_ago(groups: Groups, day_first: bool) -> Moment | None:
    count, unit, half = groups
    return Moment(unit=UNITS[unit], back=_count(count) + (0.5 if half else 0))


def _day_word(groups: Groups, day_first: bool) -> Moment | None:
    return Moment(unit="day", back=DAY_WORDS[re.sub(r"\s", " ", groups[0])])


def _weekday(groups: Groups, day_first: bool) -> Moment | None:
    return Moment(weekday=WEEKDAYS[groups[0]])


def _now(groups: Groups, day_first: bool) -> Moment | None:
    return Moment(unit="second", back=0)


def _last_unit(groups: Groups, day_first: bool) -> Moment | None:
    return Moment(unit=LAST_UNITS[re.sub(r"\s", " ", groups[0])], back=1)


RELATIVE: dict[str, tuple[str, Reader]] = {
    "cjk_ago": (
        rf"(半|[一二两兩三四五六七八九]|十[一二]?|\d{{1,4}})\s?[个個]?(半)?多?\s?({_CJK_UNIT})\s?(?:之前|以前|前|전)",
        lambda groups, day_first: _cjk_ago((groups[0], groups[2], groups[1]), day_first),
    ),
    "ago": (rf"{_SPAN}\s{any_of(AGO_WORDS)}(?![a-zà-ÿа-я])", _ago),
    "before": (rf"{any_of(BEFORE_WORDS)}\s(?:about\s|environ\s)?{_SPAN}", _ago),
    "now": (f"({any_of(NOW_WORDS)})", _now),
    "day_word": (rf"({any_of(DAY_WORDS)})(?![a-zà-ÿа-я])", _day_word),
    "last_unit": (rf"({any_of(LAST_UNITS)})(?![a-z])", _last_unit),
    "weekday": (rf"({any_of(WEEKDAYS)})(?![a-zà-ÿа-я])", _weekday),
}

# Prose uses these words too: "today" and "last week" are a time stamp only in a short text or before a clock.
PROSE = frozenset({"now", "day_word", "last_unit"})
