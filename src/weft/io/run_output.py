"""Reads again what a run wrote: the lines of an output as objects."""

import csv
import json
import sqlite3
from collections.abc import Iterator
from io import TextIOWrapper
from pathlib import Path, PurePosixPath
from typing import IO, Any

from weft.errors import SourceError, WeftError
from weft.io.damage import reason_of
from weft.io.files import open_remote
from weft.io.jsonl import bounded_lines
from weft.io.packing import unpacked
from weft.io.remote_path import OutputPath
from weft.io.tables import load_parquet, plain_cell

# JSON in the columns of tables
NESTED = (
    "authors", "categories", "alternates", "feeds", "licence", "tags", "sources", "fields", "records", "blocks",
    "input", "chunks",
)  # fmt: skip
ROWS = 256  # at once
MAX_LINE_BYTES = 1 << 30  # a page may be written in several forms
MAX_FIELD = 1 << 30  # bytes of a value in CSV; Python's own limit of 128 kB is less than many a text


def read_output(path: OutputPath) -> Iterator[dict[str, Any]]:
    """The pages of an output, here or on an object store, by its name; `SourceError` where it cannot be read."""
    tables = {".parquet": _read_parquet, ".sqlite": _read_sqlite, ".db": _read_sqlite, ".csv": _read_csv}
    read = tables.get(PurePosixPath(path.name).suffix, _read_lines)
    try:
        yield from read(path)
    except WeftError:
        raise
    except Exception as error:  # whatever a damaged file makes a decoder raise
        what = f"cannot be read as an output of weft run: {reason_of(error)}"
        raise SourceError(what, page=str(path), advice="name what weft run wrote") from None


def _opened(path: OutputPath) -> IO[bytes]:
    return path.open("rb") if isinstance(path, Path) else open_remote(str(path))


def _read_lines(path: OutputPath) -> Iterator[dict[str, Any]]:
    with _opened(path) as file, unpacked(file, path.name) as stream:
        for line in bounded_lines(stream, MAX_LINE_BYTES):
            values = json.loads(line) if line is not None else None
            if not isinstance(values, dict):
                raise ValueError("a line is no object")
            yield values


def _read_parquet(path: OutputPath) -> Iterator[dict[str, Any]]:
    _, parquet = load_parquet()
    with _opened(path) as stream, parquet.ParquetFile(stream) as file:
        for batch in file.iter_batches(batch_size=ROWS):
            yield from map(_unnest, batch.to_pylist())


def _read_sqlite(path: OutputPath) -> Iterator[dict[str, Any]]:
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        database.row_factory = sqlite3.Row
        for row in database.execute("SELECT * FROM pages ORDER BY number"):
            yield _unnest(dict(row))
    finally:
        database.close()


def _read_csv(path: OutputPath) -> Iterator[dict[str, Any]]:
    csv.field_size_limit(MAX_FIELD)
    with _opened(path) as stream, TextIOWrapper(stream, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            yield _unnest({plain_cell(name): plain_cell(value) or None for name, value in row.items()})


def _unnest(row: dict[str, Any]) -> dict[str, Any]:
    values = {name: json.loads(value) if name in NESTED and value else value for name, value in row.items()}
    if "reason_detail" in values:
        values["reason"] = {"code": values["reason"], "detail": values.pop("reason_detail")}
    return values
