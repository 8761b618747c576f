"""Forms of dates that take a reference time: "3 hours ago", "yesterday", on spelled text."""

from functools import cache

from tests.dates.plain_forms import Forms, Groups
from tests.dates.plain_moment import SECONDS, Moment
from tests.dates.plain_spelling import pattern, spell, values
from tests.dates.plain_words import HALF, HAN_NUMBERS
from weft.dates.languages import Languages, words_of
from weft.dates.phrases import CJK, any_of

# "An hour ago" is "hour ago" where there are no articles.
WITHOUT_ARTICLES = frozenset({"ar", "bg", "cs", "et", "fi", "he", "hr", "lt", "lv", "pl", "ru", "sk", "sl", "sr", "uk"})
EVERYWHERE = frozenset({"d", "h", "min", "sec"})  # units that people write in languages that have others

# Prose uses these words too: "today" and "last week" are a time stamp only in a short text or before a clock.
PROSE = frozenset({"now", "day_word", "last_unit"})
# "3 weeks ago" is "3" and "last week" there.
LAST_IS_AGO = frozenset({"fa", "id", "ms", "th", "vi"})
_LAST = ("last_week", "last_month", "last_year")


def _count(text: str) -> float:
    if text in HALF:
        return 0.5
    if text.isdecimal():
        return int(text)
    return HAN_NUMBERS[text] if text in HAN_NUMBERS else int(next(iter(values(text, "number"))))


def _unit(word: str, languages: Languages) -> str:
    """The unit that a word is in one of the languages; empty where it is none."""
    units = values(word, "unit")
    for unit, of in units.items():
        if of & languages:
            return unit
    return next((unit for unit, of in units.items() if "en" in of), "") if _is_everywhere(word) else ""


def _is_everywhere(word: str) -> bool:
    return any(values(word, "unit") == values(spell(unit), "unit") for unit in EVERYWHERE)


def _languages(word: str, kind: str) -> Languages:
    return values(word, kind).get("", frozenset())


def _ago(groups: Groups, day_first: bool) -> Moment | None:
    *span, word = groups
    return _span(span, _languages(word, "ago"))


def _before(groups: Groups, day_first: bool) -> Moment | None:
    word, *span = groups
    return _span(span, _languages(word, "before"))


def _span(span: list[str], languages: Languages) -> Moment | None:
    """`2 years, 3 months ago` counts in the smaller unit."""
    count, unit, more, smaller = span
    name, small = _unit(unit, languages), _unit(smaller, languages) if more else ""
    if not name or (more and not small):
        return None
    if not more:
        return Moment(unit=name, back=_count(count))
    return Moment(unit=small, back=_count(count) * (SECONDS[name] // SECONDS[small]) + _count(more))


def _one_ago(groups: Groups, day_first: bool) -> Moment | None:
    unit, word = groups
    return _one(unit, _languages(word, "ago"))


def _before_one(groups: Groups, day_first: bool) -> Moment | None:
    word, unit = groups
    return _one(unit, _languages(word, "before"))


def _one(word: str, languages: Languages) -> Moment | None:
    """A unit without a count: some languages have words for one and for two of it."""
    for value, of in values(word, "past").items():
        count, _, unit = value.partition("_")
        if of & languages:
            return Moment(unit=unit, back=int(count))
    unit = next((unit for unit, of in values(word, "unit").items() if of & languages & WITHOUT_ARTICLES), "")
    return Moment(unit=unit, back=1) if unit else None


def _since(groups: Groups, day_first: bool) -> Moment | None:
    count, word = groups
    return Moment(unit=next(iter(values(word, "since"))), back=_count(count))


def _counted_last(groups: Groups, day_first: bool) -> Moment | None:
    count, phrase = groups
    kind = next((kind for kind in _LAST if _languages(phrase, kind) & LAST_IS_AGO), "")
    return Moment(unit=kind.removeprefix("last_"), back=_count(count)) if kind else None


def _cjk_ago(groups: Groups, day_first: bool) -> Moment | None:
    count, half, unit = groups
    return Moment(unit=next(iter(values(unit, "unit"))), back=_count(count) + (0.5 if half else 0))


def _day_word(groups: Groups, day_first: bool) -> Moment | None:
    return Moment(unit="day", back=int(next(iter(values(groups[0], "day")))))


def _weekday(groups: Groups, day_first: bool) -> Moment | None:
    return Moment(weekday=int(next(iter(values(groups[0], "weekday")))))


def _now(groups: Groups, day_first: bool) -> Moment | None:
    return Moment(unit="second", back=0)


def _last_unit(groups: Groups, day_first: bool) -> Moment | None:
    kind = next(kind for kind in _LAST if values(groups[0], kind))
    return Moment(unit=kind.removeprefix("last_"), back=1)


@cache
def relative() -> Forms:
    """The forms that take a reference time."""
    units = [f"unit {unit}" for unit in SECONDS]
    cjk_unit = any_of(word for word in words_of(*units) if word >= CJK)
    unit, ago, before = pattern("unit") + r"\.?", pattern("ago"), pattern("before")
    count = rf"(?:\d{{1,4}}|half(?![a-z])|{pattern('number')})"
    span = rf"({count})['\s]?(?:an?\s)?(?:de\s)?({unit})(?:,?\s(?:and\s|und\s|et\s|y\s|e\s)?({count})\s?({unit}))?"
    return {
        "cjk_ago": (
            rf"(半|[一二两兩三四五六七八九]|十[一二]?|\d{{1,4}})\s?[个個]?(半)?多?\s?({cjk_unit})\s?(?:之前|以前|前|전)",
            _cjk_ago,
        ),
        "ago": (rf"(?:{pattern('around')}\s)?{span}\s?({ago})", _ago),
        "before": (rf"({before})\s(?:about\s|environ\s)?{span}", _before),
        "one_ago": (rf"({pattern('unit', 'past')})\s({ago})", _one_ago),
        "before_one": (rf"({before})\s({pattern('unit', 'past')})", _before_one),
        "since": (rf"({count})\s?({pattern('since')})", _since),
        "counted_last": (rf"({count})\s?({pattern(*_LAST)})", _counted_last),
        "now": (f"({pattern('now')})", _now),
        "day_word": (f"({pattern('day')})", _day_word),
        "last_unit": (f"({pattern(*_LAST)})", _last_unit),
        "weekday": (f"({pattern('weekday')})", _weekday),
    }


@cache
def marks() -> str:
    """A pattern for what every relative date has in it."""
    return "[前전]|" + pattern("ago", "before", "since", "now", "day", "weekday", *_LAST)
