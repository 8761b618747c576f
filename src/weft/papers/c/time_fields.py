"""Times that a wrapper took out as they are displayed, also in ISO 8601."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from weft.content import Field, Record
from weft.dates import normalise_date

SUFFIX = "_text"  # `time_text` is the time as displayed, `time` the same in ISO 8601, as in records that weft finds


def add_times(records: Sequence[Record], *, reference: datetime | None = None) -> tuple[Record, ...]:
    """The records with an ISO time before each displayed one that can be read; relative times need the reference.

    >>> record = Record(start=3, end=9, fields={"time_text": Field(value="Sep 4, 2022 6:38 am", row=5)})
    >>> {name: field.value for name, field in add_times([record])[0].fields.items()}
    {'time': '2022-09-04T06:38', 'time_text': 'Sep 4, 2022 6:38 am'}
    """
    return tuple(replace(record, fields=_with_times(record, reference)) for record in records)


def _with_times(record: Record, reference: datetime | None) -> dict[str, Field]:
    fields: dict[str, Field] = {}
    for name, field in record.fields.items():
        own = name.removesuffix(SUFFIX)
        if own.endswith("time") and own not in record.fields:
            iso = normalise_date(field.value, reference=reference)
            fields |= {own: replace(field, value=iso)} if iso else {}
        fields[name] = field
    return fields
