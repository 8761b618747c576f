"""Pages as a WARC archive, each record packed by itself as crawlers do."""

import zlib
from collections.abc import Iterable
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from bench.scale.crawl import Fetched

DATE = "2026-11-15T00:00:00Z"
LEVEL = 6  # of gzip, as crawlers have it


def write_archive(path: Path, pages: Iterable[Fetched]) -> tuple[int, int]:
    """Write the archive, whole or not at all; how many pages it holds, and the bytes of their HTML."""
    count = size = 0
    part = path.with_name(f"{path.name}.part")
    with part.open("wb") as file:
        for count, page in enumerate(pages, start=1):
            size += len(page.html)
            file.write(_packed(_record(page, count)))
    part.replace(path)
    return count, size


def write_parts(folder: Path, pages: list[Fetched], *, parts: int) -> list[Path]:
    """The pages spread over several archives."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"part-{number:03}.warc.gz" for number in range(parts)]
    for number, path in enumerate(paths):
        write_archive(path, pages[number::parts])
    return paths


def _record(page: Fetched, number: int) -> bytes:
    answer = (b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(page.html)) + page.html
    page_id = uuid5(NAMESPACE_URL, f"{number} {page.url}")
    head = (
        f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{page_id}>\r\n"
        f"WARC-Date: {DATE}\r\nWARC-Target-URI: {page.url}\r\nContent-Type: application/http; msgtype=response\r\n"
        f"Content-Length: {len(answer)}\r\n\r\n"
    )
    return head.encode() + answer + b"\r\n\r\n"


def _packed(record: bytes) -> bytes:
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    return packer.compress(record) + packer.flush()
