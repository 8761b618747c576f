"""Tables of pages: SQLite, Parquet and CSV, with the same columns; what is no plain value is JSON."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from weft.errors import ConfigError
from weft.io.remote_path import OutputPath
from weft.io.sinks.lines import file_of_lines
from weft.io.sinks.sink import WHOLE, Format, Pack, PlainText, State, cannot_write, is_gone, rendered
from weft.io.tables import csv_text, load_parquet

SCHEMA = 3
TEXT, REAL = "text", "real"

COLUMNS: dict[str, str] = {
    **dict.fromkeys(("id", "url", "status", "reason", "reason_detail", "message"), TEXT),
    **dict.fromkeys(("title", "author", "date", "modified", "language", "direction", "site_name", "description"), TEXT),
    **dict.fromkeys(("section", "amp", "next_page", "previous_page", "access", "image"), TEXT),
    **dict.fromkeys(("image_width", "image_height", "word_count", "reading_time"), REAL),
    "page_type": TEXT,
    "page_type_probability": REAL,
    "confidence": REAL,
    **dict.fromkeys(("chosen_by", "cluster", "text", "markdown", "html", "tei"), TEXT),
    **dict.fromkeys(("authors", "categories", "alternates", "feeds", "licence"), TEXT),
    **dict.fromkeys(("tags", "sources", "fields", "records", "blocks", "input"), TEXT),
}
"""The columns of every table; a format that has another column adds it."""


def columns_of(format: Format) -> dict[str, str]:
    """The columns of a table of pages in that format."""
    return COLUMNS | ({} if format.column in (*COLUMNS, WHOLE) else {format.column: TEXT})


def to_row(line: bytes, format: Format = PlainText()) -> dict[str, Any]:
    """The values of a line by column; a column that it does not have is None.

    `reason` is the code of why the extractor chose, or of why the page failed; `reason_detail` has the words.

    >>> to_row(b'{"id": "a", "status": "ok", "text": "", "tags": ["loom"]}')["tags"]
    '["loom"]'
    """
    values: dict[str, Any] = json.loads(line)
    if values.get("status") == "ok":
        rendered(values, format)  # a row without its text would go unnoticed
    if isinstance(reason := values.get("reason"), dict):
        values |= {"reason": reason.get("code"), "reason_detail": reason.get("detail")}
    return {name: _plain(values.get(name)) for name in columns_of(format)}


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, int | float):
        return value
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    # A lone surrogate, which no table can hold, becomes the escape that JSON reads again.
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()


@dataclass(frozen=True)
class PackTable:
    """Writes lines as a table in Arrow's own format: a part of Parquet is made of many of them."""

    format: Format

    def __call__(self, lines: Sequence[bytes]) -> bytes:
        """The table."""
        arrow, _ = load_parquet()
        rows = [to_row(line, self.format) for line in lines]
        table = arrow.Table.from_pylist(rows, schema=schema_of(self.format))
        stream = arrow.BufferOutputStream()
        with arrow.ipc.new_stream(stream, table.schema) as writer:
            writer.write_table(table)
        packed: bytes = stream.getvalue().to_pybytes()
        return packed


def schema_of(format: Format) -> Any:
    """The columns of a table of pages, as Arrow has them."""
    arrow, _ = load_parquet()
    kinds = {REAL: arrow.float64(), TEXT: arrow.string()}
    columns = [(name, kinds[kind]) for name, kind in columns_of(format).items()]
    return arrow.schema(columns, metadata={b"weft.schema": str(SCHEMA).encode()})


def write_tables(tables: Iterable[bytes], where: Path | IO[bytes]) -> None:
    """Packed tables as one part of Parquet."""
    arrow, parquet = load_parquet()
    parquet.write_table(arrow.concat_tables([arrow.ipc.open_stream(packed).read_all() for packed in tables]), where)


def join_parts(parts: Iterable[Path | IO[bytes]], where: Path | IO[bytes], format: Format) -> None:
    """All parts as one file, with a row group each."""
    _, parquet = load_parquet()
    with parquet.ParquetWriter(where, schema_of(format)) as writer:
        for part in parts:
            writer.write_table(parquet.read_table(part))


class ParquetSink:
    """A Parquet file with a row a page."""

    def __init__(self, path: Path, format: Format = PlainText()) -> None:
        self.path = path
        load_parquet()  # else the first pages would be extracted for nothing
        self._format = format
        self.folder: Path = path.with_name(f"{path.name}.parts")
        self.parts: int = 0
        self._waiting: list[bytes] = []  # tables, packed

    def open(self, state: State) -> None:
        """Begin, or forget the parts that were written after the commit."""
        self.parts = int(state.get("parts", 0))
        try:
            if not all(self._part(number).exists() for number in range(self.parts)):
                raise is_gone(self.folder)
            self.folder.mkdir(parents=True, exist_ok=True)
            for extra in self.folder.iterdir():
                if not extra.stem.isdigit() or int(extra.stem) >= self.parts or extra.suffix != ".parquet":
                    extra.unlink()
        except OSError as error:
            raise cannot_write(self.path, error) from None

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
            part = self._part(self.parts)
            unfinished = part.with_suffix(".writing")
            try:
                write_tables(self._waiting, unfinished)
                unfinished.replace(part)
            except OSError as error:
                raise cannot_write(self.path, error) from None
            self._waiting = []
            self.parts += 1
        return {"parts": self.parts}

    def finish(self) -> None:
        """All parts as one file, a row group each."""
        self.commit()
        whole = self.path.with_name(f"{self.path.name}.part")
        try:
            join_parts(map(self._part, range(self.parts)), whole, self._format)
            whole.replace(self.path)
        except Exception as error:
            if isinstance(error, OSError) and error.errno is not None:
                raise cannot_write(self.path, error) from None
            raise is_gone(self.folder) from None  # whatever a damaged part makes pyarrow raise
        shutil.rmtree(self.folder)

    def _part(self, number: int) -> Path:
        return self.folder / f"{number:08}.parquet"

    def close(self) -> None:
        """Nothing is held open between commits."""


