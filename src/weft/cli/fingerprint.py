"""`weft fingerprint`: which software made the pages, and in which version."""

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from weft.cli.inputs import Inputs, add_input_options, open_inputs
from weft.cli.options import add_url_option, words_of
from weft.cli.summary import tell
from weft.cli.terminal import fit, printable, with_progress
from weft.document import Failure
from weft.errors import WeftError
from weft.io import RawPage, whole_file
from weft.pipeline import Pipeline, attempt, failed, unread_page
from weft.records.fingerprints import Fingerprints, Software, default_fingerprints
from weft.reports.counts import UNSAID, SoftwareCount, count_software, software_page
from weft.reports.writing import load_templates

DESCRIPTION = "Tells which forum, blog or other software made each page, and counts software and versions."
EXAMPLES = """\
examples:
  weft fingerprint saved/                        how many pages were made by what
  weft fingerprint saved/ --html software.html   the same with a bar chart
  weft fingerprint page.html --lines             a JSON line a page: software, version, and the clues
  weft fingerprint saved/ --table own.toml       with software of your own
  weft fingerprint saved/ --json | jq '.software[] | [.name, .pages]'

A table of your own is a text like this; `weft/records/fingerprints.toml` says what clues there are:
  format = 1
  [[software]]
  name = "Loom"
  kind = "forum"
  generator = ["Loom {version}"]
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("--table", type=Path, metavar="FILE", help="a table of fingerprints to add to weft's own")
    parser.add_argument("--html", type=Path, metavar="FILE", help="also write a page with a bar chart")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--json", action="store_true", help="print the counts as JSON")
    kind.add_argument("--lines", action="store_true", help="print a JSON object a page instead of the counts")
    add_url_option(parser)
    add_input_options(parser)


def run(options: argparse.Namespace) -> int:
    """Name the software of every page; 1 if a page failed."""
    if options.html:
        load_templates()  # before the pages are read: without Jinja2 there is no page of bars
    table = default_fingerprints()
    table = table.with_file(options.table) if options.table else table
    software: list[Software] = []
    failures: dict[str, str] = {}
    with open_inputs(options, options.input, url=options.url) as inputs:
        for source, made in _pages(inputs, table):
            if isinstance(made, Failure):
                failures[source.id] = words_of(made)
                tell([f"weft: {words_of(made)}"])
            else:
                software.append(made)
            if options.lines:
                print(json.dumps(_line(source, made), ensure_ascii=False), flush=True)
    counts = count_software(software)
    if options.html:
        with whole_file(options.html) as file:
            file.write(software_page(counts) + "\n")
    if not options.lines:
        print(json.dumps(_summary(counts, failures), ensure_ascii=False) if options.json else _text(counts))
    if failures and inputs.several:
        tell([f"weft: {len(failures)} of {len(failures) + len(software)} pages failed"])
    return 1 if failures else 0


def _pages(inputs: Inputs, table: Fingerprints) -> Iterator[tuple[RawPage, Software | Failure]]:
    pipeline = Pipeline(limits=inputs.limits)
    for raw in with_progress(inputs.read(), total=inputs.total):
        page = unread_page(raw) if isinstance(raw, WeftError) else raw
        yield page, attempt(raw, lambda raw: table.find(pipeline.parse(raw)), seconds=inputs.limits.seconds)


def _line(raw: RawPage, made: Software | Failure) -> dict[str, object]:
    line: dict[str, object] = {"id": raw.id, "url": raw.url or ""}
    if isinstance(made, Failure):
        return line | failed(made)
    return line | {"status": "ok"} | asdict(made)


def _summary(counts: Sequence[SoftwareCount], failures: dict[str, str]) -> dict[str, object]:
    pages = sum(count.pages for count in counts)
    return {"pages": pages, "software": [asdict(count) for count in counts], "failures": failures}


def _text(counts: Sequence[SoftwareCount]) -> str:
    """The counts as a table, a line a software and version."""
    lines = [f"{'software':22} {'version':16} {'pages':>6}  kind"]
    for count in counts:
        versions = count.versions or {"": count.pages}
        lines.append(f"{_fit(count.name, 22)} {_total(versions):16} {count.pages:6}  {count.kind}".rstrip())
        if len(versions) > 1:
            lines += [f"{'':22} {_fit(version or UNSAID, 16)} {pages:6}" for version, pages in versions.items()]
    return "\n".join(lines)


def _total(versions: dict[str, int]) -> str:
    return _fit(next(iter(versions)), 16) if len(versions) == 1 else "all"


def _fit(text: str, width: int) -> str:
    return fit(printable(text), width)
