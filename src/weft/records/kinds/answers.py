"""A question and its answers that nothing declares: elements called answers, with what they say and their votes."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import replace
from functools import partial

from weft.content import Field, LazyFields, Record, Region
from weft.deadline import check_deadline
from weft.records.evidence import Evidence
from weft.records.kinds.declared import declared_answers
from weft.records.kinds.names import find_signs
from weft.records.kinds.parts import (
    Names,
    body_field,
    filled,
    flag_field,
    groups_alike,
    number_field,
    person_field,
    time_fields,
    value_field,
)
from weft.records.typed_values import read_number

MIN_BODY = 20
MAX_ANSWERS = 500
WHOLE = 0.8
MAX_VOTES = 8  # characters of a number

_ANSWER = frozenset({"answer", "answers"})
_QUESTION = frozenset({"question"})
_BODY = frozenset({"body", "text", "content", "message", "prose"})
_VOTES = frozenset({"vote", "votes", "score", "upvotes", "upvote", "rating"})
_NAME = frozenset({"author", "name", "user", "username"})
_TIME = frozenset({"date", "time", "published", "ago"})
_ACCEPTED = frozenset({"accepted", "solution", "solved", "best"})
_COUNT = re.compile(r"[-−+]?\d[\d.,]*k?")


def read_answers(evidence: Evidence) -> list[Region]:
    """The question and the answers of a page; empty where it has no answers with votes or an accepted one."""
    page = evidence.page
    if "answer" not in page.token_text or "question" not in page.token_text:
        return []
    names = Names(page)
    rows = names.rows(_ANSWER)
    groups = groups_alike(page, rows, 2) or [[row] for row in rows.tolist()[:1]]
    for group in check_deadline(groups[:4]):
        if answers := read(evidence, names, group[:MAX_ANSWERS]):
            records = (*_question(evidence, names, answers[0].start), *answers)
            answers = records if records[0] is answers[0] else _answering(records)
            return [Region(row=int(page.parent[group[0]]), records=answers, kind="answers")]
    return []


def read(evidence: Evidence, names: Names, elements: list[int]) -> tuple[Record, ...]:
    """The elements as answers; empty where few say anything, or none has votes or was accepted."""
    page = evidence.page
    records = []
    for row in check_deadline(elements):
        fields = _fields(evidence, names, row, int(page.end[row]))
        if fields["body"] and (fields["votes"] or fields["accepted"] or fields["author"]):
            records.append(Record(start=row, end=int(page.end[row]), fields=filled(fields)))
    judged = any("votes" in record.fields or "accepted" in record.fields for record in records)
    return tuple(records) if judged and len(records) >= WHOLE * len(elements) else ()


def as_answers(evidence: Evidence, posts: Region) -> Region:
    """The posts of a page as a question and its answers, where it says that they are; else as they are.

    The posts keep what they say; votes, what was accepted and the question are added.
    """
    signs = find_signs(evidence.page)
    regions = [
        *(read_answers(evidence) if "answers" in signs else ()),
        *(declared_answers(evidence) if "declared" in signs else ()),
    ]
    starts = [record.start for record in posts.records]
    for region in regions:
        told = {_holder(posts, starts, record): record for record in region.records}
        told.pop(-1, None)
        if len(told) < max(1, WHOLE * len(posts.records)):
            continue
        if len(region.records) > len(told):  # several answers were read as one post
            return region
        records = (
            replace(record, fields=LazyFields(partial(_merged, record, told.get(index))))
            for index, record in enumerate(posts.records)
        )
        return replace(posts, records=tuple(records), kind="answers")
    return posts


def _holder(posts: Region, starts: list[int], record: Record) -> int:
    """The index of the post that shares rows with a record, -1 where none does."""
    index = bisect_right(starts, record.start) - 1
    if index >= 0 and record.start < posts.records[index].end:
        return index
    return index + 1 if index + 1 < len(starts) and starts[index + 1] < record.end else -1


def _merged(post: Record, answer: Record | None) -> dict[str, Field]:
    fields = dict(post.fields)
    for name in ("votes", "accepted", "parent"):
        if answer and name in answer.fields:
            fields.setdefault(name, answer.fields[name])
    return fields


def _question(evidence: Evidence, names: Names, before: int) -> tuple[Record, ...]:
    """The question, where an element before the answers is called so and says something."""
    page = evidence.page
    for row in names.rows(_QUESTION).tolist():
        if page.end[row] <= before:
            fields = _fields(evidence, names, row, int(page.end[row]))
            if fields["body"]:
                return (Record(start=row, end=int(page.end[row]), fields=filled(fields)),)
    return ()


def _answering(records: tuple[Record, ...]) -> tuple[Record, ...]:
    """The records, all behind the first answering it."""
    first, *answers = records
    return (
        first,
        *(
            Record(
                start=record.start,
                end=record.end,
                fields={**record.fields, "parent": value_field("0", record.start, "number", 0)},
            )
            for record in answers
        ),
    )


def _fields(evidence: Evidence, names: Names, start: int, end: int) -> dict[str, Field]:
    page = evidence.page
    bodies = names.within(_BODY, start, end)
    body = max(bodies, key=lambda row: (int(page.chars[row : page.end[row]].sum()), row), default=-1)

    def outside(words: frozenset[str]) -> list[int]:
        rows = names.within(words, start - 1, end)
        return [row for row in rows if not (body >= 0 and body <= row < page.end[body])]

    text = body_field(evidence, body, int(page.end[body])) if body >= 0 else Field()
    times = sorted([*outside(_TIME), *names.tags(start, end, "time")])
    people = (person_field(evidence, row) for row in outside(_NAME))
    accepted = outside(_ACCEPTED)
    return {
        "author": next((person for person in people if len(person.value) > 1), Field()),
        **next((fields for row in times if (fields := time_fields(page, row))), {}),
        "body": text if len(text.value) >= MIN_BODY else Field(),
        "votes": next((votes for row in sorted(outside(_VOTES)) if (votes := _votes(evidence, row))), Field()),
        "accepted": flag_field(accepted[0]) if accepted else Field(),
    }


def _votes(evidence: Evidence, row: int) -> Field:
    page = evidence.page
    text = evidence.line(row) if page.chars[row : page.end[row]].sum() <= MAX_VOTES else ""
    return number_field(text, row, read_number(text)) if _COUNT.fullmatch(text) else Field()
