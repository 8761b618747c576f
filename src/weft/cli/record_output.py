"""Where records are written: JSON lines, CSV, a table for people, Parquet."""

import argparse
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TextIO

from weft.cli.columns import fit, places, printable
from weft.cli.options import add_raw_csv_option
from weft.content import PARTS, Field, Record, Region, with_parts
from weft.document import Failure
from weft.errors import ConfigError
from weft.io import RawPage, whole_file
from weft.io.tables import Rows, load_parquet, write_csv, write_parquet
from weft.pipeline import encode, failed

FORMATS = ("json", "csv", "table", "parquet")
PAGE_COLUMNS = ("page_id", "page_url")  # that every table has; the record's number and its own columns come behind
MAX_WIDTH, MIN_WIDTH = 60, 6  # places of a column on a terminal
MAX_ID_WIDTH = 24
MAX_LENGTH = 4 * MAX_WIDTH  # characters of a value that are looked at: white space is squeezed


NO_REGION = Region(row=-1)

WriteLine = Callable[[dict[str, object]], None]
"""Takes the line of a record, or of a page that failed."""


def record_line(
    raw: RawPage, number: int, record: Record, *, region: Region = NO_REGION, thread: str = "", provenance: bool = False
) -> dict[str, object]:
    """A record with the page it is from, and what is known of its region.

    `number` counts from 1 on its page, or in its thread where pages are joined; `thread` is the id of the thread's
    first page. With `provenance` the record has its rows, and each value its row and source.
    """
    line: dict[str, object] = {"id": raw.id, "url": raw.url or "", "status": "ok"}
    line |= {"thread": thread} if thread else {}
    line |= {name: value for name, value in region.values.items() if value}
    line |= {"record": number}
    line |= {"rows": [record.start, record.end]} if provenance else {}
    if provenance:
        return line | {"fields": {name: _with_source(field) for name, field in record.fields.items()}}
    line |= {"fields": {name: field.value for name, field in record.fields.items()}}
    return line | ({"typed": typed} if (typed := record.typed) else {})


def _with_source(field: Field) -> dict[str, object]:
    """A value with its row and source, and as its type where it has one besides text."""
    line: dict[str, object] = {"value": field.value, "row": field.row, "source": field.source}
    return line | ({"type": field.type, "typed": field.typed_json} if field.typed is not None else {})


def failed_line(raw: RawPage, failure: Failure) -> dict[str, object]:
    """A page that failed."""
    return {"id": raw.id, "url": raw.url or ""} | failed(failure)


def _print_line(stream: TextIO, line: dict[str, object]) -> None:
    """One line, there as soon as the page is done."""
    stream.write(encode(line).decode("utf-8"))
    stream.flush()


def _add_row(rows: Rows, line: dict[str, Any]) -> None:
    """The row of a record; a table has none for a failure, which is told on standard error."""
    if line["status"] != "ok":
        return
    own = {"page_id": line["id"], "page_url": line["url"]}
    own |= {"thread": line["thread"]} if "thread" in line else {}
    own |= {"record": str(line["record"])}
    # A page may call a column as we call ours.
    columns = with_parts(line["fields"], line.get("typed", {}))
    rows.add(own | {f"{name}_" if name in own else name: value for name, value in columns.items()})


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
    add_raw_csv_option(parser)
    parser.add_argument(
        "--provenance", action="store_true", help="with json: also the row and the source of each value, and the rows"
    )


@contextmanager
def open_record_output(options: argparse.Namespace) -> Iterator[WriteLine]:
    """What writes records as the options ask for; a file is there only when everything is written."""
    if options.provenance and options.format != "json":
        raise ConfigError(f"--provenance: {options.format} has no place for them", advice="use -f json")
    if options.format == "parquet":
        load_parquet()
        if options.output is None:
            raise ConfigError("-f parquet writes no text", advice="name a file with -o records.parquet")
    with _opened(options.output) as stream:
        if options.format == "json":
            yield partial(_print_line, stream)
            return
        with Rows(PAGE_COLUMNS) as rows:
            yield partial(_add_row, rows)
            _write_rows(rows, stream, options)


@contextmanager
def _opened(output: Path | None) -> Iterator[TextIO]:
    if output is None:
        yield sys.stdout
    else:
        with whole_file(output) as file:
            yield file


def _write_rows(rows: Rows, stream: TextIO, options: argparse.Namespace) -> None:
    if options.format == "csv":
        write_csv(rows, stream, raw=options.raw_csv)
    elif options.format == "parquet":
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
    """Without addresses, without what says a value again for programs, without the page where it is one."""
    again = ("text", *PARTS)
    hidden = {"page_url", "url", "id", "image", *(f"{name}_{part}" for name in rows.columns for part in again)}
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
