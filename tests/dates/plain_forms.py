"""Forms of dates that name a day or a month: one pattern and one reader each, on spelled text."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from tests.dates.plain_moment import Clock, Moment, clock_behind, read_zone
from tests.dates.plain_spelling import pattern, values
from tests.dates.plain_words import HAN_DIGITS

Groups = tuple[str, ...]
Reader = Callable[[Groups, bool], Moment | None]
Forms = dict[str, tuple[str, Reader]]

MIN_NAME_LENGTH = 4  # letters of a month that stands for a date without a year: "set 4" is seldom a date
BUDDHIST = 543  # years that the Thai calendar is ahead
MIN_BUDDHIST_YEAR = 2400

_YEAR = r"\d{4}(?!\d)"
_ORDINAL = r"(?:st|nd|rd|th|er|º|ª|°)?"
_OF = r"(?:of|del?|d'|-|/)"
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
    month, day, short_year, year = groups
    return _named(month, day, short_year or year)


def _day_named_month(groups: Groups, day_first: bool) -> Moment | None:
    """Croatian has full stops behind the day and the year, and its own names for some months of its neighbours."""
    day, stop, month, year, last_stop, short_year = groups
    return _named(month, day, year or short_year, croatian=bool(stop and last_stop))


def _year_named_month(groups: Groups, day_first: bool) -> Moment | None:
    year, month, day = groups
    return _named(month, day, year)


def _year_day_month(groups: Groups, day_first: bool) -> Moment | None:
    year, day, month = groups
    return _named(month, day, year)


def _named_month_year(groups: Groups, day_first: bool) -> Moment | None:
    """A short name of another language than English is too often another word: "pro 2000"."""
    month, year = groups
    moment = _named(month, "", year)
    short = len(month.rstrip(".")) < MIN_NAME_LENGTH and "en" not in _month(month)[1]
    return replace(moment, bold=True) if moment and short else moment


def _named(word: str, day: str, year: str, *, croatian: bool = False) -> Moment | None:
    """Without a year a name of another language than English must be long, and then it is bold to read it."""
    month, languages = _month(word, croatian=croatian)
    if not year:
        english = "en" in languages
        bold = not english
        return Moment(month=month, day=_number(day), bold=bold) if english or len(word) >= MIN_NAME_LENGTH else None
    number = _full_year(year)
    if "th" in languages and number > MIN_BUDDHIST_YEAR:
        number -= BUDDHIST
    return Moment(year=number, month=month, day=_number(day))


def _month(word: str, *, croatian: bool = False) -> tuple[int, frozenset[str]]:
    """The month of a word, and the languages in which it is that."""
    months = values(word, "month").items()
    month, languages = min(months, key=lambda entry: ("hr" in entry[1]) != croatian)
    return int(month), languages


def _unix(groups: Groups, day_first: bool) -> Moment | None:
    """The order of Unix `date` and of Java: the year comes last."""
    month, day, time, zone, year = groups
    clock, _ = clock_behind(time, 0)
    if clock and zone:
        clock = Clock(hour=clock.hour, minute=clock.minute, second=clock.second, zone=read_zone(zone))
    return Moment(year=int(year), month=_month(month)[0], day=int(day), clock=clock)


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


_DIGITS: Forms = {
    "year_first": (rf"(\d{{4}})\s?(?P<sep1>[-/.–])\s?(\d\d?)\s?(?P=sep1)\s?(\d\d?){_END}", _year_first),
    "cjk": (r"(\d{4}|\d\d)\s?[年년]\s?(\d\d?)\s?[月월](?:\s?(\d\d?)\s?[日号號일])?", _cjk),
    "month_day_cjk": (r"(\d\d?)\s?[月월]\s?(\d\d?)\s?[日号號일]", _month_day),
    "year_last": (rf"(\d\d?)(?P<sep2>[-/.])(\d\d?)(?P=sep2)(\d{{4}}|\d\d){_END}", _year_last),
    "marked": (r"(\d\d?)\s(/)(\d\d?)\s/(\d{4})(?!\d)", _year_last),  # Arabic sets marks of direction before the bars
    "dotted": (r"(\d\d?)(\.)\s(\d\d?)\.\s(\d{4})(?!\d)", _year_last),
    "month_day_time": (r"(\d\d?)[-/](\d\d?)(?=\s+\d\d?:\d\d)", _month_day),
    "month_day_alone": (r"(\d\d)[-/](\d\d)(?=\s*+\Z)", _month_day),
}
_HAN = r"([〇零○一二三四五六七八九]{4})年([一二三四五六七八九十]{1,2})月(?:([一二三四五六七八九十廿]{1,3})[日号])?"


@cache
def absolute() -> Forms:
    """The forms that name a month by its number or by its name."""
    month, year_word = pattern("month") + r"\.?", pattern("year") + r"\.?"
    return _DIGITS | {
        "day_named_month": (
            rf"(\d\d?)(?:{_ORDINAL}|(\.)|,(?=\s{month}\s\d{{4}}))\s*+(?:{_OF}\s?)?({month})"
            rf"(?:[\s,]*+(?:(?:{_OF}|{year_word})\s?)?({_YEAR})(?=(\.)?)"
            r"|\s?[-/']?\s?(\d\d)(?![\d:.,]|\s?[ap]\.?m))?",
            _day_named_month,
        ),
        "year_named_month": (
            rf"({_YEAR})(?:\(?e?\)?ko)?[\s,./-]{{1,3}}(?:{year_word}\s)?({month})[\s,/-]{{1,3}}(\d\d?)(?!\d)",
            _year_named_month,
        ),
        "year_day_month": (rf"({_YEAR})\.?\s{year_word}\s(\d\d?)\.?\s({month})", _year_day_month),
        "han": (_HAN, _han),
        "unix": (
            rf"({month})\s{{1,3}}(\d\d?)\s(\d\d:\d\d:\d\d)(?:\s([a-z]{{3,4}}|[+-]\d{{4}}))?\s(\d{{4}})(?!\d)",
            _unix,
        ),
        "named_month_day": (
            rf"({month})\s*+(\d\d?)(?!\d|:\d)(?:st|nd|rd|th|er|[º°ª.])?(?:\s?'\s?(\d\d)(?!\d)|(?:[\s,.]|de\s|del\s)*+({_YEAR}))?",
            _named_month_day,
        ),
        "named_month_year": (rf"({month}),?\s*+(?:(?:del?\s|{year_word}\s))?({_YEAR})", _named_month_year),
    }
