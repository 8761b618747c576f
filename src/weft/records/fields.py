"""From the parts of a record to its fields: one table each for posts and board rows.

A field of a table has a name, a label for people and a function that reads it. A new field is one line here, beside
the code that finds its row. Other columns that posts share keep the name that the page gives them in a class.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from weft.content import Field, LazyFields, Record
from weft.deadline import check_deadline, time_limit
from weft.records.alignment import Column, ColumnsByKey, Slots
from weft.records.anchors import Anchor, find_anchors
from weft.records.board_rows import BoardRow, read_count
from weft.records.bodies import behind_title, body_text
from weft.records.evidence import HEADINGS, Evidence, link_around
from weft.records.features import FLOOR_WORDS, Parts
from weft.records.names import clean_name
from weft.records.posts import Post, body_parts
from weft.records.roles import LIKELY, RoleJudge, columns_of, pick_one, short_columns
from weft.records.typed_values import with_types
from weft.records.words import RANK
from weft.renderers.page_addresses import Addresses
from weft.text import normalise_date

SOURCE = "records"
MAX_COLUMNS = 12
MAX_DAY_LENGTH = len("2022-09-04T")

_FLOOR = re.compile(r"(?:第|no\.?|[#№])?\s?(\d{1,6})\s?(?:[#.]|楼|F)?", re.IGNORECASE)
Reader = TypeVar("Reader")
Item = TypeVar("Item")


@dataclass(frozen=True, kw_only=True)
class RecordField(Generic[Reader, Item]):
    """A field of records: its name, what it is in words, and the function that reads it from an item's rows."""

    name: str
    label: str
    read: Callable[[Reader, Item], Field]
    is_shown: bool = True  # the page prints the value as it is; other values are made from what it prints
    is_taught: bool = False  # wrappers learn it unless a person names other fields


def post_records(evidence: Evidence, posts: Iterable[Post], slots: Slots, judge: RoleJudge) -> tuple[Record, ...]:
    """The posts as records; those outside the slots (a main post) have no number and no further columns."""
    fields = _PostFields(evidence, tuple(posts), slots, judge)
    return tuple(
        Record(start=post.start, end=post.end, fields=LazyFields(partial(fields.of, post), partial(fields.one, post)))
        for post in check_deadline(fields.posts)
    )


@dataclass(frozen=True, eq=False)
class _PostFields:
    """The fields of posts, with what is told by all of them together."""

    evidence: Evidence
    posts: tuple[Post, ...]
    slots: Slots
    judge: RoleJudge

    @cached_property
    def parts(self) -> Parts:
        """The bodies, authors and times of the records."""
        return body_parts(self.evidence, self.slots, self.posts)

    @cached_property
    def columns(self) -> ColumnsByKey:
        """The columns of short texts outside bodies, names and times that most records have."""
        return short_columns(self.parts)

    @cached_property
    def floors(self) -> Column:
        """The column of the numbers."""
        return pick_one(self.parts, self.columns, "numbers", self.judge)

    @cached_property
    def named(self) -> dict[str, Column]:
        """Further columns by name, without buttons."""
        columns, features = columns_of(self.parts, self.columns)
        likely = self.judge.role("buttons", features).tolist()
        others = [column for column, value in zip(columns, likely, strict=True) if value < LIKELY]
        return _named_columns(self.evidence, others, self.floors)

    @cached_property
    def index_by_start(self) -> dict[int, int]:
        """The index of a record by its first row."""
        return {start: index for index, (start, _) in enumerate(self.slots.ranges)}

    @cached_property
    def anchors(self) -> dict[int, Anchor]:
        """The anchor, address and parent of every post, by its first row."""
        spans = [(post.start, post.end) for post in self.posts]
        times = [_time_row(self.evidence, post.time) for post in self.posts]
        return find_anchors(self.evidence, spans, times)

    def of(self, post: Post) -> dict[str, Field]:
        """The fields of one post by name."""
        with time_limit(self.evidence.page.seconds):
            index = self.index_by_start.get(post.start, -1)
            fields = {name: self._read(post, name) for name in _POST_READERS}
            for name, column in self.named.items():
                fields[name] = fields.get(name) or _text(self.evidence, column.get(index, -1))
            return _filled(fields)

    def one(self, post: Post, name: str) -> Field:
        """One field of one post, without its type."""
        with time_limit(self.evidence.page.seconds):
            return self._read(post, name) if name in _POST_READERS else self.of(post).get(name, Field())

    @cached_property
    def _known(self) -> dict[tuple[int, int, str], Field]:
        return {}

    def _read(self, post: Post, name: str) -> Field:
        """A field of a post that is read once."""
        field = self._known.get((post.start, post.end, name))
        if field is None:
            field = self._known[post.start, post.end, name] = _POST_READERS[name](self, post)
        return field


