"""Names of files that pages are written to: always below the output's folder."""

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from weft.cli.main import main
from weft.errors import SourceError
from weft.io import Source
from weft.io.sinks import open_sink
from weft.io.sinks.folder import FolderSink, NameBySource, name_by_number
from weft.io.sinks.sink import MAX_NAME_BYTES, PlainText, UniqueNames, name_below
from weft.pipeline import encode

PIECES = [
    "..",
    ".",
    "/",
    "\\",
    "C:",
    "nul",
    "COM1.txt",
    "~",
    "\0",
    "\x1b[2J",
    "\u202e",
    "é",
    "e\u0301",
    "a",
    "A",
    "ß",
    " ",
]
NAMES = st.one_of(st.text(max_size=300), st.lists(st.sampled_from(PIECES), max_size=60).map("".join))


@given(NAMES)
@settings(max_examples=400, deadline=None)
def test_names_stay_below(name: str) -> None:
    safe = name_below(name)
    base = "/out/folder"
    assert os.path.normpath(f"{base}/{safe}").startswith(f"{base}/")
    assert all(part not in ("", ".", "..") for part in safe.split("/"))
    assert all(len(part.encode()) <= MAX_NAME_BYTES for part in safe.split("/"))
    assert not any(ord(letter) < 32 or letter in '\\:\x7f\u202e"|?*<>' for letter in safe)
    assert name_below(safe) == safe


@given(st.lists(NAMES, max_size=30))
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


@given(NAMES, st.integers(0, 10**7))
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
