"""What a date says before the time of reading is known, and its ISO 8601 form."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta

FIRST_YEAR = 1970  # older years in the text of a web page are history, not a time stamp
LAST_YEAR = 2099  # without a reference time
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
    """An absolute date (year 0: not told; day 0: a whole month) or a distance back from the reference time."""

    year: int = 0
    month: int = 0
    day: int = 0
    clock: Clock | None = None
    unit: str = ""  # of `back`; empty for an absolute date
    back: float = 0
    weekday: int = -1  # the last such day before the reference time

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
