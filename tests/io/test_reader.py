"""The one reader of sources: what an entry is, and by which name.

Ids that were there before, within a bounded room.
"""

import io
import pickle
from collections.abc import Sequence
from pathlib import Path

import pytest

from weft.errors import LimitError, SourceError, WeftError
from weft.io import Fetcher, RawPage, find_sources, raw_page
from weft.io.raw_page import IdHashes, hash_of_id
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


def hashes_of(start: int, stop: int) -> bytes:
    return b"".join(hash_of_id(f"id {number}") for number in range(start, stop))


def known(ids: IdHashes, stop: int) -> list[int]:
    return [number for number in range(stop) if ids.has(hash_of_id(f"id {number}"))]


def test_the_last_are_known_and_room_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raw_page, "MAX_IDS", 4)
    ids = IdHashes()
    for number in range(30):
        ids.add(hash_of_id(f"id {number}"))
        found = known(ids, 30)
        assert found == list(range(found[0], number + 1))
        assert min(4, number + 1) <= len(found) <= 8
        assert found == known(IdHashes(hashes_of(0, number + 1)), 30), "a run that goes on knows the same"


def test_some_at_once() -> None:
    ids = IdHashes(hashes_of(0, 5))
    assert ids.has_any(hashes_of(4, 9))
    assert not ids.has_any(hashes_of(5, 9))
    assert ids.has_any(hashes_of(5, 7) + hashes_of(5, 6)), "one that comes twice among them"
    assert not ids.has_any(b"")


def test_the_same_in_every_process() -> None:
    assert hash_of_id("urn:uuid:1").hex() == "a7f520af610e08b0"
