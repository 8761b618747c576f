"""Pages that list things, as the chooser of readings learns from them.

A reading of a listing is as right as the F1 of its records by place. Posts and rows of a listing are no full answer:
they say nothing of prices and pictures.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from weft.records.posts import Judges
from weft.records.readings import Reading
from weft.records.single_post import LonePost
from weft.training.record_examples import KnownPage

AS_ROWS = 0.9  # of the label of rows on a page that lists things: they have no pictures
AS_PRICED_ROWS = 0.7  # where the things have prices
AS_POSTS = 0.4


@dataclass(frozen=True, eq=False)
class KnownListing(KnownPage):
    """A page of which the lists are known that it is about, by the rows of their titles; none where it has none."""

    lists: tuple[tuple[int, ...], ...] = ()
    is_priced: bool = False

    def lone_posts(self, readings: Sequence[tuple[Reading, float]], judges: Judges) -> Iterator[tuple[LonePost, float]]:
        """Nothing: whether a page that lists things has a post alone is not known."""
        return iter(())

    def reading_label(self, reading: Reading, judges: Judges) -> float:
        """The F1 by place, less where the kind is wrong."""
        ranges = _ranges(reading)
        f1 = max((place_f1(titles, ranges) for titles in self.lists), default=0.0)
        return f1 * _worth(reading, is_priced=self.is_priced)


def place_f1(titles: Sequence[int], ranges: Sequence[tuple[int, int]]) -> float:
    """The F1 of records: one is right where one true title stands in it, and no other record has taken that one.

    >>> place_f1([4, 9, 14], [(3, 8), (8, 13), (13, 18), (18, 20)])
    0.8571428571428571
    """
    right = set()
    for start, end in ranges:
        first, last = bisect_left(titles, start), bisect_left(titles, end)
        if last - first == 1:
            right.add(first)
    return 2 * len(right) / (len(titles) + len(ranges)) if titles or ranges else 1.0


def _ranges(reading: Reading) -> Sequence[tuple[int, int]]:
    if reading.items:
        return reading.items
    return [(one.start, one.end) for one in (reading.rows or reading.posts)]


def _worth(reading: Reading, *, is_priced: bool) -> float:
    if reading.items:
        return 1.0
    return AS_POSTS if reading.posts else AS_PRICED_ROWS if is_priced else AS_ROWS
