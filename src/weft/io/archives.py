"""Pages from zip and tar archives: the members whose names are those of pages.

Tar archives, read from front to back: a header of 512 bytes for each member, then the member's bytes.

Python's own tarfile reads long names whole, keeps every member and calls itself for every header before a member, so a
small packed archive can make it take gigabytes. This reader keeps one header, and a header has a limit.
"""

import bz2
import re
import zipfile
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import IO, cast

from weft.errors import LimitError, SourceError, WeftError
from weft.io.damage import damaged, tells_damage
from weft.io.files import SUFFIXES as PAGES
from weft.io.packing import open_packed, skip
from weft.io.raw_page import RawPage, writable

BLOCK = 512
MAX_HEADER_BYTES = 1 << 20  # of a long name or of PAX records; no file system has names of over 4 kB
REGULAR = (b"0", b"\0", b"7")
WITHOUT_DATA = (b"1", b"2", b"3", b"4", b"5", b"6")  # links, devices, folders, pipes
LONG_NAME, LONG_LINK, SPARSE, PAX, PAX_FOR_ALL = b"L", b"K", b"S", (b"x", b"X"), b"g"
OCTAL = re.compile(rb"[0-7]+")
PAX_RECORD = re.compile(rb"([0-9]{1,9}) ([^=\n]{1,200})=")


@dataclass(frozen=True, kw_only=True)
class Member:
    """A member of an archive; `problem` says why its bytes are not those of a file."""

    name: str
    size: int
    is_file: bool
    problem: str = ""


