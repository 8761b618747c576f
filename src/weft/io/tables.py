"""Rows of named values as CSV or Parquet: the columns are the union of the rows' names."""

import csv
import io
import json
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import IO, Any, TextIO

from weft.errors import ConfigError

BATCH = 10_000  # rows of a Parquet row group


class Rows:
    """Rows that are kept on disk until all are there, because the first line of a table needs every column.

    >>> with Rows(["page_id"]) as rows:
    ...     rows.add({"page_id": "a.html", "author": "Ann"})
    ...     rows.add({"page_id": "b.html", "body": "Yes"})
    ...     rows.columns, len(rows)
    (['page_id', 'author', 'body'], 2)
    """

    def __init__(self, columns: Iterable[str] = ()) -> None:
        self._columns = dict.fromkeys(columns)
        self._file: IO[str] = tempfile.TemporaryFile("w+", encoding="ascii")  # noqa: SIM115  # closed by __exit__
        self._count = 0

    def __enter__(self) -> "Rows":
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def __len__(self) -> int:
        return self._count

    @property
    def columns(self) -> list[str]:
        """The names of all rows so far, in the order in which they came."""
        return list(self._columns)

    def add(self, row: Mapping[str, str]) -> None:
        """Keep a row."""
        self._columns.update(dict.fromkeys(row))
        self._file.write(json.dumps(row) + "\n")
        self._count += 1

    def __iter__(self) -> Iterator[dict[str, str]]:
        self._file.seek(0)
        yield from map(json.loads, self._file)


def write_csv(rows: Rows, stream: TextIO) -> None:
    """The rows as CSV (RFC 4180); a value that a row does not have is empty."""
    _write_rows(rows.columns, rows, stream)


def csv_text(columns: Sequence[str], rows: Iterable[Mapping[str, str]], *, header: bool = True) -> str:
    """The same of rows whose columns are all told, so that a file can grow."""
    stream = io.StringIO()
    _write_rows(columns, rows, stream, header=header)
    return stream.getvalue()


def _write_rows(
    columns: Sequence[str], rows: Iterable[Mapping[str, str]], stream: TextIO, *, header: bool = True
) -> None:
    # Both characters end lines, so that a value with either of them is quoted.
    writer = csv.DictWriter(stream, columns, restval="", lineterminator="\r\n")
    if header:
        writer.writeheader()
    writer.writerows(rows)


def write_parquet(rows: Rows, stream: IO[bytes]) -> None:
    """The rows as Parquet, all columns text; a value that a row does not have is null."""
    arrow, parquet = load_parquet()
    schema = arrow.schema([(name, arrow.string()) for name in rows.columns])
    with parquet.ParquetWriter(stream, schema) as writer:
        for batch in _batches(rows):
            writer.write_table(arrow.Table.from_pylist(batch, schema=schema))


def load_parquet() -> tuple[Any, Any]:
    """The modules that write Parquet; `ConfigError` says how to get them."""
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise ConfigError("Parquet needs pyarrow: pip install 'weft[parquet]', or choose another format") from None


def _batches(rows: Iterable[dict[str, str]]) -> Iterator[Sequence[dict[str, str]]]:
    batch: list[dict[str, str]] = []
    for row in rows:
        batch.append(row)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch
