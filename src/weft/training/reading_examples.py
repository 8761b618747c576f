"""Pages that list things, as the chooser of readings learns from them: by the places of the true records, or by a text.

A reading of a listing is as right as the F1 of its records by place. Posts and rows of a listing are no full answer:
they say nothing of prices and pictures. Where only the text of the page is known, a list is as right as the words that
it shares with the text, and of lists with the same words the one with the most titles and addresses of its own.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from weft.records.posts import Judges
from weft.records.readings import Reading
from weft.records.reading_features import FEATURES
from weft.scoring.tokens import token_score
from weft.training.record_examples import KnownPage

AS_ROWS = 0.9  # of the label of rows on a page that lists things: they have no pictures
AS_PRICED_ROWS = 0.7  # where the things have prices
AS_POSTS = 0.4
MIN_WORDS = 0.4  # F1 by words of the best list of a page that is learned from
SHARPNESS = 1.5  # power of the share of the best list's F1
NEAR = 0.05  # F1 by words of lists that hold the same things
LISTINGS = frozenset({"listing", "collection"})


@dataclass(frozen=True, eq=False)
class KnownListing(KnownPage):
    """A page of which the lists are known that it is about, by the rows of their titles; none where it has none."""

    lists: tuple[tuple[int, ...], ...] = ()
    is_priced: bool = False

    def reading_label(self, reading: Reading) -> float:
        """The F1 by place, less where the kind is wrong."""
        ranges = _ranges(reading)
        f1 = max((place_f1(titles, ranges) for titles in self.lists), default=0.0)
        return f1 * _worth(reading, is_priced=self.is_priced)


@dataclass(frozen=True, eq=False)
class KnownText(KnownPage):
    """A page that lists things, of which only the text is known."""

    def readings(self, judges: Judges) -> list[tuple[Reading, float]]:
        """The readings with their labels, none where no list has the words of the page.

        A text holds more than the list, so the best list of a page counts as wholly right.
        """
        labelled = super().readings(judges)
        top = max((label for _, label in labelled), default=0.0)
        if top < MIN_WORDS:
            return []
        labelled = [(one, (label / top) ** SHARPNESS) for one, label in labelled]
        likely = [(one, label) for one, label in labelled if _has_own(one)]
        best = max((label for _, label in likely), default=0.0)
        counts = [len(_ranges(one)) for one, label in likely if label >= best - NEAR]
        most = max(counts, default=0)
        return [(one, label * _fitting(len(_ranges(one)), most)) for one, label in labelled]

    def reading_label(self, reading: Reading) -> float:
        """The F1 of the words of a reading's records, less where the kind is wrong."""
        evidence = self.evidence
        rows = evidence.text_rows.tolist()
        said = [
            evidence.text(row)
            for start, end in _ranges(reading)
            for row in rows[bisect_left(rows, start) : bisect_left(rows, end)]
        ]
        return token_score("\n".join(said), self.text).f1 * _worth(reading, is_priced=reading.is_priced)


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


def _has_own(reading: Reading) -> bool:
    """Whether most records have titles and addresses of their own."""
    titles, addresses = (reading.features[FEATURES.index(f"list_{name}")] for name in ("titles", "addresses"))
    return titles >= 0.5 and addresses >= 0.3


def _fitting(count: int, most: int) -> float:
    """How near the number of records is to that of the finest list with the same words."""
    return min(count, most) / max(count, most, 1) if most else 1.0
