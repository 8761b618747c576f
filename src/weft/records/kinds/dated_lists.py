"""Lists of events and of vacant positions that nothing declares.

The elements must be called so and be built alike. An event has a title and a date; a position a title that is a link,
and a place or a company.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.content import Field, Record, Region
from weft.deadline import check_deadline
from weft.page import Page
from weft.records.evidence import Evidence
from weft.records.kinds.parts import (
    Names,
    filled,
    groups_alike,
    line_field,
    link_field,
    time_fields,
)
from weft.renderers.page_addresses import Addresses

MIN_ITEMS = 3
MAX_ITEMS = 1_000
MAX_GROUPS = 6
MAX_SIZE = 1_500  # characters of an event or a position: more is a page of its own
WHOLE = 0.8  # share of the elements of a group that must be of the kind
MAX_TITLE = 200
MAX_PLACE = 100

_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_TIME = frozenset({"date", "time", "when", "day", "start", "datetime", "year"})
_PLACE = frozenset({"location", "place", "venue", "where", "city"})
_COMPANY = frozenset({"company", "employer", "organization", "department"})


@dataclass(frozen=True)
class _Kind:
    """A kind of dated things: its name, and the words that its elements are called by."""

    name: str
    words: frozenset[str]
    stems: tuple[str, ...]  # one is in each of the words
    is_dated: bool = True


_EVENTS = _Kind("events", frozenset({"event", "events", "veranstaltung", "evento"}), ("event", "veranstaltung"))
_JOBS = _Kind(
    "jobs",
    frozenset({"job", "jobs", "vacancy", "vacancies", "career", "careers"}),
    ("job", "vacanc", "career"),
    is_dated=False,
)


def read_dated(evidence: Evidence) -> list[Region]:
    """The lists of events and positions of a page; empty where it has none."""
    page = evidence.page
    regions = []
    names = Names(page)
    is_dated = len(evidence.times.rows) + len(evidence.times.others) >= MIN_ITEMS or len(page.rows_of("time")) > 0
    for kind in (_EVENTS, _JOBS):
        if (kind.is_dated and not is_dated) or not any(stem in page.token_text for stem in kind.stems):
            continue
        if region := _find(evidence, names, kind):
            regions.append(region)
    return regions


def _find(evidence: Evidence, names: Names, kind: _Kind) -> Region | None:
    page = evidence.page
    rows = names.rows(kind.words)
    groups = groups_alike(page, rows, MIN_ITEMS)
    if not groups:  # the list is called so and its entries are not
        groups = [
            group
            for row in rows.tolist()[:MAX_GROUPS]
            for group in groups_alike(page, _children(page, row), MIN_ITEMS)[:1]
        ]
    for group in check_deadline(groups[:MAX_GROUPS]):
        if records := read(evidence, names, kind.name, group[:MAX_ITEMS]):
            return Region(row=int(page.parent[group[0]]), records=records, kind=kind.name)
    return None


def _children(page: Page, row: int) -> NDArray[np.int64]:
    return np.array([child for child in page.children(row) if page.tag[child]], np.int64)


def read(evidence: Evidence, names: Names, kind: str, elements: list[int]) -> tuple[Record, ...]:
    """The elements as records of a kind; empty where few of them are."""
    page, addresses = evidence.page, Addresses(evidence.page)
    records = []
    for row in check_deadline(elements):
        end = int(page.end[row])
        fields = _item(evidence, names, (row, end), addresses)
        if _is_of(kind, fields):
            if kind == "jobs" and "start" in fields:
                fields["time"] = fields.pop("start")
                fields.pop("start_text", None)
            records.append(Record(start=row, end=end, fields=filled(fields)))
    told = {record.fields["title"].value for record in records}
    is_kind = len(records) >= max(MIN_ITEMS, WHOLE * len(elements)) and len(told) > len(records) / 2
    return tuple(records) if is_kind else ()


def _is_of(kind: str, fields: dict[str, Field]) -> bool:
    if kind == "events":
        return bool(fields["title"] and fields.get("start"))
    return bool(fields["title"] and fields["url"] and (fields["place"] or fields["company"]))


def _item(evidence: Evidence, names: Names, span: tuple[int, int], addresses: Addresses) -> dict[str, Field]:
    page, (start, end) = evidence.page, span
    if page.chars[start:end].sum() > MAX_SIZE:
        return {"title": Field(), "url": Field(), "place": Field(), "company": Field()}
    links = [row for row in names.tags(start, end, "a") if page.attribute(row, "href")]
    heads = [row for row in names.tags(start, end, *_HEADINGS) if page.chars[row : page.end[row]].any()]
    titled = [row for row in links if page.chars[row : page.end[row]].sum() > 3]
    place, company = (_called(evidence, names, (start, end), words) for words in (_PLACE, _COMPANY))
    besides = {place.value, company.value}
    heads, titled = ([row for row in rows if evidence.line(row) not in besides] for rows in (heads, titled))
    head = heads[0] if heads else max(titled, key=lambda row: len(page.text(row)), default=-1)
    inner = [row for row in links if head <= row < page.end[head] or row <= head < page.end[row]] if head >= 0 else []
    title = line_field(evidence, head)
    return {
        "title": title if len(title.value) <= MAX_TITLE else Field(),
        **_time(names, start, end, "start"),
        "place": place,
        "company": company,
        "url": link_field(page, (inner or links or [-1])[0], addresses),
    }


def _time(names: Names, start: int, end: int, name: str) -> dict[str, Field]:
    rows = [*names.tags(start, end, "time"), *names.within(_TIME, start - 1, end)]
    return next((fields for row in rows if (fields := time_fields(names.page, row, name=name))), {})


def _called(evidence: Evidence, names: Names, span: tuple[int, int], words: frozenset[str]) -> Field:
    lines = (line_field(evidence, row) for row in names.within(words, *span))
    return next((line for line in lines if 0 < len(line.value) <= MAX_PLACE), Field())
