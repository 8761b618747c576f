"""A question and its answers that nothing declares: elements called answers, with what they say and their votes."""

from __future__ import annotations

import re

from weft.content import Field, Record, Region
from weft.deadline import in_time
from weft.page import Page
from weft.page.name_words import rows_named, words_of
from weft.records.evidence import Evidence
from weft.records.kinds.parts import (
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
    rows = rows_named(page, _ANSWER)
    rows = rows[(rows > 2) & ~page.hidden[rows]] if len(rows) else rows
    groups = groups_alike(page, rows, 2) or [[row] for row in rows.tolist()[:1]]
    for group in in_time(groups[:4]):
        if answers := read(evidence, group[:MAX_ANSWERS]):
            records = (*_question(evidence, answers[0].start), *answers)
            answers = records if records[0] is answers[0] else _answering(records)
            return [Region(row=int(page.parent[group[0]]), records=answers, kind="answers")]
    return []


def read(evidence: Evidence, elements: list[int]) -> tuple[Record, ...]:
    """The elements as answers; empty where few say anything, or none has votes or was accepted."""
    page = evidence.page
    records = []
    for row in in_time(elements):
        fields = _fields(evidence, row, int(page.end[row]))
        if fields["body"] and (fields["votes"] or fields["accepted"] or fields["author"]):
            records.append(Record(start=row, end=int(page.end[row]), fields=filled(fields)))
    judged = any("votes" in record.fields or "accepted" in record.fields for record in records)
    return tuple(records) if judged and len(records) >= WHOLE * len(elements) else ()


def _question(evidence: Evidence, before: int) -> tuple[Record, ...]:
    """The question, where an element before the answers is called so and says something."""
    page = evidence.page
    for row in rows_named(page, _QUESTION).tolist():
        if 2 < row < before and page.end[row] <= before and not page.hidden[row]:
            fields = _fields(evidence, row, int(page.end[row]))
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


def _fields(evidence: Evidence, start: int, end: int) -> dict[str, Field]:
    page = evidence.page
    bodies = _called(page, start, end, _BODY)
    body = max(bodies, key=lambda row: (int(page.chars[row : page.end[row]].sum()), row), default=-1)
    outside = [row for row in range(start, end) if not (body >= 0 and body <= row < page.end[body])]
    text = body_field(evidence, body, int(page.end[body])) if body >= 0 else Field()
    times = [row for row in outside if page.tag_name(row) == "time" or _is_called(page, row, _TIME)]
    names = sorted((row for row in outside if _is_called(page, row, _NAME)), key=lambda row: int(page.end[row]) - row)
    accepted = [row for row in outside if _is_called(page, row, _ACCEPTED) and not page.hidden[row]]
    return {
        "author": next((one for row in names if (one := person_field(evidence, row)) and len(one.value) > 1), Field()),
        **next((fields for row in times if (fields := time_fields(page, row))), {}),
        "body": text if len(text.value) >= MIN_BODY else Field(),
        "votes": next((one for row in outside if (one := _votes(evidence, row))), Field()),
        "accepted": flag_field(accepted[0]) if accepted else Field(),
    }


def _votes(evidence: Evidence, row: int) -> Field:
    page = evidence.page
    if not page.tag[row] or not _is_called(page, row, _VOTES):
        return Field()
    text = evidence.line(row) if page.chars[row : page.end[row]].sum() <= 8 else ""
    return number_field(text, row, read_number(text)) if _COUNT.fullmatch(text) else Field()


def _called(page: Page, start: int, end: int, words: frozenset[str]) -> list[int]:
    return [row for row in range(start + 1, end) if _is_called(page, row, words)]


def _is_called(page: Page, row: int, words: frozenset[str]) -> bool:
    return bool(page.tag[row]) and any(not words.isdisjoint(words_of(name)) for name in page.classes(row))
