"""What was saved with a page, in MHTML files, folders and WARC archives: the pictures and style sheets of its frame.

Nothing is ever fetched. A resource is a file that lies beside the page ("webpage, complete"), a part of the same MHTML
file, or a response of the same archive. Its kind is read from its bytes, not from what it says of itself; only pictures
and style sheets are kept. A frame holds pictures as `data:` and style sheets made harmless, so its policy is the same
with them as without.
"""

from __future__ import annotations

import re
import zlib
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from email import message_from_bytes
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag, urljoin

from weft.errors import WeftError
from weft.io import RawPage
from weft.io.warc import load_fastwarc
from weft.page import Limits, Page, parse
from weft.studio.trials import LARGE, find_lost

MAX_ONE = 2 << 20  # bytes of a resource: a large photograph
MAX_PAGE = 8 << 20  # bytes of all of a page: its frame is one document and must open at once
MAX_ARCHIVE = 256 << 20  # bytes of all that are held of an archive while it is read
MAX_NAMED = 400  # resources of a page that are looked for
STYLE = "text/css"
_MAGIC = (
    (re.compile(rb"\x89PNG\r\n\x1a\n"), "image/png"),
    (re.compile(rb"\xff\xd8\xff"), "image/jpeg"),
    (re.compile(rb"GIF8[79]a"), "image/gif"),
    (re.compile(rb"RIFF....WEBP", re.DOTALL), "image/webp"),
    (re.compile(rb"....ftypavi[fs]", re.DOTALL), "image/avif"),
    (re.compile(rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!DOCTYPE svg[^>]*>\s*)?<svg\b", re.I), "image/svg+xml"),
)
START = 1_000  # bytes of a resource that tell what it is
_MHTML = re.compile(rb"(?:[A-Za-z-]+:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*)*?Content-Type:\s*multipart/related", re.I)


@dataclass(frozen=True, kw_only=True)
class Resource:
    """A picture or a style sheet under the name by which the page calls it."""

    name: str
    media_type: str
    data: bytes

    @property
    def data_url(self) -> str:
        """A picture as an address that holds it."""
        return f"data:{self.media_type};base64,{b64encode(self.data).decode()}"


Resources = Mapping[str, Resource]


def kind_of(data: bytes, name: str) -> str:
    """The media type of a resource by its first bytes; of a style sheet, which has none, by its name; empty for others.

    >>> kind_of(b"GIF89a...", "x"), kind_of(b"p { color: red }", "a/main.css?v=2"), kind_of(b"<html>", "x.png")
    ('image/gif', 'text/css', '')
    """
    for pattern, kind in _MAGIC:
        if pattern.match(data[:START]):
            return kind
    path = urldefrag(name).url.partition("?")[0].lower()
    is_named = path.endswith(".css") or path.startswith("cid:css-")  # as Chromium names the sheets of an MHTML file
    return STYLE if is_named and not data.lstrip().startswith(b"<") else ""


def named_resources(page: Page) -> list[str]:
    """What a page names as pictures and style sheets, as it is written there, each once."""
    names = [page.attribute(row, "src") or "" for row in page.rows_of("img").tolist()]
    for row in page.rows_of("link").tolist():
        if "stylesheet" in (page.attribute(row, "rel") or "").lower().split():
            names.append(page.attribute(row, "href") or "")
    wanted = (name.strip() for name in names)
    return list(dict.fromkeys(name for name in wanted if name and not name.startswith("data:")))[:MAX_NAMED]


def find_resources(raw: RawPage, parts: Mapping[str, bytes], *, folder: Path | None = None) -> list[Resource]:
    """The resources of a page: those among `parts` by their address, and the files of a folder around it."""
    if not (parts or folder) or (len(raw.data) >= LARGE and find_lost([raw.id], lambda _: raw, Limits())):
        return []
    try:
        page = parse(raw.data, url=raw.url, encoding=raw.charset, limits=Limits())
    except WeftError:
        return []
    bases = page.rows_of("base").tolist()
    base = urljoin(raw.url or "", (page.attribute(bases[0], "href") or "") if bases else "")
    found: list[Resource] = []
    room = MAX_PAGE
    for name in named_resources(page):
        data = parts.get(urldefrag(urljoin(base, name)).url) or parts.get(name) or _beside(folder, name)
        kind = kind_of(data, name) if data and len(data) <= min(MAX_ONE, room) else ""
        if data and kind:
            found.append(Resource(name=name, media_type=kind, data=data))
            room -= len(data)
    return found


def _beside(folder: Path | None, name: str) -> bytes:
    """A file of the folder, by a relative name; nothing that lies outside, by whatever links."""
    if folder is None or re.match(r"[a-zA-Z][\w+.-]*:|[/\\]", name):
        return b""
    with suppress(OSError, ValueError):
        path = (folder / unquote(name.partition("?")[0].partition("#")[0])).resolve()
        if path.is_relative_to(folder.resolve()) and path.is_file() and path.stat().st_size <= MAX_ONE:
            return path.read_bytes()
    return b""


def split_mhtml(raw: RawPage) -> tuple[RawPage, dict[str, bytes]]:
    """The page in an MHTML file and its other parts by address; the page as it is and none where it is no such file."""
    if not _MHTML.match(raw.data[:4096]):
        return raw, {}
    page, parts = raw, {}
    for part in message_from_bytes(raw.data).walk():
        data = part.get_payload(decode=True)
        if not isinstance(data, bytes):
            continue
        where = str(part.get("Content-Location", "")).strip()
        if part.get_content_type() == "text/html" and page is raw:
            page = replace(
                raw, data=data, url=where if where.startswith("http") else raw.url, charset=part.get_content_charset()
            )
        parts[where] = data
        if inside := str(part.get("Content-ID", "")).strip("<> "):
            parts[f"cid:{inside}"] = data
    return page, parts


def read_archive_parts(path: Path) -> dict[str, bytes]:
    """The pictures and style sheets of a WARC archive by address; as many as may be held."""
    fastwarc, parts, room = load_fastwarc(), {}, MAX_ARCHIVE
    with path.open("rb") as file:
        responses = fastwarc.ArchiveIterator(file, record_types=fastwarc.WarcRecordType.response, parse_http=True)
        for record in responses:
            kind = (record.http_content_type or "").lower()
            if not kind.startswith(("image/", STYLE)) or room <= 0:
                continue
            data = _unpacked(record)
            if data and len(data) <= MAX_ONE:
                parts[urldefrag(record.headers.get("WARC-Target-URI", "").strip("<>")).url] = data
                room -= len(data)
    return parts


def _unpacked(record: Any) -> bytes:
    """The body of a response, unpacked where it was sent packed; empty where it is too large or damaged."""
    data: bytes = record.reader.read(MAX_ONE + 1)
    packing = (record.http_headers.get("Content-Encoding") or "").strip().lower() if record.http_headers else ""
    if packing not in ("gzip", "x-gzip", "deflate"):
        return data
    try:
        return zlib.decompressobj(zlib.MAX_WBITS | 32).decompress(data, MAX_ONE + 1)  # 32: either kind of header
    except zlib.error:
        return b""


Keep = Callable[[str, list[Resource]], None]
"""Keeps the resources of a page, which its id names."""


def with_resources(pages: Iterator[RawPage], given: list[str], keep: Keep) -> Iterator[RawPage]:
    """The pages, each after `keep(page id, its resources)` was called; MHTML files become their page."""
    roots = [Path(name).resolve() for name in given if Path(name).exists()]
    archives: dict[str, bytes] = {}
    for root in roots:
        if root.is_file() and re.search(r"\.warc(?:\.gz)?$", root.name):
            archives |= read_archive_parts(root)
    for raw in pages:
        page, parts = split_mhtml(raw)
        path = Path(raw.id)
        is_file = any(path.resolve().is_relative_to(root) for root in roots) and path.is_file()
        found = find_resources(page, {**archives, **parts}, folder=path.parent if is_file else None)
        if found:
            keep(raw.id, found)
        yield page
