"""Reader comments under an article: records of their own, never part of the body.

The classes and ids of comment systems name them on every site; that is enough to keep comments apart. A page that is
a discussion as a whole is the business of forum records.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from weft.content import Field, Record, Region
from weft.deadline import check_deadline, check_time, kernel_call, time_limit
from weft.kernel.extractors import comment_areas
from weft.page import Page, tag_number
from weft.page.blocks import union
from weft.page.name_words import rows_with_tokens

if TYPE_CHECKING:
    from weft.records.evidence import Evidence

MAX_COMMENTS = 5_000
MAX_NAME_LENGTH = 80

_ITEM = re.compile(
    r"comment(?:[-_]?\d+|[-_](?:item|entry|node|single|card))?|li-comment-\d+|commentitem", re.IGNORECASE
)
_ANY_ITEM = re.compile(rf"\0(?:{_ITEM.pattern})\0")  # among all names of a page
_AUTHOR = re.compile(
    r"(?:.{0,20}[-_])?(?:author|fn|user(?:name)?|name|nick(?:name)?|poster)(?:[-_]?(?:name|link))?", re.IGNORECASE
)
_TIME = re.compile(
    r"(?:.{0,20}[-_])?(?:date(?:time)?|time(?:stamp|ago)?|ago|published|metadata)|commentmetadata", re.IGNORECASE
)
_BODY = re.compile(r"(?:.{0,20}[-_])?(?:content|body|text|message|copy)", re.IGNORECASE)
# What every name has that the patterns match: a search is sooner done than a match.
_HINT = {
    name: re.compile(words, re.IGNORECASE)
    for name, words in (
        ("item", "comment"),
        ("author", "author|fn|user|name|nick|poster"),
        ("body", "content|body|text|message|copy"),
        ("time", "date|time|ago|published|metadata"),
    )
}
_TIME_TAG = tag_number("time")


def _flags(tags: str) -> NDArray[np.bool_]:
    flags = np.zeros(1 << 16, np.bool_)  # one for every number a tag can have
    flags[[tag_number(tag) for tag in tags.split()]] = True
    return flags


_IS_SAID = _flags("p ul ol blockquote pre")


def comment_blocks(page: Page) -> NDArray[np.int64]:
    """The blocks that stand in a comment area: comments, and the form that asks for one.

    >>> from weft import parse
    >>> page = parse("<p>Body<div id=comments><h3>2 comments</h3><p>Nice</div><p>End")
    >>> comment_blocks(page).tolist()
    [1, 2]
    """
    return np.flatnonzero(comment_rows(page)[page.blocks.first])


def comment_rows(page: Page) -> NDArray[np.bool_]:
    """Whether each row stands in a comment area."""
    is_inside, last = np.zeros(len(page), np.bool_), 0
    with kernel_call():
        places = comment_areas(page.table)
    for start, end in places:
        if end > last:  # areas may lie in areas
            is_inside[max(start, last) : end] = True
            last = end
    return is_inside


def find_comments(page: Page) -> tuple[Record, ...]:
    """The comments of a page in document order, each with author, time and body as far as they are marked.

    `time` is ISO 8601 where it can be, `time_text` the same as displayed, as in other records.
    What has no body, or neither author nor time, is no comment: a wrong record is worse than none.
    """
    with time_limit(page.seconds):
        items = _rows(page, _ITEM, hint=_HINT["item"])[:MAX_COMMENTS]
        if not len(items):
            return ()
        span = (int(items[0]), int(page.end[items].max()))
        marks = {
            name: _rows(page, pattern, hint=_HINT[name], span=span)
            for name, pattern in (("author", _AUTHOR), ("body", _BODY), ("time", _TIME))
        }
        marks["time"] = union(marks["time"], np.flatnonzero(page.tag == _TIME_TAG))
        signs = union(marks["author"], marks["time"])
        # An element inside of a comment that is called so and has neither is what the comment says.
        items = items[np.searchsorted(signs, items) < np.searchsorted(signs, page.end[items])]
        return tuple(_records(page, items, marks))


def comment_regions(evidence: "Evidence") -> list[Region]:
    """The comments of a page as a region, with their anchors and typed fields; empty where there are none."""
    page = evidence.page
    words = page.token_text
    if "comment" not in words or not _ANY_ITEM.search(words) or not (records := find_comments(page)):
        return []
    from weft.records.anchors import find_anchors  # few pages have comments
    from weft.records.typed_values import with_types

    starts = [record.start for record in records]
    ends = [min(record.end, after) for record, after in zip(records, [*starts[1:], len(page)], strict=True)]
    times = [record.fields["time"].row if "time" in record.fields else -1 for record in records]
    anchors = find_anchors(evidence, list(zip(starts, ends, strict=True)), times)
    told = []
    for record in check_deadline(records):
        anchor = anchors[record.start]
        fields = {**record.fields, "id": anchor.id, "url": anchor.url, "parent": anchor.parent}
        told.append(replace(record, fields=with_types({name: field for name, field in fields.items() if field})))
    return [Region(row=int(page.parent[starts[0]]), records=tuple(told), kind="comments")]


def _records(page: Page, items: NDArray[np.int64], marks: dict[str, NDArray[np.int64]]) -> Iterator[Record]:
    for index, row in enumerate(items.tolist()):
        # A reply may stand inside the comment that it answers: a comment's own rows end where the first begins.
        end = int(page.end[row])
        if index + 1 < len(items):
            end = min(end, int(items[index + 1]))
        check_time()
        fields = {name: _field(page, _between(marks[name], row, end), name) for name in ("author", "time")}
        beside = [field.row for field in fields.values() if field]
        fields["body"] = _body(page, _between(marks["body"], row, end), beside, end)
        fields = {name: fields[name] for name in marks}
        if fields["time"]:
            fields |= _time_fields(page, fields["time"].row)
        if fields["body"] and (fields["author"] or fields["time"]):
            yield Record(
                start=row, end=int(page.end[row]), fields={name: value for name, value in fields.items() if value}
            )


def _between(rows: NDArray[np.int64], start: int, end: int) -> list[int]:
    return rows[slice(*np.searchsorted(rows, [start + 1, end]))].tolist()


def _body(page: Page, rows: list[int], beside: list[int], end: int) -> Field:
    """The longest of the marked elements; where each holds the author or the time too, its paragraphs alone."""
    apart = [row for row in rows if not any(row <= other < page.end[row] for other in beside)]
    texts = {row: _own_text(page, row, end) for row in _outermost(page, apart or rows)}
    row = max(texts, key=lambda row: len(texts[row]), default=-1)
    if not apart and row >= 0:
        inner = (row + 1 + np.flatnonzero(_IS_SAID[page.tag[row + 1 : min(end, int(page.end[row]))]])).tolist()
        said = [one for one in inner if not any(one <= other < page.end[one] for other in beside)]
        if text := " ".join(filter(None, (_own_text(page, one, end) for one in _outermost(page, said)))):
            return Field(value=text, row=said[0], source="comment")
    return Field(value=texts.get(row, ""), row=row, source="comment")


def _field(page: Page, rows: list[int], name: str) -> Field:
    """The marked element that can be the name or the time: the first short one."""
    # `comment-author` around `fn` and a date: the innermost says it alone.
    inner = [row for row, after in zip_longest(rows, rows[1:], fillvalue=len(page)) if after >= page.end[row]]
    for row in check_deadline(inner):
        text = " ".join(page.text(row).split())
        stamp = page.attribute(row, "datetime") if name == "time" else None
        if stamp or 0 < len(text) <= MAX_NAME_LENGTH:
            return Field(value=stamp or text, row=row, source="comment")
    return Field()


def _own_text(page: Page, row: int, end: int) -> str:
    """The text of a row with single spaces, up to the row at which the comment ends."""
    table = page.table
    stop = min(table.text_end[row], table.text_start[end]) if end < page.end[row] else table.text_end[row]
    return " ".join(page.text_bytes[table.text_start[row] : stop].decode().split())


def _outermost(page: Page, rows: list[int]) -> Iterator[int]:
    """The rows that lie in no other: what lies in one says less than it does."""
    end = 0
    for row in rows:
        if row >= end:
            yield row
            end = int(page.end[row])


def _time_fields(page: Page, row: int) -> dict[str, Field]:
    """The time in ISO 8601, which an attribute tells best, and as displayed."""
    text, stamp = " ".join(page.text(row).split()), page.attribute(row, "datetime") or ""
    from weft.text import find_dates, normalise_date  # few pages have comments

    dates = find_dates(text[:MAX_NAME_LENGTH])
    iso = normalise_date(stamp) or (dates[0].iso if dates else "")
    return {
        "time": Field(value=iso or stamp or text, row=row, source="comment"),
        "time_text": Field(value=text, row=row, source="comment"),
    }


def _rows(
    page: Page,
    pattern: re.Pattern[str],
    *,
    hint: re.Pattern[str],
    span: tuple[int, int] | None = None,
) -> NDArray[np.int64]:
    """The rows with a class or id that the pattern matches whole, in document order.

    `hint` is what every such name has: a search for it is sooner done than a match. Only the names in `span` count.
    """
    tokens = page.tokens
    numbers: Iterable[int] = _tokens_within(page, *span) if span else range(len(tokens))
    numbers = [number for number in numbers if hint.search(tokens[number])]
    numbers = [number for number in check_deadline(numbers) if pattern.fullmatch(tokens[number])]
    rows = rows_with_tokens(page, numbers)
    return rows[rows > 2]  # the body's own classes speak of the page


def _tokens_within(page: Page, start: int, end: int) -> list[int]:
    """The numbers of the classes and ids of some rows."""
    table = page.table
    classes = table.class_token[table.class_start[start] : table.class_start[end]]
    ids = table.id_token[start:end]
    return union(classes, ids[ids >= 0]).tolist()
