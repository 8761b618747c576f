"""WARC archives: what is a page, what is passed over, and what is said of damage."""

import gzip
import io
import json
import random
import re
import sys
import zlib
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.seeds import every_seed
from tests.site_pages import blog_page, make_article, pages_of
from weft.cli import main
from weft.errors import ConfigError, WeftError
from weft.io import RawPage, is_bundle, read_warc
from weft.io.warc import load_fastwarc

WARC = load_fastwarc()
STREAMS = import_module("fastwarc.stream_io")
WarcRecordType = WARC.WarcRecordType

Pack = Callable[[bytes], bytes]
HTML = {"Content-Type": "text/html"}


def record(
    body: bytes,
    headers: dict[str, str] = HTML,
    *,
    url: str = "http://weft.example/1",
    status: str = "200 OK",
    kind: Any = WarcRecordType.response,
) -> bytes:
    """One record as FastWARC writes it; a resource has the headers itself."""
    made = WARC.WarcRecord()
    made.init_headers(record_type=kind)
    made.headers["WARC-Target-URI"] = url
    if kind == WarcRecordType.resource:
        made.headers["Content-Type"] = headers["Content-Type"]
    else:
        made.headers["Content-Type"] = f"application/http; msgtype={kind}"
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        body = f"HTTP/1.1 {status}\r\n{lines}\r\n".encode() + body
    made.set_bytes_content(body)
    out = io.BytesIO()
    made.write(out)
    return out.getvalue()


def pack_by(writer: Any) -> Pack:
    def pack(data: bytes) -> bytes:
        out = io.BytesIO()
        with writer(out) as opened:
            opened.write(data)
        return out.getvalue()

    return pack


PACKS: dict[str, Pack] = {
    "plain": bytes,
    "gz": gzip.compress,
    "zst": pack_by(STREAMS.ZstdWriter),
    "lz4": pack_by(STREAMS.Lz4Writer),
}


def read(data: bytes, *, max_bytes: int = 10_000_000) -> tuple[list[RawPage], list[str]]:
    """The pages of an archive, and the messages."""
    found = list(read_warc(io.BytesIO(data), max_bytes=max_bytes, name="a.warc"))
    return [one for one in found if isinstance(one, RawPage)], [str(one) for one in found if isinstance(one, WeftError)]


@pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS)
def test_pages_and_what_is_known_of_them(pack: Pack) -> None:
    first = record(b"<p>\xcf\xb5", {"Content-Type": "Text/HTML; charset=windows-1253"})
    second = record(b"<p>Two", {"Content-Type": "application/xhtml+xml"}, url="http://weft.example/2")
    pages, messages = read(pack(first) + pack(second))
    assert messages == []
    assert [(page.url, page.data, page.charset) for page in pages] == [
        ("http://weft.example/1", b"<p>\xcf\xb5", "windows-1253"), ("http://weft.example/2", b"<p>Two", None),
    ]  # fmt: skip
    uuid = re.search(rb"WARC-Record-ID: <(urn:uuid:[0-9a-f-]+)>", first)
    assert uuid is not None
    assert pages[0].id == uuid[1].decode()
    assert str(pages[0].extra["warc_date"]).startswith("20")


def test_what_is_no_page_is_passed_over() -> None:
    archive = [
        record(b"GIF89a", {"Content-Type": "image/gif"}),
        record(b"<p>Moved", status="301 Moved Permanently"),
        record(b"<p>Gone", status="404 Not Found"),
        record(b"<p>Asked", kind=WarcRecordType.request),
        record(b"<p>Noted", kind=WarcRecordType.metadata),
        record(b"body {}", {"Content-Type": "text/css"}, kind=WarcRecordType.resource),
        record(b"", HTML),
        record(b"\x7fELF and so on", {}),
    ]
    assert read(b"".join([*archive, record(b"<p>Yes")]))[0][0].data == b"<p>Yes"
    assert read(b"".join([*archive, record(b"<p>Yes")]))[1] == []
    assert read(b"".join(archive)) == ([], ["a.warc: there is no web page in this archive"])
    assert read(b"") == ([], ["a.warc: there is no web page in this archive"])


def test_resources_and_answers_without_a_type() -> None:
    resource = record(b"<p>One", {"Content-Type": "text/html; charset=gbk"}, kind=WarcRecordType.resource)
    pages, messages = read(resource + record(b"\n<!DOCTYPE html><p>Two", {}))
    assert [(page.data[-3:], page.charset) for page in pages] == [(b"One", "gbk"), (b"Two", None)]
    assert messages == []


def bare_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush()


def chunked(data: bytes) -> bytes:
    parts = [data[place : place + 7] for place in range(0, len(data), 7)]
    return b"".join(b"%x;note=1\r\n%s\r\n" % (len(part), part) for part in parts) + b"0\r\nTrailer: x\r\n\r\n"


