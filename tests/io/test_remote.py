"""Other file systems, by the one that fsspec keeps in memory."""

import sys

import pytest

from weft.cli import main
from weft.errors import ConfigError, SourceError
from weft.io import Fetcher, RawPage, find_sources, read, read_bundle
from weft.io.files import find_remote, is_remote, load_fsspec, open_remote

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


def test_without_fsspec(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fsspec", None)
    with pytest.raises(ConfigError, match=r"pip install 'weft\[remote\]'"):
        open_remote("s3://crawl/one.jsonl")
