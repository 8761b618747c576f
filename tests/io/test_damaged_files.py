"""Every kind of file of pages, damaged at random: pages and sentences come of it, in little memory."""

import bz2
import gzip
import io
import json
import lzma
import tarfile
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.damage import damage, seeds
from weft.errors import SourceError, WeftError
from weft.io import RawPage, find_sources
from weft.io.packing import pack_zstd
from weft.io.reader import Reader
from weft.io.tables import load_parquet

arrow, parquet = load_parquet()

HTML = [f"<title>Loom {number}</title><p>{'The weaver came. ' * number}</p>".encode() for number in range(1, 9)]
MAX_BYTES = 200_000
MAX_MEMORY = 40 << 20  # the room for a line is 4 MB, and a packed one is held a few times over


def lines() -> bytes:
    values = ({"id": f"p{n}", "url": f"http://weft.example/{n}", "html": html.decode()} for n, html in enumerate(HTML))
    return b"".join(json.dumps(value).encode() + b"\n" for value in values)


def make_zip(method: int = zipfile.ZIP_DEFLATED) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        for number, html in enumerate(HTML):
            archive.writestr(zipfile.ZipInfo(f"pages/{number}-ü.html"), html, compress_type=method)
    return packed.getvalue()


def make_tar(format: int = tarfile.PAX_FORMAT) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=format) as archive:
        for number, html in enumerate(HTML):
            member = tarfile.TarInfo(f"pages/{'long/' * 30 * (number % 2)}{number}-ü.html")
            member.size = len(html)
            archive.addfile(member, io.BytesIO(html))
    return packed.getvalue()


def make_warc(pack: Callable[[bytes], bytes] = bytes) -> bytes:
    records = []
    for number, html in enumerate(HTML):
        answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + html
        head = (
            f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:0-{number}>\r\n"
            f"WARC-Target-URI: http://weft.example/{number}\r\nWARC-Date: 2024-01-01T00:00:00Z\r\n"
            f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(answer)}\r\n\r\n"
        )
        records.append(pack(head.encode() + answer + b"\r\n\r\n"))
    return b"".join(records)


def make_arc() -> bytes:
    parts = [b"filedesc://x 0.0.0.0 20240101000000 text/plain 4\n1 0\n\n"]
    for number, html in enumerate(HTML):
        answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + html
        parts.append(f"http://weft.example/{number} 192.0.2.1 20240101 text/html {len(answer)}\n".encode())
        parts.append(answer + b"\n")
    return b"".join(parts)


def make_parquet(**how: object) -> bytes:
    packed = io.BytesIO()
    values = {"id": [f"p{n}" for n in range(len(HTML))], "html": [html.decode() for html in HTML], "n": [*range(8)]}
    parquet.write_table(arrow.table(values), packed, row_group_size=3, **how)
    return packed.getvalue()


KINDS: dict[str, bytes] = {
    "a.jsonl": lines(),
    "a.jsonl.gz": gzip.compress(lines(), mtime=0),
    "a.jsonl.zst": pack_zstd(lines()),
    "a.zip": make_zip(),
    "bz2.zip": make_zip(zipfile.ZIP_BZIP2),
    "lzma.zip": make_zip(zipfile.ZIP_LZMA),
    "stored.zip": make_zip(zipfile.ZIP_STORED),
    "pax.tar": make_tar(),
    "gnu.tar": make_tar(tarfile.GNU_FORMAT),
    "a.tar.gz": gzip.compress(make_tar(), mtime=0),
    "a.tar.bz2": bz2.compress(make_tar()),
    "a.tar.xz": lzma.compress(make_tar()),
    "a.warc": make_warc(),
    "a.warc.gz": make_warc(lambda record: gzip.compress(record, mtime=0)),
    "a.warc.zst": make_warc(pack_zstd),
    "a.arc": make_arc(),
    "a.arc.gz": gzip.compress(make_arc(), mtime=0),
    "a.parquet": make_parquet(),
    "plain.parquet": make_parquet(use_dictionary=False, compression="zstd", store_schema=False),
}


def read(path: Path) -> list[RawPage | WeftError]:
    return list(Reader(max_bytes=MAX_BYTES).read_all(find_sources([str(path)])))


@pytest.mark.parametrize("name", KINDS)
def test_whole_files_give_all_pages(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(KINDS[name])
    entries = read(path)
    assert [entry.data for entry in entries if isinstance(entry, RawPage)] == HTML
    assert len(entries) == len(HTML)


@pytest.mark.parametrize("name", KINDS)
def test_damaged_files_give_pages_and_sentences(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    tracemalloc.start()
    try:
        for seed in seeds():
            path.write_bytes(damage(KINDS[name], seed))
            tracemalloc.reset_peak()
            for entry in read(path):
                assert isinstance(entry, RawPage | WeftError), seed
                said = f"{entry}" if isinstance(entry, WeftError) else entry.id + (entry.url or "")
                assert said.encode(), seed  # without lone surrogates
                assert isinstance(entry, RawPage) or len(entry.what.splitlines()) == 1, (seed, said)
            assert tracemalloc.get_traced_memory()[1] < MAX_MEMORY, seed
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("name", [name for name in KINDS if "parquet" not in name])
def test_pages_before_the_damage_are_kept(name: str, tmp_path: Path) -> None:
    """A file whose end is gone; a zip file has its list of members there, and a Parquet file its schema."""
    path = tmp_path / name
    data = KINDS[name]
    path.write_bytes(data[: len(data) * 3 // 5 + 47])
    entries = read(path)
    assert isinstance(entries[-1], SourceError)
    assert str(path) in str(entries[-1])
    pages = [entry.data for entry in entries if isinstance(entry, RawPage)]
    assert pages == HTML[: len(pages)]
    if not name.endswith(".zip"):
        assert pages or name.endswith((".bz2", ".zst", "xz", ".arc.gz", "l.gz", "r.gz"))
