"""Small files that ask a reader for gigabytes: headers without end, lines without end, lies about sizes."""

import bz2
import gzip
import json
import struct
import tarfile
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from weft.errors import LimitError, SourceError, WeftError
from weft.io import RawPage, find_sources
from weft.io import archives as archives_module
from weft.io import parquet as parquet_module
from weft.io.packing import pack_gzip, pack_zstd
from weft.io.reader import Reader
from weft.io.tables import load_parquet

arrow, parquet = load_parquet()

MAX_BYTES = 100_000
MAX_MEMORY = 20 << 20
BIG = 40 << 20  # what a hostile file unpacks to: twice the memory that it may take
PAGE = b"<p>The loom"


def read(path: Path) -> list[RawPage | WeftError]:
    """What comes of a file; a failure where more than allowed was held for it."""
    tracemalloc.start()
    try:
        entries = list(Reader(max_bytes=MAX_BYTES).read_all(find_sources([str(path)])))
        assert tracemalloc.get_traced_memory()[1] < MAX_MEMORY
    finally:
        tracemalloc.stop()
    return entries


def pages(entries: list[RawPage | WeftError]) -> list[bytes]:
    return [entry.data for entry in entries if isinstance(entry, RawPage)]


def write_packed(path: Path, *parts: bytes) -> Path:
    """A file packed by gzip, without the whole of it in memory."""
    with gzip.open(path, "wb", compresslevel=1) as file:
        for part in parts:
            file.write(part)
    return path


