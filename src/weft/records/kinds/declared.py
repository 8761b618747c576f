"""Items that a page declares in its markup: microdata (`itemtype`) and RDFa (`typeof`), as records of their kind.

What is declared is strong evidence. Still an item without what makes its kind (a review without words and rating, an
event without a date) is none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from weft.content import Field, Rating, Record, Region
from weft.deadline import check_deadline
from weft.page import Page
from weft.page.blocks import union
from weft.records.evidence import Evidence
from weft.records.kinds.parts import (
    body_field,
    filled,
    flag_field,
    image_field,
    line_field,
    link_field,
    number_field,
    person_field,
    rating_field,
    time_fields,
    value_field,
)
from weft.records.typed_values import read_number
from weft.renderers.page_addresses import Addresses

MAX_ITEMS = 2_000
MAX_PROPERTIES = 20_000
MAX_READ = 4  # how often a row is read, on the average: bodies inside of bodies are no work of people
MIN_QUESTIONS = 2  # one question with its answers is a discussion, several with one answer each are an FAQ


@dataclass(eq=False)
class Item:
    """A declared item: its row, its type in lower case, and its own properties with the rows that have them."""

    row: int
    end: int
    type: str
    properties: dict[str, list[int]] = field(default_factory=dict)


class Items:
    """The items of a page."""

    def __init__(self, evidence: Evidence, wanted: frozenset[str]) -> None:
        self.evidence = evidence
        self.page: Page = evidence.page
        self.all: list[Item] = _read_items(evidence.page, wanted)
        self.by_row: dict[int, Item] = {item.row: item for item in self.all}
        self._rows_read = 0

    @cached_property
    def addresses(self) -> Addresses:
        """What resolves the addresses of the page."""
        return Addresses(self.page)

    def of(self, *types: str) -> list[Item]:
        """The items of some types."""
        return [item for item in self.all if item.type in types]

    def row(self, item: Item, *names: str) -> int:
        """The first row of a property, -1 where the item has none of the names."""
        return next((item.properties[name][0] for name in names if name in item.properties), -1)

    def inner(self, item: Item, *names: str) -> Item | None:
        """The item that is a property of another."""
        return self.by_row.get(self.row(item, *names))

    def name_row(self, item: Item, *names: str) -> int:
        """The row of a property, or that of its name where it is an item itself: an author, a place."""
        inner = self.inner(item, *names)
        row = self.row(inner, "name", "addresslocality", "address") if inner else -1
        return row if row >= 0 else self.row(item, *names)

    def line(self, item: Item, *names: str) -> Field:
        """The value of a property on one line; an attribute says it where no text does."""
        row = self.name_row(item, *names)
        if row < 0:
            return Field()
        return line_field(self.evidence, row) or value_field(_declared_value(self.page, row), row, "text")

    def body(self, item: Item, *names: str) -> Field:
        """The text of a property, a line a block."""
        row = self.row(item, *names)
        if row < 0 or self._rows_read > MAX_READ * len(self.page):
            return Field()
        self._rows_read += int(self.page.end[row]) - row
        return body_field(self.evidence, row, int(self.page.end[row]))

    def person(self, item: Item, *names: str) -> Field:
        """The name of a person."""
        row = self.name_row(item, *names)
        return person_field(self.evidence, row) if row >= 0 and self.page.text(row).strip() else self.line(item, *names)

    def time(self, item: Item, *properties: str, name: str = "time") -> dict[str, Field]:
        """The time of a property."""
        row = self.row(item, *properties)
        return time_fields(self.page, row, name=name) if row >= 0 else {}

    def number(self, item: Item, *names: str) -> Field:
        """The number of a property."""
        row = self.row(item, *names)
        text = (_declared_value(self.page, row) or self.evidence.line(row)) if row >= 0 else ""
        return number_field(text, row, read_number(text))

    def url(self, item: Item) -> Field:
        """The address of the item."""
        row = self.row(item, "url")
        if row < 0 and (name := self.row(item, "name", "title")) >= 0:
            row = name if self.page.tag_name(name) == "a" else int(self.page.parent[name])
        return link_field(self.page, row, self.addresses) if row >= 0 else Field()

    def image(self, item: Item) -> Field:
        """The image of the item."""
        row = self.row(item, "image")
        address = self.addresses.resolve(self.page.attribute(row, "src")) if row >= 0 else ""
        return image_field(address, row)

    def rating(self, item: Item) -> Field:
        """The rating that an item gives."""
        inner = self.inner(item, "reviewrating", "rating") or item
        row = self.row(inner, "ratingvalue")
        text = (_declared_value(self.page, row) or self.evidence.line(row)) if row >= 0 else ""
        value = read_number(text, is_small=True)
        best = self.number(inner, "bestrating").typed
        if value is None or not 0 <= value <= (top := float(best) if isinstance(best, int | float) else 5.0):
            return Field()
        return rating_field(text, row, Rating(float(value), top))


def declared_answers(evidence: Evidence) -> list[Region]:
    """The region of the question and the answers that a page declares, if it does."""
    return _declared(evidence, ("answers",), frozenset({"answer"}))


def declared_regions(evidence: Evidence) -> list[Region]:
    """The regions of what a page declares, one for each kind that it has; empty where it declares nothing."""
    return _declared(evidence, tuple(_READERS), WANTED)


def _declared(evidence: Evidence, kinds: Sequence[str], wanted: frozenset[str]) -> list[Region]:
    """The regions of some kinds; without an item of a wanted type there is none."""
    items = Items(evidence, wanted)
    if not items.all:
        return []
    regions = []
    for kind in kinds:
        if records := _READERS[kind](items):
            regions.append(Region(row=_around(evidence.page, records), records=tuple(records), kind=kind))
    return regions


def _around(page: Page, records: Sequence[Record]) -> int:
    """The innermost element that holds all records."""
    row, end = int(page.parent[records[0].start]), max(record.end for record in records)
    while row > 0 and page.end[row] < end:
        row = int(page.parent[row])
    return row


def _read_items(page: Page, wanted: frozenset[str]) -> list[Item]:
    typed = np.concatenate((page.rows_with("itemtype"), page.rows_with("typeof")))[:MAX_ITEMS]
    types = {_short_type(kind) for kind in set(_types(page, typed.tolist()))}
    if wanted.isdisjoint({_EVENT if kind.endswith(_EVENT) else kind for kind in types}):
        return []
    scopes = union(typed, page.rows_with("itemscope"))[:MAX_ITEMS]
    ends = page.end[scopes].tolist()
    described = zip(scopes.tolist(), ends, _types(page, scopes.tolist()), strict=True)
    items = [Item(row, end, _short_type(kind)) for row, end, kind in described]
    names = union(page.rows_with("itemprop"), page.rows_with("property"))[:MAX_PROPERTIES].tolist()
    open_items: list[Item] = []
    waiting = iter([*items, None])
    coming = next(waiting)
    for row in check_deadline(names):
        while coming is not None and coming.row < row:
            open_items.append(coming)
            coming = next(waiting)
        while open_items and open_items[-1].end <= row:
            open_items.pop()
        outer = next((item for item in reversed(open_items) if item.row < row < item.end), None)
        if outer is not None:
            for name in _names(page, row):
                outer.properties.setdefault(name, []).append(row)
    return items


WANTED = frozenset("review question answer comment usercomments jobposting event qapage faqpage".split())


_EVENT = "event"  # the types of events are many, and all end so


def _types(page: Page, rows: list[int]) -> list[str]:
    """What each of some rows says that it is."""
    own, other = page.values("itemtype"), page.values("typeof")
    return [own.get(row) or other.get(row, "") for row in rows]


def _short_type(declared: str) -> str:
    """The type in lower case, without the address of its vocabulary."""
    first = declared.split()[:1]
    return re.split("[/:#]", first[0])[-1].lower() if first else ""


def _names(page: Page, row: int) -> list[str]:
    text = f"{page.attribute(row, 'itemprop') or ''} {page.attribute(row, 'property') or ''}"
    return [re.split("[/:]", name)[-1].lower() for name in text.split()]


def _declared_value(page: Page, row: int) -> str:
    return " ".join((page.attribute(row, "content") or page.attribute(row, "datetime") or "").split())[:300]


def _record(item: Item, fields: dict[str, Field]) -> Record:
    return Record(start=item.row, end=item.end, fields=filled(fields))


def read_reviews(items: Items) -> list[Record]:
    """The reviews: each has words or a title, and a rating or an author."""
    records = []
    for item in check_deadline(items.of("review")):
        fields = {
            "author": items.person(item, "author", "creator"),
            **items.time(item, "datepublished", "datecreated"),
            "rating": items.rating(item),
            "title": items.line(item, "name", "headline"),
            "body": items.body(item, "reviewbody", "description", "text"),
        }
        if (fields["body"] or fields["title"]) and (fields["author"] or fields["rating"]):
            records.append(_record(item, fields))
    return records


def read_answers(items: Items) -> list[Record]:
    """A question and its answers, those with a body; empty where the page has several questions."""
    questions, answers = items.of("question"), items.of("answer")
    if len(questions) >= MIN_QUESTIONS or not answers:
        return []
    records = [_record(item, _said(items, item)) for item in questions]
    for item in check_deadline(answers):
        fields = _said(items, item)
        if not fields["body"]:
            continue
        if "acceptedanswer" in _names(items.page, item.row):
            fields["accepted"] = flag_field(item.row)
        if questions:
            fields["parent"] = value_field("0", item.row, "number", 0)
        records.append(_record(item, fields))
    return records if len(records) > len(questions) else []


def _said(items: Items, item: Item) -> dict[str, Field]:
    return {
        "title": items.line(item, "name", "headline"),
        "author": items.person(item, "author", "creator"),
        **items.time(item, "datecreated", "datepublished"),
        "body": items.body(item, "text", "description"),
        "votes": items.number(item, "upvotecount"),
        "answers": items.number(item, "answercount"),
    }


def read_faq(items: Items) -> list[Record]:
    """Questions with the one answer that the page gives."""
    records = []
    for item in check_deadline(items.of("question")):
        answer = items.inner(item, "acceptedanswer", "suggestedanswer")
        text = items.body(answer, "text") or body_field(items.evidence, answer.row, answer.end) if answer else Field()
        fields = {"question": items.line(item, "name", "text"), "answer": text}
        if all(fields.values()):
            records.append(_record(item, fields))
    return records if len(records) >= MIN_QUESTIONS else []


def read_comments(items: Items) -> list[Record]:
    """The comments: each has words, and an author or a time."""
    records = []
    for item in check_deadline(items.of("comment", "usercomments")):
        fields = _said(items, item)
        fields["body"] = items.body(item, "text", "commenttext", "description")
        if fields["body"] and (fields["author"] or "time" in fields):
            records.append(_record(item, fields))
    return records


def read_events(items: Items) -> list[Record]:
    """The events: each has a name and a date."""
    records = []
    for item in check_deadline(one for one in items.all if one.type.endswith("event")):
        fields = {
            "title": items.line(item, "name", "summary"),
            **items.time(item, "startdate", name="start"),
            **items.time(item, "enddate", name="finish"),
            "place": items.line(item, "location"),
            "url": items.url(item),
            "image": items.image(item),
        }
        if fields["title"] and "start" in fields:
            records.append(_record(item, fields))
    return records


def read_jobs(items: Items) -> list[Record]:
    """The vacant positions: each has a title, and a company or a place."""
    records = []
    for item in check_deadline(items.of("jobposting")):
        fields = {
            "title": items.line(item, "title", "name"),
            "company": items.line(item, "hiringorganization"),
            "place": items.line(item, "joblocation"),
            **items.time(item, "dateposted"),
            "salary": items.line(item, "basesalary"),
            "url": items.url(item),
        }
        if fields["title"] and (fields["company"] or fields["place"]):
            records.append(_record(item, fields))
    return records


_READERS: dict[str, Callable[[Items], list[Record]]] = {
    "answers": read_answers,
    "faq": read_faq,
    "reviews": read_reviews,
    "comments": read_comments,
    "events": read_events,
    "jobs": read_jobs,
}
