"""Packed streams: lines packed in pieces that can be unpacked one after another, and what others have packed."""

import bz2
import gzip
import io
import lzma
from collections.abc import Callable
from importlib import import_module
from typing import IO, Any, Protocol, cast

from weft.errors import ConfigError

LEVEL = 4  # of gzip: 2.7 times as fast as 6, and the file is 4 % larger
PIECE = 256  # bytes that are unpacked at once: each may hold 30,000
SKIPPED = 1 << 20  # bytes that are passed over at once
MAX_XZ_MEMORY = 128 << 20  # bytes; the strongest preset needs half of it, but a stream may ask for 4 GB


def plain(data: bytes) -> bytes:
    """The lines as they are."""
    return data


def pack_gzip(data: bytes) -> bytes:
    """A gzip member; without a time in it, so that the same lines give the same bytes."""
    return gzip.compress(data, compresslevel=LEVEL, mtime=0)


def pack_zstd(data: bytes) -> bytes:
    """A zstd frame."""
    packed: bytes = load_zstd().ZstdCompressor().compress(data)
    return packed


def load_zstd() -> Any:
    """The module for zstd; `ConfigError` says how to get it."""
    try:
        return import_module("zstandard")
    except ImportError:
        raise ConfigError("zstd needs a package: pip install 'weft[zstd]', or choose .gz") from None


def open_zstd(file: IO[bytes]) -> IO[bytes]:
    """A file of any number of frames, unpacked as it is read."""
    unpacking = load_zstd().ZstdDecompressor()
    return io.BufferedReader(_Unpacked(file, lambda: unpacking.decompressobj(write_size=1 << 14)))


def open_packed(file: IO[bytes]) -> IO[bytes]:
    """A file, unpacked as it is read where it begins as gzip, bzip2 or xz do; it can be sought in."""
    head = file.read(6)
    file.seek(0)
    if head.startswith(b"\x1f\x8b"):
        return cast(IO[bytes], gzip.GzipFile(fileobj=file))
    if head.startswith(b"BZh"):
        return cast(IO[bytes], bz2.BZ2File(file))
    if head == b"\xfd7zXZ\0":
        return io.BufferedReader(_Unpacked(file, lambda: lzma.LZMADecompressor(memlimit=MAX_XZ_MEMORY)))
    return file


def skip(stream: IO[bytes], count: int) -> None:
    """Pass over so many bytes; `EOFError` where the stream ends before."""
    while count > 0:
        passed = len(stream.read(min(count, SKIPPED)))
        if not passed:
            raise EOFError("cut off in the middle")
        count -= passed


class Unpacker(Protocol):
    """Unpacks one stream, piece by piece."""

    @property
    def eof(self) -> bool:
        """Whether the stream has ended."""
        ...

    @property
    def unused_data(self) -> bytes:
        """What was behind its end."""
        ...

    def decompress(self, data: bytes, /) -> bytes:
        """What a piece holds."""
        ...


class _Unpacked(io.RawIOBase):
    """A file of any number of packed streams; `EOFError` where the last one is cut off.

    The libraries' own readers of xz know no limit of memory, and that of zstd ends in silence in the middle of a frame.
    """

    def __init__(self, file: IO[bytes], new_unpacker: Callable[[], Unpacker]) -> None:
        self._file = file
        self._new_unpacker = new_unpacker
        self._unpacker: Unpacker | None = None
        self._rest = b""  # that is packed, behind the end of a stream
        self._ready = memoryview(b"")

    def readable(self) -> bool:
        """It can only be read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill a buffer with what comes next; 0 at the end."""
        while not self._ready:
            packed = self._rest or self._file.read(PIECE)
            self._rest = b""
            if self._unpacker is None:
                packed = packed.lstrip(b"\0")  # which may stand between streams of xz
                if not packed:
                    return 0
                self._unpacker = self._new_unpacker()
            if not packed:
                raise EOFError("cut off in the middle of a packed stream")
            self._ready = memoryview(self._unpacker.decompress(packed))
            if self._unpacker.eof:
                self._rest, self._unpacker = self._unpacker.unused_data, None
        count = min(len(buffer), len(self._ready))
        buffer[:count] = self._ready[:count]
        self._ready = self._ready[count:]
        return count


def zstd_errors() -> tuple[type[Exception], ...]:
    """What unpacking broken zstd raises; nothing where zstd is not there."""
    try:
        return (load_zstd().ZstdError,)
    except ConfigError:
        return ()