def repeated(data: bytes, size: int = BIG) -> Iterator[bytes]:
    block = data * (1 + (1 << 16) // len(data))
    for _ in range(size // len(block) + 1):
        yield block


def tar_header(name: str, size: int, kind: bytes = b"0") -> bytes:
    member = tarfile.TarInfo(name)
    member.size, member.type = size, kind
    return member.tobuf(tarfile.USTAR_FORMAT)


def tar_member(name: str, data: bytes, kind: bytes = b"0") -> bytes:
    return tar_header(name, len(data), kind) + data + bytes(-len(data) % 512)


GOOD = tar_member("good.html", PAGE)


@pytest.mark.parametrize("kind", [b"L", b"K", b"x", b"g", b"X"])
def test_a_tar_header_without_end(kind: bytes, tmp_path: Path) -> None:
    size = BIG // 512 * 512
    blocks = (bytes(512 * 64) for _ in range(size // (512 * 64)))
    path = write_packed(
        tmp_path / "a.tar.gz", GOOD, tar_header("h", size, kind), *blocks, bytes(size % (512 * 64)), GOOD, GOOD
    )
    entries = read(path)
    assert len(entries) == 3
    assert pages(entries)[::2] or kind in (b"K", b"g")
    if kind in (b"L", b"x", b"X"):
        assert isinstance(entries[1], SourceError)
        assert entries[1].what == "has a header of over 1048576 bytes"
        assert pages(entries) == [PAGE, PAGE]


def test_many_headers_before_one_tar_member(tmp_path: Path) -> None:
    record = b"30 mtime=1350244992.023960108\n"
    headers = [tar_member("h", record, b"x")] * 3_000 + [tar_member("h", b"n" * 200, b"L")] * 3_000
    path = write_packed(tmp_path / "a.tar.gz", GOOD, *headers, GOOD)
    assert pages(read(path)) == [PAGE]  # the second has the long name, which is none of a page
    path = write_packed(tmp_path / "a.tar.gz", GOOD, *headers[:3_000], GOOD)
    assert pages(read(path)) == [PAGE, PAGE]


@pytest.mark.parametrize(
    "records", [b"20 size=-9999999999\n", b"21 size=99999999999\n", b"12 path=\xff\xfe\n", b"0 a=\n", b"99999999 a="]
)
def test_pax_records_that_lie(records: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.tar"
    path.write_bytes(GOOD + tar_member("h", records, b"x") + GOOD + GOOD)
    entries = read(path)
    assert pages(entries)[:1] == [PAGE]
    assert all(isinstance(entry, SourceError | RawPage) for entry in entries)


@pytest.mark.parametrize("number", [b"-0000000010\0", b"\xff" * 12, b"\x80" + b"\xff" * 11, b"99999999999\0"])
def test_tar_sizes_that_lie(number: bytes, tmp_path: Path) -> None:
    header = bytearray(tar_header("bad.html", 0))
    header[124:136] = number
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    path = tmp_path / "a.tar"
    path.write_bytes(GOOD + bytes(header) + GOOD)
    first, last = read(path)
    assert isinstance(first, RawPage)
    assert isinstance(last, SourceError)


def test_sparse_tar_members_are_left_out_and_said(tmp_path: Path) -> None:
    header = bytearray(tar_header("bad.html", 0, b"S"))
    header[482] = 1  # its list goes on
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    more = bytes(504) + b"\1" + bytes(7)
    path = write_packed(tmp_path / "a.tar.gz", GOOD, bytes(header), *[more] * 5_000, bytes(512), GOOD)
    good, sparse, after = read(path)
    assert (isinstance(good, RawPage), isinstance(after, RawPage)) == (True, True)
    assert "a sparse file" in str(sparse)


@pytest.mark.parametrize("ending", [".jsonl.gz", ".jsonl.zst", ".jsonl"])
def test_a_line_without_end(ending: str, tmp_path: Path) -> None:
    line, path = json.dumps({"html": PAGE.decode()}).encode() + b"\n", tmp_path / f"a{ending}"
    packs: dict[str, Callable[[bytes], bytes]] = {".jsonl.gz": pack_gzip, ".jsonl.zst": pack_zstd, ".jsonl": bytes}
    pack = packs[ending]
    with path.open("wb") as file:
        file.write(pack(line + b'{"html": "'))
        for part in repeated(b"x"):
            file.write(pack(part))
        file.write(pack(b'"}\n' + line))
    first, long, last = read(path)
    assert (isinstance(first, RawPage), isinstance(last, RawPage)) == (True, True)
    assert isinstance(long, LimitError)
    assert (long.limit, long.page) == ("bytes", f"{path}:2")


def test_a_page_of_json_lines_that_is_over_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"html": "x" * (MAX_BYTES + 1)}) + "\n" + json.dumps({"html": "x" * MAX_BYTES}))
    large, fits = read(path)
    assert isinstance(large, LimitError)
    assert isinstance(fits, RawPage)


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_member_that_unpacks_to_much(method: int, tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", method) as archive:
        with archive.open("big.html", "w") as file:
            for part in repeated(b" "):
                file.write(part)
        archive.writestr("good.html", PAGE)
    large, good = read(path)
    assert isinstance(large, LimitError)
    assert isinstance(good, RawPage)


def zip_with(path: Path, count: int = 3) -> bytearray:
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(count):
            archive.writestr(f"{number}.html", PAGE)
    return bytearray(path.read_bytes())


def test_zip_members_that_share_their_bytes(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    data = zip_with(path)
    entries = [match for match in range(len(data)) if data[match : match + 4] == b"PK\1\2"]
    data[entries[1] + 42 : entries[1] + 46] = data[entries[0] + 42 : entries[0] + 46]
    path.write_bytes(data)
    first, second, third = read(path)
    assert "its bytes are those of another member too" in str(first)
    assert isinstance(second, SourceError)
    assert isinstance(third, RawPage)


def test_zip_names_methods_locks_and_lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.zip"
    data = zip_with(path)
    entry = data.index(b"PK\1\2")
    for offset, value, said in (
        (8, 0x800, "codec can't decode"),  # the name is no UTF-8
        (8, 0x1, "encrypted"),
        (10, 97, "compression method is not supported"),
        (6, 99, "zip file version"),
    ):
        changed = bytearray(data)
        if value == 0x800:
            changed[entry + 46] = 0xFF
        changed[entry + offset : entry + offset + 2] = struct.pack("<H", value)
        path.write_bytes(changed)
        assert said in str(read(path)[0]), said
    path.write_bytes(data)
    monkeypatch.setattr(archives_module, "MAX_DIRECTORY_BYTES", 100)
    assert "its list of members has over 100 bytes" in str(read(path)[0])


def test_a_warc_header_without_end(tmp_path: Path) -> None:
    answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + PAGE
    head = b"WARC/1.1\r\nWARC-Type: response\r\nContent-Type: application/http; msgtype=response\r\n"
    good = head + b"WARC-Record-ID: <urn:a>\r\nContent-Length: %d\r\n\r\n" % len(answer) + answer + b"\r\n\r\n"
    path = write_packed(tmp_path / "a.warc.gz", good, head, b"WARC-Target-URI: ", *repeated(b"x"), b"\r\n\r\n", good)
    assert pages(read(path))[:1] == [PAGE]
    path = write_packed(tmp_path / "a.warc.gz", good, head, *repeated(b"A: b\r\n"), b"\r\n\r\n", good)
    assert pages(read(path))[:1] == [PAGE]


def test_http_headers_without_end_in_archives(tmp_path: Path) -> None:
    fields = b"A: b\r\n" * (MAX_BYTES // 8)
    answer = b"HTTP/1.1 200 OK\r\n" + fields + b"\r\n" + PAGE
    line = b"http://weft.example/ 192.0.2.1 20240101 text/html %d\n"
    good = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + PAGE
    path = tmp_path / "a.arc"
    path.write_bytes(line % len(answer) + answer + b"\n" + line % len(good) + good + b"\n")
    assert pages(read(path)) == [PAGE]
    path = write_packed(tmp_path / "a.arc.gz", line % len(good) + good + b"\n", *repeated(b"x"))
    first, last = read(path)
    assert isinstance(first, RawPage)
    assert "this is no line about a record" in str(last)


def test_an_arc_page_that_unpacks_to_much(tmp_path: Path) -> None:
    answer = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + gzip.compress(bytes(MAX_BYTES + 1))
    path = tmp_path / "a.arc"
    path.write_bytes(b"http://weft.example/ 192.0.2.1 20240101 text/html %d\n" % len(answer) + answer + b"\n")
    (large,) = read(path)
    assert isinstance(large, LimitError)


def test_streams_of_bzip2(tmp_path: Path) -> None:
    path = tmp_path / "a.tar.bz2"
    packer = bz2.BZ2Compressor()
    with path.open("wb") as file:
        file.write(packer.compress(GOOD + tar_header("h", BIG // 512 * 512, b"x")))
        for part in repeated(b" "):
            file.write(packer.compress(part))
        file.write(packer.flush())
    assert pages(read(path)) == [PAGE]


def test_a_parquet_column_that_unpacks_to_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet_module, "MIN_SUSPECT_BYTES", 1 << 20)
    path = tmp_path / "a.parquet"
    table = arrow.table({"html": arrow.array([" " * (1 << 20)] * 3)})
    parquet.write_table(table, path, compression="zstd", use_dictionary=False)
    (entry,) = read(path)
    assert "bytes would unpack to 3145" in str(entry)


def test_a_parquet_value_that_all_rows_share(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    parts = arrow.array([" " * (4 << 20), "<p>"])
    values = arrow.DictionaryArray.from_arrays(arrow.array([0, 1] * 20, arrow.int32()), parts)
    parquet.write_table(arrow.table({"html": values}), path, store_schema=False, compression="zstd")
    sizes = []
    for entry in Reader(max_bytes=MAX_BYTES).read_all(find_sources([str(path)])):
        sizes.append(arrow.total_allocated_bytes())
        assert isinstance(entry, RawPage if len(sizes) % 2 == 0 else LimitError)
    assert max(sizes) < 40 << 20  # and not 80 MB, which twenty copies would take


def test_a_list_of_addresses_with_a_line_without_end(tmp_path: Path) -> None:
    path = tmp_path / "a.urls"
    path.write_bytes(b"http://weft.example/" + b"x" * (1 << 17))
    with pytest.raises(SourceError, match=r"a\.urls:1: no address"):
        read(path)
