"""Ages as Python finds them: times such as `6h` and `3d`, which count only where several texts of one build are such.

One text of this form is more often a size, a distance or a count of millions.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from tests.dates.plain_dates import find_dates
from weft.dates import FoundDate
from weft.page import Page

MIN_AGES = 3
UNITS = {
    "s": "seconds", "m": "minutes", "min": "minutes", "h": "hours", "hr": "hours", "d": "days", "w": "weeks",
    "wk": "weeks", "mo": "months", "y": "years", "yr": "years",
}  # fmt: skip
CLEAR = frozenset({"h", "hr", "d"})  # units that measure nothing but time: one of a list has such a unit
_AGE = re.compile(r"(\d{1,2})(s|m|min|hr?|d|wk?|mo|yr?)", re.IGNORECASE)


def is_age(text: str) -> bool:
    """Whether a text can be an age.

    >>> is_age("6h"), is_age("6 h"), is_age("6km")
    (True, False, False)
    """
    return bool(_AGE.fullmatch(text))


def read_age(text: str, reference: datetime | None) -> FoundDate | None:
    """The date that an age means, None for other texts; its `iso` is empty without a reference time.

    >>> read_age("6h", datetime(2022, 9, 4, 8, 30)).iso
    '2022-09-04T02:30:00'
    """
    match = _AGE.fullmatch(text)
    if not match:
        return None
    dates = find_dates(f"{match[1]} {UNITS[match[2].lower()]} ago", reference=reference)
    return FoundDate(start=0, end=len(text), text=text, iso=dates[0].iso if dates else "", relative=True)


def pick_ages(page: Page, ages: Sequence[tuple[int, str]]) -> dict[int, tuple[str, str]]:
    """By row the ages that several elements of one tag and classes have."""
    if len(ages) < MIN_AGES:
        return {}
    steps = [int(page.table.step[page.parent[row]]) for row, _ in ages]
    clear = {step for step, (_, text) in zip(steps, ages, strict=True) if text.lstrip("0123456789").lower() in CLEAR}
    count = Counter(steps)
    return {
        row: (text, text)
        for step, (row, text) in zip(steps, ages, strict=True)
        if count[step] >= MIN_AGES and step in clear
    }