class TarReader:
    """The members of an archive in turn; `read` gives bytes of the last one."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._left = 0  # bytes of the member that were not read
        self._padding = 0  # bytes behind them, up to the next header
        self._is_first = True

    def __iter__(self) -> Iterator[Member]:
        told: dict[str, str] = {}  # of the next member, by the headers before it
        while header := self._next_header():
            kind, size = header[156:157], _number(header[124:136])
            if kind == LONG_NAME:
                told |= _long_name(self._small(size))
            elif kind in PAX:
                told |= _pax_records(self._small(size))
            elif kind in (LONG_LINK, PAX_FOR_ALL):
                self._open(size)
            else:
                yield self._member(header, kind, size, told)
                told = {}

    def read(self, count: int) -> bytes:
        """At most so many bytes of the member; `EOFError` where the archive ends before they do."""
        wanted = min(count, self._left)
        data = self._stream.read(wanted)
        if len(data) < wanted:
            raise EOFError("cut off in the middle of a member")
        self._left -= wanted
        return data

    def _next_header(self) -> bytes:
        """The next header; empty at the end, which is a block of zeros or nothing at all."""
        skip(self._stream, self._left + self._padding)
        self._left = self._padding = 0
        header = self._stream.read(BLOCK)
        if len(header) < BLOCK and (header or self._is_first):
            raise EOFError("cut off in the middle of a header" if header else "empty")
        if not header.strip(b"\0"):
            return b""
        if _number(header[148:156]) != sum(header) - sum(header[148:156]) + 8 * ord(" "):
            raise ValueError("no tar archive" if self._is_first else "damaged: this is no header of a member")
        self._is_first = False
        return header

    def _open(self, size: int) -> None:
        self._left, self._padding = size, -size % BLOCK

    def _small(self, size: int) -> bytes | None:
        """The bytes of a header that are about the next member; None where they are too many."""
        self._open(size)
        return self.read(size) if size <= MAX_HEADER_BYTES else None

    def _member(self, header: bytes, kind: bytes, size: int, told: dict[str, str]) -> Member:
        if kind == SPARSE and header[482]:
            while self._stream.read(BLOCK)[504:505].strip(b"\0"):  # more of the list of its parts
                pass
        if told.get("size", "").isdecimal():
            size = int(told["size"][:20])
        name = told.get("name") or _own_name(header)
        is_folder = kind == b"\0" and name.endswith("/")
        self._open(0 if kind in WITHOUT_DATA else size)
        is_sparse = kind == SPARSE or any(key.startswith("GNU.sparse") for key in told)
        problem = told.get("problem") or ("a sparse file, which is not read" if is_sparse else "")
        is_file = (kind in REGULAR or kind == SPARSE) and not is_folder
        return Member(name=name, size=size, is_file=is_file, problem=problem)


def _number(field: bytes) -> int:
    """A number of a header: octal digits, or bytes behind a first one of 0x80."""
    if field[0] == 0x80:
        return int.from_bytes(field[1:], "big")
    digits = field.split(b"\0")[0].strip()
    if digits and not OCTAL.fullmatch(digits):
        raise ValueError("damaged: a header has a number that is none")
    return int(digits or b"0", 8)


def _own_name(header: bytes) -> str:
    name = _text(header[:100].split(b"\0")[0])
    prefix = _text(header[345:500].split(b"\0")[0]) if header[257:263] == b"ustar\0" else ""
    return f"{prefix}/{name}" if prefix else name


def _long_name(data: bytes | None) -> dict[str, str]:
    return _too_long() if data is None else {"name": _text(data.split(b"\0")[0])}


def _pax_records(data: bytes | None) -> dict[str, str]:
    """What PAX records say of a member; the rest, from the first record that is none, is left out."""
    if data is None:
        return _too_long()
    told: dict[str, str] = {}
    position = 0
    while match := PAX_RECORD.match(data, position):
        end = position + int(match[1])
        if end <= match.end():
            break
        told[_text(match[2])] = _text(data[match.end() : end - 1])
        position = end
    name = told.get("GNU.sparse.name") or told.get("path", "")
    return told | ({"name": name} if name else {})


def _too_long() -> dict[str, str]:
    return {"problem": f"has a header of over {MAX_HEADER_BYTES} bytes"}


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


ZIP = (".zip",)
AGAIN = "make the archive again"
MAX_DIRECTORY_BYTES = 64 << 20  # of the list of a zip archive's members, which Python holds whole: half a million pages
PIECE = 1 << 16  # bytes that are read at once
SMALL_PIECE = 64  # of LZMA, which zipfile unpacks in one go: it may hold 1 MB
LOCAL_HEADER = 30  # bytes before each member of a zip archive, at least


@tells_damage
def read_archive(source: Path | IO[bytes], *, max_bytes: int, name: str = "") -> Iterator[RawPage | WeftError]:
    """The pages of an archive in the order of their members; a member that cannot be read is an entry that says why.

    A page is called by the archive's name and its own. Nothing is unpacked onto the disk.
    """
    name = name or str(source)
    members = _zip_members if name.lower().endswith(ZIP) else _tar_members
    with source.open("rb") if isinstance(source, Path) else source as file:
        yield from members(file, name, max_bytes)


def _zip_members(packed: IO[bytes], name: str, max_bytes: int) -> Iterator[RawPage | WeftError]:
    with zipfile.ZipFile(_Bounded(packed)) as archive:  # it is all that ZipFile calls
        shared = _overlapping(archive.infolist())
        for member in archive.infolist():
            if not _is_page(member.filename):
                continue
            page_id = f"{name}/{member.filename}"
            if member.header_offset in shared:
                yield damaged(page_id, ValueError("its bytes are those of another member too"), advice=AGAIN)
            else:
                yield _read_zipped(archive, member, page_id, max_bytes)


def _overlapping(members: list[zipfile.ZipInfo]) -> set[int]:
    """Where members begin whose bytes another one has too: so a small archive would unpack to any number of pages."""
    spans = sorted((member.header_offset, member.compress_size) for member in members)
    return {
        start
        for (begin, size), (after, _) in pairwise(spans)
        if begin + LOCAL_HEADER + size > after
        for start in (begin, after)
    }


class _Bounded:
    """A file of which no piece is read that is over the limit for a list of members."""

    def __init__(self, file: IO[bytes]) -> None:
        self.seek, self.tell, self.seekable, self._file = file.seek, file.tell, file.seekable, file

    def read(self, count: int = -1) -> bytes:
        """The next bytes."""
        if count > MAX_DIRECTORY_BYTES:
            raise ValueError(f"its list of members has over {MAX_DIRECTORY_BYTES} bytes")
        return self._file.read(count)


def _read_zipped(archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: str, max_bytes: int) -> RawPage | WeftError:
    """A member, each of which is packed for itself: one that is broken or locked does not stop the others."""
    try:
        if member.compress_type == zipfile.ZIP_BZIP2:
            with archive.open(_as_stored(member)) as packed, bz2.BZ2File(packed) as unpacked:
                return _page(unpacked.read(max_bytes + 1), name, max_bytes)
        with archive.open(member) as file:
            piece = SMALL_PIECE if member.compress_type == zipfile.ZIP_LZMA else PIECE
            cast(zipfile.ZipExtFile, file).MIN_READ_SIZE = piece
            return _page(_read_slowly(file, piece, max_bytes), name, max_bytes)
    except Exception as error:  # as with a whole archive: whatever a damaged one makes zipfile raise
        return damaged(name, error, advice=AGAIN)


def _as_stored(member: zipfile.ZipInfo) -> zipfile.ZipInfo:
    """A member whose bytes are read as they are; zipfile itself would unpack bzip2 in one go, 90 MB of 64 bytes."""
    stored = copy(member)
    stored.compress_type, stored.file_size = zipfile.ZIP_STORED, member.compress_size
    del stored.CRC  # of what is unpacked; bzip2 has its own
    return stored


def _read_slowly(file: IO[bytes], piece: int, max_bytes: int) -> bytes:
    """At most a piece more than allowed."""
    data = bytearray()
    while len(data) <= max_bytes and (more := file.read(piece)):
        data += more
    return bytes(data)


def _tar_members(packed: IO[bytes], name: str, max_bytes: int) -> Iterator[RawPage | WeftError]:
    archive = TarReader(open_packed(packed))
    for member in archive:
        if not member.is_file or not _is_page(member.name):
            continue
        page_id = f"{name}/{member.name}"
        if member.problem:
            yield SourceError(member.problem, page=writable(page_id), advice=AGAIN)
        else:
            yield _page(archive.read(max_bytes + 1), page_id, max_bytes)


def _is_page(name: str) -> bool:
    return name.lower().endswith(PAGES)


def _page(data: bytes, name: str, max_bytes: int) -> RawPage | WeftError:
    if len(data) > max_bytes:
        return LimitError("bytes", max_bytes, writable(name))
    return RawPage(id=writable(name), data=data)
