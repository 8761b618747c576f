"""What words beside a time say, as Python tells it."""

import re
from functools import lru_cache

from weft.dates.languages import words_of
from weft.dates.phrases import any_of, fold
from weft.records.language_words import WordPattern

_DAYS = tuple(f"day {back}" for back in range(4))
_WEEKDAYS = tuple(f"weekday {day}" for day in range(7))
_DAY_WORDS = WordPattern(r"(?!)", *_DAYS)
_LAST_UNITS = WordPattern(r"(?!)", "last_week", "last_month", "last_year")
_WEEKDAY_WORDS = WordPattern(r"(?!)", *_WEEKDAYS)


@lru_cache(maxsize=4_096)
def is_day_word(text: str) -> bool:
    """Whether a text is a word such as "today" and nothing else.

    >>> is_day_word(" Gestern "), is_day_word("gestern 12:08")
    (True, False)
    """
    return _DAY_WORDS.fullmatch(text.strip())


@lru_cache(maxsize=4_096)
def is_last_unit(text: str) -> bool:
    """Whether a text is "last week" or the like and nothing else.

    >>> is_last_unit("Letzte Woche"), is_last_unit("yesterday")
    (True, False)
    """
    return _LAST_UNITS.fullmatch(text.strip())


def weekday_start(text: str) -> int:
    """Where the day of the week begins with which a text ends, -1 where there is none.

    >>> weekday_start("am Sonntag, "), weekday_start("am ")
    (3, -1)
    """
    end = len(text.rstrip(" ,."))
    for start, stop, _ in _WEEKDAY_WORDS.phrases.find(fold(text)):
        if stop == end:
            return start
    return -1


def begins_with_clock(text: str) -> bool:
    """Whether a text begins with a time of day, or with the word for "at" before it.

    >>> begins_with_clock(", um 12:08 Uhr"), begins_with_clock("um 12 Uhr")
    (True, False)
    """
    return bool(_clock().match(fold(text)))


@lru_cache(maxsize=1)
def _clock() -> re.Pattern[str]:
    return re.compile(rf"[\s,，]*(?:{any_of(words_of('at'))}\.?\s)?\s*\d{{1,2}}[:：.]\d\d")
