"""JSON lines, as they are or packed; a packed commit is a member of its own, so that a file can be cut there.

Lines on object stores: what is committed lies there in parts, which become the output at the end.

A part is a file that was put there whole. Parts that no commit tells of are as if they had never been written, so a run
that was killed, or that another one has overtaken, leaves nothing wrong.
"""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

from weft.errors import ConfigError
from weft.io.packing import pack_gzip, pack_zstd, plain
from weft.io.remote_path import OutputPath, RemotePath
from weft.io.sinks.sink import Format, Pack, PackLines, PlainText, State, cannot_write, is_gone, open_no_link

MAX_WAITING = 16 << 20  # bytes that are kept until a commit; more are put there before


class RemoteParts:
    """The parts of an output, in order; each run has names of its own for those that it adds."""

    def __init__(self, path: RemotePath) -> None:
        self.folder: RemotePath = path.with_name(f"{path.name}.parts")
        self._before: list[tuple[str, int]] = []  # the runs that committed parts, and how many
        self._run, self._count = "", 0

    def open(self, state: State) -> None:
        """Begin, or go on behind the parts of a commit; all of them must be there."""
        self._run, self._count = uuid.uuid4().hex[:12], 0
        self._before = [(str(run), int(count)) for run, count in state.get("parts", [])]
        there = {path.name for path in self.folder.files()} if self._before else set()
        if not there.issuperset(self._names()):
            raise is_gone(self.folder)

    def add(self, data: bytes) -> None:
        """Put a part there."""
        (self.folder / _name(self._run, self._count)).write_bytes(data)
        self._count += 1

    def state(self) -> State:
        """Which parts there are."""
        return {"parts": [*self._before, *([(self._run, self._count)] if self._count else [])]}

    def read(self) -> Iterator[bytes]:
        """The bytes of each part."""
        return self.folder.read_below(self._names())

    def remove(self) -> None:
        """Remove all parts, those of lost runs too."""
        self.folder.remove_below()

    def _names(self) -> list[str]:
        return [_name(run, number) for run, count in self.state()["parts"] for number in range(count)]


class RemoteLines:
    """A file of lines on a store, as `LinesSink` is one here: the same bytes."""

    def __init__(
        self, path: RemotePath, pack: Callable[[bytes], bytes] = plain, *, format: Format = PlainText()
    ) -> None:
        self.path: RemotePath = path
        self.format: Format = format
        self.pack: Callable[[bytes], bytes] = pack
        self.parts: RemoteParts = RemoteParts(path)
        self._waiting = bytearray()

    def open(self, state: State) -> None:
        """Begin, or go on behind the commit."""
        self.parts.open(state)

    def write(self, lines: Sequence[bytes]) -> None:
        """Add lines, packed as one piece."""
        self.write_packed(self.pack_lines(lines))

    @property
    def pack_lines(self) -> Pack:
        """What packs lines as one piece."""
        return PackLines(self.pack, self.format)

    def write_packed(self, data: bytes) -> None:
        """Add what is packed."""
        self._waiting += data
        if len(self._waiting) > MAX_WAITING:
            self._put()

    def commit(self) -> State:
        """All lines are in parts; which these are."""
        self._put()
        return self.parts.state()

    def _put(self) -> None:
        if self._waiting:
            self.parts.add(bytes(self._waiting))
            self._waiting.clear()

    def finish(self) -> None:
        """All parts as one file."""
        self.commit()
        with self.path.writing() as file:
            for part in self.parts.read():
                file.write(part)
        self.parts.remove()

    def close(self) -> None:
        """Nothing is held open."""


def _name(run: str, number: int) -> str:
    return f"{run}-{number:08}"


class LinesSink:
    """A file of lines; it grows beside its name and takes it when it is whole."""

    def __init__(self, path: Path, pack: Callable[[bytes], bytes] = plain, *, format: Format = PlainText()) -> None:
        self.path: Path = path
        self.format: Format = format
        self.pack: Callable[[bytes], bytes] = pack
        self.part: Path = path.with_name(f"{path.name}.part")
        self._file: IO[bytes] | None = None

    def open(self, state: State) -> None:
        """Begin, or cut the file to where the commit was."""
        length = int(state.get("bytes", 0))
        try:
            with suppress(FileExistsError):  # of a file in the place of the folder, opening says what is wrong
                self.part.parent.mkdir(parents=True)
            written = self.part.stat().st_size if self.part.exists() else 0
            if written < length:  # cutting it would fill it up with zeros
                raise is_gone(self.part)
            with open(self.part, "ab", opener=open_no_link):  # so that it is there
                pass
            self._file = open(self.part, "r+b", opener=open_no_link)  # noqa: SIM115  # closed by close
            self._file.truncate(length)
            self._file.seek(0, os.SEEK_END)
        except OSError as error:
            raise cannot_write(self.path, error) from None

    def write(self, lines: Sequence[bytes]) -> None:
        """Add lines, packed as one piece."""
        self.write_packed(self.pack_lines(lines))

    @property
    def pack_lines(self) -> Pack:
        """What packs lines as one piece."""
        return PackLines(self.pack, self.format)

    def write_packed(self, data: bytes) -> None:
        """Add what is packed."""
        try:
            self._opened.write(data)
        except OSError as error:
            raise cannot_write(self.path, error) from None

    def commit(self) -> State:
        """The length of the file, which is on the disk now."""
        try:
            self._opened.flush()
            os.fsync(self._opened.fileno())
        except OSError as error:
            raise cannot_write(self.path, error) from None
        return {"bytes": self._opened.tell()}

    def finish(self) -> None:
        """The file takes its name."""
        self.commit()
        self.close()
        try:
            self.part.replace(self.path)
        except OSError as error:
            raise cannot_write(self.path, error) from None

    def close(self) -> None:
        """Close the file; what a full disk did not take after the last commit is told already, and not tried again."""
        if self._file is not None:
            with suppress(OSError):
                self._file.close()
            self._file = None

    @property
    def _opened(self) -> IO[bytes]:
        if self._file is None:
            raise ConfigError("was not opened", page=str(self.path))
        return self._file


def file_of_lines(
    path: OutputPath, pack: Callable[[bytes], bytes] = plain, *, format: Format = PlainText()
) -> LinesSink | RemoteLines:
    """A file of lines, here or on a store."""
    return LinesSink(path, pack, format=format) if isinstance(path, Path) else RemoteLines(path, pack, format=format)


def plain_lines(path: OutputPath, format: Format) -> LinesSink | RemoteLines:
    """Lines as they are: the format is one of their keys, or has lines of its own."""
    return file_of_lines(path, format=format)


def gzip_lines(path: OutputPath, format: Format) -> LinesSink | RemoteLines:
    """Lines packed by gzip."""
    return file_of_lines(path, pack_gzip, format=format)


def zstd_lines(path: OutputPath, format: Format) -> LinesSink | RemoteLines:
    """Lines packed by zstd."""
    return file_of_lines(path, pack_zstd, format=format)
