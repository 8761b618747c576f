"""Tar archives, read from front to back: a header of 512 bytes for each member, then the member's bytes.

Python's own tarfile reads long names whole, keeps every member and calls itself for every header before a member, so a
small packed archive can make it take gigabytes. This reader keeps one header, and a header has a limit.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

from weft.io.packing import skip

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