ENCODINGS: dict[str, Pack] = {
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    "deflate": zlib.compress,
    "Deflate": bare_deflate,
    "br": pack_by(STREAMS.BrotliWriter),
    "zstd": pack_by(STREAMS.ZstdWriter),
    "identity": bytes,
}


@pytest.mark.parametrize(("name", "pack"), ENCODINGS.items(), ids=ENCODINGS)
@pytest.mark.parametrize("in_chunks", [False, True])
def test_encodings(name: str, pack: Pack, in_chunks: bool) -> None:
    body = b"<p>" + b"warp and weft " * 50
    packed = pack(body)
    headers = {**HTML, "Content-Encoding": name, **({"Transfer-Encoding": "Chunked"} if in_chunks else {})}
    (page,), messages = read(record(chunked(packed) if in_chunks else packed, headers))
    assert page.data == body
    assert messages == []


@pytest.mark.parametrize("name", ENCODINGS)
@pytest.mark.parametrize("transfer", ["", "chunked"])
def test_bodies_that_were_stored_unpacked_under_their_old_headers(name: str, transfer: str) -> None:
    body = b"<html><p>As it is, and not packed at all. " * 9
    (page,), messages = read(record(body, {**HTML, "Content-Encoding": name, "Transfer-Encoding": transfer}))
    assert page.data == body
    assert messages == []


