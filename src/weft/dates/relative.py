"""Forms of dates that count back from the time of reading: one pattern and one reader each, on text in lower case."""

import re

from weft.dates.absolute import Groups, Reader, any_of
from weft.dates.moment import SECONDS, Moment
from weft.dates.words import AGO_WORDS, BEFORE_WORDS, DAY_WORDS, HALF, LAST_UNITS, NOW_WORDS, NUMBERS, UNITS, WEEKDAYS

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
