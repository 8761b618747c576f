"""Times of day behind or before a date."""

import re
from functools import cache

from weft.dates.moment import Clock
from weft.dates.words import AFTERNOON, MORNING, ZONES

_ZONE_NAME = "|".join(sorted(ZONES, key=len, reverse=True))
_ZONE = rf"(?:gmt|utc)?\s?[+-]\d\d?:?(?:\d\d)?(?!\d)|(?:{_ZONE_NAME})(?![a-z])"
_HALF_DAY = r"上午|早上|凌晨|清晨|中午|下午|傍晚|晚上|午前|午後|오전|오후"
_TIME = (
    rf"(?P<before>{_HALF_DAY})?\s{{0,3}}"
    r"(?P<hour>\d\d?)(?:\s?[:：h時时点點시]\s?(?P<minute>\d\d)?(?!\d)(?:\s?分|\s?분)?"
    r"(?:\s?[:：分]?\s?(?P<second>\d\d)(?!\d)(?:[.,]\d{1,9})?\s?秒?)?|\.(?P<dot>\d\d)(?=\s?uhr)|(?=\s?[ap]\.?m\b))"
    rf"\s{{0,3}}(?P<after>[ap]\.?m\b\.?|uhr)?\s{{0,3}}(?P<zone>{_ZONE})?"
)
# What may stand between a date and its time: "at", a comma, the day of the week.
_LINK = (
    r"[\s,，.]{0,40}+(?:\(?(?:星期|周|週)?[一二三四五六日天月火水木金土월화수목금토일](?:요일|曜日)?\)?[\s,，]{0,3})?"
    r"(?:(?:at|um|à|a las|alle(?: ore)?|ore|às|om|в|o|@|t|-|–|—|·|•|\||/|,|kl\.?|г\.?,?(?: в)?)\s{0,40}+)?"
)
_BEHIND = _LINK + _TIME
_BEFORE = _TIME + r"(?:\s?(?:on|am|le|el|il|,|·|•|-|–|—|\|)\s{0,3}|\s{1,3}|,\s{0,3})\Z"
_REACH = 24  # characters before a date in which its time may stand


_compiled = cache(re.compile)  # when first needed: each takes a millisecond


def clock_behind(text: str, position: int) -> tuple[Clock | None, int]:
    """The time of day that follows a date ending at `position`, and where it ends."""
    match = _compiled(_BEHIND).match(text, position)
    clock = _read(match) if match else None
    return (clock, match.end()) if match and clock else (None, position)


def clock_before(text: str, position: int, floor: int) -> tuple[Clock | None, int]:
    """The time of day right before a date starting at `position`, and where it starts; never before `floor`."""
    begin = max(floor, position - _REACH)
    window = text[begin:position]
    if ":" not in window and "m" not in window:
        return None, position
    for match in re.finditer(r"(?<![\d:.])\d\d?(?=[:\s]?[\dap])", window):
        time = _compiled(_BEFORE).match(window, match.start())
        clock = _read(time) if time else None
        if clock:
            return clock, begin + match.start()
    return None, position


def _read(match: re.Match[str]) -> Clock | None:
    part = match.groupdict()
    half = part["before"] or (part["after"] or "").replace(".", "")
    hour, minute = int(part["hour"]), int(part["minute"] or part["dot"] or 0)
    second = int(part["second"]) if part["second"] else -1
    if half in AFTERNOON and hour < 12:
        hour += 12
    if half in MORNING and hour == 12:
        hour = 0
    if hour > 23 or minute > 59 or second > 60:
        return None
    return Clock(hour=hour, minute=minute, second=min(second, 59), zone=read_zone(part["zone"] or ""))


def read_zone(text: str) -> str:
    """A zone as ISO 8601 writes it, empty where it is not known: `+0800` and `gmt+8` are `+08:00`.

    >>> read_zone("gmt+8")
    '+08:00'
    """
    text = text.strip()
    if text in ZONES:
        return ZONES[text]
    sign = max(text.find("+"), text.find("-"))
    digits = text[sign + 1 :].replace(":", "") if sign >= 0 else ""
    if not digits.isdecimal():
        return ""
    hours, minutes = (digits, "00") if len(digits) <= 2 else (digits[:-2], digits[-2:])
    if int(hours) > 14 or int(minutes) > 59:
        return ""
    return f"{text[sign]}{int(hours):02}:{minutes}"
