"""Rows as CSV and Parquet."""

import csv
import io
import sys

import pytest

from weft.errors import ConfigError
from weft.io.tables import Rows, load_parquet, neutral_cell, plain_cell, write_csv

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


@pytest.mark.parametrize(
    "value", ["=1+1", "+cmd|' /C calc'!A1", "-1+2", "@SUM(A1)", "\t=1", "\r=1", " =1", "＝1", "'=1", "-x"]
)
def test_a_cell_is_no_formula(value: str) -> None:
    assert neutral_cell(value) == f"'{value}"
    assert plain_cell(neutral_cell(value)) == value


@pytest.mark.parametrize(
    "value", ["", "-3.5", "+49 30 1234", "-1,234.5%", "loom", "'tis", "a=b", "1-2", "2022-09-01", "経線"]
)
def test_an_honest_cell_stays(value: str) -> None:
    assert neutral_cell(value) == plain_cell(value) == value


def test_names_of_columns_are_no_formulas_and_raw_cells_stay() -> None:
    with Rows(["=a"]) as rows:
        rows.add({"=a": "=b"})
        neutral, raw = io.StringIO(newline=""), io.StringIO(newline="")
        write_csv(rows, neutral)
        write_csv(rows, raw, raw=True)
    assert (neutral.getvalue(), raw.getvalue()) == ("'=a\r\n'=b\r\n", "=a\r\n=b\r\n")
