"""Forms of dates that name a day or a month: one pattern and one reader each, on text in lower case."""

from collections.abc import Callable, Iterable
from itertools import groupby

from weft.dates.clock import clock_behind, read_zone
from weft.dates.moment import Clock, Moment
from weft.dates.words import ENGLISH_MONTHS, HAN_DIGITS, MONTHS

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
