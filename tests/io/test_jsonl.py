"""Pages in JSON lines.

Labels in JSON lines.
"""

import gzip
import io
import json
import random
from pathlib import Path

import pytest

from tests.seeds import every_seed
from weft import _native
from weft.content import Label
from weft.errors import LimitError, SourceError, WeftError
from weft.io import RawPage, is_bundle, read_jsonl, read_labels, read_lines
from weft.io.damage import reason_of
from weft.io.jsonl import read_line, read_whole
from weft.io.packing import pack_zstd

LINES = [
    {"id": "a", "url": "http://weft.example/a", "html": "<p>Schuß 纬"},
    {"url": "http://weft.example/b", "html": "<p>two"},
    {"html": "<meta charset=gbk><p>纬"},
    {"id": 0, "html": ""},
]
TEXT = "\n".join(json.dumps(line, ensure_ascii=False) for line in LINES).encode() + b"\n"


def read_all(data: bytes, *, max_bytes: int = 1000) -> list[RawPage | WeftError]:
    return list(read_lines(io.BytesIO(data), name="x.jsonl", max_bytes=max_bytes))


def pages_of(found: list[RawPage | WeftError]) -> list[RawPage]:
    return [page for page in found if isinstance(page, RawPage)]


def test_ids_urls_and_bytes() -> None:
    found = pages_of(read_all(TEXT))
    assert [page.id for page in found] == ["a", "http://weft.example/b", "x.jsonl:3", "0"]
    assert [page.url for page in found] == ["http://weft.example/a", "http://weft.example/b", None, None]
    assert found[0].data.decode() == "<p>Schuß 纬"
    assert {page.charset for page in found} == {"utf-8"}  # whatever the page declares, JSON was UTF-8


