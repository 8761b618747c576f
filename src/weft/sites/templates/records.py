"""Record rules: the slot whose elements repeat on the pages of a template, and the fields inside of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weft.addresses import safe_address
from weft.content import Field, Record
from weft.deadline import check_deadline
from weft.page import Page
from weft.sites.templates.fields import squeeze
from weft.sites.templates.locator import read_strings
from weft.sites.templates.outline import Outline

SOURCE = "template"
MAX_RECORDS = 5_000
URL = "url"
"""The field that is the address of a record's first link."""


@dataclass(frozen=True, kw_only=True)
class RecordRules:
    """The elements of one slot are the records of a page; slots inside of it are their fields.

    A design may write records by turns, as `tr.odd` and `tr.even`: then there are more such slots, with the fields in
    the same places.
    """

    record: str = ""  # the path of the slot; empty: the pages have no records
    fields: Mapping[str, str] = field(default_factory=dict)  # name to path of a slot
    also: tuple[str, ...] = ()  # paths of more slots whose elements are records
    taught: bool = False  # whether a person marked them: then no other way of finding records goes first

    def __bool__(self) -> bool:
        return bool(self.record)

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths of the slots below which pages are free to repeat."""
        return (self.record, *self.also) if self.record else ()

    def field_paths(self, name: str) -> list[str]:
        """The paths of the slots that a field may be in."""
        below = self.fields[name].removeprefix(self.record)
        return [self.fields[name], *(record + below for record in self.also)]

    def find(self, page: Page, slots: NDArray[np.int32], outline: Outline) -> tuple[Record, ...]:
        """The records of a page in document order, where the slots of its rows are known."""
        if not self.record:
            return ()
        rows = np.flatnonzero(_in_slots(slots, self.paths, outline))[:MAX_RECORDS]
        places = {name: np.flatnonzero(_in_slots(slots, self.field_paths(name), outline)) for name in self.fields}
        links = np.flatnonzero(page.in_link & (page.tag > 0))
        records = []
        for start, end in check_deadline(zip(rows.tolist(), page.end[rows].tolist(), strict=True)):
            fields = {name: _first_text(page, _between(where, start, end)) for name, where in places.items()}
            fields[URL] = _address(page, _between(links, start, end))
            records.append(
                Record(start=start, end=end, fields={name: value for name, value in fields.items() if value})
            )
        return tuple(records)

    def describe(self, outline: Outline, *, short: bool = True) -> list[str]:
        """What it does, for people."""
        if not self.record:
            return []
        write = outline.shorten if short else str
        records = [f"records: {write(path)}" for path in self.paths]
        return records + [f"  {name}: {write(path)}" for name, path in self.fields.items()]

    def to_json(self, outline: Outline) -> dict[str, Any]:
        """Itself as JSON values; locators are those of the outline."""
        if not self.record:
            return {}
        return {
            "record": outline.shorten(self.record),
            "fields": {name: outline.shorten(path) for name, path in self.fields.items()},
            **({"also": [*map(outline.shorten, self.also)]} if self.also else {}),
            **({"taught": True} if self.taught else {}),
        }

    @staticmethod
    def from_json(data: Mapping[str, Any], outline: Outline) -> RecordRules:
        """What `to_json` wrote; raises TypeError, ValueError or AttributeError where that is broken."""
        if data == {}:
            return RecordRules()
        fields = data["fields"]
        paths = zip(read_strings([*fields]), map(outline.resolve, read_strings([*fields.values()])), strict=True)
        return RecordRules(
            record=outline.resolve(read_strings([data["record"]])[0]),
            fields=dict(paths),
            also=tuple(map(outline.resolve, read_strings(data.get("also", [])))),
            taught=data.get("taught", False) is True,
        )


def _in_slots(slots: NDArray[np.int32], paths: Sequence[str], outline: Outline) -> NDArray[np.bool_]:
    """Whether each row is in a slot of one of the paths; a path that the outline does not have is none."""
    numbers = [outline.slots[path] for path in paths if path in outline.slots]
    return slots == numbers[0] if len(numbers) == 1 else np.isin(slots, numbers)


def _between(rows: NDArray[np.int64], start: int, end: int) -> list[int]:
    return rows[slice(*np.searchsorted(rows, [start, end]))].tolist()


def _first_text(page: Page, rows: list[int]) -> Field:
    """The first row with a text."""
    for row in check_deadline(rows):
        if text := squeeze(page.text(row)):
            return Field(value=text, row=row, source=SOURCE)
    return Field()


def _address(page: Page, rows: list[int]) -> Field:
    """The address of the first link that has a text."""
    for row in check_deadline(rows):
        if (address := safe_address(page.attribute(row, "href"))) and page.text(row).strip():
            return Field(value=address, row=row, source=SOURCE)
    return Field()
