"""How a page is read: in which direction, how many words, for how long; under which terms, and at which cost."""

import re
from math import ceil

from weft.content import NUMBER, Field, Link
from weft.late_patterns import late_pattern
from weft.metadata.head import Links, source_of
from weft.metadata.near_title import Near
from weft.metadata.values import absolute_url, clean_text, first_text
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


FREE, METERED, LOCKED = "free", "metered", "locked"
"""The values of `access`: open to all, so many pages a month, for subscribers."""

MAX_NAME = 100  # characters of the name of a licence
_CREATIVE_COMMONS = late_pattern(r"creativecommons\.org/(licenses|publicdomain)/([a-z-]{2,11})(?:/([0-9.]{1,4}))?")
_PUBLIC_DOMAIN = {"zero": "CC0", "mark": "Public Domain Mark"}
_ACCESS = {
    "true": FREE, "yes": FREE, "free": FREE, "1": FREE, "false": LOCKED, "no": LOCKED, "0": LOCKED, "locked": LOCKED,
    "premium": LOCKED, "paid": LOCKED, "subscription": LOCKED, "metered": METERED, "freemium": METERED,
}  # fmt: skip


def find_licence(page: Page, links: Links, declared: list[Field], base: str) -> Link:
    """The licence of a page: what links with `rel=license` name, else what its data declare.

    >>> from weft import parse
    >>> from weft.metadata.sources import declared
    >>> page = parse('<a rel=license href="https://creativecommons.org/licenses/by-sa/4.0/deed.de">frei</a>')
    >>> find_licence(page, declared(page).links, [], "").value
    'CC BY-SA 4.0'
    """
    for row, is_link, href, *_ in links.get("license", ()):
        url = absolute_url(href, base)
        if name := licence_name(url) or clean_text(first_text(page, row, MAX_NAME)) or url:
            return Link(value=name, url=url, row=row, source=source_of(is_link=is_link))
    for field in declared:
        url = absolute_url(field.value, base) if "/" in field.value and " " not in field.value else ""
        if name := licence_name(field.value) or url or field.value[:MAX_NAME]:
            return Link(value=name, url=url, row=field.row, source=field.source)
    return Link()


def licence_name(address: str) -> str:
    """The short name of a licence of Creative Commons, by its address; empty for any other."""
    named = _CREATIVE_COMMONS.search(address.lower())
    if named is None:
        return ""
    short = _PUBLIC_DOMAIN.get(named[2], "") if named[1] == "publicdomain" else f"CC {named[2].upper()}"
    return " ".join(filter(None, (short, named[3])))


def find_access(declared: list[Field]) -> Field:
    """Whether a page is `free`, `metered` or `locked`, by the first declaration that says so."""
    for field in declared:
        if value := _ACCESS.get(field.value.strip().lower(), ""):
            return Field(value=value, row=field.row, source=field.source)
    return Field()
