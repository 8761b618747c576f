"""Other file systems, by the one that fsspec keeps in memory."""

import sys
from pathlib import Path

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


@pytest.mark.parametrize(
    ("name", "written"),
    [("out.jsonl", {"out.jsonl"}), ("page.md", {"page.md"}), ("texts/", {"texts/_crawl_page.html.txt", "texts/a.txt"})],
)
def test_pages_are_written_to_a_store(store, name: str, written: set[str]) -> None:
    sources = ["memory://crawl/page.html", *(["memory://crawl/one.jsonl"] if name.endswith("/") else [])]
    assert main(["extract", *sources, "-m", "whole_page", "-o", f"memory://crawl/out/{name}"]) == 0
    assert {path.removeprefix("/crawl/out/") for path in store.find("/crawl/out")} == written
    assert not Path("memory:").exists()


@pytest.mark.parametrize("command", [["learn"], ["records"], ["crawl", "http://localhost:1/"]])
def test_what_is_written_here_only_is_no_folder_of_that_name(
    command: list[str], store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    pages = [] if command[0] == "crawl" else ["memory://crawl/page.html"]
    assert main([*command, *pages, "-o", "memory://crawl/out.warc.gz"]) == 2
    assert "on this machine only" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


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


def test_sites_of_an_output_on_a_store_lie_here(store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    main(["demo", "--write", "demo"])
    pages = ["demo/", "--base-url", "https://weft.example/"]
    assert main(["run", *pages, "-o", "memory://crawl/out/x.jsonl", "--learn", "-f", "text", "--workers", "1"]) == 0
    assert store.find("/crawl/out") == ["/crawl/out/x.jsonl"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["demo", "x.jsonl.sites"]
    assert (tmp_path / "x.jsonl.sites" / "weft.example.json").exists()
