"""Moments: what a date and a time of day in a text say, and how ISO 8601 writes them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cache

from tests.dates.plain_spelling import pattern, values
from tests.dates.plain_words import AFTERNOON, MORNING, ZONES

FIRST_YEAR = 1970  # older years in the text of a web page are history, not a time stamp
LAST_YEAR = 2099  # without a reference time
MAX_ZONE_DIGITS = 4  # 0800
YEARS_AHEAD = 2  # after the reference time: events are announced, but seldom earlier than that

SECONDS = {
    "second": 1,
    "minute": 60,
    "hour": 3_600,
    "day": 86_400,
    "week": 604_800,
    "month": 2_592_000,
    "year": 31_536_000,
}
_ZONE_NAME = "|".join(sorted(ZONES, key=len, reverse=True))
_ZONE = rf"(?:gmt|utc)?\s?[+-]\d\d?:?(?:\d\d)?(?!\d)|(?:{_ZONE_NAME})(?![a-z])"
_HALF_DAY = r"上午|早上|凌晨|清晨|中午|下午|傍晚|晚上|午前|午後|오전|오후"
_REACH = 24  # characters before a date in which its time may stand


def _time(dotted: str) -> str:
    """A time of day; `dotted` says where a full stop may part hours and minutes."""
    half = rf"{pattern('am', 'pm')}\.?"
    return (
        rf"(?P<before>{_HALF_DAY})?\s{{0,3}}"
        r"(?P<hour>\d\d?)(?:\s?[:：h時时点點시]\s?(?P<minute>\d\d)?(?!\d)(?:\s?分|\s?분)?"
        r"(?:\s?[:：分]?\s?(?P<second>\d\d)(?!\d)(?:[.,]\d{1,9})?\s?秒?)?"
        r"|\.(?P<dot>\d\d)(?!\d|\.\d)" + dotted + r"|(?=\s?[ap]\.?m\b))"
        rf"\s{{0,3}}(?P<after>[ap]\.?\s?m\b\.?|uhr|{half})?\s{{0,3}}(?P<zone>{_ZONE})?"
    )


@cache
def _behind() -> re.Pattern[str]:
    """What may stand between a date and its time ("at", a comma, the day of the week), and the time."""
    link = (
        r"[\s,，.]{0,40}+(?:\(?(?:星期|周|週)?[一二三四五六日天月火水木金土월화수목금토일](?:요일|曜日)?\)?[\s,，]{0,3})?"
        rf"(?:{pattern('weekday')}[\s,]{{0,3}})?(?:{pattern('year')}\.?[\s,]{{1,3}})?"
        rf"(?:(?:(?P<at>{pattern('at')}\.?)|t|@|-|–|—|·|•|\||/|,)\s{{0,40}}+)?"
    )
    return re.compile(link + _time(r"(?(at)|(?=\s?uhr))"))


@cache
def _ahead() -> re.Pattern[str]:
    return re.compile(_time(r"(?=\s?uhr)") + r"(?:\s?(?:on|am|le|el|il|,|·|•|-|–|—|\|)\s{0,3}|\s{1,3}|,\s{0,3})\Z")


@dataclass(frozen=True, kw_only=True)
class Clock:
    """A time of day; `second` is -1 and `zone` empty where the text does not say."""

    hour: int
    minute: int
    second: int = -1
    zone: str = ""

    @property
    def iso(self) -> str:
        """As ISO 8601 writes it behind a date, `T` included."""
        second = f":{self.second:02}" if self.second >= 0 else ""
        return f"T{self.hour:02}:{self.minute:02}{second}{self.zone}"


@dataclass(frozen=True, kw_only=True)
class Moment:
    """An absolute date (year 0: it names none; day 0: a whole month) or a distance back from the reference time."""

    year: int = 0
    month: int = 0
    day: int = 0
    clock: Clock | None = None
    unit: str = ""  # of `back`; empty for an absolute date
    back: float = 0
    weekday: int = -1  # the last such day before the reference time
    bold: bool = False  # a reading that takes a clock or a text with nothing beside it

    @property
    def relative(self) -> bool:
        """Whether only a reference time makes it a date."""
        return self.year == 0

    def possible(self, reference: datetime | None) -> bool:
        """Whether the calendar has such a day and the year is one that pages are written in."""
        if self.unit or self.weekday >= 0:
            return True
        last = reference.year + YEARS_AHEAD if reference else LAST_YEAR
        if self.year and not FIRST_YEAR <= self.year <= last:
            return False
        try:
            date(self.year or 2000, self.month, self.day or 1)  # 2000 is a leap year
        except ValueError:
            return False
        return True

    def iso(self, reference: datetime | None) -> str:
        """As precise as the text; empty where it takes a reference time and there is none, or is out of range."""
        try:
            return self._iso(reference)
        except (ValueError, OverflowError):
            return ""

    def _iso(self, reference: datetime | None) -> str:
        clock = self.clock.iso if self.clock else ""
        if self.year:
            return f"{self.year:04}-{self.month:02}" + (f"-{self.day:02}{clock}" if self.day else "")
        if reference is None:
            return ""
        if self.weekday >= 0:
            back = (reference.weekday() - self.weekday) % 7
            return (reference.date() - timedelta(days=back)).isoformat() + clock
        if self.unit:
            return _before(reference, self.unit, self.back, clock)
        return _latest(reference.date(), self.month, self.day).isoformat() + clock


def _latest(today: date, month: int, day: int) -> date:
    """The last such day of a year; a day ahead is allowed for readers in another time zone."""
    this_year = date(today.year, month, day)
    return this_year if this_year <= today + timedelta(days=1) else date(today.year - 1, month, day)


def _before(reference: datetime, unit: str, back: float, clock: str) -> str:
    if unit in ("second", "minute", "hour"):
        moment = reference - timedelta(seconds=back * SECONDS[unit])
        return moment.isoformat(timespec="seconds")
    if unit in ("day", "week"):
        return (reference.date() - timedelta(seconds=back * SECONDS[unit])).isoformat() + clock
    if back != int(back):  # half a year, half a month
        return (reference.date() - timedelta(seconds=back * SECONDS[unit])).isoformat()[:7]
    if unit == "year":
        return f"{date(reference.year - int(back), 1, 1).year:04}"
    months = reference.year * 12 + reference.month - 1 - int(back)
    return date(months // 12, months % 12 + 1, 1).isoformat()[:7]


def clock_behind(text: str, position: int) -> tuple[Clock | None, int]:
    """The time of day that follows a date ending at `position`, and where it ends."""
    match = _behind().match(text, position)
    clock = _read(match) if match else None
    return (clock, match.end()) if match and clock else (None, position)


def clock_before(text: str, position: int, floor: int) -> tuple[Clock | None, int]:
    """The time of day right before a date starting at `position`, and where it starts; never before `floor`."""
    begin = max(floor, position - _REACH)
    window = text[begin:position]
    if ":" not in window and "m" not in window:
        return None, position
    for match in re.finditer(r"(?<![\d:.])\d\d?(?=[:\s]?[\dap])", window):
        time = _ahead().match(window, match.start())
        clock = _read(time) if time else None
        if clock:
            return clock, begin + match.start()
    return None, position


def _read(match: re.Match[str]) -> Clock | None:
    part = match.groupdict()
    half = part["before"] or re.sub(r"[.\s]", "", part["after"] or "")
    hour, minute = int(part["hour"]), int(part["minute"] or part["dot"] or 0)
    second = int(part["second"]) if part["second"] else -1
    if hour < 12 and (half in AFTERNOON or (half and values(half, "pm"))):
        hour += 12
    if hour == 12 and (half in MORNING or (half and values(half, "am"))):
        hour = 0
    if hour > 23 or minute > 59 or second > 60:
        return None
    return Clock(hour=hour, minute=minute, second=min(second, 59), zone=read_zone(part["zone"] or ""))


def read_zone(text: str) -> str:
    """A zone as ISO 8601 writes it: `+0800` and `gmt+8` are `+08:00`; empty where weft does not know it.

    >>> read_zone("gmt+8")
    '+08:00'
    """
    text = text.strip()
    if text in ZONES:
        return ZONES[text]
    sign = max(text.find("+"), text.find("-"))
    digits = text[sign + 1 :].replace(":", "") if sign >= 0 else ""
    if not digits.isdecimal() or len(digits) > MAX_ZONE_DIGITS:
        return ""
    hours, minutes = (digits, "00") if len(digits) <= 2 else (digits[:-2], digits[-2:])
    if int(hours) > 14 or int(minutes) > 59:
        return ""
    return f"{text[sign]}{int(hours):02}:{int(minutes):02}"
