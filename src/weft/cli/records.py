"""`weft records`: pages in, their posts, rows or cards out."""

import argparse
from pathlib import Path

from weft.cli.record_output import FindRecords, add_record_options, reference_time_of, run_records
from weft.content import Region
from weft.errors import ConfigError
from weft.page import Page
from weft.records.find import POST_METHOD, RECORD_METHODS
from weft.records.location_library import LocationLibrary, shipped_library
from weft.records.typed_regions import read_located

DESCRIPTION = "Takes the main records out of pages: posts of a thread, rows of a board, cards of a list."
EXAMPLES = """\
examples:
  weft records thread.html                          the posts of a thread, a JSON line each
  weft records board.html -f table                  the threads of a board, for people
  weft records saved/ -f csv -o records.csv         all records of all pages, one table
  weft records saved/ --join -f parquet -o posts.parquet    the pages of a thread one after the other
  weft records page.html --reference-time 2026-11-15T08:00  so that “3 hours ago” becomes a time
  weft records saved/ --library library.json        look where weft learn --records has found records first
  weft records saved/ | jq -r '.fields.author // empty' | sort | uniq -c
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "-m",
        "--method",
        default=POST_METHOD,
        choices=RECORD_METHODS,
        metavar="METHOD",
        help="how to find them: %(choices)s; options follow a name, repeated_subtrees:similarity=0.5 "
        "(default: %(default)s)",
    )
    parser.add_argument(
        "--library",
        metavar="FILE",
        help="look at known places first: what weft learn --records wrote",
    )
    parser.add_argument("--builtin-library", action="store_true", help="the same with the library that weft brings")
    add_record_options(parser)


def run(options: argparse.Namespace) -> int:
    """Write the records of every page; 1 if a page failed."""
    return run_records(_finder(options), options)


def _finder(options: argparse.Namespace) -> FindRecords:
    """What finds the main records of a page: the library, then the method."""
    reference = reference_time_of(options)
    method = RECORD_METHODS[options.method]
    library = _library(options)

    def find(page: Page) -> Region:
        located = library.find(page) if library else ()
        regions = read_located(page, located, reference=reference) if located else method(page, reference)
        return regions[0] if regions else Region(row=-1)

    return find


def _library(options: argparse.Namespace) -> LocationLibrary | None:
    if options.library and options.builtin_library:
        raise ConfigError("--library and --builtin-library are two libraries", advice="give one of them")
    if options.library:
        return LocationLibrary.load(Path(options.library))
    return shipped_library() if options.builtin_library else None
