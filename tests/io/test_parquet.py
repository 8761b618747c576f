"""Parquet with pyarrow, which the group `dev` installs."""

import io
from importlib import import_module
from pathlib import Path

import pytest

from tests.cli.small_forum import write_lines
from tests.records.forum_pages import POSTS
from weft.cli import main
from weft.io import tables
from weft.io.tables import Rows, write_parquet


def test_parquet_reads_back_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "BATCH", 2)
    given: list[dict[str, str]] = [{"a": str(number)} for number in range(5)] + [{"b": "经线"}]
    stream = io.BytesIO()
    with Rows() as rows:
        for row in given:
            rows.add(row)
        write_parquet(rows, stream)
    table = import_module("pyarrow.parquet").read_table(io.BytesIO(stream.getvalue()))
    assert table.column("a").to_pylist() == ["0", "1", "2", "3", "4", None]
    assert table.column("b").to_pylist() == [None] * 5 + ["经线"]


def test_records_as_parquet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pages, out = write_lines(tmp_path / "pages.jsonl"), tmp_path / "records.parquet"
    assert main(["records", str(pages), "-f", "parquet", "-o", str(out), "--join"]) == 0
    found = import_module("pyarrow.parquet").read_table(out).to_pylist()
    assert [row["body"] for row in found if row["page_id"] == "first"] == [post.body for post in POSTS]
    assert main(["records", str(pages), "-f", "parquet"]) == 2
    captured = capsys.readouterr()
    assert "-o records.parquet" in captured.err
    assert captured.out == ""