@pytest.mark.parametrize("name", ["pages.jsonl", "pages.jsonl.gz", "pages.NDJSON"])
def test_files(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(gzip.compress(TEXT) if name.endswith("gz") else TEXT)
    assert is_bundle(name)
    assert not is_bundle("pages.html")
    assert len(pages_of(list(read_jsonl(path, max_bytes=1000)))) == 4


@pytest.mark.parametrize(
    "line", [b"{broken", b"[1]", b'{"url": "x"}', b'{"html": 7}', b"[" * 60_000, b"\xff\xfe", b'"text"']
)
def test_a_bad_line_is_told_and_the_rest_is_read(line: bytes) -> None:
    found = read_all(line + b"\n\n" + TEXT)
    assert isinstance(found[0], SourceError)
    assert "x.jsonl:1:" in str(found[0])
    assert len(pages_of(found)) == 4


def test_a_line_that_is_too_long_is_skipped_without_being_held() -> None:
    long = json.dumps({"html": "x" * 500_000}).encode()
    found = read_all(long + b"\n" + TEXT, max_bytes=10)
    assert isinstance(found[0], LimitError)
    assert (found[0].limit, found[0].page) == ("bytes", "x.jsonl:1")
    assert len(found) == 5


def test_lone_surrogates_are_replaced() -> None:
    found = pages_of(read_all(rb'{"id": "\ud800", "html": "<p>\ud800 one"}'))
    assert found[0].data == b"<p>? one"
    assert found[0].id == "?"


def test_a_torn_file_gives_what_it_has(tmp_path: Path) -> None:
    many = b"".join(json.dumps({"id": n, "html": str(n * n) * 50}).encode() + b"\n" for n in range(2000))
    path = tmp_path / "torn.jsonl.gz"
    path.write_bytes(gzip.compress(many)[:-200])
    found = list(read_jsonl(path, max_bytes=1000))
    assert isinstance(found[-1], SourceError)
    assert "cannot be read to its end" in str(found[-1])
    assert len(pages_of(found)) > 100
    missing = list(read_jsonl(tmp_path / "none.jsonl", max_bytes=10))
    assert "No such file" in str(missing[0])


def test_lone_surrogates_can_be_written_again() -> None:
    (page,) = pages_of(read_all(b'{"id": "\\ud800", "url": "http://weft.example/\\ud800", "html": "<p>\\ud800"}'))
    assert (page.id, page.url, page.data) == ("?", "http://weft.example/?", b"<p>?")


def test_other_keys_travel_along_and_zstd_is_read(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl.zst"
    lines = b'{"html": "<p>One", "seen": {"at": 3}}\n{"html": "<p>Two"}\n'
    path.write_bytes(pack_zstd(lines[:38]) + pack_zstd(lines[38:]))
    first, second = read_jsonl(path, max_bytes=1000)
    assert isinstance(first, RawPage)
    assert isinstance(second, RawPage)
    assert (dict(first.extra), second.data) == ({"seen": {"at": 3}}, b"<p>Two")
    path.write_bytes(path.read_bytes()[:30])
    assert "cut off in the middle" in str(list(read_jsonl(path, max_bytes=1000))[-1])
    path.write_bytes(b"no zstd")
    assert "cannot be read to its end" in str(list(read_jsonl(path, max_bytes=1000))[-1])


NAMES = ("id", "url", "html", "x")
PIECES = (
    *("{", "}", "[", "]", ",", ":", " ", "\t", "\r", "1", "-0.5e3", "null", "NaN", "true"),
    *('""', '"html"', '"id"', '"x"', '"', "\\\\", '\\"', "\\n", "\\/", "\\x", "\\u00e9", "\\u12"),
    *("\\ud83d\\ude00", "\\ud83d", "\\ude00", "<p>", "é", "織", "\x7f", "\x01"),
)


@every_seed(400)
def test_a_line_is_read_as_json_reads_it(seed: int) -> None:
    draw = random.Random(seed)
    texts = ["".join(draw.choices(PIECES, k=draw.randrange(6))) for _ in range(4)]
    values = {name: draw.choice([text, [text], {"html": text}, 3]) for name, text in zip(NAMES, texts, strict=True)}
    names = draw.sample([*values], len(values))
    line = json.dumps({name: values[name] for name in names}, ensure_ascii=draw.random() < 0.5).encode(
        "utf-8", "surrogatepass"
    )
    for _ in range(draw.choice([0, 0, 1, 3])):
        place = draw.randrange(len(line) + 1)
        line = line[:place] + draw.choice([*PIECES, ""]).encode() + line[place + draw.randrange(2) :]
    found = read_line(line, "a:1", 10_000)
    try:
        expected: RawPage | WeftError = read_whole(line, "a:1")
    except (ValueError, RecursionError) as error:
        expected = SourceError(f"no JSON: {reason_of(error)}", page="a:1")
    assert (type(found), vars(found) if isinstance(found, RawPage) else str(found)) == (
        type(expected),
        vars(expected) if isinstance(expected, RawPage) else str(expected),
    ), line


def test_most_lines_are_read_the_short_way() -> None:
    line = json.dumps({"id": "a", "html": '<p class="x">One\n織😀</p>', "n": {"html": [1]}}).encode()
    assert _native.cut_text(line, "html") == (
        b'{"id": "a", "html": "", "n": {"html": [1]}}',
        '<p class="x">One\n織😀</p>'.encode(),
    )


def test_labels(tmp_path: Path) -> None:
    path = tmp_path / "marks.jsonl"
    path.write_text('{"page_id": "a", "rows": [3, 9], "name": "body"}\n\n{"page_id": 7, "rows": [], "name": "title"}\n')
    assert read_labels(path) == [
        Label(page_id="a", rows=(3, 9), name="body"),
        Label(page_id="7", rows=(), name="title"),
    ]


@pytest.mark.parametrize(
    "line",
    ["{", "[]", '{"rows": [1], "name": "x"}', '{"page_id": "a", "rows": 1, "name": "x"}',
     '{"page_id": "a", "rows": [-1], "name": "x"}', '{"page_id": "a", "rows": [1], "name": ""}',
     '{"page_id": "a", "rows": "12", "name": "x"}', '{"page_id": "a", "rows": [1.5], "name": "x"}',
     '{"page_id": "a", "rows": [true], "name": "x"}'],
)  # fmt: skip
def test_what_is_no_label_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "marks.jsonl"
    path.write_text(f"\n{line}\n")
    with pytest.raises(SourceError, match=r"marks.jsonl:2: "):
        read_labels(path)


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="cannot be read"):
        read_labels(tmp_path / "none")
