"""`weft extract`: pages in, content out."""

import argparse
import sys

from weft.auto import extract
from weft.cli.failures import failure_of
from weft.cli.options import add_page_options, check_method, fetcher_of, limits_of
from weft.cli.progress import with_progress
from weft.cli.sinks import open_sink
from weft.document import Failure, Outcome
from weft.errors import WeftError
from weft.io import Source, find_sources, read
from weft.page import Limits
from weft.renderers import RENDERERS, Options

EXAMPLES = """\
examples:
  weft extract page.html                        the text of one page
  weft extract page.html -f markdown -o page.md
  weft extract saved/ -f json > pages.jsonl     every page below a folder, one line each
  weft extract 'saved/*.html' -o texts/         one file each
  curl -s https://example.org | weft extract - --url https://example.org
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command's options."""
    parser = subparsers.add_parser(
        "extract",
        help="take the content out of pages",
        description="Takes the content out of pages. One page is printed; several are printed as JSON lines.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("input", nargs="*", metavar="FILE|FOLDER|GLOB|URL|-", help="what to read (default: - if piped)")
    parser.add_argument("-f", "--format", default="text", choices=list(RENDERERS), help="(default: text)")
    parser.add_argument("-o", "--output", metavar="OUT", help="a file, a .jsonl file or a folder (default: print)")
    parser.add_argument("--no-links", action="store_true", help="show link texts without their addresses")
    parser.add_argument("--no-images", action="store_true", help="leave images out")
    parser.add_argument("--provenance", action="store_true", help="with json: also each kept block with its XPath")
    add_page_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Extract every input; 1 if a page failed."""
    check_method(options)
    inputs = options.input or ([] if sys.stdin.isatty() else ["-"])
    sources = find_sources(inputs, url=options.url)
    limits = limits_of(options)
    shown = Options(links=not options.no_links, images=not options.no_images, blocks=options.provenance)
    failures = 0
    with open_sink(options.output, sources, format=options.format, options=shown) as sink:
        for source in with_progress(sources, total=len(sources)):
            outcome = _outcome(source, options, limits)
            if isinstance(outcome, Failure):
                failures += 1
                print(f"weft: {outcome.message}", file=sys.stderr)
            sink.write(source, outcome)
    if failures and len(sources) > 1:
        print(f"weft: {failures} of {len(sources)} pages failed", file=sys.stderr)
    return 1 if failures else 0


def _outcome(source: Source, options: argparse.Namespace, limits: Limits) -> Outcome:
    """The document of one page, or why there is none: a bad page never stops the rest."""
    try:
        raw = read(source, fetcher=fetcher_of(options), max_bytes=limits.bytes)
        encoding = options.encoding or raw.charset
        return extract(raw.data, url=raw.url, method=options.method, encoding=encoding, limits=limits)
    except WeftError as error:
        return failure_of(error, source.id)