@dataclass(frozen=True, eq=False)
class _RowFields:
    """The fields of board rows."""

    evidence: Evidence
    addresses: Addresses
    rows: tuple[BoardRow, ...]

    @cached_property
    def anchors(self) -> dict[int, Anchor]:
        """The anchor of every row, by its first row."""
        return find_anchors(self.evidence, [(row.start, row.end) for row in self.rows], ())

    def of(self, row: BoardRow) -> dict[str, Field]:
        """The fields of one row by name."""
        with time_limit(self.evidence.page.seconds):
            return _filled({field.name: field.read(self, row) for field in ROW_FIELDS})

    def one(self, row: BoardRow, name: str) -> Field:
        """One field of one row, without its type."""
        with time_limit(self.evidence.page.seconds):
            return next((field.read(self, row) for field in ROW_FIELDS if field.name == name), Field())


def row_records(evidence: Evidence, rows: Iterable[BoardRow]) -> tuple[Record, ...]:
    """The board rows as records."""
    fields = _RowFields(evidence, Addresses(evidence.page), tuple(rows))
    return tuple(
        Record(start=row.start, end=row.end, fields=LazyFields(partial(fields.of, row), partial(fields.one, row)))
        for row in fields.rows
    )


def _filled(fields: Mapping[str, Field]) -> dict[str, Field]:
    return with_types({name: field for name, field in fields.items() if field})


def _text(evidence: Evidence, row: int) -> Field:
    return Field(value=evidence.line(row), row=row, source=SOURCE) if row >= 0 else Field()


def _name(evidence: Evidence, row: int) -> Field:
    return Field(value=clean_name(evidence.text(row)), row=row, source=SOURCE) if row >= 0 else Field()


def _count(evidence: Evidence, row: int) -> Field:
    return Field(value=f"{read_count(evidence.text(row)):.0f}", row=row, source=SOURCE) if row >= 0 else Field()


def _time_row(evidence: Evidence, index: int) -> int:
    return int(evidence.times.rows[index]) if index >= 0 else -1


def _time(evidence: Evidence, index: int) -> Field:
    """The time in ISO 8601; an attribute tells it where the text is relative or has no clock."""
    if index < 0:
        return Field()
    row, date = _time_row(evidence, index), evidence.times.date(index)
    value = date.iso
    if date.relative or len(value) < MAX_DAY_LENGTH:
        value = max(value, _declared_time(evidence, row), key=len)
    return Field(value=value or evidence.times.texts[index], row=row, source=SOURCE)


def _time_text(evidence: Evidence, index: int) -> Field:
    """The time as displayed."""
    row = _time_row(evidence, index)
    return Field(value=evidence.times.texts[index], row=row, source=SOURCE) if row >= 0 else Field()


def _declared_time(evidence: Evidence, row: int) -> str:
    """The time in an attribute of the elements right over a row, in ISO 8601; empty where there is none."""
    for ancestor in evidence.above(row, 2):
        for name in ("datetime", "title"):
            value = evidence.page.attribute(ancestor, name) or ""
            if value[:1].isdecimal() and (iso := normalise_date(value)):
                return iso
    return ""


def _heading(evidence: Evidence, post: Post) -> Field:
    """The heading of a post, at the start of its body or before it, that says neither who wrote it nor when."""
    page, told = evidence.page, (post.author, _time_row(evidence, post.time))
    rows = _headings(evidence, post)
    rows = rows[~evidence.framed[rows] & ((evidence.flags[rows] & RANK) == 0)]
    rows = rows[(rows < post.body[0]) | evidence.is_title[np.minimum(rows + 1, len(page) - 1)]]
    values = [_text(evidence, row) for row in rows[:3].tolist() if not any(row < one < page.end[row] for one in told)]
    return next((value for value in values if value and len(value.value) > 1), Field())


def _rank(evidence: Evidence, post: Post) -> Field:
    """What a heading beside the author says of them: `Senior Member`."""
    rows = _headings(evidence, post)
    rows = rows[(evidence.flags[rows] & RANK) > 0]
    values = [_text(evidence, row) for row in rows[:3].tolist() if not row < post.author < evidence.page.end[row]]
    return next((value for value in values if len(value.value) > 1), Field())


def _headings(evidence: Evidence, post: Post) -> NDArray[np.int64]:
    rows = np.arange(post.start, max(post.body[1], post.start))
    return rows[HEADINGS[evidence.page.tag[rows]]]


def _body(evidence: Evidence, post: Post) -> Field:
    start, end = behind_title(evidence, post.body)
    if start >= end:
        return Field()
    return Field(
        value=body_text(evidence, start, end, cut=post.cut, quotes=post.quotes), row=post.body[0], source=SOURCE
    )


def _link(fields: _RowFields, row: BoardRow) -> Field:
    """The address of the thread."""
    link = link_around(fields.evidence, row.title)
    address = fields.addresses.resolve(fields.evidence.page.attribute(link, "href") if link >= 0 else "")
    return Field(value=address, row=link, source=SOURCE)


