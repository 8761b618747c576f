"""The one reader of sources: what an entry is, and by which name."""

import io
import pickle
from collections.abc import Sequence
from pathlib import Path

from weft.errors import LimitError, SourceError, WeftError
from weft.io import Fetcher, RawPage, find_sources
from weft.io.reader import LINES, Piped, Reader


def read(reader: Reader, inputs: Sequence[str]) -> list[RawPage | WeftError]:
    return list(reader.read_all(find_sources(inputs)))


def test_an_address_that_fails_has_the_name_that_was_asked_for(server: str) -> None:
    """A line of output is found by its id, wherever the server led."""
    reader = Reader(max_bytes=1000, fetcher=Fetcher(allow_private=True, max_bytes=1_000_000))
    entries = read(reader, [f"{server}/file", f"{server}/bomb"])
    assert [(type(entry), entry.page) for entry in entries if isinstance(entry, WeftError)] == [
        (SourceError, f"{server}/file"),
        (LimitError, f"{server}/bomb"),
    ]
    (refused,) = read(Reader(max_bytes=1000), [f"{server}/page"])
    assert isinstance(refused, SourceError)
    assert (refused.page, refused.detail) == (f"{server}/page", "private")


def test_the_charset_of_single_pages_is_the_users_and_of_many_their_own(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_bytes(b"<p>One")
    (tmp_path / "b.jsonl").write_text('{"id": "b", "html": "<p>Two"}\n')
    pages = read(Reader(max_bytes=1000, encoding="gbk"), [str(tmp_path / "a.html"), str(tmp_path / "b.jsonl")])
    assert [page.charset for page in pages if isinstance(page, RawPage)] == ["gbk", "utf-8"]


def test_standard_input_of_lines_can_be_read_again() -> None:
    stream = io.BytesIO(b'{"id": "one", "html": "<p>One"}\nno json\n')
    reader = Reader(max_bytes=1000, piped=Piped(stream=stream, kind=LINES, is_file=True))
    for _ in range(2):
        page, error = read(reader, ["-"])
        assert isinstance(page, RawPage)
        assert page.id == "one"
        assert isinstance(error, SourceError)
        assert error.page == "-:2"


def test_no_server_is_asked_twice(server: str) -> None:
    reader = Reader(max_bytes=1000, fetcher=Fetcher(allow_private=True), fetched={})
    first, second = read(reader, [f"{server}/page"]) + read(reader, [f"{server}/page"])
    assert isinstance(first, RawPage)
    assert second is first


def test_a_plain_reader_can_be_sent_to_a_worker() -> None:
    reader = Reader(max_bytes=1000, encoding="gbk")
    assert pickle.loads(pickle.dumps(reader)) == reader
