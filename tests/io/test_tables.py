"""Rows as CSV and Parquet."""

import csv
import io
import sys

import pytest

from weft.errors import ConfigError
from weft.io.tables import Rows, load_parquet, write_csv

ROWS = [{"a": "1", "b": 'say "hi", then\r\nleave'}, {"c": "经线\x00\r", "a": ""}]


def test_csv_reads_back_as_it_was() -> None:
    with Rows(["first"]) as rows:
        for row in ROWS:
            rows.add(row)
        stream = io.StringIO(newline="")
        write_csv(rows, stream)
        assert list(rows) == ROWS  # can be read again
    stream.seek(0)
    found = list(csv.DictReader(stream))
    assert found == [{"first": "", "c": "", **ROWS[0]}, {"first": "", "b": "", **ROWS[1]}]
    assert list(found[0]) == ["first", "a", "b", "c"]


def test_no_rows_are_a_table_of_columns() -> None:
    with Rows(["a", "b"]) as rows:
        stream = io.StringIO(newline="")
        write_csv(rows, stream)
    assert stream.getvalue() == "a,b\r\n"
    assert len(rows) == 0


def test_parquet_without_pyarrow_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ConfigError, match=r"pip install 'weft\[parquet\]'"):
        load_parquet()
