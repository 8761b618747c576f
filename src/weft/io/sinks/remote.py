"""Folders and Parquet files on object stores."""

from __future__ import annotations

import json
from collections.abc import Sequence
from io import BytesIO

from weft.io.remote_path import RemotePath
from weft.io.sinks.folder import name_by_number, page_file
from weft.io.sinks.lines import MAX_WAITING, RemoteLines, RemoteParts
from weft.io.sinks.page_tables import PackTable, join_parts, write_tables
from weft.io.sinks.sink import Format, NameFile, Pack, PlainText, State
from weft.io.tables import load_parquet


class RemoteFolder:
    """A folder of rendered pages on a store, as `FolderSink` is one here."""

    def __init__(self, path: RemotePath, format: Format = PlainText(), name_file: NameFile = name_by_number) -> None:
        self.path: RemotePath = path
        self.pages: int = 0
        self.failures: RemoteLines = RemoteLines(path / "failures.jsonl")
        self._format, self._name_file = format, name_file
        self._waiting: dict[str, bytes] = {}
        self._bytes = 0

    def open(self, state: State) -> None:
        """Begin, or go on with the number that the commit had."""
        self.pages = int(state.get("pages", 0))
        self.failures.open(state.get("failures", {}))

    def write(self, lines: Sequence[bytes]) -> None:
        """A file for each page."""
        for line in lines:
            values = json.loads(line)
            if values["status"] == "ok":
                name, text = page_file(self._name_file(self.pages, values), values, self._format)
                self._waiting[name] = text.encode("utf-8", "backslashreplace")
                self._bytes += len(self._waiting[name])
            else:
                self.failures.write([line])
            self.pages += 1
        if self._bytes > MAX_WAITING:
            self._put()

    def commit(self) -> State:
        """How many pages there are."""
        self._put()
        return {"pages": self.pages, "failures": self.failures.commit()}

    def _put(self) -> None:
        if self._waiting:
            self.path.write_below(self._waiting)
            self._waiting, self._bytes = {}, 0

    def finish(self) -> None:
        """The folder is whole; without failures there is no list of them."""
        if self.commit()["failures"]["parts"]:
            self.failures.finish()

    def close(self) -> None:
        """Nothing is held open."""


class RemoteParquet:
    """A Parquet file on a store, as `ParquetSink` is one here: the parts are its row groups."""

    def __init__(self, path: RemotePath, format: Format = PlainText()) -> None:
        self.path: RemotePath = path
        self.parts: RemoteParts = RemoteParts(path)
        load_parquet()  # else the first pages would be extracted for nothing
        self._format = format
        self._waiting: list[bytes] = []  # tables, packed

    def open(self, state: State) -> None:
        """Begin, or go on behind the commit."""
        self.parts.open(state)

    def write(self, lines: Sequence[bytes]) -> None:
        """Keep rows until they are committed."""
        self.write_packed(self.pack_lines(lines))

    @property
    def pack_lines(self) -> Pack:
        """What makes a table of lines."""
        return PackTable(self._format)

    def write_packed(self, data: bytes) -> None:
        """Keep a table until it is committed."""
        self._waiting.append(data)

    def commit(self) -> State:
        """The rows since the last commit are a part now."""
        if self._waiting:
            part = BytesIO()
            write_tables(self._waiting, part)
            self.parts.add(part.getvalue())
            self._waiting = []
        return self.parts.state()

    def finish(self) -> None:
        """All parts as one file, a row group each."""
        self.commit()
        with self.path.writing() as file:
            join_parts(map(BytesIO, self.parts.read()), file, self._format)
        self.parts.remove()

    def close(self) -> None:
        """Nothing is held open."""
