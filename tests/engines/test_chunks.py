"""Pages in chunks: how many go to a worker at once, and what is known of them before.

What a worker reads for itself.
"""

import json
import pickle
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.engines.pages import make_pages
from weft.engines import Chunk, Shard, cut
from weft.engines.chunks import from_parcel
from weft.errors import SourceError
from weft.io import RawPage, find_sources, read_bundle
from weft.io.reader import Reader
from weft.pipeline import MAX_NESTING

MEGABYTE = 1 << 20


def page_of(size: int) -> RawPage:
    return RawPage(id="large", data=b"x" * size)


@pytest.mark.parametrize(
    ("count", "sizes"), [(0, []), (1, [1]), (32, [32]), (33, [32, 1]), (64, [32, 32]), (70, [32, 32, 6])]
)
def test_thirty_two_pages_at_once_and_all_of_them(count: int, sizes: list[int]) -> None:
    pages = make_pages(count)
    chunks = list(cut(pages))
    assert [len(chunk.pages) for chunk in chunks] == sizes
    assert [chunk.number for chunk in chunks] == list(range(len(sizes)))
    assert [page for chunk in chunks for page in chunk.pages] == pages


def test_as_many_as_a_job_takes() -> None:
    assert [len(chunk.pages) for chunk in cut(make_pages(3), most=1)] == [1, 1, 1]
    assert [len(chunk.pages) for chunk in cut(make_pages(5), most=2)] == [2, 2, 1]


def test_four_megabytes_end_a_chunk() -> None:
    pages = [page_of(2 * MEGABYTE - 1), page_of(1), page_of(2 * MEGABYTE), page_of(4 * MEGABYTE), page_of(1)]
    assert [chunk.size for chunk in cut(pages)] == [4 * MEGABYTE, 4 * MEGABYTE, 1]
    assert [chunk.size for chunk in cut([page_of(4 * MEGABYTE - 1), page_of(1), page_of(1)])] == [4 * MEGABYTE, 1]


def test_a_page_that_could_not_be_read_has_its_line_in_its_place() -> None:
    [chunk] = cut([*make_pages(1), SourceError("empty", page="x.html"), *make_pages(1)])
    assert [place for place, _ in chunk.open] == [0, 2]
    line = json.loads(chunk.lines[1])
    assert (line["id"], line["status"], line["message"]) == ("x.html", "failed", "x.html: empty")


def test_lines_are_in_the_order_of_the_pages_whenever_they_come() -> None:
    [chunk] = cut(make_pages(3))
    assert [page.id for _, page in chunk.open] == ["p0", "p1", "p2"]
    chunk.lines[2] = b"third\n"
    chunk.lines[0] = b"first\n"
    assert [place for place, _ in chunk.open] == [1]
    chunk.lines[1] = b"second\n"
    assert chunk.open == []
    assert chunk.whole == [b"first\n", b"second\n", b"third\n"]


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize("depth", [MAX_NESTING, 900, 100_000])
def test_what_is_nested_too_deep_is_a_failed_line_before_anything_is_sent(depth: int) -> None:
    first, second = make_pages(2)
    chunk = Chunk(number=0, pages=[replace(first, extra={"deep": nested(depth)}), second])
    assert [index for index, _ in chunk.pack()] == [1]
    line = json.loads(chunk.lines[0])
    assert (line["id"], line["url"], line["status"], line["reason"]["code"]) == ("p0", first.url, "failed", "source")
    assert line["message"] == "p0: what travels along with the page is nested deeper than 100"
    assert "input" not in line


def test_pages_cross_to_another_process_as_texts_and_bytes() -> None:
    extra = {"seen": [1, 2.5, None, {"é": "\ud800"}], "deep": nested(MAX_NESTING - 1)}
    page = replace(make_pages(1)[0], charset="gbk", extra=extra)
    [(_, parcel)] = Chunk(number=0, pages=[page]).pack()
    assert {type(part) for part in parcel} == {str, bytes}
    assert from_parcel(pickle.loads(pickle.dumps(parcel))) == page


def test_a_value_of_a_table_that_is_no_json_travels_as_its_text() -> None:
    page = replace(make_pages(1)[0], extra={"at": datetime(2026, 1, 2, tzinfo=UTC), "raw": b"caf\xc3\xa9"})
    [(_, parcel)] = Chunk(number=0, pages=[page]).pack()
    assert from_parcel(parcel).extra == {"at": "2026-01-02 00:00:00+00:00", "raw": "café"}


def test_pages_files_of_pages_and_what_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_bytes("<p>Schuß".encode("latin-1"))
    (tmp_path / "pages.jsonl").write_text('{"id": "one", "html": "<p>Kette"}\n')
    (tmp_path / "empty.html").write_text("")
    names = [str(tmp_path / name) for name in ("page.html", "pages.jsonl", "empty.html")]
    shard = Shard(number=0, sources=tuple(find_sources(names)), reader=Reader(max_bytes=1000, encoding="latin-1"))
    page, of_many, empty = shard.read()
    assert isinstance(page, RawPage)
    assert (page.id, page.charset) == (names[0], "latin-1")
    assert isinstance(of_many, RawPage)
    assert (of_many.id, of_many.data) == ("one", b"<p>Kette")
    assert isinstance(empty, SourceError)
    assert "empty, there is no page in it" in str(empty)


def test_a_file_that_holds_one_page_is_no_file_of_many() -> None:
    with pytest.raises(SourceError, match="not a file of many pages"):
        read_bundle(Path("page.html"), max_bytes=1000)