def test_a_body_whose_packing_was_cut_off() -> None:
    packed = gzip.compress(bytes(random.Random(1).choices(b"<p>warp weft", k=5000)), mtime=0)
    (page,), _ = read(record(packed[: len(packed) // 2], {**HTML, "Content-Encoding": "gzip"}))
    assert 1000 < len(page.data) < 5000


def test_bombs_and_large_records_are_refused_one_by_one() -> None:
    bombs = {
        "gzip": gzip.compress,
        "br": pack_by(STREAMS.BrotliWriter),
        "zstd": pack_by(STREAMS.ZstdWriter),
        "deflate": bare_deflate,
    }
    archive = [record(pack(b"x" * 5_000_000), {**HTML, "Content-Encoding": name}) for name, pack in bombs.items()]
    archive += [record(b"y" * 200_000), record(b"<p>Small")]
    pages, messages = read(b"".join(archive), max_bytes=100_000)
    assert [page.data for page in pages] == [b"<p>Small"]
    assert len(messages) == 5
    assert all("over the limit of 100000 bytes; allow more with Limits(bytes=…)" in message for message in messages)
    assert "a.warc:0 (http://weft.example/1)" in messages[0]


def test_ids_are_unique_even_where_records_have_none() -> None:
    same = record(b"<p>One")
    without = re.sub(rb"WARC-Record-ID: [^\r]+\r\n", b"", same)
    pages, _ = read(b"".join([same, same, same, without, without]))
    assert len(pages) == len({page.id for page in pages}) == 5


# Damage


def names(count: int) -> list[bytes]:
    return [record(b"<p>Page %d" % number + b" and its text" * 40) for number in range(count)]


def numbers(pages: list[RawPage]) -> list[int]:
    return [int(page.data[8:9]) for page in pages]


@pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS)
def test_an_archive_that_ends_in_the_middle(pack: Pack) -> None:
    packed = [pack(one) for one in names(3)]
    for cut in (2, 20, len(packed[2]) - 30):
        pages, messages = read(b"".join(packed[:2]) + packed[2][:cut])
        assert numbers(pages) == [0, 1]
        assert len(messages) <= 1
    pages, messages = read(b"".join(packed)[: -len(packed[2]) // 2])
    assert numbers(pages) == [0, 1]


@pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS)
def test_what_comes_after_damage_is_read(pack: Pack) -> None:
    packed = [pack(one) for one in names(5)]
    packed[2] = packed[2][: len(packed[2]) // 2]  # half of it was never written
    pages, messages = read(b"".join(packed))
    assert numbers(pages) == [0, 1, 3, 4]
    assert len(messages) == 1
    assert messages[0].startswith("a.warc:")


@pytest.mark.parametrize("kind", ["gz", "zst"])
def test_bytes_that_changed(kind: str) -> None:
    packed = [PACKS[kind](one) for one in names(6)]
    for place in (1, 4):
        middle = len(packed[place]) // 2
        packed[place] = packed[place][:middle] + b"\xff" * 8 + packed[place][middle + 8 :]
    pages, messages = read(b"".join(packed))
    assert {0, 2, 3, 5} <= set(numbers(pages))
    assert messages


@pytest.mark.parametrize("pack", [PACKS["plain"], PACKS["gz"]], ids=["plain", "gz"])
@pytest.mark.parametrize("length", [b"9", b"900", b"99999999999999999999", b"-5", b"x", b""])
def test_wrong_lengths(pack: Pack, length: bytes) -> None:
    packed = names(4)
    packed[1] = re.sub(rb"Content-Length: \d+", b"Content-Length: " + length, packed[1], count=1)
    pages, messages = read(b"".join(map(pack, packed)))
    assert {0, 3} <= {int(page.data[8:9]) for page in pages if page.data[8:9].isdigit()}
    assert messages


def test_junk_between_records_and_answers_that_are_none() -> None:
    first, second, third = names(3)
    broken = second.replace(b"HTTP/1.1 200 OK", b"\x00\xff\x00 200 OKAY")
    pages, messages = read(first + b"junk\r\n\r\n" + broken + third)
    assert numbers(pages) == [0, 2]
    assert len(messages) == 2
    assert "no HTTP answer in it" in messages[1]


def test_a_file_that_is_no_archive() -> None:
    assert read(b"<html><p>A page</html>" * 50) == (
        [], ["a.warc: no WARC archive (Invalid WARC header); name another file"],
    )  # fmt: skip


@every_seed(30)
def test_no_bytes_break_it(seed: int) -> None:
    rng = random.Random(seed)
    pack = PACKS[rng.choice(list(PACKS))]
    data = bytearray(b"".join(pack(one) for one in names(4)))
    for _ in range(rng.randrange(1, 30)):
        place = rng.randrange(len(data))
        data[place : place + rng.choice([0, 1, 5])] = rng.randbytes(rng.choice([0, 1, 9]))
    pages, messages = read(bytes(data))
    assert len(pages) + len(messages) > 0
    assert len({page.id for page in pages}) == len(pages)


def test_a_page_about_archives_is_one_page() -> None:
    text = b"<pre>\nWARC/1.0\r\nWARC-Type: response\r\nContent-Length: 3\r\n\r\n<p>\r\n\r\n</pre>"
    for pack in PACKS.values():
        pages, messages = read(pack(record(text)) + pack(record(text)))
        assert [page.data for page in pages] == [text, text]
        assert messages == []


def test_names_of_archives() -> None:
    assert all(map(is_bundle, ["a.warc", "A.WARC.GZ", "b.warc.zst", "c.warc.lz4"]))
    assert not any(map(is_bundle, ["a.html", "warc", "a.gz", "a.warc.txt"]))


def test_without_fastwarc(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "fastwarc.warc", None)
    with pytest.raises(ConfigError, match=r"WARC archives need FastWARC: pip install 'weft\[warc\]'"):
        list(read_warc(tmp_path / "a.warc", max_bytes=99))


def test_a_path_that_cannot_be_read(tmp_path: Path) -> None:
    (found,) = read_warc(tmp_path / "no.warc", max_bytes=99)
    assert "no.warc: cannot be read: No such file or directory" in str(found)


# Commands


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """A small site as a crawler keeps it, with a picture and a damaged record among the pages."""
    pages = [record(data, url=url) for url, data in pages_of(blog_page, range(8))]
    picture = record(b"GIF89a", {"Content-Type": "image/gif"})
    broken = record(b"<p>Broken").replace(b"HTTP/1.1 200 OK", b"\x00" * 15)
    path = tmp_path / "site.warc.gz"
    path.write_bytes(b"".join(map(gzip.compress, [*pages[:3], picture, broken, *pages[3:]])))
    return path


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_weft_learn_and_apply_read_archives(archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    site = archive.with_name("site.json")
    assert main(["learn", str(archive), "-o", str(site)]) == 1
    assert "no HTTP answer in it" in capsys.readouterr().err
    assert main(["apply", str(site), str(archive)]) == 1
    found = lines(capsys.readouterr().out)
    assert [line["status"] for line in found].count("failed") == 1
    made = {line["url"]: line for line in found if line["status"] == "ok"}
    assert len(made) == 8
    article = make_article(5)
    url = next(url for url in made if url.endswith("/5"))
    assert made[url]["id"].startswith("urn:uuid:")
    assert article.paragraphs[0] in made[url]["text"]


@pytest.mark.parametrize("is_packed", [True, False])
def test_archives_can_be_piped(
    archive: Path, is_packed: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data = archive.read_bytes() if is_packed else gzip.decompress(archive.read_bytes())
    piped = io.TextIOWrapper(NoSeeking(data))
    monkeypatch.setattr("sys.stdin", piped)
    assert main(["site", "-", "-o", str(archive.parent / "out")]) == 1
    names = [path.name for path in (archive.parent / "out").glob("**/*.json")]
    assert len(names) >= 8
    assert not [name for name in names if "urn" in name], "files are named by the pages' addresses"
    assert "no HTTP answer in it" in capsys.readouterr().err


class NoSeeking(io.BytesIO):
    """As a pipe is."""

    def seekable(self) -> bool:
        return False

    def seek(self, *where: int) -> int:
        raise OSError(29, "Illegal seek")


def test_an_archive_under_another_name(archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = archive.with_name("page.html")
    page.write_bytes(record(b"<p>One"))
    assert main(["learn", str(page), "-o", str(archive.with_name("site.json"))]) != 0
    assert "not a web page but a WARC archive; give it a name that ends in .warc" in capsys.readouterr().err
