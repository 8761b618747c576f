"""What a sink does with a file that is not what its commit said.

Names of files that pages are written to: always below the output's folder.
"""

import os
import shutil
import sqlite3
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from weft.cli.main import main
from weft.errors import ConfigError, SourceError
from weft.io import Source
from weft.io.sinks import open_sink, writing
from weft.io.sinks.folder import FolderSink, NameBySource, name_by_number
from weft.io.sinks.page_tables import COLUMNS, ParquetSink, to_row
from weft.io.sinks.sink import MAX_NAME_BYTES, PlainText, UniqueNames, name_below
from weft.pipeline import encode
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


PIECES = [
    "..", ".", "/", "\\", "C:", "nul", "COM1.txt", "~", "\0", "\x1b[2J", "\u202e", "é", "e\u0301", "a", "A", "ß",
    " ",
]  # fmt: skip
OUTPUT_NAMES = st.one_of(st.text(max_size=300), st.lists(st.sampled_from(PIECES), max_size=60).map("".join))


@given(OUTPUT_NAMES)
@settings(max_examples=400, deadline=None)
def test_names_stay_below(name: str) -> None:
    safe = name_below(name)
    base = "/out/folder"
    assert os.path.normpath(f"{base}/{safe}").startswith(f"{base}/")
    assert all(part not in ("", ".", "..") for part in safe.split("/"))
    assert all(len(part.encode()) <= MAX_NAME_BYTES for part in safe.split("/"))
    assert not any(ord(letter) < 32 or letter in '\\:\x7f\u202e"|?*<>' for letter in safe)
    assert name_below(safe) == safe


@given(st.lists(OUTPUT_NAMES, max_size=30))
@settings(max_examples=60, deadline=None)
def test_names_are_written_inside_and_none_is_lost(names: list[str]) -> None:
    with tempfile.TemporaryDirectory() as place:
        out = Path(place) / "a" / "out"
        sink = FolderSink(out, PlainText(), NameBySource([]))
        sink.open({})
        sink.write([encode({"id": name, "url": "", "status": "ok", "text": str(n)}) for n, name in enumerate(names)])
        sink.finish()
        written = [path for path in Path(place).rglob("*") if path.is_file()]
        assert all(path.is_relative_to(out) for path in written)
        assert sorted(int(path.read_text()) for path in written) == list(range(len(names)))


@given(OUTPUT_NAMES, st.integers(0, 10**7))
@settings(max_examples=200, deadline=None)
def test_names_by_number_are_names_below(name: str, number: int) -> None:
    given_name = name_by_number(number, {"id": name})
    assert name_below(given_name) == given_name


@pytest.mark.parametrize("names", [("a", "A"), ("é", "e\u0301"), ("straße", "STRASSE"), ("a", "a-2", "a")])
def test_names_that_some_systems_take_for_the_same(names: tuple[str, ...]) -> None:
    unique = UniqueNames()
    given_names = [unique(name) for name in names]
    assert given_names[0] == names[0]
    assert len({UniqueNames()(name).casefold() for name in given_names}) == len(names)


def test_honest_names_stay_as_they_are(tmp_path: Path) -> None:
    sources = [Source(id=name, path=tmp_path / name) for name in ("news/a b.html", "news/ü.htm", "über/c.html")]
    name = NameBySource(sources)
    assert [name(n, {"id": source.id}) for n, source in enumerate(sources)] == ["news/a b", "news/ü", "über/c"]


def test_sources_above_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "here" / "b").mkdir(parents=True)
    (tmp_path / "a" / "x.html").write_text("<p>The loom is here.")
    (tmp_path / "here" / "b" / "y.html").write_text("<p>The weft is here.")
    monkeypatch.chdir(tmp_path / "here")
    assert main(["extract", "../a/x.html", "b/y.html", "-m", "whole_page", "-o", "out/"]) == 0
    written = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.txt"))
    assert written == ["here/out/a/x.txt", "here/out/here/b/y.txt"]


def test_links_in_the_output_are_not_followed(tmp_path: Path) -> None:
    outside, out = tmp_path / "outside", tmp_path / "out"
    outside.mkdir()
    out.mkdir()
    (outside / "file").write_text("mine")
    (out / "00000").symlink_to(outside)
    line = encode({"id": "a", "url": "", "status": "ok", "text": "x"})
    sink = open_sink(f"{out}/")
    sink.open({})
    with pytest.raises(SourceError, match="a link leads out of"):
        sink.write([line])
    sink.close()
    (out / "00000").unlink()
    (out / "00000").mkdir()
    (out / "00000" / "00000000-a.txt.part").symlink_to(outside / "file")
    (out / "failures.jsonl.part").unlink()
    sink = open_sink(f"{out}/")
    sink.open({})
    with pytest.raises(SourceError, match="cannot be written"):
        sink.write([line])
    sink.close()
    (out / "failures.jsonl.part").unlink()
    (out / "failures.jsonl.part").symlink_to(outside / "file")
    with pytest.raises(SourceError, match="cannot be written"):
        open_sink(f"{out}/").open({})
    (tmp_path / "x.jsonl.part").symlink_to(outside / "file")
    with pytest.raises(SourceError, match="cannot be written"):
        open_sink(f"{tmp_path}/x.jsonl").open({})
    assert [(path.name, path.read_text()) for path in outside.iterdir()] == [("file", "mine")]


def test_a_link_in_the_place_of_a_page_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    (tmp_path / "out" / "00000").mkdir(parents=True)
    (tmp_path / "out" / "00000" / "00000000-a.txt").symlink_to(tmp_path / "file")
    sink = open_sink(f"{tmp_path}/out/")
    sink.open({})
    sink.write([encode({"id": "a", "url": "", "status": "ok", "text": "x"})])
    sink.finish()
    assert (tmp_path / "file").read_text() == "mine"
    assert (tmp_path / "out" / "00000" / "00000000-a.txt").read_text() == "x\n"
