"""Reviews that nothing declares: elements called so, each with a rating, words and somebody who wrote them."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import numpy as np

from weft.content import Field, Record, Region
from weft.deadline import check_deadline
from weft.records.evidence import Evidence
from weft.records.kinds.parts import (
    Names,
    body_field,
    filled,
    find_rating,
    groups_alike,
    line_field,
    person_field,
    time_fields,
)

MIN_REVIEWS = 2
MIN_LABELLED = 3  # reviews, of which a word is a label if most have it
MIN_BODY = 20  # characters that a review says
MAX_GROUPS = 6
MAX_REVIEWS = 1_000
MAX_TRIED = 5  # elements of which one at least must be a review
WHOLE = 0.7  # share of the elements of a group that must be reviews

_WORDS = frozenset({"review", "reviews", "testimonial", "testimonials", "rezension", "bewertung"})
_STEMS = ("review", "testimonial", "rezension", "bewertung")  # one is in each of the words
_SIGNS = ("star", "rating", "rated", "score")  # of ratings
_NAME = frozenset({"author", "name", "user", "username", "reviewer", "customer", "byline", "nickname"})
_BODY = frozenset({"body", "text", "content", "description", "comment", "copy", "message", "quote"})
_TIME = frozenset({"date", "time", "published", "ago"})
_HEAD = frozenset({"title", "headline", "heading", "summary"})
_RATED = re.compile(r"^\d(?:[.,]\d)?(?: out of |/| von )5(?: stars| Sternen)?\s*", re.IGNORECASE)
_DIGIT = re.compile(r"\d")


def read_reviews(evidence: Evidence) -> list[Region]:
    """The reviews of a page; empty where it has none."""
    page = evidence.page
    words = page.token_text
    if not any(stem in words for stem in _STEMS) or not any(sign in words for sign in _SIGNS):
        return []
    names = Names(page)
    for group in check_deadline(groups_alike(page, names.rows(_WORDS), MIN_REVIEWS)[:MAX_GROUPS]):
        if records := read(evidence, names, group[:MAX_REVIEWS]):
            return [Region(row=int(page.parent[group[0]]), records=records, kind="reviews")]
    return []


def read(evidence: Evidence, names: Names, elements: list[int]) -> tuple[Record, ...]:
    """The elements as reviews; empty where few of them have a rating, a body and an author or a time."""
    page = evidence.page
    records: list[Record] = []
    for index, row in check_deadline(enumerate(elements)):
        fields = _fields(evidence, names, row, int(page.end[row]))
        if fields["rating"] and fields["body"] and (fields["author"] or "time" in fields):
            records.append(Record(start=row, end=int(page.end[row]), fields=filled(fields)))
        elif index >= MAX_TRIED and not records:
            return ()
    bodies = {record.fields["body"].value for record in records}
    is_kind = len(records) >= max(MIN_REVIEWS, WHOLE * len(elements)) and len(bodies) > len(records) / 2
    return tuple(_without_labels(records)) if is_kind else ()


def _without_labels(records: list[Record]) -> list[Record]:
    """The reviews without what the page writes under every one: one name for all, `Read more` behind most bodies."""
    if len(records) < MIN_LABELLED:
        return records
    authors = {record.fields["author"].value for record in records if "author" in record.fields}
    tails = Counter(record.fields["body"].value.rpartition("\n")[2] for record in records)
    tail, count = tails.most_common(1)[0]
    cleaned = []
    for record in records:
        fields = dict(record.fields)
        if len(authors) == 1 and ("time" in fields or "title" in fields):
            fields.pop("author", None)
        body = fields["body"]
        if 2 * count > len(records) and body.value.endswith(f"\n{tail}"):
            fields["body"] = replace(body, value=body.value.removesuffix(f"\n{tail}"))
        cleaned.append(replace(record, fields=fields))
    return cleaned


def _fields(evidence: Evidence, names: Names, start: int, end: int) -> dict[str, Field]:
    page = evidence.page
    rating = find_rating(evidence, names, start, end)
    if not rating:
        return {"rating": rating, "body": Field(), "author": Field()}
    times = sorted([*names.within(_TIME, start, end), *names.tags(start, end, "time")])
    people = (person_field(evidence, row) for row in names.within(_NAME, start, end))
    author = next((person for person in people if person and not _DIGIT.search(person.value)), Field())
    heads = [*names.tags(start, end, "h2", "h3", "h4", "h5", "h6"), *names.within(_HEAD, start, end)]
    lines = (line_field(evidence, row) for row in heads)
    title = next((line for line in lines if line and line.value != author.value), Field())
    return {
        "author": author,
        **next((fields for row in times if (fields := time_fields(page, row))), {}),
        "rating": rating,
        "title": replace(title, value=value) if (value := _RATED.sub("", title.value)) else Field(),
        "body": _body(evidence, names, (start, end), (author.row, title.row)),
    }


def _body(evidence: Evidence, names: Names, span: tuple[int, int], besides: tuple[int, ...]) -> Field:
    """What the review says: the longest element that is called so, else the longest paragraph."""
    page, (start, end) = evidence.page, span
    rows = [row for row in names.within(_BODY, start, end) if not any(row <= one < page.end[row] for one in besides)]
    rows += names.tags(start, end, "p", "blockquote")
    sums = np.concatenate(([0], np.cumsum(page.chars[start:end])))
    best = max(rows, key=lambda row: (int(sums[page.end[row] - start] - sums[row - start]), row), default=-1)
    body = body_field(evidence, best, int(page.end[best])) if best >= 0 else Field()
    return body if len(body.value) >= MIN_BODY else Field()
