"""`weft extract`: pages in, content out."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from weft.auto import extract
from weft.cli.failures import failure_of
from weft.cli.inputs import add_input_options, open_inputs
from weft.cli.options import (
    add_drawing_options,
    add_method_option,
    add_rendering_options,
    add_url_option,
    check_method,
    open_browser,
    rendering_of,
)
from weft.cli.progress import with_progress
from weft.cli.sinks import open_sink
from weft.document import Failure, Outcome
from weft.errors import WeftError
from weft.io import RawPage
from weft.page import Limits

if TYPE_CHECKING:
    from weft.browser import Browser

EXAMPLES = """\
examples:
  weft extract page.html                        the text of one page
  weft extract page.html -f markdown -o page.md
  weft extract saved/ -f json > pages.jsonl     every page below a folder, one line each
  weft extract 'saved/*.html' -o texts/         one file each
  weft extract crawl.warc.gz -f json            every page of a crawler's archive
  curl -s https://example.org | weft extract - --url https://example.org
  weft extract app.html --vision --scripts      draw a page that its scripts build
  weft extract page.html -m vips                choose by how the page looks

--vision draws pages in a browser, and only those whose signs ask for it: pip install 'weft[browser]', and a Chromium.
"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command's options."""
    parser = subparsers.add_parser(
        "extract",
        help="take the content out of pages",
        description="Takes the content out of pages. One page is printed; several are printed as JSON lines.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("-o", "--output", metavar="OUT", help="a file, a .jsonl file or a folder (default: print)")
    add_rendering_options(parser, default="text")
    parser.add_argument("--vision", action="store_true", help="let auto draw pages in a browser where signs ask for it")
    add_drawing_options(parser)
    add_method_option(parser)
    add_url_option(parser)
    add_input_options(parser, nargs="*")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Extract every input; 1 if a page failed."""
    check_method(options)
    given = options.input or ([] if sys.stdin.isatty() else ["-"])
    failures = total = 0
    with (
        open_inputs(options, given, url=options.url) as inputs,
        open_browser(options) as browser,
        open_sink(
            options.output,
            inputs.sources,
            format=options.format,
            options=rendering_of(options),
            several=inputs.holds_many,
        ) as sink,
    ):
        for source, raw in with_progress(inputs.read(), total=inputs.total):
            total += 1
            outcome = raw if isinstance(raw, Failure) else _outcome(raw, options, inputs.limits, browser)
            if isinstance(outcome, Failure):
                failures += 1
                print(f"weft: {outcome.message}", file=sys.stderr)
            sink.write(source, outcome)
    if failures and total > 1:
        print(f"weft: {failures} of {total} pages failed", file=sys.stderr)
    return 1 if failures else 0


def _outcome(raw: RawPage, options: argparse.Namespace, limits: Limits, browser: Browser | None) -> Outcome:
    """The document of one page, or why there is none: a bad page never stops the rest."""
    try:
        return extract(
            raw.data, url=raw.url, method=options.method, encoding=raw.charset, limits=limits, browser=browser
        )
    except WeftError as error:
        return failure_of(error, raw.id)
