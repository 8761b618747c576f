"""Reviews that nothing declares: elements called so, each with a rating, words and somebody who wrote them."""

from __future__ import annotations

import re

import numpy as np

from weft.content import Field, Record, Region
from weft.deadline import in_time
from weft.page import Page
from weft.page.name_words import rows_named, words_of
from weft.records.evidence import HEADINGS, Evidence
from weft.records.kinds.parts import (
    body_field,
    filled,
    find_rating,
    groups_alike,
    line_field,
    person_field,
    time_fields,
)

MIN_REVIEWS = 2
MIN_BODY = 20  # characters that a review says
MAX_GROUPS = 6
MAX_REVIEWS = 1_000
WHOLE = 0.7  # share of the elements of a group that must be reviews

_WORDS = frozenset({"review", "reviews", "testimonial", "testimonials", "rezension", "bewertung", "avis", "opinion"})
_NAME = frozenset({"author", "name", "user", "username", "reviewer", "customer", "byline", "nickname"})
_BODY = frozenset({"body", "text", "content", "description", "comment", "copy", "message", "quote"})
_TIME = frozenset({"date", "time", "published", "ago"})
_HEAD = frozenset({"title", "headline", "heading", "summary"})
_DIGIT = re.compile(r"\d")


def read_reviews(evidence: Evidence) -> list[Region]:
    """The reviews of a page; empty where it has none."""
    page = evidence.page
    if not any(word in page.token_text for word in _WORDS):
        return []
    rows = rows_named(page, _WORDS)
    rows = rows[(rows > 2) & ~page.hidden[rows]] if len(rows) else rows
    for group in in_time(groups_alike(page, rows, MIN_REVIEWS)[:MAX_GROUPS]):
        if records := read(evidence, group[:MAX_REVIEWS]):
            return [Region(row=int(page.parent[group[0]]), records=records, kind="reviews")]
    return []


def read(evidence: Evidence, elements: list[int]) -> tuple[Record, ...]:
    """The elements as reviews; empty where few of them have a rating, a body and an author or a time."""
    page = evidence.page
    records = []
    for row in in_time(elements):
        fields = _fields(evidence, row, int(page.end[row]))
        if fields["rating"] and fields["body"] and (fields["author"] or "time" in fields):
            records.append(Record(start=row, end=int(page.end[row]), fields=filled(fields)))
    bodies = {record.fields["body"].value for record in records}
    is_kind = len(records) >= max(MIN_REVIEWS, WHOLE * len(elements)) and len(bodies) > len(records) / 2
    return tuple(records) if is_kind else ()


def _fields(evidence: Evidence, start: int, end: int) -> dict[str, Field]:
    page = evidence.page
    times = _named(page, start, end, _TIME) + [row for row in range(start, end) if page.tag_name(row) == "time"]
    time = next((fields for row in sorted(times) if (fields := time_fields(page, row))), {})
    names = _named(page, start, end, _NAME)
    people = (person_field(evidence, row) for row in names)
    author = next((person for person in people if person and not _DIGIT.search(person.value)), Field())
    heads = [row for row in range(start, end) if HEADINGS[page.tag[row]]] + _named(page, start, end, _HEAD)
    title = next((one for row in heads if (one := line_field(evidence, row)) and one.value != author.value), Field())
    return {
        "author": author,
        **time,
        "rating": find_rating(evidence, start, end),
        "title": title,
        "body": _body(evidence, start, end, (author.row, title.row)),
    }


def _named(page: Page, start: int, end: int, words: frozenset[str]) -> list[int]:
    """The elements in a record that are called so, the inner before the outer."""
    rows = [
        row
        for row in range(start + 1, end)
        if page.tag[row] and any(not words.isdisjoint(words_of(name)) for name in page.classes(row))
    ]
    return sorted(rows, key=lambda row: int(page.end[row]) - row)


def _body(evidence: Evidence, start: int, end: int, besides: tuple[int, ...]) -> Field:
    """What the review says: the longest element that is called so, else the longest paragraph."""
    page = evidence.page
    rows = [row for row in _named(page, start, end, _BODY) if not any(row <= one < page.end[row] for one in besides)]
    rows += [row for row in range(start + 1, end) if page.tag_name(row) in ("p", "blockquote")]
    sums = np.concatenate(([0], np.cumsum(page.chars[start:end])))
    best = max(rows, key=lambda row: (int(sums[page.end[row] - start] - sums[row - start]), row), default=-1)
    body = body_field(evidence, best, int(page.end[best])) if best >= 0 else Field()
    return body if len(body.value) >= MIN_BODY else Field()
