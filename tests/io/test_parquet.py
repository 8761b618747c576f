"""Parquet with pyarrow, which the group `dev` installs."""

import io
from importlib import import_module
from pathlib import Path

import pytest

from tests.cli.small_forum import write_lines
from tests.records.forum_pages import POSTS
from weft.cli import main
from weft.errors import LimitError
from weft.io import RawPage, tables
from weft.io.parquet import read_parquet
from weft.io.tables import Rows, load_parquet, write_parquet


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


arrow, parquet = load_parquet()


def test_pages_and_what_travels_along(tmp_path: Path) -> None:
    path = tmp_path / "pages.parquet"
    rows = {"url": ["http://weft.example/1", None], "html": [b"<p>One", b"<p>" + b"x" * 50], "seen": [3, 4]}
    parquet.write_table(arrow.table(rows), path)
    first, second = read_parquet(path, max_bytes=40)
    assert isinstance(first, RawPage)
    assert (first.id, first.data, dict(first.extra)) == ("http://weft.example/1", b"<p>One", {"seen": 3})
    assert isinstance(second, LimitError)
    assert str(second).startswith(f"{path}:2: over the limit of 40 bytes;")


def test_what_is_no_table_of_pages(tmp_path: Path) -> None:
    path = tmp_path / "other.parquet"
    parquet.write_table(arrow.table({"text": ["x"]}), path)
    assert "has no column html; the columns are text" in str(next(read_parquet(path, max_bytes=40)))
    path.write_bytes(b"no parquet")
    assert "cannot be read to its end" in str(next(read_parquet(path, max_bytes=40)))