class SqliteSink:
    """A database with a row a page, in a file that grows beside its name."""

    def __init__(self, path: Path, format: Format = PlainText()) -> None:
        self.path = path
        self._format = format
        self._columns = columns_of(format)
        self.part: Path = path.with_name(f"{path.name}.part")
        self.rows: int = 0
        self._database: sqlite3.Connection | None = None

    def open(self, state: State) -> None:
        """Begin, or forget the rows that were written after the commit."""
        self.rows = int(state.get("rows", 0))
        try:
            if not self.rows:
                self.part.unlink(missing_ok=True)
            elif not self.part.exists():
                raise is_gone(self.part)
            self._database = sqlite3.connect(self.part, isolation_level=None)
            kinds = ", ".join(f'"{name}" {"REAL" if kind == REAL else "TEXT"}' for name, kind in self._columns.items())
            self._database.execute(f"CREATE TABLE IF NOT EXISTS pages (number INTEGER PRIMARY KEY, {kinds})")
            self._database.execute(f"PRAGMA user_version = {SCHEMA}")
            self._database.execute("DELETE FROM pages WHERE number >= ?", (self.rows,))
            ((count,),) = self._database.execute("SELECT COUNT(*) FROM pages")
            self._database.execute("BEGIN")
        except (sqlite3.Error, OSError) as error:
            raise cannot_write(self.path, error) from None
        if count < self.rows:
            raise is_gone(self.part)

    def write(self, lines: Sequence[bytes]) -> None:
        """Add rows."""
        marks = ", ".join("?" * (len(self._columns) + 1))
        rows = [(number, *to_row(line, self._format).values()) for number, line in enumerate(lines, start=self.rows)]
        try:
            self._opened.executemany(f"INSERT INTO pages VALUES ({marks})", rows)
        except sqlite3.Error as error:
            raise cannot_write(self.path, error) from None
        self.rows += len(rows)

    def commit(self) -> State:
        """The end of a transaction, and the beginning of the next."""
        try:
            self._opened.execute("COMMIT")
            self._opened.execute("BEGIN")
        except sqlite3.Error as error:
            raise cannot_write(self.path, error) from None
        return {"rows": self.rows}

    def finish(self) -> None:
        """The file takes its name."""
        try:
            self._opened.execute("COMMIT")
            self._opened.execute("CREATE INDEX IF NOT EXISTS pages_url ON pages (url)")
        except sqlite3.Error as error:
            raise cannot_write(self.path, error) from None
        self.close()
        self.part.replace(self.path)

    def close(self) -> None:
        """Close the database; what was not committed is gone."""
        if self._database is not None:
            self._database.close()
            self._database = None

    @property
    def _opened(self) -> sqlite3.Connection:
        if self._database is None:
            raise ConfigError("was not opened", page=str(self.path))
        return self._database


@dataclass(frozen=True)
class PackRows:
    """Writes lines as rows of CSV."""

    format: Format
    raw: bool

    def __call__(self, lines: Sequence[bytes]) -> bytes:
        """The rows."""
        rows = (to_row(line, self.format) for line in lines)
        texts = ({name: "" if value is None else str(value) for name, value in row.items()} for row in rows)
        text = csv_text(list(columns_of(self.format)), texts, header=False, raw=self.raw)
        return text.encode("utf-8", "backslashreplace")


class CsvSink:
    """A CSV file with a row a page.

    `raw` writes cells that spreadsheets would calculate as they are.
    """

    def __init__(self, path: OutputPath, format: Format = PlainText(), *, raw: bool = False) -> None:
        self.raw = raw
        self.path: OutputPath = path
        self._format = format
        self._columns = list(columns_of(format))
        self._file = file_of_lines(path)

    def open(self, state: State) -> None:
        """Begin with the names of the columns, or go back to where the commit was."""
        self._file.open(state)
        if not state:
            self._file.write([csv_text(self._columns, (), raw=self.raw).encode()])

    def write(self, lines: Sequence[bytes]) -> None:
        """Add rows."""
        self.write_packed(self.pack_lines(lines))

    @property
    def pack_lines(self) -> Pack:
        """What writes lines as rows."""
        return PackRows(self._format, self.raw)

    def write_packed(self, data: bytes) -> None:
        """Add rows that are written."""
        self._file.write([data])

    def commit(self) -> State:
        """Where the file ends."""
        return self._file.commit()

    def finish(self) -> None:
        """The file takes its name."""
        self._file.finish()

    def close(self) -> None:
        """Close the file."""
        self._file.close()
