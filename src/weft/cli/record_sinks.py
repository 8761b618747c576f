"""Where records are written: JSON lines, CSV, a table for people, Parquet."""

import argparse
import json
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Protocol, TextIO

from weft.cli.columns import fit, places, printable
from weft.content import Record
from weft.document import Failure
from weft.errors import ConfigError
from weft.io import Source, whole_file
from weft.io.tables import Rows, load_parquet, write_csv, write_parquet

FORMATS = ("json", "csv", "table", "parquet")
PAGE_COLUMNS = ("page_id", "page_url", "thread", "record")  # a record's own columns come behind them
MAX_WIDTH, MIN_WIDTH = 60, 6  # places of a column on a terminal
MAX_ID_WIDTH = 24
MAX_LENGTH = 4 * MAX_WIDTH  # characters of a value that are looked at: white space is squeezed


@dataclass(frozen=True, kw_only=True)
class FoundRecord:
    """A record with the page it is from."""

    page_id: str
    url: str | None
    number: int  # on its page, or in its thread where pages are joined, from 1
    record: Record
    thread: str = ""  # the id of the thread's first page, where pages are joined


class RecordSink(Protocol):
    """Takes the records of pages."""

    def write(self, found: FoundRecord) -> None:
        """Write one record."""
        ...

    def fail(self, source: Source, failure: Failure) -> None:
        """Write that a page has failed."""
        ...


@dataclass(frozen=True, kw_only=True)
class RecordLines:
    """A JSON object a record, and one a failure."""

    stream: TextIO
    sources: bool  # with the row and the source of each value

    def write(self, found: FoundRecord) -> None:
        """One line, there as soon as the page is done."""
        record = found.record
        line: dict[str, object] = {"id": found.page_id, "url": found.url or "", "status": "ok"}
        line |= {"thread": found.thread} if found.thread else {}
        line |= {"record": found.number}
        line |= {"rows": [record.start, record.end]} if self.sources else {}
        values = {name: asdict(field) if self.sources else field.value for name, field in record.fields.items()}
        self._print(line | {"fields": values})

    def fail(self, source: Source, failure: Failure) -> None:
        """One line that says why."""
        line: dict[str, object] = {"id": source.id, "url": source.url or "", "status": "failed"}
        self._print(line | {"reason": failure.reason, "message": failure.message})

    def _print(self, line: dict[str, object]) -> None:
        self.stream.write(json.dumps(line, ensure_ascii=False) + "\n")
        self.stream.flush()


@dataclass(frozen=True, kw_only=True)
class RecordRows:
    """Rows of a table; failures are told on standard error only."""

    rows: Rows

    def write(self, found: FoundRecord) -> None:
        """Keep one row."""
        values = (found.page_id, found.url or "", found.thread, str(found.number))
        own = dict(zip(PAGE_COLUMNS, values, strict=True))
        if not found.thread:
            del own["thread"]
        # A page may call a column as we call ours.
        named = {f"{name}_" if name in own else name: field.value for name, field in found.record.fields.items()}
        self.rows.add(own | named)

    def fail(self, source: Source, failure: Failure) -> None:
        """Nothing: a table has no place for it."""


def add_format_options(parser: argparse.ArgumentParser) -> None:
    """How records are written."""
    parser.add_argument(
        "-f",
        "--format",
        default="json",
        choices=FORMATS,
        help="how records are written (default: json, a line a record)",
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write to a file (default: print)")
    parser.add_argument(
        "--sources", action="store_true", help="with json: also the row and the source of each value, and the records'"
    )


@contextmanager
def open_record_sink(options: argparse.Namespace) -> Iterator[RecordSink]:
    """The sink that the options ask for; a file is there only when everything is written."""
    if options.sources and options.format != "json":
        raise ConfigError(f"--sources: {options.format} has no place for them; use -f json")
    if options.format == "parquet":
        load_parquet()
        if options.output is None:
            raise ConfigError("-f parquet writes no text; name a file with -o records.parquet")
    with _opened(options.output) as stream:
        if options.format == "json":
            yield RecordLines(stream=stream, sources=options.sources)
            return
        with Rows(PAGE_COLUMNS[:2]) as rows:
            yield RecordRows(rows=rows)
            _write_rows(rows, stream, options.format)


@contextmanager
def _opened(output: Path | None) -> Iterator[TextIO]:
    if output is None:
        yield sys.stdout
    else:
        with whole_file(output) as file:
            yield file


def _write_rows(rows: Rows, stream: TextIO, format: str) -> None:
    if format == "csv":
        write_csv(rows, stream)
    elif format == "parquet":
        write_parquet(rows, stream.buffer)
    else:
        for line in table_lines(rows, width=shutil.get_terminal_size((120, 40)).columns):
            stream.write(line + "\n")


def table_lines(rows: Rows, *, width: int) -> Iterator[str]:
    """The rows for people, every column as wide as it needs, the widest cut so that all fit."""
    columns = _shown_columns(rows)
    widths = {name: places(name) for name in columns}
    for row in rows:
        for name in columns:
            widths[name] = max(widths[name], min(MAX_WIDTH, places(_shown(row, name))))
    _narrow(widths, width)
    yield "  ".join(fit(name, widths[name]) for name in columns).rstrip()
    for row in rows:
        yield "  ".join(fit(_shown(row, name), widths[name]) for name in columns).rstrip()


def _shown_columns(rows: Rows) -> list[str]:
    """Without addresses, without texts of times that are there in ISO 8601, without the page where it is one."""
    hidden = {"page_url", "url", "image", *(f"{name}_text" for name in rows.columns)}
    if len({row["page_id"] for row in rows}) < 2:
        hidden |= {"page_id", "thread"}
    return [name for name in rows.columns if name not in hidden]


def _shown(row: dict[str, str], name: str) -> str:
    value = printable(" ".join(row.get(name, "")[:MAX_LENGTH].split()))
    if name in ("page_id", "thread") and len(value) > MAX_ID_WIDTH:  # its end tells more than its beginning
        return "…" + value[1 - MAX_ID_WIDTH :]
    return value


def _narrow(widths: dict[str, int], width: int) -> None:
    """Take from the widest column, place by place, until all fit or all are as narrow as can be."""
    room = width - 2 * (len(widths) - 1)
    while widths and sum(widths.values()) > room:
        widest = max(widths, key=widths.__getitem__)
        if widths[widest] <= MIN_WIDTH:
            return
        widths[widest] -= 1
