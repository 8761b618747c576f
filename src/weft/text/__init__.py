"""Dates in text, in many languages."""

from weft.text.dates import FoundDate, find_dates, normalise_date

__all__ = ["FoundDate", "find_dates", "normalise_date"]
