"""Wrappers by name, and what they share: found values as records and regions, displayed times also in ISO 8601."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Protocol, Self

from weft.content import Field, Record, Region
from weft.page import Page
from weft.registry import Registry
from weft.text import normalise_date


def region_of(page: Page, records: Sequence[Record]) -> Region:
    """The region of some records: its row is the lowest that holds them all."""
    start, end = min(record.start for record in records), max(record.end for record in records)
    row = max(0, int(page.parent[start]))
    while row > 0 and page.end[row] < end:
        row = int(page.parent[row])
    return Region(row=row, records=tuple(records))


def name_fields(values: Iterable[tuple[str, Field]]) -> dict[str, Field]:
    """Fields by name; the further values of a name are `name_2`, `name_3`, ….

    >>> list(name_fields([("tag", Field(value="a")), ("price", Field(value="1")), ("tag", Field(value="b"))]))
    ['tag', 'price', 'tag_2']
    """
    fields: dict[str, Field] = {}
    counts: dict[str, int] = {}
    for name, field in values:
        counts[name] = counts.get(name, 0) + 1
        fields[name if counts[name] == 1 else f"{name}_{counts[name]}"] = field
    return fields


SUFFIX = "_text"  # `time_text` is the time as displayed, `time` the same in ISO 8601, as in records that weft finds


def add_times(
    records: Sequence[Record], *, reference: datetime | None = None, day_first: bool = False
) -> tuple[Record, ...]:
    """The records with an ISO time before each displayed one that can be read; relative times need the reference.

    `day_first` reads 9/4/2022 as the ninth of April.

    >>> record = Record(start=3, end=9, fields={"time_text": Field(value="Sep 4, 2022 6:38 am", row=5)})
    >>> {name: field.value for name, field in add_times([record])[0].fields.items()}
    {'time': '2022-09-04T06:38', 'time_text': 'Sep 4, 2022 6:38 am'}
    """
    return tuple(replace(record, fields=_with_times(record, reference, day_first)) for record in records)


def _with_times(record: Record, reference: datetime | None, day_first: bool) -> dict[str, Field]:
    fields: dict[str, Field] = {}
    for name, field in record.fields.items():
        own = name.removesuffix(SUFFIX)
        if own.endswith("time") and own not in record.fields:
            iso = normalise_date(field.value, reference=reference, day_first=day_first)
            fields |= {own: replace(field, value=iso)} if iso else {}
        fields[name] = field
    return fields


class Wrapper(Protocol):
    """A program that a person wrote or taught: frozen, deterministic, can be sent to a worker."""

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read one from its file."""
        ...

    def find(self, page: Page) -> Sequence[Region]:
        """The regions of a page with their records; empty where there are none."""
        ...


WRAPPERS: Registry[type[Wrapper]] = Registry(
    {
        "tsimmis": "weft.papers.c.tsimmis:Tsimmis",
        "ontology": "weft.papers.c.ontology:Ontology",
        "softmealy": "weft.papers.c.softmealy:SoftMealy",
    }
)
"""The kinds of wrappers; `WRAPPERS[name].load(path)` reads one from its file."""
