"""What the trees of roles learn from: columns of records whose parts are known, each with the share that is right.

A finder may take too much for a body. So the parts of bodies are also learned from the elements around the true
bodies, in which buttons, notes and signatures stand.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from weft.records.alignment import ColumnsByKey, Slots
from weft.records.board_rows import count_columns, read_count, row_names, row_parts, row_stamps
from weft.records.evidence import Evidence
from weft.records.features import ROLE_FEATURES, Entries, Matrix, Parts, Span, role_features
from weft.records.fields import floor_value
from weft.records.names import clean_name
from weft.records.roles import (
    BODY_WORDS,
    COUNT_WORDS,
    NAME_WORDS,
    TIME_WORDS,
    button_columns,
    columns_of,
    element_slots,
    quote_elements,
    short_columns,
    time_columns,
)
from weft.text import normalise_date
from weft.training.augment.cases import TrainingRecord, squeeze

LEVELS = 3  # elements that are tried as bodies: the true one and those around it
REPEATED = 0.8  # share of the records with the same text but for digits, in a link: a button outside of bodies
VARIED = 0.5  # share of different texts from which on a column is none
MIN_RECORDS = 3  # for that
SHOWN = 0.4  # share of the best column that is right from which on a page shows what is known of its records
SURE = 0.8  # share of a column that is right from which on it plays a role and no other
MIN_DATE = len("2022-09-04")
MAX_EXTRA = 30  # characters that an element may have more than the signature in it

Example = tuple[str, Matrix, NDArray[np.float64]]
IsRight = Callable[[TrainingRecord, int], bool]


@dataclass(frozen=True, eq=False, kw_only=True)
class KnownParts:
    """A region of which each record is a true one, or -1."""

    evidence: Evidence
    slots: Slots
    matched: Sequence[int]
    records: Sequence[TrainingRecord]

    def _true(self, record: int) -> TrainingRecord | None:
        return self.records[self.matched[record]] if self.matched[record] >= 0 else None

    def _labels(
        self, columns: Sequence[Entries], is_known: Callable[[TrainingRecord], bool], is_right: IsRight
    ) -> NDArray[np.float64]:
        """Of each column the share of the known records in which it is right, -1 where it stands in none of them."""
        labels = []
        whole = sum(1 for index in range(len(self.matched)) if (one := self._true(index)) and is_known(one))
        for entries in columns:
            known = [(one, row) for record, row in entries if (one := self._true(record)) and is_known(one)]
            labels.append(sum(is_right(one, row) for one, row in known) / max(whole, 1) if known else -1.0)
        return np.array(labels)

    def _column_examples(
        self, name: str, parts: Parts, columns: ColumnsByKey, known: str, is_right: IsRight
    ) -> Iterator[Example]:
        """The examples of a role that whole columns play; a page on which it is not known says nothing."""
        picked, features = columns_of(parts, columns)
        labels = self._labels([list(column.items()) for column in picked], _is_known(known), is_right)
        if len(labels) and (labels >= 0).any():
            yield name, features[labels >= 0], labels[labels >= 0]

    def _pair_examples(
        self, parts: Parts, columns: ColumnsByKey, roles: Mapping[str, str], is_right: Callable[[str], IsRight]
    ) -> Iterator[Example]:
        """The examples of two roles by the facts of each; where only one is known, its columns are not the other's.

        A page whose columns are all wrong shows something else than its database tells: all posts for all replies.
        """
        picked, features = columns_of(parts, columns)
        entries = [list(column.items()) for column in picked]
        labels = {name: self._labels(entries, _is_known(name), is_right(name)) for name in roles.values()}
        for (role, name), other in zip(roles.items(), reversed(list(roles.values())), strict=True):
            is_shown = len(picked) and labels[name].max() >= SHOWN
            own = labels[name] if is_shown else np.where(labels[other] >= SURE, 0.0, -1.0)
            if len(own) and (own >= 0).any():
                yield role, features[own >= 0], own[own >= 0]

    def of_rows(self) -> Iterator[Example]:
        """The examples of a board's rows."""
        titles = {index: one.anchor for index in range(len(self.matched)) if (one := self._true(index))}
        parts = row_parts(self.evidence, self.slots, titles)
        numbers = count_columns(self.evidence, self.slots, titles)
        own = replace(parts, asked=COUNT_WORDS)
        yield from self._pair_examples(own, numbers, {"replies": "replies", "views": "views"}, self._is_count)
        rows = np.array(sorted(row for column in numbers.values() for row in column.values()), np.int64)
        counts = [self._find(index, rows, self._is_count("replies")) for index in range(len(self.matched))]
        own = replace(parts, numbers=counts, asked=NAME_WORDS)
        roles = {"row_authors": "author", "row_last_authors": "last_author"}
        yield from self._pair_examples(own, row_names(parts, titles), roles, self._is_name)
        own = replace(own, asked=TIME_WORDS)
        roles = {"row_times": "time", "row_last_times": "last_time"}
        yield from self._pair_examples(own, row_stamps(parts), roles, self._is_time)

    def _is_name(self, name: str) -> IsRight:
        return lambda one, row: (
            bool(getattr(one, name)) and _plain(getattr(one, name)) == _plain(self.evidence.text(row))
        )

    def _is_time(self, name: str) -> IsRight:
        return lambda one, row: bool(getattr(one, name)) and self._shows(getattr(one, name), row)

    def _is_count(self, name: str) -> IsRight:
        return lambda one, row: getattr(one, name) == int(read_count(self.evidence.text(row)))

    def _shows(self, time: str, row: int) -> bool:
        times = self.evidence.times
        index = int(np.searchsorted(times.rows, row))
        said = {times.texts[index], times.sources[index], self.evidence.text(row)}
        if any(text and (_even(time) in _even(text) or _even(text) in _even(time)) for text in said):
            return True
        iso = times.date(index).iso  # an attribute says it in another form
        return len(iso) >= MIN_DATE and any(
            other[: len(iso)] == iso[: len(other)]
            for day_first in (False, True)
            if len(other := normalise_date(time, day_first=day_first)) >= MIN_DATE
        )

    def time_rows(self) -> list[int]:
        """The row of each record's true time, -1 where it is not found."""
        return [
            self._find(index, self.evidence.times.rows, self._is_time("time")) for index in range(len(self.matched))
        ]

    def _find(self, record: int, rows: NDArray[np.int64], is_right: IsRight) -> int:
        one, (start, end) = self._true(record), self.slots.ranges[record]
        inside = rows[np.searchsorted(rows, start) : np.searchsorted(rows, end)].tolist()
        return next((row for row in inside if one and is_right(one, row)), -1)

    @cached_property
    def _authors(self) -> list[int]:
        page = self.evidence.page
        rows = np.flatnonzero((page.tag == 0) & (page.chars > 0))
        return [self._find(index, rows, self._is_name("author")) for index in range(len(self.matched))]

    def _bodies(self, level: int) -> list[Span]:
        """The true bodies, or the elements so many levels around them as far as they lie in their record."""
        page, spans = self.evidence.page, []
        for index, (start, end) in enumerate(self.slots.ranges):
            one = self._true(index)
            row = one.body if one else -1
            for _ in range(level if row >= 0 else 0):
                parent = int(page.parent[row])
                row = parent if parent > start and page.end[parent] <= end else row
            spans.append((row, int(page.end[row])) if row >= 0 else (0, 0))
        return spans

    def of_posts(self) -> Iterator[Example]:
        """The examples of a thread's posts."""
        bodies = self._bodies(0)
        parts = Parts(evidence=self.evidence, slots=self.slots, mains=bodies, asked=TIME_WORDS)
        yield from self._column_examples("times", parts, time_columns(parts), "time", self._is_time("time"))
        own = replace(parts, authors=self._authors, times=self.time_rows(), asked=BODY_WORDS)
        yield from self._beside_bodies(own)
        before: list[Span] = []
        for level in range(LEVELS):
            spans = self._bodies(level)
            if spans != before:
                yield from self._in_bodies(replace(own, mains=spans))
            before = spans

    def _beside_bodies(self, parts: Parts) -> Iterator[Example]:
        columns = short_columns(parts)
        is_number: IsRight = lambda one, row: floor_value(self.evidence.text(row)) == str(one.number)  # noqa: E731
        yield from self._column_examples("numbers", parts, columns, "number", is_number)
        if len(self.matched) >= MIN_RECORDS and columns:
            _, features = columns_of(parts, columns)
            labels = _button_labels(features)
            yield "buttons", features[labels >= 0], labels[labels >= 0]

    def _in_bodies(self, parts: Parts) -> Iterator[Example]:
        buttons, features = columns_of(parts, button_columns(parts))
        unsaid = self._shares(
            [list(column.items()) for column in buttons], lambda one, text: text not in squeeze(one.text)
        )
        if len(unsaid):
            yield "buttons", features[unsaid >= 0], unsaid[unsaid >= 0]
        slots = element_slots(parts)
        labels = self._shares(slots, _is_signature)
        said = self._shares(slots, lambda one, text: text in squeeze(one.text))
        sure = (labels > 0) | (said > 0.5)  # what is neither said nor a known signature says nothing
        if sure.any():
            yield "signatures", role_features(parts, slots)[sure], labels[sure]
        quotes = quote_elements(parts)
        labels = self._shares(quotes, lambda one, text: text in one.quotes)
        labels = self._without_inner(quotes, labels)
        if len(labels):
            yield "quotes", role_features(parts, quotes)[labels >= 0], labels[labels >= 0]

    def _without_inner(self, quotes: Sequence[Entries], labels: NDArray[np.float64]) -> NDArray[np.float64]:
        """The labels, -1 for what lies in a quote: it is a part of one."""
        stop, kept = -1, labels.copy()
        for index, entries in enumerate(quotes):
            row = entries[0][1]
            if row < stop:
                kept[index] = -1.0
            elif labels[index] > 0:
                stop = int(self.evidence.page.end[row])
        return kept

    def _shares(
        self, columns: Sequence[Entries], is_right: Callable[[TrainingRecord, str], bool]
    ) -> NDArray[np.float64]:
        """Of each column the share of its texts that are right, -1 where none is of a true record."""
        labels = []
        for entries in columns:
            texts = [(one, squeeze(self.evidence.text(row))) for record, row in entries if (one := self._true(record))]
            labels.append(sum(is_right(one, text) for one, text in texts) / len(texts) if texts else -1.0)
        return np.array(labels)


def _button_labels(features: Matrix) -> NDArray[np.float64]:
    """Outside of bodies: what repeats in links is a button, what differs is none; of the rest nobody knows."""
    named = dict(zip(ROLE_FEATURES, features.T, strict=True))
    repeats = (named["link"] + named["tag_button"] >= REPEATED) & (named["same_shape"] >= REPEATED)
    varied = (named["distinct"] > VARIED) & (named["same_shape"] < VARIED)
    return np.where(repeats & (named["by_one"] < VARIED), 1.0, np.where(varied, 0.0, -1.0))


def _is_signature(one: TrainingRecord, text: str) -> bool:
    signature = squeeze(one.signature)
    return bool(signature) and (signature in text or text in signature) and len(text) <= len(signature) + MAX_EXTRA


def _is_known(name: str) -> Callable[[TrainingRecord], bool]:
    """Whether the fact of that name is known of a record."""
    return lambda one: getattr(one, name) not in ("", -1)


def _plain(name: str) -> str:
    return "".join(clean_name(name).split()).casefold()


def _even(text: str) -> str:
    return squeeze(unicodedata.normalize("NFKC", text)).casefold()
