"""JSON lines, as they are or packed; a packed commit is a member of its own, so that a file can be cut there."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

from weft.errors import ConfigError
from weft.io.output_names import open_no_link
from weft.io.packing import pack_gzip, pack_zstd, plain
from weft.io.remote_path import OutputPath
from weft.io.sinks.remote_lines import RemoteLines
from weft.io.sinks.sink import Format, Pack, PackLines, PlainText, State, cannot_write, is_gone


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
