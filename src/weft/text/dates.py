"""Dates in text: where they stand and what they are in ISO 8601. The kernel reads them (`native/text/src/dates`)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timezone
from functools import lru_cache

from weft.deadline import kernel_call
from weft.kernel import text as kernel

MAX_REMEMBERED = 160  # characters of a text whose dates are remembered
# In place of the zone of a time whose zone depends on the day; no date ends so.
_OWN_ZONE = "?"
Reference = tuple[int, int, int, int, int, int, int, str]


@dataclass(frozen=True, kw_only=True)
class FoundDate:
    """A date, `text[start:end]`. `iso` is empty where it needs a reference time and there is none."""

    start: int
    end: int
    text: str
    iso: str
    relative: bool


def find_dates(text: str, *, reference: datetime | None = None, day_first: bool = False) -> list[FoundDate]:
    """The dates of a text, in order, without overlap.

    Relative dates and dates without a year are resolved with `reference`, the time at which the page was read. A date
    is as precise as its text: `2022-09`, `2022-09-04`, `2022-09-04T06:38`. Years before 1970, after 2099 or, with a
    reference, more than two years after it are no dates. `day_first` reads 9/4/2022 as the ninth of April.

    >>> [date.iso for date in find_dates("Posted Sept. 4th, 2022 at 6:38 pm, edited 2022-9-5")]
    ['2022-09-04T18:38', '2022-09-05']
    """
    if len(text) <= MAX_REMEMBERED:
        return list(_find(text, reference, day_first))
    with kernel_call() as seconds:
        return _dates(text, kernel.find_dates(text, kernel_reference(reference), day_first, seconds=seconds), reference)


# A byline is asked by the searches for authors, for dates and for records, and the lines of a site repeat. No short
# text takes long: its deadline need not be asked.
@lru_cache(maxsize=2_048)
def _find(text: str, reference: datetime | None, day_first: bool) -> list[FoundDate]:
    return _dates(text, kernel.find_dates(text, kernel_reference(reference), day_first), reference)


def _dates(text: str, found: list[tuple[int, int, str, bool]], reference: datetime | None) -> list[FoundDate]:
    return [
        FoundDate(start=start, end=end, text=text[start:end], iso=with_zone(iso, reference), relative=relative)
        for start, end, iso, relative in found
    ]


def normalise_date(text: str, *, reference: datetime | None = None, day_first: bool = False) -> str:
    """The date of a short text in ISO 8601; empty where the text is no date.

    Also reads what would be too bold in running text: `20220904`, `2022-09`, `2022` and Unix time stamps.

    >>> normalise_date("Sun, 04 Sep 2022 06:38:48 +0800")
    '2022-09-04T06:38:48+08:00'
    >>> normalise_date("1662273528")
    '2022-09-04T06:38:48Z'
    """
    with kernel_call() as seconds:
        iso = kernel.normalise_date(text, kernel_reference(reference), day_first, seconds=seconds)
    return with_zone(iso, reference)


def read_iso(text: str, reference: datetime | None) -> str:
    """A text that is a whole date of ISO 8601, as heads and data declare it: without the search, which takes longer."""
    return with_zone(kernel.read_iso(text, kernel_reference(reference)), reference)


def kernel_reference(reference: datetime | None) -> Reference | None:
    """A reference time as the kernel takes it.

    >>> kernel_reference(datetime(2022, 9, 4, 6, 38, 48))
    (2022, 9, 4, 6, 38, 48, 0, '')
    """
    if reference is None:
        return None
    is_fixed = reference.tzinfo is None or isinstance(reference.tzinfo, timezone)
    zone = reference.isoformat(timespec="seconds")[len("2022-09-04T06:38:48") :] if is_fixed else _OWN_ZONE
    day, clock = (reference.year, reference.month, reference.day), (reference.hour, reference.minute, reference.second)
    return (*day, *clock, reference.microsecond, zone)


def with_zone(iso: str, reference: datetime | None) -> str:
    """A date of the kernel, with the zone that the reference time has on that day."""
    if reference is None or not iso.endswith(_OWN_ZONE):
        return iso
    moment = datetime.fromisoformat(iso.removesuffix(_OWN_ZONE)).replace(tzinfo=reference.tzinfo)
    return moment.isoformat(timespec="seconds")
