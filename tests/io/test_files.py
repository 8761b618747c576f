"""What counts as a page on disk."""

import errno
import io
import os
import subprocess
from pathlib import Path

import pytest

from weft import SourceError
from weft.io import Fetcher, find_sources, read, whole_file


def read_bytes(path: Path, max_bytes: int = 1000) -> bytes:
    return read(find_sources([str(path)])[0], fetcher=Fetcher(), max_bytes=max_bytes).data


def test_folders_patterns_and_files_in_order(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    for name in ("b.html", "a.HTM", "sub/c.html", "notes.txt"):
        (tmp_path / name).write_text("<p>x")
    names = [Path(source.id).name for source in find_sources([str(tmp_path)])]
    assert names == ["a.HTM", "b.html", "c.html"]
    assert [Path(source.id).name for source in find_sources([str(tmp_path / "*.html")])] == ["b.html"]
    below = find_sources([str(tmp_path / "**" / "*.html")])
    assert [Path(source.id).name for source in below] == ["b.html", "c.html"]
    assert [Path(source.id).name for source in find_sources([str(tmp_path / "notes.txt")])] == ["notes.txt"]
    (tmp_path / "out.jsonl").write_text("{}")  # beside pages, more likely what was made of them
    assert len(find_sources([str(tmp_path)])) == 3
    both = find_sources(["-", "https://example.org/"], url="https://base.example/")
    assert [(source.id, source.url) for source in both] == [
        ("-", "https://base.example/"), ("https://example.org/", "https://example.org/"),
    ]  # fmt: skip


def test_a_folder_that_may_not_be_looked_into_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    locked = tmp_path / "locked"
    locked.mkdir()
    for path in (tmp_path / "a.html", tmp_path / "z.html", locked / "b.html"):
        path.write_text("<p>x")
    look = os.scandir

    def refuse(path: str) -> object:
        if Path(path) == locked:
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return look(path)

    monkeypatch.setattr(os, "scandir", refuse)
    sources = find_sources([str(tmp_path)])
    assert [Path(source.id).name for source in sources] == ["a.html", "locked", "z.html"]
    with pytest.raises(SourceError, match="locked: cannot be read"):
        read(sources[1], fetcher=Fetcher(), max_bytes=10)
    assert [source.path for source in find_sources([str(locked)])] == [locked]


def test_a_folder_of_archives(tmp_path: Path) -> None:
    for name in ("b.warc.gz", "a.jsonl", "a.jsonl.crawl", "sub/c.zip"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    assert [Path(source.id).name for source in find_sources([str(tmp_path)])] == ["a.jsonl", "b.warc.gz", "c.zip"]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "empty"),
        (b"%PDF-1.7 ...", "a PDF"),
        (b"\x89PNG\r\n", "a PNG"),
        (b"\x1f\x8b\x08", "gzip"),
        (b"\x00\x01\x02" * 500, "not a web page: random or compressed bytes"),
    ],
)
def test_what_is_no_page_is_said(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(data)
    with pytest.raises(SourceError, match=message):
        read_bytes(path)


def test_utf16_is_a_page(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("<p>织机", encoding="utf-16")
    assert read_bytes(path).decode("utf-16") == "<p>织机"


def test_one_byte_more_than_allowed_is_read(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(b"<p>" + b"x" * 50)
    assert len(read_bytes(path, max_bytes=10)) == 11


@pytest.mark.parametrize(
    ("name", "message"), [("none.html", "no such file"), ("*.none", "no file fits"), (".", "no pages")]
)
def test_inputs_that_name_nothing(tmp_path: Path, name: str, message: str) -> None:
    with pytest.raises(SourceError, match=message):
        find_sources([str(tmp_path / name)])
    with pytest.raises(SourceError, match="no input"):
        find_sources([])


def test_a_folder_cannot_be_read_as_a_file(tmp_path: Path) -> None:
    path = tmp_path / "x.html"
    path.write_text("<p>x")
    source = find_sources([str(path)])[0]
    path.unlink()
    path.mkdir()
    with pytest.raises(SourceError, match="cannot be read"):
        read(source, fetcher=Fetcher(), max_bytes=10)


def write_half(path: Path) -> None:
    with whole_file(path) as file:
        file.write("half")
        raise RuntimeError


def test_a_file_is_whole_or_not_there(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "out.txt"
    with whole_file(path) as file:
        file.write("one")
        assert not path.exists()
    assert path.read_text() == "one"
    with pytest.raises(RuntimeError):
        write_half(path)
    assert path.read_text() == "one"
    assert [entry.name for entry in path.parent.iterdir()] == ["out.txt"]


def test_an_output_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(SourceError, match="cannot be written"), whole_file(tmp_path / "file" / "out.txt"):
        pass


def test_a_name_that_is_no_utf_8_can_be_written(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.html"))
    path.write_bytes(b"<p>one")
    for given in (tmp_path, path, tmp_path / "*.html"):
        (source,) = find_sources([str(given)])
        assert source.id.endswith("caf?.html")
        assert read(source, fetcher=Fetcher(), max_bytes=99).data == b"<p>one"


def test_a_list_of_addresses(tmp_path: Path) -> None:
    path = tmp_path / "pages.urls"
    path.write_text("# looms\nhttp://weft.example/1\n\n https://weft.example/2 \n")
    assert [source.id for source in find_sources([str(path)])] == ["http://weft.example/1", "https://weft.example/2"]
    path.write_text("weft.example/1")
    with pytest.raises(SourceError, match="1: no address"):
        find_sources([str(path)])


def test_a_page_in_the_place_of_its_name_is_no_crash() -> None:
    with pytest.raises(SourceError, match=r"'<p>looms .*: cannot be read: File name too long"):
        find_sources(["<p>looms " * 1000])


def test_a_pipe_is_written_as_it_is(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE, text=True)
    with whole_file(pipe) as file:
        file.write("woven")
    assert reader.communicate(timeout=120)[0] == "woven"
    assert pipe.is_fifo()  # and not a file in its place, as /dev/null once was


def test_a_link_leads_to_what_is_written(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "real")
    with whole_file(tmp_path / "link") as file:
        file.write("woven")
    assert (tmp_path / "real").read_text() == "woven"
    assert (tmp_path / "link").is_symlink()


def test_one_byte_more_than_allowed_is_read_of_what_is_piped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"<p>One page")))
    (source,) = find_sources(["-"])
    assert read(source, fetcher=Fetcher(), max_bytes=5).data == b"<p>One"


def test_where_the_file_of_a_page_is(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<p>x")
    file, pipe, address = find_sources([str(tmp_path / "a.html"), "-", "https://example.org/"])
    assert (file.place, pipe.place, address.place) == (tmp_path / "a.html", None, None)


def test_a_list_that_is_no_text_says_why(tmp_path: Path) -> None:
    (tmp_path / "a.urls").write_bytes(b"https://example.org/\xff")
    with pytest.raises(SourceError, match=r"a\.urls: cannot be read: 'utf-8' codec"):
        find_sources([str(tmp_path / "a.urls")])
