"""How a page is read: in which direction, how many words, for how long."""

import re
from math import ceil

from weft.content import NUMBER, Field
from weft.late_patterns import late_pattern
from weft.metadata.near_title import Near
from weft.metadata.values import first_text
from weft.page import Page

LTR, RTL = "ltr", "rtl"
# Languages that are written from right to left; of those with two scripts the usual one.
RTL_LANGUAGES = frozenset("ar arc arz ckb dv fa he ks lrc mzn nqo pnb ps sd syr ug ur yi".split())
MAX_MINUTES = 600
MAX_WORDS = 10_000_000
MAX_TEXT = 60  # characters of a line that tells the time

_MINUTES = late_pattern(
    r"(?<!\d)(\d{1,3})\s{0,3}(?:min|mn\b|分|phút|мин|хв|λεπτ|dak|دقي|דק|분|मिनट|นาที|perc)", re.IGNORECASE
)
_DURATION = late_pattern(r"P(?:T|0DT)?(?:(\d{1,2})H)?(?:(\d{1,3})M)?(?:(\d{1,5})S)?", re.IGNORECASE)


def find_direction(page: Page, language: Field) -> Field:
    """`ltr` or `rtl`: as `html` or `body` declares it, else by the language; empty where neither tells it."""
    for row in (0, *page.rows_of("body")[:1].tolist()):
        value = (page.attribute(row, "dir") or "").strip().lower()
        if value in (LTR, RTL):
            return Field(value=value, row=row, source="html")
    if not language:
        return Field()
    return Field(value=RTL if language.value in RTL_LANGUAGES else LTR, row=language.row, source="language")


def read_count(fields: list[Field]) -> Field:
    """The number of words, as the page declares it."""
    for field in fields:
        digits = field.value.replace(",", "").replace(".", "")
        if digits.isascii() and digits.isdecimal() and 0 < len(digits) <= len(str(MAX_WORDS)):
            return _number(int(digits), field.row, field.source)
    return Field()


def read_minutes(fields: list[Field]) -> Field:
    """The minutes that a page declares: a duration of ISO 8601 or "5 minutes".

    >>> read_minutes([Field(value="PT1H5M")]).typed, read_minutes([Field(value="5 min read")]).typed
    (65, 5)
    """
    for field in fields:
        minutes = minutes_in(field.value)
        if 0 < minutes <= MAX_MINUTES:
            return _number(minutes, field.row, field.source)
    return Field()


def minutes_in(text: str) -> int:
    """The minutes that a text tells, 0 for none."""
    if whole := _DURATION.fullmatch(text.strip()):
        hours, minutes, seconds = (int(part or 0) for part in whole.groups())
        return hours * 60 + minutes + ceil(seconds / 60)
    told = _MINUTES.search(text[:MAX_TEXT])
    return int(told[1]) if told else 0


def printed_minutes(near: Near) -> Field:
    """The minutes that an element of a telling class prints near the title."""
    page = near.page
    rows = near.beside("minutes")
    return read_minutes([Field(value=first_text(page, row, MAX_TEXT), row=row, source="printed") for row in rows])


def _number(value: int, row: int, source: str) -> Field:
    return Field(value=str(value), row=row, source=source, type=NUMBER, typed=value)
