"""Displayed times in ISO 8601."""

from datetime import datetime

from weft import Field, Record
from weft.papers.c.wrappers import add_times


def fields(record: Record) -> dict[str, str]:
    return {name: field.value for name, field in record.fields.items()}


def test_times_are_added_where_they_can_be_read() -> None:
    values = {"author": "Ann", "time_text": "3 hours ago", "last_time_text": "some day", "number_text": "2022-09-04"}
    record = Record(start=1, end=9, fields={name: Field(value=value, row=4) for name, value in values.items()})
    assert fields(add_times([record])[0]) == values  # a relative time needs a reference
    told = add_times([record], reference=datetime(2026, 11, 15, 8, 30))[0]
    assert fields(told) == {"time": "2026-11-15T05:30:00", **values}
    assert told.fields["time"].row == 4
    assert add_times([]) == ()


def test_a_time_that_is_there_stays() -> None:
    record = Record(start=1, end=2, fields={"time": Field(value="x"), "time_text": Field(value="2022-09-04")})
    assert fields(add_times([record])[0]) == {"time": "x", "time_text": "2022-09-04"}


def test_the_day_comes_first_where_the_page_says_so() -> None:
    record = Record(start=1, end=2, fields={"time_text": Field(value="02/04/2022")})
    assert fields(add_times([record])[0])["time"] == "2022-02-04"
    assert fields(add_times([record], day_first=True)[0])["time"] == "2022-04-02"
