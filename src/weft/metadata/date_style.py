"""How the dates of a page are read: the time at which it was read, and whether the day comes first."""

import re
from collections.abc import Callable
from datetime import datetime

from weft.addresses import host_of
from weft.content import Field
from weft.kernel.metadata import day_votes
from weft.late_patterns import late_pattern
from weft.page import Page
from weft.page.once import kept
from weft.text import normalise_date
from weft.text.dates import read_iso

DAY = len("2022-09-04")
# English is written month first in the United States and what belongs to them, and in the Philippines.
MONTH_FIRST_REGIONS = frozenset("US PH PR GU VI AS MP UM PW FM MH BZ".split())
# Where the year comes first, a year at the end follows the American way.
MONTH_FIRST = frozenset("en zh ja ko fil tl".split())
# Countries whose English puts the day first; a page without a region may have their domain.
DAY_FIRST_DOMAINS = frozenset("uk ie au nz in za sg hk my ke ng gh pk lk bd ug tz zw mt jm".split())
MAX_SEARCHED = 200_000  # bytes of a page's text in which other dates are looked for

_AMBIGUOUS = late_pattern(r"(?<!\d)(\d\d?)([/.-])(\d\d?)\2(?:\d{4}|\d\d)(?!\d)")


class DateStyle:
    """How the dates of a page are read; whether the day comes first is looked for when a date needs it."""

    def __init__(
        self, *, reference: datetime | None = None, find_day_first: Callable[[], bool] = lambda: False
    ) -> None:
        self.reference = reference
        self._find_day_first = find_day_first

    @kept
    def day_first(self) -> bool:
        """Whether the day comes first."""
        return self._find_day_first()

    def read(self, text: str) -> str:
        """The date of a short text in ISO 8601; empty where it is none, or a time stamp of zero."""
        iso = read_iso(text, self.reference) or normalise_date(text, reference=self.reference, day_first=self.day_first)
        return "" if iso.startswith("1970-01-01") else iso

    def turned(self) -> "DateStyle":
        """The other order of day and month."""
        return DateStyle(reference=self.reference, find_day_first=lambda: not self.day_first)


def is_ambiguous(text: str) -> bool:
    """Whether a text has a date that is another one where day and month change places.

    >>> is_ambiguous("02/04/2022"), is_ambiguous("22/04/2022"), is_ambiguous("2 April 2022")
    (True, False, False)
    """
    match = _AMBIGUOUS.search(text)
    return match is not None and match[2] != "." and int(match[1]) <= 12 and int(match[3]) <= 12


def writes_day_first(page: Page, language: Field, tags: list[str]) -> bool | None:
    """Whether the day comes first by language and region; None where the page does not tell its language.

    `tags` are the language tags as the page writes them: `en-GB`, `en_US`.
    """
    if not language:
        return None
    if language.value != "en":
        return language.value not in MONTH_FIRST
    for tag in tags:
        region = re.search(r"[-_]([A-Za-z]{2})$", tag.strip())
        if region and tag.strip().lower().startswith("en"):
            return region[1].upper() not in MONTH_FIRST_REGIONS
    return _country(page) in DAY_FIRST_DOMAINS


def _country(page: Page) -> str:
    return host_of(page.url or "").rpartition(".")[2]


def order_in_text(page: Page) -> bool | None:
    """Whether other dates of the page put the day first: one of its numbers is over 12; None where none tells.

    >>> from weft import parse
    >>> order_in_text(parse("<p>23/04/2022 and 02/04/2022")), order_in_text(parse("<p>02/04/2022"))
    (True, None)
    """
    votes = day_votes(page.table, MAX_SEARCHED)
    return votes > 0 if votes else None
