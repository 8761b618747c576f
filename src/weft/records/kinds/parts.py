"""Parts that the readers of all kinds share: fields of rows, times, ratings, and elements that repeat."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from weft.content import DATE, IMAGE, NUMBER, PERSON, RATING, URL, Field, Rating, Typed
from weft.deadline import check_deadline
from weft.page import Page
from weft.page.blocks import union
from weft.page.name_words import rows_named, words_of
from weft.records.bodies import body_text
from weft.records.evidence import Evidence
from weft.records.names import clean_name
from weft.records.typed_values import rating_of_classes, read_rating
from weft.records.words import tag_mask
from weft.renderers.page_addresses import Addresses
from weft.text import find_dates, normalise_date

_RATED = frozenset({"star", "stars", "rating", "ratings", "rated", "rate"})

SOURCE = "records"
MAX_LINE = 300  # characters of a value that is one line
MAX_TIME = 80
MAX_RATING = 40  # characters of a rating
MAX_ROWS = 400  # of one record that are looked at for a rating


def line_field(evidence: Evidence, row: int) -> Field:
    """The text of a row on one line; empty where there is none or it is too long for a value."""
    text = evidence.line(row) if row >= 0 else ""
    return Field(value=text, row=row, source=SOURCE) if 0 < len(text) <= MAX_LINE else Field()


def body_field(evidence: Evidence, start: int, end: int) -> Field:
    """What the rows say, a line a block."""
    text = body_text(evidence, start, end) if start < end else ""
    return Field(value=text, row=start, source=SOURCE) if text.strip() else Field()


def person_field(evidence: Evidence, row: int) -> Field:
    """The name in a row, without the word before it."""
    name = clean_name(evidence.line(row)) if row >= 0 else ""
    return Field(value=name, row=row, source=SOURCE, type=PERSON, typed=name) if 0 < len(name) <= 80 else Field()


def value_field(value: str, row: int, kind: str, typed: Typed | None = None) -> Field:
    """A value that a reader has typed."""
    return Field(value=value, row=row, source=SOURCE, type=kind, typed=typed) if value else Field()


def link_field(page: Page, row: int, addresses: Addresses) -> Field:
    """The address of a link; empty where it leads nowhere or stays on the page."""
    address = addresses.resolve(page.attribute(row, "href")) if row >= 0 else ""
    return value_field("" if address.startswith("#") else address, row, URL, address)


def image_field(address: str, row: int) -> Field:
    """The address of an image."""
    return value_field(address, row, IMAGE, address)


def flag_field(row: int) -> Field:
    """What is so: an answer that was accepted."""
    return Field(value="yes", row=row, source=SOURCE)


def number_field(text: str, row: int, value: float | None) -> Field:
    """A number with its text."""
    return value_field(text, row, NUMBER, value) if value is not None else Field()


def rating_field(text: str, row: int, rating: Rating) -> Field:
    """A rating; where the page has no text for it, `4 of 5`."""
    return value_field(text or f"{rating.value:g} of {rating.best:g}", row, RATING, rating)


def time_fields(page: Page, row: int, *, name: str = "time") -> dict[str, Field]:
    """The time of a row in ISO 8601, and as displayed; empty where it says none."""
    text = " ".join(page.text(row).split())
    stamp = page.attribute(row, "datetime") or page.attribute(row, "content") or ""
    iso = normalise_date(stamp) if stamp else ""
    if not iso and 0 < len(text) <= MAX_TIME:
        dates = find_dates(text)
        iso = dates[0].iso if dates else ""
    if not iso:
        return {}
    fields = {name: value_field(iso, row, DATE, iso)}
    return fields | ({f"{name}_text": Field(value=text, row=row, source=SOURCE)} if 0 < len(text) <= MAX_TIME else {})


def filled(fields: dict[str, Field]) -> dict[str, Field]:
    """The fields that have a value."""
    return {name: field for name, field in fields.items() if field}


def find_rating(evidence: Evidence, names: Names, start: int, end: int) -> Field:
    """The rating that the rows of a record show: in a text, a label, stars or a class; empty where none does."""
    page = evidence.page
    for row in check_deadline(names.rated_within(start, end)):
        if page.tag[row] == 0:
            text = evidence.line(row)
            if rating := _whole_rating(text):
                return rating_field(text, row, rating)
            continue
        attributes = page.attributes(row)
        for name in _LABELS:
            if (value := attributes.get(name)) and (rating := _labelled_rating(name, value)):
                return rating_field("" if name.startswith("data-") else value, row, rating)
        classes = attributes.get("class") or ""
        if rating := rating_of_classes(classes) or _width_rating(classes, attributes.get("style") or ""):
            return rating_field("", row, rating)
    return _counted_stars(page, start, end)


_LABELS = ("aria-label", "title", "alt", "data-rating", "data-score", "data-stars")
_WHOLE = re.compile(
    r"\D{0,12}\d(?:[.,]\d+)?\s?(?:/|out of|of|von|de|sur|su|из)\s?(?:5|10)\D{0,12}|.{0,12}[★⭐☆✩]{2,}.{0,12}",
    re.IGNORECASE,
)
_WIDTH = re.compile(r"width\s*:\s*(\d{1,3}(?:\.\d+)?)%", re.IGNORECASE)
_FULL_STAR = re.compile(
    r"(?:fa[srb]? )?(?:.*[-_ ])?(?:star[-_ ]?(?:full|filled|on|active|fill|solid)|full[-_]star|fas fa-star|active)",
    re.IGNORECASE,
)


@lru_cache(maxsize=2_048)
def _whole_rating(text: str) -> Rating | None:
    """The rating of a text that says nothing else: a sentence may speak of stars too."""
    return read_rating(text) if _WHOLE.fullmatch(text) else None


def _labelled_rating(name: str, value: str) -> Rating | None:
    if name.startswith("data-"):
        return Rating(float(value), 5.0) if re.fullmatch(r"[0-5](?:\.\d{1,2})?", value) else None
    return read_rating(value) if len(value) <= 60 else None


def _width_rating(names: str, style: str) -> Rating | None:
    """The rating that a bar of stars shows by its width."""
    match = _WIDTH.search(style)
    if not match or not {"star", "stars", "rating", "ratings"} & words_of(names):
        return None
    return Rating(round(float(match[1]) / 20, 2), 5.0) if 0 < float(match[1]) <= 100 else None


def _counted_stars(page: Page, start: int, end: int) -> Field:
    """The rating of five elements that are called stars, by how many are full."""
    rows = [row for row in range(start, min(end, start + MAX_ROWS)) if page.tag[row] and _is_star(page, row)]
    if len(rows) != 5 or len({int(page.parent[row]) for row in rows}) > 5:
        return Field()
    full = [row for row in rows if _FULL_STAR.fullmatch(" ".join(page.classes(row)))]
    if not full or (len(full) == 5 and len({" ".join(page.classes(row)) for row in rows}) > 1):
        return Field()
    return rating_field("", rows[0], Rating(float(len(full)), 5.0))


def _is_star(page: Page, row: int) -> bool:
    return page.tag_name(row) in ("i", "span", "svg:svg", "svg", "img", "li") and any(
        "star" in words_of(name) for name in page.classes(row)
    )


class Names:
    """The elements of a page by what they are called: each search is made once."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._rows: dict[frozenset[str], NDArray[np.int64]] = {}

    def rows(self, words: frozenset[str]) -> NDArray[np.int64]:
        """The visible elements below the body with a class or id that has one of the words, in document order."""
        if words not in self._rows:
            rows = rows_named(self.page, words)
            self._rows[words] = rows[(rows > 2) & ~self.page.hidden[rows]]
        return self._rows[words]

    def within(self, words: frozenset[str], start: int, end: int) -> list[int]:
        """Those in `start + 1 .. end`, the small before the large: what is inside says it alone."""
        rows = self.rows(words)
        rows = rows[slice(*np.searchsorted(rows, [start + 1, end]))]
        return sorted(rows.tolist(), key=lambda row: int(self.page.end[row]) - row)

    @cached_property
    def _rated(self) -> NDArray[np.int64]:
        """The rows that may show a rating: short texts, labels, and elements that are called so."""
        page = self.page
        texts = np.flatnonzero((page.tag == 0) & (page.chars > 0) & (page.chars <= MAX_RATING) & ~page.raw)
        labelled = [page.rows_with(name) for name in _LABELS]
        return union(texts, *labelled, rows_named(page, _RATED))

    def rated_within(self, start: int, end: int) -> list[int]:
        """The rows of a record that may show a rating."""
        return self._rated[slice(*np.searchsorted(self._rated, [start, end]))][:MAX_ROWS].tolist()

    def tags(self, start: int, end: int, *names: str) -> list[int]:
        """The elements of some tags in `start .. end`."""
        rows = self.page.tag[start:end]
        return (start + np.flatnonzero(_mask(names)[rows])).tolist()


@lru_cache(maxsize=16)
def _mask(names: tuple[str, ...]) -> NDArray[np.bool_]:
    return tag_mask(*names)


def groups_alike(page: Page, rows: NDArray[np.int64], least: int) -> list[list[int]]:
    """The rows that are siblings of one build, none inside of another, those that are many first."""
    groups: dict[tuple[int, int], list[int]] = {}
    for row, parent, step in zip(
        rows.tolist(), page.parent[rows].tolist(), page.table.step[rows].tolist(), strict=True
    ):
        groups.setdefault((parent, step), []).append(row)
    return sorted((group for group in groups.values() if len(group) >= least), key=lambda group: -len(group))


def first_within(rows: NDArray[np.int64] | Sequence[int], start: int, end: int) -> int:
    """The first of some rows, in document order, that lies in `start .. end`; -1 where there is none."""
    position = int(np.searchsorted(rows, start))
    return int(rows[position]) if position < len(rows) and rows[position] < end else -1
