"""Dates in text, as Python reads them with patterns: the twin of the kernel's `dates`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache

from tests.dates.plain_forms import Forms, absolute
from tests.dates.plain_moment import LAST_YEAR, Clock, Moment, clock_before, clock_behind, read_zone
from tests.dates.plain_relative import PROSE, marks
from tests.dates.plain_relative import relative as relative_forms
from tests.dates.plain_spelling import spell
from tests.dates.plain_words import NEEDS_CLOCK
from weft import _native
from weft.dates import FoundDate
from weft.deadline import check_time
from weft.late_patterns import late_pattern

STAMP_LENGTH = 40  # a text that is a time stamp and little else
SLACK = 30  # characters that `normalise_date` allows around a date: a weekday, a label

# Every date has a digit (or the year in Han digits) or one of the words; most texts of a page have neither, and these
# two searches are all that they cost. What takes milliseconds to compile is compiled when it is first needed.
_NUMBER = late_pattern("[0-9年]")
_LETTERS = "a-zà-ɏ\u0370-\u06ff\u0900-\u0dff"


@cache
def _relative_word() -> re.Pattern[str]:
    return re.compile(marks())


class _Grammar:
    """All forms as one pattern, those that start with a digit apart. A group has the name of its form."""

    def __init__(self, forms: Forms) -> None:
        digits = [name for name, (pattern, _) in forms.items() if pattern.startswith(r"(\d")]
        others = [name for name in forms if name not in digits]
        order = (*digits, *others)
        digit, other = ("|".join(f"(?P<{name}>{forms[name][0]})" for name in names) for names in (digits, others))
        guard = rf"(?<![0-9{_LETTERS}_])(?<![0-9][-./:])(?<![a-z0-9]/)"
        self.pattern = re.compile(rf"{guard}(?:(?=\d)(?:{digit})|{other})")
        starts = [self.pattern.groupindex[name] for name in order]
        ends = [*(start - 1 for start in starts[1:]), self.pattern.groups]  # of the groups in a form, behind its own
        self.inner = dict(zip(order, map(slice, starts, ends), strict=True))
        self.readers = {name: reader for name, (_, reader) in forms.items()}

    def read(self, match: re.Match[str], *, day_first: bool) -> Moment | None:
        name = match.lastgroup or ""
        groups = tuple(group or "" for group in match.groups()[self.inner[name]])
        return self.readers[name](groups, day_first)


@cache
def _grammar(*, relative: bool) -> _Grammar:
    return _Grammar(absolute() | (relative_forms() if relative else {}))


def find_dates(text: str, *, reference: datetime | None = None, day_first: bool = False) -> list[FoundDate]:
    """The dates of a text, in order, without overlap; see `weft.dates.find_dates`."""
    return list(search_dates(text, reference, day_first)) if _native.may_have_date(text) else []


def search_dates(text: str, reference: datetime | None, day_first: bool) -> tuple[FoundDate, ...]:
    """The dates of a text, by the patterns, where it has the sign of a date."""
    spelled = spell(text)
    relative = _relative_word().search(spelled) is not None
    if not relative and not _NUMBER.search(spelled):
        return ()
    return tuple(_scan(text, spelled, _grammar(relative=relative), reference=reference, day_first=day_first))


def _scan(
    text: str, spelled: str, grammar: _Grammar, *, reference: datetime | None, day_first: bool
) -> Iterator[FoundDate]:
    floor = position = 0
    while match := grammar.pattern.search(spelled, position):
        check_time()
        position = match.start() + 1
        moment = grammar.read(match, day_first=day_first)
        if moment is None or not moment.possible(reference):
            continue
        start, end = match.span()
        if moment.clock is None:
            moment, start, end = _with_clock(spelled, moment, floor=floor, start=start, end=end)
        if moment.clock is None and _is_prose(match, moment, text):
            continue
        floor = position = end
        shown = text[start:end]
        start += len(shown) - len(shown.lstrip())
        shown = shown.strip()
        iso = moment.iso(reference)
        yield FoundDate(start=start, end=start + len(shown), text=shown, iso=iso, relative=moment.relative)


def _is_prose(match: re.Match[str], moment: Moment, text: str) -> bool:
    """Whether words without a clock are probably prose and no date."""
    name, shown = match.lastgroup, text[match.start() : match.end()]
    if moment.bold or name == "month_day_alone":
        return shown != text.strip()
    return name == "weekday" or shown.lower() in NEEDS_CLOCK or (name in PROSE and len(text) > STAMP_LENGTH)


def _with_clock(text: str, moment: Moment, *, floor: int, start: int, end: int) -> tuple[Moment, int, int]:
    """The moment with the time of day behind it, else with the one before it."""
    if not moment.day and moment.unit != "day" and moment.weekday < 0:
        return moment, start, end
    clock, after = clock_behind(text, end)
    if clock:
        return replace(moment, clock=clock), start, after
    clock, before = clock_before(text, start, floor)
    return (replace(moment, clock=clock), before, end) if clock else (moment, start, end)


_COMPACT = late_pattern(r"(\d{4})(\d\d)(\d\d)(?:[tT ]?(\d\d)(\d\d)(\d\d)?)?([zZ]|[+-]\d\d:?\d\d)?")
_ISO = late_pattern(
    r"(\d{4})-(\d\d)-(\d\d)(?:[tT ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?([zZ]|[+-]\d\d:?\d\d)?)?", re.ASCII
)
# As most are written: a day that its month has, seconds or none, a zone of whole hours and minutes; a fraction goes.
_USUAL = late_pattern(
    r"((?:19[7-9]\d|20\d\d)-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31))"
    r"(?:(T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)(?:(?<=:\d\d:\d\d)\.\d{1,9})?(Z|[+-](?:0\d|1[0-4]):[0-5]\d)?)?",
    re.ASCII,
)
_YEAR_MONTH = late_pattern(r"(\d{4})(?:[-/.](\d\d?))?")


def normalise_date(text: str, *, reference: datetime | None = None, day_first: bool = False) -> str:
    """The date of a short text in ISO 8601; empty where the text is no date."""
    text = text.strip()
    if not text or len(text) > 2 * STAMP_LENGTH + SLACK:
        return ""
    if iso := read_iso(text, reference):
        return iso
    if (compact := _read_compact(text, reference)) or text.isdecimal():
        return compact
    for date in find_dates(text, reference=reference, day_first=day_first):
        return date.iso if len(text) - len(date.text) <= SLACK else ""
    return ""


def read_iso(text: str, reference: datetime | None) -> str:
    """A text that is a whole date of ISO 8601, as heads and data declare it: without the search, which takes longer."""
    if reference is None and (usual := _USUAL.fullmatch(text)):
        return usual[1] + (usual[2] or "") + (usual[3] or "")
    match = _ISO.fullmatch(text)
    if match is None:
        return ""
    year, month, day, hour, minute, second = (int(part) if part else -1 for part in match.groups()[:6])
    if hour > 23 or minute > 59 or second > 59:
        return ""
    clock = Clock(hour=hour, minute=minute, second=second, zone=read_zone((match[7] or "").lower()))
    moment = Moment(year=year, month=month, day=day, clock=clock if hour >= 0 else None)
    return moment.iso(reference) if moment.possible(reference) else ""


def _read_compact(text: str, reference: datetime | None) -> str:
    """Whole strings of digits."""
    if text.isascii() and text.isdecimal() and len(text) in (10, 13):
        moment = datetime.fromtimestamp(int(text[:10]), UTC)
        return moment.strftime("%Y-%m-%dT%H:%M:%SZ") if 1970 < moment.year <= LAST_YEAR else ""
    if match := _YEAR_MONTH.fullmatch(text):
        year, month = match.groups()
        possible = Moment(year=int(year), month=int(month or 1)).possible(reference)
        return (f"{int(year):04}-{int(month):02}" if month else f"{int(year):04}") if possible else ""
    if match := _COMPACT.fullmatch(text):
        year, month, day, hour, minute, second, zone = (part or "" for part in match.groups())
        time = f" {hour}:{minute}" + (f":{second}" if second else "") + zone if hour else ""
        dates = find_dates(f"{year}-{month}-{day}{time}", reference=reference)
        return dates[0].iso if dates else ""
    return ""
