"""Where records are written: JSON lines, CSV, a table for people, Parquet.

What `weft records` and the wrappers share: pages through what finds records into a sink.
"""

import argparse
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, TextIO

from weft.cli.inputs import Inputs, add_input_options, open_inputs
from weft.cli.options import add_raw_csv_option, add_url_option, words_of
from weft.cli.summary import tell
from weft.cli.terminal import fit, places, printable, with_progress
from weft.content import PARTS, Field, Record, Region, with_parts
from weft.document import Failure
from weft.errors import ConfigError, WeftError, with_noun
from weft.io import RawPage, whole_file
from weft.io.tables import Rows, load_parquet, write_csv, write_parquet
from weft.page import Page
from weft.pipeline import Pipeline, attempt, encode, failed, unread_page
from weft.records.joining import ThreadPage, describe_thread_page, find_threads, join_records

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


FindRecords = Callable[[Page], Region]
"""Gives the main records of a page."""


@dataclass(kw_only=True)
class RecordTally:
    """What came out, counted."""

    pages: int = 0  # with records
    empty: int = 0
    failures: int = 0
    records: int = 0
    threads: int = 0  # of more than one page
    repeated: int = 0  # records that an earlier page of the thread had shown

    def lines(self) -> list[str]:
        """For people."""
        total = self.pages + self.empty + self.failures
        counts = f"{with_noun(self.records, 'record')} on {self.pages}, none on {self.empty}"
        lines = [f"{with_noun(total, 'page')}: {counts}, {self.failures} failed"]
        if self.threads:
            threads, repeated = with_noun(self.threads, "thread"), with_noun(self.repeated, "repeated record")
            lines.append(f"{threads} of several pages joined, {repeated} left out")
        return lines


@dataclass(frozen=True, kw_only=True)
class _PageRecords:
    raw: RawPage
    records: Sequence[Record]
    thread: ThreadPage = field(default_factory=ThreadPage)
    lines: Sequence[dict[str, object]] = ()  # of the records; none where they wait for the other pages of their thread


def add_record_options(parser: argparse.ArgumentParser, *, nargs: str = "+") -> None:
    """How records are read and written; `nargs` is how many inputs there may be."""
    parser.add_argument(
        "--reference-time", metavar="ISO", help="when the pages were read, for relative times: 2026-11-15T08:00"
    )
    parser.add_argument("--join", action="store_true", help="the pages of one thread in order, no record twice")
    add_url_option(parser)
    add_format_options(parser)
    add_input_options(parser, nargs=nargs)


def reference_time_of(options: argparse.Namespace) -> datetime | None:
    """The time at which the pages were read, as the options give it."""
    text = options.reference_time
    try:
        return datetime.fromisoformat(text) if text else None
    except ValueError:
        raise ConfigError(f"--reference-time: {text} is no time", advice="write it as 2026-11-15T08:00") from None


def run_records(find: FindRecords, options: argparse.Namespace) -> int:
    """Find the records of every page, write them, say what came out; 1 if a page failed."""
    with open_inputs(options, options.input, url=options.url) as inputs:
        tally = _write_records(inputs, find, options)
    if inputs.several:
        tell(tally.lines())
    elif not tally.records and not tally.failures:
        tell(["weft: no records on this page"])
    return 1 if tally.failures else 0


def _write_records(inputs: Inputs, find: FindRecords, options: argparse.Namespace) -> RecordTally:
    tally, join = RecordTally(), options.join
    with open_record_output(options) as write:
        pages: list[_PageRecords] = []  # all must have been seen before the first thread is whole
        for page in _pages(inputs, find, write, tally, options):
            if join:
                pages.append(page)
            else:
                for line in page.lines:
                    write(line)
        for thread in find_threads([page.thread for page in pages]):
            _write_thread(write, [pages[position] for position in thread], tally, provenance=options.provenance)
    return tally


def _pages(
    inputs: Inputs, find: FindRecords, write: WriteLine, tally: RecordTally, options: argparse.Namespace
) -> Iterator[_PageRecords]:
    """The pages with records; a bad page never stops the rest."""
    pipeline = Pipeline(limits=inputs.limits)

    def find_on(raw: RawPage) -> _PageRecords:
        page = pipeline.parse(raw)
        region = find(page)
        records = region.records
        if options.join:
            return _PageRecords(raw=replace(raw, data=b""), records=records, thread=describe_thread_page(page))
        numbered = enumerate(records, start=1)
        lines = [
            record_line(raw, number, record, region=region, provenance=options.provenance)
            for number, record in numbered
        ]
        return _PageRecords(raw=replace(raw, data=b""), records=records, lines=lines)

    for raw in with_progress(inputs.read(), total=inputs.total):
        page = attempt(raw, find_on, seconds=inputs.limits.seconds)
        if isinstance(page, Failure):
            tally.failures += 1
            tell([f"weft: {words_of(page)}"])
            write(failed_line(unread_page(raw) if isinstance(raw, WeftError) else raw, page))
            continue
        tally.pages += bool(page.records)
        tally.empty += not page.records
        tally.records += len(page.records)
        if page.records:
            yield page


def _write_thread(write: WriteLine, pages: list[_PageRecords], tally: RecordTally, *, provenance: bool) -> None:
    kept = join_records([page.records for page in pages])
    repeated = sum(len(page.records) for page in pages) - len(kept)
    tally.threads += len(pages) > 1
    tally.repeated += repeated
    tally.records -= repeated
    thread = pages[0].raw.id
    for number, (position, index) in enumerate(kept, start=1):
        page = pages[position]
        write(record_line(page.raw, number, page.records[index], thread=thread, provenance=provenance))
