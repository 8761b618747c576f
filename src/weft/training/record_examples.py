"""What the model of records learns from: the slots, readings and posts alone of pages whose records are known.

A slot is as right as the characters that its rows share with the true bodies; a reading as the records that it finds;
a post alone as the one record that it is. Labels are shares from 0 to 1.

Pages that list things, as the chooser of readings learns from them.

A reading of a listing is as right as the F1 of its records by place. Posts and rows of a listing are no full answer:
they say nothing of prices and pictures.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from weft.kernel.records import PageRecords, RecordModels, draft_page
from weft.page import Page
from weft.records.alignment import Slots, align_records
from weft.records.board_rows import reply_count_rows
from weft.records.bodies import behind_title, body_text
from weft.records.evidence import Candidate, Evidence, Rows, find_candidates, gather
from weft.records.features import link_columns, slot_features
from weft.records.kernel_draft import KINDS, Answers, KernelDraft
from weft.records.model import RecordModel
from weft.records.names import MAX_NAME_LENGTH, author_columns, clean_name
from weft.records.posts import Judges, Post, in_spans, mark_parts
from weft.records.readings import Reading
from weft.records.words import AUTHOR
from weft.scoring.marks import token_score
from weft.training.augment.cases import TrainingCase
from weft.training.role_examples import KnownParts

MAX_ALONE = 3  # records of a page of which posts alone are learned
MIN_MATCHED = 0.8  # share of a region's records that hold one true record each: its slots are learned from
RIGHT = 0.9  # of the words of a body or title that must be right
SHARPNESS = 4.0  # power of a slot's share: a slot with a signature in it is worse than its share says

Matrix = NDArray[np.float32]
Column = NDArray[np.float64]


@dataclass(frozen=True, eq=False, kw_only=True)
class Examples:
    """Rows of features with their labels."""

    rows: Matrix
    labels: Column

    @staticmethod
    def of(rows: Sequence[Sequence[float] | NDArray[np.float32]], labels: Sequence[float], width: int) -> Examples:
        """The examples of these rows."""
        matrix = np.array(rows, np.float32).reshape(len(rows), width)
        return Examples(rows=matrix, labels=np.array(labels, np.float64))


@dataclass(frozen=True, eq=False)
class KnownPage:
    """A page whose records, or whose text, are known; what is computed for it once."""

    case: TrainingCase
    text: str = ""  # of the whole discussion, where the records themselves are not known
    is_text: bool = False
    has_lone_posts: ClassVar[bool] = True

    @property
    def page(self) -> Page:
        """The parsed page."""
        return self.case.page

    @cached_property
    def evidence(self) -> Evidence:
        """The words and times of the page."""
        return gather(self.page)

    def _candidates(self) -> list[Candidate]:
        return [one for rows in _find_anchors(self.evidence) for one in find_candidates(self.page, rows)]

    def slots(self) -> Iterator[tuple[Matrix, Column]]:
        """The features and labels of the slots of each region that holds the true records."""
        if self.case.page_type != "thread" or any(record.body < 0 for record in self.case.records):
            return
        for candidate in self._candidates():
            matched = self._matched(candidate.ranges)
            if sum(index >= 0 for index in matched) >= max(2, MIN_MATCHED * len(matched)):
                slots = align_records(self.evidence, candidate.ranges)
                labels, is_element = self._slot_labels(slots, matched)
                usable = is_element & (slots.presence >= 0.5 * len(matched))
                yield slot_features(self.evidence, slots)[usable], labels[usable]

    def authors(self) -> Iterator[tuple[Matrix, Column]]:
        """The features and labels of the columns of short texts of each region that holds the true records."""
        if self.case.page_type != "thread" or any(record.body < 0 for record in self.case.records):
            return
        bodies = [(record.body, int(self.page.end[record.body])) for record in self.case.records]
        said = in_spans(self.page, bodies)
        for candidate in self._candidates():
            matched = self._matched(candidate.ranges)
            if sum(index >= 0 for index in matched) >= max(2, MIN_MATCHED * len(matched)):
                slots = align_records(self.evidence, candidate.ranges)
                rows = np.array(self._known_parts(slots, matched).time_rows(), np.int64)
                times = np.where(rows < 0, -1, np.searchsorted(self.evidence.times.rows, rows)).tolist()
                columns, features = author_columns(self.evidence, slots, said, times)
                if columns:
                    yield features, np.array([self._author_label(column, matched) for column in columns])

    def _author_label(self, column: dict[int, int], matched: Sequence[int]) -> float:
        """The share of the true authors that a column has."""
        named = [index for index in matched if index >= 0 and self.case.records[index].author]
        right = [
            _plain_name(self.case.records[matched[record]].author) == _plain_name(self.evidence.text(row))
            for record, row in column.items()
            if matched[record] in named
        ]
        return sum(right) / max(len(named), 1)

    def titles(self) -> Iterator[tuple[Matrix, Column]]:
        """The features and labels of the columns of links of each region that holds the true rows."""
        if self.case.page_type != "list":
            return
        for candidate in self._candidates():
            matched = self._matched(candidate.ranges)
            if sum(index >= 0 for index in matched) >= max(2, MIN_MATCHED * len(matched)):
                slots = align_records(self.evidence, candidate.ranges)
                columns, features = link_columns(self.evidence, slots)
                labels = [self._title_label(column, matched) for column in columns]
                if columns:
                    yield features, np.array(labels)

    def _title_label(self, column: dict[int, int], matched: Sequence[int]) -> float:
        """The share of the true titles that a column of links has."""
        records = self.case.records
        right = [
            _same(records[matched[record]].text, self.evidence.line(row))
            for record, row in column.items()
            if matched[record] >= 0
        ]
        return sum(right) / max(sum(index >= 0 for index in matched), 1)

    def roles(self) -> Iterator[tuple[str, Matrix, Column]]:
        """The features and labels of columns by role, of each region that holds the true records."""
        is_thread = self.case.page_type == "thread" and all(record.body >= 0 for record in self.case.records)
        if not is_thread and self.case.page_type != "list":
            return
        for candidate in self._role_candidates():
            matched = self._matched(candidate)
            if sum(index >= 0 for index in matched) >= max(1, MIN_MATCHED * len(matched)):
                known = self._known_parts(align_records(self.evidence, candidate), matched)
                yield from known.of_posts() if is_thread else known.of_rows()

    def _role_candidates(self) -> list[Sequence[tuple[int, int]]]:
        """The ranges of regions; of a thread of one post those of the post."""
        if len(self.case.records) == 1:
            return [[(self.case.records[0].start, self.case.records[0].end)]]
        return [candidate.ranges for candidate in self._candidates()]

    def _known_parts(self, slots: Slots, matched: Sequence[int]) -> KnownParts:
        return KnownParts(evidence=self.evidence, slots=slots, matched=matched, records=self.case.records)

    def all_readings(self, judges: RecordModel) -> AllReadings:
        """The page with every region read in all ways by trees that choose slots and roles."""
        return AllReadings(known=self, judges=judges, found=_read_all(self.page, judges.kernel))

    def _matched(self, ranges: Sequence[tuple[int, int]]) -> list[int]:
        """For each range the true record that begins in it, -1 where there is none or more than one."""
        anchors = np.array(self.case.anchors, np.int64)
        matched = []
        for start, end in ranges:
            inside = np.flatnonzero((anchors >= start) & (anchors < end))
            matched.append(int(inside[0]) if len(inside) == 1 else -1)
        return matched

    def _slot_labels(self, slots: Slots, matched: Sequence[int]) -> tuple[Column, NDArray[np.bool_]]:
        page, n = self.page, len(matched)
        shown = np.where(page.raw | page.hidden | (page.tag != 0), 0, page.chars)
        total = np.concatenate(([0], np.cumsum(shown)))
        bodies = np.array([self.case.records[index].body if index >= 0 else 0 for index in matched], np.int64)
        known = np.array(matched) >= 0
        body, body_end = bodies[slots.record], page.end[bodies][slots.record]
        low, high = np.maximum(slots.rows, body), np.minimum(slots.ends, body_end)
        common = np.maximum(total[np.maximum(high, low)] - total[low], 0)
        both = total[slots.ends] - total[slots.rows] + total[body_end] - total[body]
        shares = np.where(known[slots.record] & (page.tag[slots.rows] > 0), 2 * common / np.maximum(both, 1), 0.0)
        first = np.zeros((slots.count, n))
        first[slots.slot[::-1], slots.record[::-1]] = shares[::-1]  # the first row of a slot in a record is the one
        is_element = slots.sums(page.tag[slots.rows] > 0) > 0
        return (first.sum(axis=1) / n) ** SHARPNESS, is_element

    def said(self, post: Post) -> str:
        """What a post says, without its title."""
        return body_text(self.evidence, *behind_title(self.evidence, post.body), cut=post.cut, quotes=post.quotes)

    def reading_label(self, reading: Reading, judges: Judges) -> float:
        """The F1 of the records that a reading finds, -1 where it cannot be known."""
        if reading.items and self.case.page_type == "list" and not self.case.ambiguous:
            return AS_ITEMS * place_f1(self.case.anchors, reading.items)
        if reading.items or (self.is_text and self.case.page_type != "forum"):
            return 0.0  # pages that list things have a class of their own
        if self.is_text:
            return (
                -1.0
                if reading.rows
                else token_score("\n".join(self.said(post) for post in reading.posts), self.text).f1
            )
        kind = "thread" if reading.posts else "list"
        if self.case.ambiguous:
            return -1.0
        if kind != self.case.page_type:
            return 0.0
        if reading.posts:
            posts = mark_parts(self.evidence, reading.slots, reading.posts, judges)
            said = [self.said(post) for post in posts]
        else:
            said = [self.evidence.line(row.title) for row in reading.rows]
        right = count_in_order([record.text for record in self.case.records], said)
        return 2 * right / (len(said) + len(self.case.records))

    def lone_label(self, post: Post) -> float:
        """The F1 of the records of which one post is the only one that was found."""
        if self.is_text:
            return token_score(self.said(post), self.text).f1 if self.case.page_type == "forum" else 0.0
        if self.case.page_type != "thread":
            return 0.0
        inside = [record for record in self.case.records if post.start <= record.anchor < post.end]
        is_right = len(inside) == 1 and _same(inside[0].text, self.said(post))
        return 2 * is_right / (1 + len(self.case.records))


@dataclass(frozen=True, eq=False, kw_only=True)
class AllReadings:
    """A known page of which the kernel has read every region in all ways, with the labels of what it read."""

    known: KnownPage
    judges: RecordModel
    found: PageRecords

    @cached_property
    def _draft(self) -> KernelDraft | None:
        return KernelDraft(self.found.draft, self.found.views, self.known.page) if self.found.draft else None

    @cached_property
    def readings(self) -> list[tuple[Reading, float]]:
        """The readings of the page with their labels; those that nobody can judge are left out."""
        draft = self._draft
        read = [one for view in draft.views for kind in KINDS for one in draft.readings(view, kind)] if draft else []
        return [(one, label) for one in read if (label := self.known.reading_label(one, self.judges)) >= 0]

    def regions(self) -> Iterator[tuple[NDArray[np.float64], float]]:
        """The features of the regions that can be posts or rows, each with the label of its best reading as such."""
        best: dict[int, float] = {}
        for reading, label in self.readings:
            if not reading.items:
                best[reading.view.index] = max(label, best.get(reading.view.index, 0.0))
        views = self._draft.views if self._draft else []
        yield from ((view.features, best.get(view.index, 0.0)) for view in views if view.is_marked)

    def lone_posts(self) -> Iterator[tuple[NDArray[np.float32], float]]:
        """The features of posts alone and of main posts before the page's best reading, with their labels."""
        known = self.known
        if not known.has_lone_posts:
            return
        if len(known.case.records) <= MAX_ALONE:
            yield from ((features, known.lone_label(post)) for post, features in self._tried(None))
        best = max(self.readings, key=lambda entry: entry[1], default=None)
        if best and best[0].posts and best[1] > 0.5 and not known.is_text:
            posts = mark_parts(known.evidence, best[0].slots, best[0].posts, self.judges)
            said = [known.said(post) for post in posts]
            missing = [one.text for one in known.case.records if not any(_same(one.text, text) for text in said)]
            for post, features in self._tried(best[0].view.index):
                yield features, float(any(_same(text, known.said(post)) for text in missing[:1]))

    def _tried(self, before: int | None) -> Iterator[tuple[Post, NDArray[np.float32]]]:
        """The posts that may stand alone, or before those of a region, with their features."""
        page, search = self.known.page, (self.judges.kernel, Answers(), None)
        posts, features = self.found.tried_posts(page.table, page.url or "", search, before)
        yield from zip(map(Post._make, posts), features, strict=True)


