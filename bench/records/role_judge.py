"""The roles of parts of found records against the true ones: right shares of those that the truth knows.

A found record is compared with the one true record that begins in it. A signature is cut where the body does not say
it; nothing else is said where every line of the body is in the true text: buttons, labels and notes are cut. Quotes,
numbers and views are known from the page as served (`weft.training.known_roles`), the others from the database.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence

from bench.records.judge import names_match, times_match
from weft.content import Record
from weft.training.augment.cases import TrainingCase, TrainingRecord, squeeze

QUOTE_MARK = "> "
ROLES = (
    "numbers", "signatures cut", "nothing besides", "quotes", "replies", "views", "last authors", "last times",
)  # fmt: skip


def count_roles(case: TrainingCase, records: Sequence[Record]) -> Counter[str]:
    """Of each role how many true parts there are, and how many are right."""
    counts: Counter[str] = Counter()
    for true, found in _pairs(case, records):
        for role, is_right in _roles(case.page_type, true, found):
            counts[role] += 1
            counts[f"{role} right"] += is_right
    return counts


def _pairs(case: TrainingCase, records: Sequence[Record]) -> Iterator[tuple[TrainingRecord, Record]]:
    anchors = case.anchors
    for record in records:
        first, last = bisect_left(anchors, record.start), bisect_left(anchors, record.end)
        if last - first == 1:
            yield case.records[first], record


def _roles(page_type: str, true: TrainingRecord, found: Record) -> Iterator[tuple[str, bool]]:
    values = {name: field.value for name, field in found.fields.items()}
    if page_type == "list":
        for name in ("replies", "views"):
            if getattr(true, name) >= 0:
                yield name, values.get(name) == str(getattr(true, name))
        if true.last_author:
            yield "last authors", names_match(true.last_author, values.get("last_author", ""))
        if true.last_time:
            yield "last times", times_match(true.last_time, found, "last_time")
        return
    if true.number >= 0:
        yield "numbers", values.get("number") == str(true.number)
    lines = values.get("body", "").split("\n")
    text = squeeze(true.text)
    if true.signature and squeeze(true.signature) not in text:
        said = squeeze("".join(line.removeprefix(QUOTE_MARK) for line in lines))
        yield "signatures cut", squeeze(true.signature) not in said
    if true.text and true.body >= 0:
        yield "nothing besides", all(squeeze(line.removeprefix(QUOTE_MARK)) in text for line in lines)
    if true.quotes:
        quoted = squeeze("".join(line.removeprefix(QUOTE_MARK) for line in lines if line.startswith(QUOTE_MARK)))
        yield "quotes", quoted == "".join(true.quotes)
