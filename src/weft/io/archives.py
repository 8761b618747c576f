"""Pages from zip and tar archives: the members whose names are those of pages."""

import bz2
import zipfile
from collections.abc import Iterator
from copy import copy
from itertools import pairwise
from pathlib import Path
from typing import IO, cast

from weft.errors import LimitError, SourceError, WeftError
from weft.io.damage import damaged, tells_damage
from weft.io.files import SUFFIXES as PAGES
from weft.io.packing import open_packed
from weft.io.raw_page import RawPage, writable
from weft.io.tar import TarReader

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
