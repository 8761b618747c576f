"""Other file systems, by the one that fsspec keeps in memory."""

import sys

import pytest

from weft.cli import main
from weft.errors import ConfigError, SourceError
from weft.io import Fetcher, RawPage, find_sources, read, read_bundle
from weft.io.files import find_remote, is_remote, load_fsspec, open_remote
from weft.io.sinks import open_sink

LINES = b'{"id": "a", "html": "<p>The weft runs through the warp, and the shuttle carries it."}\n'


@pytest.fixture
def store():
    system = load_fsspec().filesystem("memory")
    system.pipe("/crawl/one.jsonl", LINES)
    system.pipe("/crawl/page.html", b"<p>One page")
    yield system
    system.rm("/crawl", recursive=True)


def test_files_are_found_and_read(store) -> None:
    assert find_remote("memory://crawl/*.jsonl") == ["memory:///crawl/one.jsonl"]
    assert [source.id for source in find_sources(["memory://crawl"])] == [
        "memory:///crawl/one.jsonl",
        "memory:///crawl/page.html",
    ]
    (page,) = read_bundle("memory:///crawl/one.jsonl", max_bytes=1000)
    assert isinstance(page, RawPage)
    assert page.id == "a"


def test_one_byte_more_than_allowed_is_read(store) -> None:
    (source,) = find_sources(["memory://crawl/page.html"])
    assert read(source, fetcher=Fetcher(), max_bytes=5).data == b"<p>One"
    assert source.place == source.id == "memory:///crawl/page.html"


def test_from_the_command_line(store, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["extract", "memory://crawl/one.jsonl", "-f", "text", "-m", "whole_page"]) == 0
    assert "The weft runs" in capsys.readouterr().out


def test_what_is_not_there(store) -> None:
    with pytest.raises(SourceError, match="no file fits"):
        find_sources(["memory://crawl/*.warc"])
    with pytest.raises(SourceError, match="cannot be listed"):
        find_sources(["nosuch://bucket/*"])
    with pytest.raises(SourceError, match="cannot be read"):
        open_remote("memory://crawl/two.jsonl")
    assert not is_remote("C:/pages/a.html")


def test_lines_of_a_store_that_gives_ranges_of_bytes() -> None:
    """As s3fs does: its streams are fsspec's own, whose lines have no bound."""
    fsspec = load_fsspec()

    class Stream(fsspec.spec.AbstractBufferedFile):  # type: ignore[misc, name-defined]
        def _fetch_range(self, start, end):
            return LINES[start:end]

    class Ranges(fsspec.AbstractFileSystem):  # type: ignore[misc, name-defined]
        protocol = "ranges"

        def info(self, path, **options):
            return {"name": path, "size": len(LINES), "type": "file"}

        def _open(self, path, mode="rb", **options):
            return Stream(self, path, mode)

    fsspec.register_implementation("ranges", Ranges, clobber=True)
    (page,) = read_bundle("ranges://crawl/one.jsonl", max_bytes=1000)
    assert isinstance(page, RawPage)
    assert page.id == "a"


@pytest.mark.parametrize("output", ["s3://crawl/out.jsonl", "memory://crawl/out/", "gs://crawl/out.csv"])
def test_an_output_on_a_store_is_refused(output: str) -> None:
    with pytest.raises(ConfigError, match="does not write to them"):
        open_sink(output, raw_csv=output.endswith(".csv"))


def test_a_store_that_cannot_be_reached_is_told() -> None:
    """Libraries of stores have errors that are no `OSError`."""
    fsspec = load_fsspec()

    class NoAnswerError(Exception):
        pass

    class Unreachable(fsspec.AbstractFileSystem):  # type: ignore[misc, name-defined]
        protocol = "unreachable"

        def info(self, path, **options):
            raise NoAnswerError("no connection to the store")

        ls = _open = info

    fsspec.register_implementation("unreachable", Unreachable, clobber=True)
    with pytest.raises(SourceError, match="cannot be listed: no connection to the store"):
        find_remote("unreachable://crawl/*.warc")
    with pytest.raises(SourceError, match="cannot be read: no connection to the store"):
        open_remote("unreachable://crawl/one.jsonl")


def test_without_fsspec(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fsspec", None)
    with pytest.raises(ConfigError, match=r"pip install 'weft\[remote\]'"):
        open_remote("s3://crawl/one.jsonl")
