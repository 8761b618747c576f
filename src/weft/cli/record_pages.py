"""What `weft records` and the wrappers share: pages through what finds records into a sink."""

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from weft.cli.inputs import Inputs, add_input_options, open_inputs
from weft.cli.options import add_url_option, words_of
from weft.cli.progress import with_progress
from weft.cli.record_output import WriteLine, add_format_options, failed_line, open_record_output, record_line
from weft.cli.summary import tell
from weft.content import Record, Region
from weft.document import Failure
from weft.errors import ConfigError, WeftError
from weft.io import RawPage
from weft.nouns import with_noun
from weft.page import Page
from weft.pipeline import Pipeline, attempt, unread_page
from weft.records.joining import ThreadPage, describe_thread_page, find_threads, join_records

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
class _FoundPage:
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
        pages: list[_FoundPage] = []  # all must have been seen before the first thread is whole
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
) -> Iterator[_FoundPage]:
    """The pages with records; a bad page never stops the rest."""
    pipeline = Pipeline(limits=inputs.limits)

    def find_on(raw: RawPage) -> _FoundPage:
        page = pipeline.parse(raw)
        region = find(page)
        records = region.records
        if options.join:
            return _FoundPage(raw=replace(raw, data=b""), records=records, thread=describe_thread_page(page))
        numbered = enumerate(records, start=1)
        lines = [
            record_line(raw, number, record, region=region, provenance=options.provenance)
            for number, record in numbered
        ]
        return _FoundPage(raw=replace(raw, data=b""), records=records, lines=lines)

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


def _write_thread(write: WriteLine, pages: list[_FoundPage], tally: RecordTally, *, provenance: bool) -> None:
    kept = join_records([page.records for page in pages])
    repeated = sum(len(page.records) for page in pages) - len(kept)
    tally.threads += len(pages) > 1
    tally.repeated += repeated
    tally.records -= repeated
    thread = pages[0].raw.id
    for number, (position, index) in enumerate(kept, start=1):
        page = pages[position]
        write(record_line(page.raw, number, page.records[index], thread=thread, provenance=provenance))