def _read_all(page: Page, models: RecordModels) -> PageRecords:
    return draft_page(page.table, page.url or "", (models, Answers(), None), is_all=True)


def _find_anchors(evidence: Evidence) -> list[Rows]:
    """The rows by which records are searched: times, else the names that a class marks; and the counts of replies."""
    timed = evidence.times.rows if len(evidence.times.rows) else _marked_names(evidence)
    return [rows for rows in (timed, reply_count_rows(evidence)) if len(rows)]


def _marked_names(evidence: Evidence) -> Rows:
    """The rows of the names that a class marks: what repeats where a page shows no times at all."""
    page, rows = evidence.page, evidence.text_rows
    rows = rows[page.chars[rows] <= MAX_NAME_LENGTH]
    return rows[(evidence.flags[page.parent[rows]] & AUTHOR) > 0]


def count_in_order(true: Sequence[str], found: Sequence[str]) -> int:
    """How many of the texts match in the order of both.

    >>> count_in_order(["a b", "c", "d"], ["c", "x", "d"])
    2
    """
    longest = [0] * (len(found) + 1)
    for text in true:
        before = longest[:]
        for index, other in enumerate(found, 1):
            longest[index] = max(before[index - 1] + _same(text, other), before[index], longest[index - 1])
    return longest[-1]


def _same(true: str, found: str) -> bool:
    if "".join(true.split()) == "".join(found.split()):
        return True
    return bool(found) and token_score(found, true).f1 >= RIGHT


def _plain_name(text: str) -> str:
    return "".join(clean_name(text).split()).casefold()


AS_ITEMS = 0.8  # of the label of items on a board: they tell no replies and nobody who replied
AS_ROWS = 0.9  # of the label of rows on a page that lists things: they have no pictures
AS_PRICED_ROWS = 0.7  # where the things have prices
AS_POSTS = 0.4


@dataclass(frozen=True, eq=False)
class KnownListing(KnownPage):
    """A page of which the lists are known that it is about, by the rows of their titles; none where it has none."""

    lists: tuple[tuple[int, ...], ...] = ()
    is_priced: bool = False

    has_lone_posts: ClassVar[bool] = False  # whether a page that lists things has a post alone is not known

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
