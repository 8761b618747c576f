"""Rows of named values as CSV or Parquet: the columns are the union of the rows' names.

Spreadsheets calculate a cell of CSV that begins as a formula does, and a page chooses what its cells begin with. So
such a cell gets an apostrophe before it, unless the caller asks for raw CSV.
"""

import csv
import io
import json
import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import IO, Any, TextIO

from weft.errors import ConfigError

BATCH = 10_000  # rows of a Parquet row group
# Spreadsheets skip white space before the sign; the wide forms of the signs count in East Asian editions.
_FORMULA = re.compile(r"'*(?:[\t\r\n]|\s*[=+@＝＋－＠-])")
_PLAIN_NUMBER = re.compile(r"[+-][0-9][0-9 .,]*%?")  # a loss, a telephone number: nothing in it calculates


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


def neutral_cell(value: str) -> str:
    """A cell that no spreadsheet takes for a formula: an apostrophe stands before what begins as one does.

    >>> print(neutral_cell("=1+1"), neutral_cell("-3.5"), neutral_cell("+49 30 1234"))
    '=1+1 -3.5 +49 30 1234
    """
    return f"'{value}" if _FORMULA.match(value) and not _PLAIN_NUMBER.fullmatch(value) else value


def plain_cell(cell: str) -> str:
    """The value of which `neutral_cell` made a cell."""
    return cell[1:] if cell[:1] == "'" and neutral_cell(cell[1:]) == cell else cell


def write_csv(rows: Rows, stream: TextIO, *, raw: bool = False) -> None:
    """The rows as CSV (RFC 4180); a value that a row does not have is empty. `raw` writes formulas as they are."""
    stream.write(csv_text(rows.columns, (), raw=raw))
    for row in rows:
        stream.write(csv_text(rows.columns, (row,), header=False, raw=raw))


def csv_text(
    columns: Sequence[str], rows: Iterable[Mapping[str, str]], *, header: bool = True, raw: bool = False
) -> str:
    """The same of rows whose columns are all told, so that a file can grow."""
    write = str if raw else neutral_cell
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\r\n")  # both end lines, so a value with either of them is quoted
    if header:
        writer.writerow(map(write, columns))
    writer.writerows([write(row.get(name, "")) for name in columns] for row in rows)
    return stream.getvalue()


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
