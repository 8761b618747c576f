"""Packed streams: lines packed in pieces that can be unpacked one after another, and what others have packed."""

import bz2
import gzip
import io
import lzma
from importlib import import_module
from typing import IO, Any, cast

from weft.errors import ConfigError

LEVEL = 4  # of gzip: 2.7 times as fast as 6, and the file is 4 % larger
PIECE = 1 << 16  # bytes that are read at once
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
    reader = load_zstd().ZstdDecompressor().stream_reader(file, read_across_frames=True)
    return io.BufferedReader(reader)


def open_packed(file: IO[bytes]) -> IO[bytes]:
    """A file, unpacked as it is read where it begins as gzip, bzip2 or xz do; it can be sought in."""
    head = file.read(6)
    file.seek(0)
    if head.startswith(b"\x1f\x8b"):
        return cast(IO[bytes], gzip.GzipFile(fileobj=file))
    if head.startswith(b"BZh"):
        return cast(IO[bytes], bz2.BZ2File(file))
    return io.BufferedReader(_Xz(file), PIECE) if head == b"\xfd7zXZ\0" else file


def skip(stream: IO[bytes], count: int) -> None:
    """Pass over so many bytes; `EOFError` where the stream ends before."""
    while count > 0:
        passed = len(stream.read(min(count, SKIPPED)))
        if not passed:
            raise EOFError("cut off in the middle")
        count -= passed


class _Xz(io.RawIOBase):
    """An xz file of any number of streams; `lzma.LZMAFile` knows no limit of memory."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._unpacker = self._new_unpacker()
        self._packed = b""

    @staticmethod
    def _new_unpacker() -> lzma.LZMADecompressor:
        return lzma.LZMADecompressor(format=lzma.FORMAT_XZ, memlimit=MAX_XZ_MEMORY)

    def readable(self) -> bool:
        """It can only be read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill a buffer with what comes next; 0 at the end."""
        while True:
            if self._unpacker.eof:
                self._packed = (self._unpacker.unused_data or self._file.read(PIECE)).lstrip(b"\0")
                if not self._packed:
                    return 0
                self._unpacker = self._new_unpacker()
            elif self._unpacker.needs_input and not self._packed:
                self._packed = self._file.read(PIECE)
                if not self._packed:
                    raise EOFError("cut off in the middle of what xz packed")
            data = self._unpacker.decompress(self._packed, len(buffer))
            self._packed = b""  # the unpacker keeps what it has not used
            if data:
                buffer[: len(data)] = data
                return len(data)


def zstd_errors() -> tuple[type[Exception], ...]:
    """What unpacking broken zstd raises; nothing where zstd is not there."""
    try:
        return (load_zstd().ZstdError,)
    except ConfigError:
        return ()
