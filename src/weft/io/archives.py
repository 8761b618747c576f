"""Pages from zip and tar archives: the members whose names are those of pages."""

import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from weft.errors import LimitError, SourceError, WeftError
from weft.io.files import SUFFIXES as PAGES
from weft.io.raw_page import RawPage, writable

ZIP = (".zip",)
BROKEN = (OSError, EOFError, zlib.error, lzma.LZMAError, zipfile.BadZipFile, tarfile.TarError, RuntimeError)


def read_archive(source: Path | IO[bytes], *, max_bytes: int, name: str = "") -> Iterator[RawPage | WeftError]:
    """The pages of an archive in the order of their members; a member that cannot be read is an entry that says why.

    A page is called by the archive's name and its own. Nothing is unpacked onto the disk.
    """
    name = name or str(source)
    members = _zip_members if name.lower().endswith(ZIP) else _tar_members
    try:
        with source.open("rb") if isinstance(source, Path) else source as file:
            yield from members(file, name, max_bytes)
    except BROKEN as error:
        yield _broken(name, error)


def _zip_members(packed: IO[bytes], name: str, max_bytes: int) -> Iterator[RawPage | WeftError]:
    with zipfile.ZipFile(packed) as archive:
        for member in archive.infolist():
            if _is_page(member.filename):
                yield _read_zipped(archive, member, f"{name}/{member.filename}", max_bytes)


def _read_zipped(archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: str, max_bytes: int) -> RawPage | WeftError:
    """A member, each of which is packed for itself: one that is broken or locked does not stop the others."""
    try:
        with archive.open(member) as file:
            return _read(file, name, max_bytes)
    except BROKEN as error:
        return _broken(name, error)


def _tar_members(packed: IO[bytes], name: str, max_bytes: int) -> Iterator[RawPage | WeftError]:
    with tarfile.open(fileobj=packed, mode="r:*") as archive:
        for member in archive:
            file = archive.extractfile(member) if member.isfile() and _is_page(member.name) else None
            if file is not None:
                yield _read(file, f"{name}/{member.name}", max_bytes)


def _broken(name: str, error: Exception) -> SourceError:
    what = getattr(error, "strerror", None) or error
    return SourceError(f"cannot be read to its end: {what}", page=writable(name), advice="make the archive again")


def _is_page(name: str) -> bool:
    return name.lower().endswith(PAGES)


def _read(file: IO[bytes], name: str, max_bytes: int) -> RawPage | WeftError:
    data = file.read(max_bytes + 1)
    if len(data) > max_bytes:
        return LimitError("bytes", max_bytes, writable(name))
    return RawPage(id=writable(name), data=data)
