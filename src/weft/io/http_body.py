"""The body of an HTTP answer as an archive keeps it: chunks and packing undone, as far as they are really there.

Crawlers often store a body unpacked under the headers of the packed one, so what a header says is tried, not believed.
"""

import io
import re
import zlib
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

CHUNK = 1 << 16
CHUNK_SIZE = re.compile(rb"[0-9a-fA-F]{1,16}[ \t]*(;[^\r\n]{0,1000})?\r?\n")


MAX_HEADER = 1000  # characters of a Content-Type that are looked at
MAX_CHARSET = 40  # characters; the longest name of an encoding has fewer
# A piece is up to the next semicolon that no quotes hold; a quotation that never ends goes to the end.
_PIECE = re.compile(r'(?:[^;"]|"(?:[^"\\]|\\.)*(?:"|\\?$))+')


def read_type(content_type: str) -> str:
    """The media type that a Content-Type header names, without its parameters.

    >>> read_type("Text/HTML; charset=x")
    'text/html'
    """
    return content_type[:MAX_HEADER].partition(";")[0].strip().lower()


def read_charset(content_type: str) -> str | None:
    """The charset that a Content-Type header names; None where it names none that could be one, however it is written.

    >>> read_charset("text/html; Charset=GB2312"), read_charset("text/html"), read_charset("text/html; charset*=x''%ff")
    ('gb2312', None, None)
    """
    if "=" not in content_type:  # as it is of most
        return None
    for piece in _PIECE.findall(content_type[:MAX_HEADER]):
        name, equals, value = piece.partition("=")
        if equals and name.strip().lower() == "charset":
            words = value.strip(" \t\r\n\"'").replace(",", " ").split()
            charset = words[0].lower() if words else ""
            return charset if charset.isascii() and charset.isprintable() and 0 < len(charset) <= MAX_CHARSET else None
    return None


def read_headers(data: bytes) -> dict[str, str]:
    """The headers of an HTTP message by their names in lower case; of one that comes twice the first counts.

    >>> read_headers(b"Content-Type: text/html\\r\\nno header\\r\\n")
    {'content-type': 'text/html'}
    """
    headers: dict[str, str] = {}
    for line in data.decode("latin-1").split("\n"):
        name, colon, value = line.partition(":")
        if colon:
            headers.setdefault(name.strip().lower(), value.strip())
    return headers


def unpack_body(data: bytes, *, transfer: str, content: str, max_bytes: int) -> bytes:
    """The body without its transfer and content encodings; at most one byte more than allowed, whatever is packed.

    >>> unpack_body(b"3\\r\\n<p>\\r\\n0\\r\\n\\r\\n", transfer="chunked", content="gzip", max_bytes=99)
    b'<p>'
    """
    if not (transfer or content):
        return data
    # Encodings are named in the order in which they were applied.
    names = [*_names(content), *_names(transfer)]
    for name in reversed(names):
        if unpack := UNPACKERS.get(name):
            data = unpack(data, max_bytes)
    return data


def is_whole(data: bytes, content: str, *, max_bytes: int) -> bool:
    """Whether what gzip or zlib packed goes to its end, or over the limit; data in which neither is packed are whole.

    >>> import zlib
    >>> is_whole(zlib.compress(b"<p>")[:-1], "deflate", max_bytes=99), is_whole(b"<p>", "gzip", max_bytes=99)
    (False, True)
    """
    if _names(content)[-1] not in ("gzip", "x-gzip", "deflate"):
        return True
    unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 32)
    try:
        size = len(unpacker.decompress(data, max_bytes + 1))
    except zlib.error:
        return True
    return unpacker.eof or not data or size > max_bytes


def _names(header: str) -> list[str]:
    return [name.strip().lower() for name in header.split(",")]


def _join_chunks(data: bytes, max_bytes: int) -> bytes:
    """A body in chunks, or one that no longer is; what a broken chunk leaves over is lost."""
    if not CHUNK_SIZE.match(data):
        return data
    return b"".join(_chunks(data))[: max_bytes + 1]


def _chunks(data: bytes) -> Iterator[bytes]:
    position = 0
    while match := CHUNK_SIZE.match(data, position):
        size = int(re.split(rb"[;\s]", match[0], maxsplit=1)[0], 16)
        if not size:
            return
        yield data[match.end() : match.end() + size]
        position = match.end() + size
        position += 2 if data[position : position + 2] == b"\r\n" else 1


def _inflate(data: bytes, max_bytes: int) -> bytes:
    """What gzip or zlib packed, by what the data are; a body that was cut off gives what there is of it."""
    try:
        return zlib.decompressobj(wbits=zlib.MAX_WBITS | 32).decompress(data, max_bytes + 1)
    except zlib.error:
        return _inflate_bare(data, max_bytes)


def _inflate_bare(data: bytes, max_bytes: int) -> bytes:
    """Deflate without the header that it should have; nearly anything begins like that, so it must end well too."""
    unpacker = zlib.decompressobj(wbits=-zlib.MAX_WBITS)
    try:
        unpacked = unpacker.decompress(data, max_bytes + 1)
    except zlib.error:
        return data
    return unpacked if unpacker.eof or len(unpacked) > max_bytes else data


def _read_by(reader: str) -> Callable[[bytes, int], bytes]:
    """An unpacker by one of FastWARC's readers, which whoever reads an archive has."""

    def unpack(data: bytes, max_bytes: int) -> bytes:
        opened: Any = getattr(import_module("fastwarc.stream_io"), reader)(io.BytesIO(data))
        unpacked = bytearray()
        try:
            while len(unpacked) <= max_bytes and (part := opened.read(min(CHUNK, max_bytes + 1 - len(unpacked)))):
                unpacked += part
        except OSError:
            return bytes(unpacked) or data
        return bytes(unpacked)

    return unpack


UNPACKERS: dict[str, Callable[[bytes, int], bytes]] = {
    "chunked": _join_chunks,
    "gzip": _inflate,
    "x-gzip": _inflate,
    "deflate": _inflate,
    "br": _read_by("BrotliReader"),
    "zstd": _read_by("ZstdReader"),
}