def floor_value(text: str) -> str:
    """The number of a post in a text such as `#3`, empty where it is none.

    >>> floor_value("#3"), floor_value("楼主"), floor_value("Member")
    ('3', '1', '')
    """
    text = text.strip()
    match = _FLOOR.fullmatch(text)
    return match[1] if match else FLOOR_WORDS.get(text, "")


def _floor(fields: _PostFields, post: Post) -> Field:
    row = fields.floors.get(fields.index_by_start.get(post.start, -1), -1)
    return Field(value=floor_value(fields.evidence.text(row)), row=row, source=SOURCE) if row >= 0 else Field()


def _named_columns(evidence: Evidence, columns: list[Column], floors: Column) -> dict[str, Column]:
    """The columns whose texts differ and whose element has a class, by that class."""
    columns_by_name: dict[str, Column] = {}
    for column in check_deadline(columns):
        row = next(iter(column.values()))
        name = _column_name(evidence, row)
        if (
            name
            and name not in OWN_NAMES - {"rank"}
            and name not in columns_by_name
            and column != floors
            and len(columns_by_name) < MAX_COLUMNS
        ):
            texts = {evidence.text(text_row).strip() for text_row in check_deadline(column.values())}
            if len(texts) > 1:
                columns_by_name[name] = column
    return columns_by_name


def _column_name(evidence: Evidence, row: int) -> str:
    """The first class over a text as a name: `Post-Count--12` is `post_count`."""
    page = evidence.page
    for ancestor in evidence.above(row, 2):
        if classes := page.classes(ancestor):
            return re.sub(r"[\W\d_]+", "_", classes[0].lower()).strip("_")
    return ""


POST_FIELDS: tuple[RecordField[_PostFields, Post], ...] = (
    RecordField(
        name="author", label="who wrote it", is_taught=True, read=lambda its, post: _name(its.evidence, post.author)
    ),
    RecordField(
        name="time", label="when, in ISO 8601", is_shown=False, read=lambda its, post: _time(its.evidence, post.time)
    ),
    RecordField(
        name="time_text", label="when, as shown", is_taught=True,
        read=lambda its, post: _time_text(its.evidence, post.time),
    ),
    RecordField(name="body", label="what it says", is_taught=True, read=lambda its, post: _body(its.evidence, post)),
    RecordField(name="title", label="its heading", read=lambda its, post: _heading(its.evidence, post)),
    RecordField(name="number", label="its number in the thread", read=_floor),
    RecordField(
        name="id", label="its anchor on the page", is_shown=False, read=lambda its, post: its.anchors[post.start].id
    ),
    RecordField(
        name="url", label="its own address", is_shown=False, read=lambda its, post: its.anchors[post.start].url
    ),
    RecordField(
        name="parent", label="the index of the post that it answers", is_shown=False,
        read=lambda its, post: its.anchors[post.start].parent,
    ),
    RecordField(name="rank", label="what the writer is called", read=lambda its, post: _rank(its.evidence, post)),
)  # fmt: skip
_POST_READERS = {field.name: field.read for field in POST_FIELDS}
ROW_FIELDS: tuple[RecordField[_RowFields, BoardRow], ...] = (
    RecordField(
        name="title", label="the thread's title", is_taught=True, read=lambda its, row: _text(its.evidence, row.title)
    ),
    RecordField(name="url", label="the thread's address", is_shown=False, read=_link),
    RecordField(
        name="author", label="who began it", is_taught=True, read=lambda its, row: _name(its.evidence, row.author)
    ),
    RecordField(
        name="last_author", label="who replied last", read=lambda its, row: _name(its.evidence, row.last_author)
    ),
    RecordField(name="replies", label="how many replies", read=lambda its, row: _count(its.evidence, row.replies)),
    RecordField(name="views", label="how many readers", read=lambda its, row: _count(its.evidence, row.views)),
    RecordField(
        name="time", label="when it began, in ISO 8601", is_shown=False,
        read=lambda its, row: _time(its.evidence, row.time),
    ),
    RecordField(
        name="time_text", label="when it began, as shown", is_taught=True,
        read=lambda its, row: _time_text(its.evidence, row.time),
    ),
    RecordField(
        name="last_time", label="when the last reply came, in ISO 8601", is_shown=False,
        read=lambda its, row: _time(its.evidence, row.last_time),
    ),
    RecordField(
        name="last_time_text", label="when the last reply came, as shown",
        read=lambda its, row: _time_text(its.evidence, row.last_time),
    ),
    RecordField(
        name="id", label="its anchor on the page", is_shown=False, read=lambda its, row: its.anchors[row.start].id
    ),
)  # fmt: skip
OWN_NAMES = frozenset(["typed", *(field.name for field in POST_FIELDS), *(field.name for field in ROW_FIELDS)])
UNSHOWN_NAMES = frozenset(
    [*(one.name for one in POST_FIELDS if not one.is_shown), *(one.name for one in ROW_FIELDS if not one.is_shown)]
)
