"""What a sink does with a file that is not what its commit said."""

import os
import shutil
import sqlite3
from pathlib import Path

import pytest

from weft.errors import ConfigError, SourceError
from weft.io.sinks import open_sink, writing
from weft.io.sinks.folder import FolderSink
from weft.io.sinks.page_tables import COLUMNS, ParquetSink, to_row
from weft.renderers import RENDERERS

LINE = b'{"id": "a", "url": "", "status": "ok", "text": "The warp."}\n'
NAMES = ["out.jsonl", "out.jsonl.gz", "out.parquet", "out.sqlite"]


def write(output: str, lines: int) -> dict[str, object]:
    sink = open_sink(output)
    sink.open({})
    sink.write([LINE] * lines)
    state = sink.commit()
    sink.close()
    return dict(state)


@pytest.mark.parametrize("name", NAMES)
def test_a_run_does_not_go_on_with_what_is_gone(name: str, tmp_path: Path) -> None:
    """A machine may stop between the last renaming and the removal of the journal: what is whole must stay so."""
    output = f"{tmp_path}/{name}"
    state = write(output, 3)
    sink = open_sink(output)
    sink.open(state)
    sink.finish()
    whole = Path(output).read_bytes()
    again = open_sink(output)
    with pytest.raises(SourceError, match=r"start afresh with run\(…, fresh=True\)"):
        again.open(state)
    again.close()
    assert Path(output).read_bytes() == whole


def test_an_index_that_is_there_already(tmp_path: Path) -> None:
    """The run was stopped after the index was made and before the file took its name."""
    state = write(f"{tmp_path}/out.sqlite", 2)
    with sqlite3.connect(tmp_path / "out.sqlite.part") as database:
        database.execute("CREATE INDEX pages_url ON pages (url)")
    database.close()
    sink = open_sink(f"{tmp_path}/out.sqlite")
    sink.open(state)
    sink.finish()
    assert (tmp_path / "out.sqlite").exists()


def test_long_names_fit_into_any_file_system(tmp_path: Path) -> None:
    sink = open_sink(f"{tmp_path}/out/", format=RENDERERS["html"])
    sink.open({})
    sink.write(['{{"id": "{}", "status": "ok", "html": "<p>x"}}\n'.format("织" * 90).encode()])
    sink.finish()
    assert len(list(tmp_path.rglob("*织*.html"))) == 1


def test_an_output_is_known_by_its_name(tmp_path: Path) -> None:
    assert isinstance(open_sink(str(tmp_path)), FolderSink)
    with pytest.raises(ConfigError, match=r"out\.doc: weft cannot tell what to write; .*\.parquet"):
        open_sink("out.doc")


@pytest.mark.parametrize("name", [*NAMES, "out.warc", "out/"])
def test_a_place_that_is_none(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    sink = open_sink(f"{tmp_path}/file/{name}")
    with pytest.raises(SourceError, match="cannot be written: Not a directory; make room or choose another place"):
        sink.open({})


@pytest.mark.parametrize("name", ["out.jsonl", "out.sqlite", "out.warc"])
def test_what_was_not_opened(name: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="was not opened"):
        open_sink(f"{tmp_path}/{name}").write([LINE])


def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sink = open_sink(f"{tmp_path}/out.jsonl")
    sink.open({})

    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SourceError, match="No space left on device; make room"):
        sink.commit()
    sink.close()


def test_parts_that_somebody_removed(tmp_path: Path) -> None:
    sink = open_sink(f"{tmp_path}/out.parquet")
    assert isinstance(sink, ParquetSink)
    sink.open({})
    sink.write([LINE])
    shutil.rmtree(sink.folder)
    with pytest.raises(SourceError, match="cannot be written"):
        sink.commit()


def test_a_database_that_somebody_changed(tmp_path: Path) -> None:
    sink = open_sink(f"{tmp_path}/out.sqlite")
    sink.open({})
    with sqlite3.connect(tmp_path / "out.sqlite.part") as database:
        database.execute("DROP TABLE pages")
    database.close()
    with pytest.raises(SourceError, match="no such table"):
        sink.write([LINE])
    sink.close()


def test_a_file_in_the_way_of_a_folder(tmp_path: Path) -> None:
    sink = open_sink(f"{tmp_path}/out/")
    sink.open({})
    (tmp_path / "out" / "00000").write_text("in the way")
    with pytest.raises(SourceError, match="cannot be written"):
        sink.write([LINE])
    sink.close()


def test_a_table_has_the_code_of_a_reason_and_its_words() -> None:
    failed = b'{"id": "a", "status": "failed", "reason": {"code": "limit", "detail": "depth"}, "message": "too deep"}'
    row = to_row(failed)
    assert (row["reason"], row["reason_detail"], row["message"], row["cluster"]) == ("limit", "depth", "too deep", None)
    assert tuple(row) == tuple(COLUMNS)


@pytest.mark.parametrize("name", [*NAMES, "out.csv", "out.warc"])
def test_an_output_that_is_not_finished_leaves_nothing(name: str, tmp_path: Path) -> None:
    def stop() -> None:
        with writing(open_sink(f"{tmp_path}/{name}")) as sink:
            sink.write([LINE])
            sink.commit()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stop()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", [*NAMES, "out.jsonl.zst", "out.csv", "out.warc", "out/"])
def test_a_lone_surrogate_that_travels_along_stops_no_sink(name: str, tmp_path: Path) -> None:
    """JSON can say one, in a line of the input, and no UTF-8 can hold it."""
    line = b'{"id": "a", "url": "", "status": "ok", "title": "\\ud800", "text": "\\ud800", "input": {"x": "\\udfff"}}\n'
    with writing(open_sink(f"{tmp_path}/{name}")) as sink:
        sink.write([line, LINE])
    assert (tmp_path / name).exists()
    row = to_row(line)
    assert (row["title"], row["input"]) == ("\\ud800", '{"x": "\\udfff"}')
