"""`weft learn`: the pages of a site in, what was learned of it out."""

import argparse
import json
from pathlib import Path

from weft.cli.inputs import add_input_options, open_inputs
from weft.cli.learn_records import learn_library
from weft.cli.learning import add_learning_options, learn_site
from weft.cli.summary import site_lines, site_summary, tell
from weft.errors import ConfigError
from weft.site import Site

EXAMPLES = """\
examples:
  weft learn saved/ -o site.json                   group the pages, learn where each template has its content
  weft learn saved/ -o site.json --base-url https://example.org/
  weft learn pages.jsonl.gz -o site.json --labels marks.jsonl
  weft learn --update site.json new/               new pages join their clusters or make new ones
  weft learn saved/ -o site.json --json | jq '.clusters[].name'
  weft learn --records saved/ -o library.json      where posts and rows stand, for weft records --library

site.json is a text that you can read, edit and keep in git. Pages need their URLs to be told apart best: give them in
JSON lines, or with --base-url.
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command's options."""
    parser = subparsers.add_parser(
        "learn",
        help="learn the templates of a site from its pages",
        description="Groups the pages of a site by template and learns where each template has its content.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="where the site goes")
    parser.add_argument(
        "--update",
        type=Path,
        metavar="SITE",
        help="add the pages to this site, which is written anew where -o names no other",
    )
    parser.add_argument(
        "--records", action="store_true", help="learn a library of the places of records instead of a site"
    )
    parser.add_argument("--json", action="store_true", help="print a summary as JSON")
    add_learning_options(parser)
    add_input_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Learn and save; 1 if a page could not be read."""
    if options.records:
        return learn_library(options)
    output = options.output or options.update
    if output is None:
        raise ConfigError("where should the site go? Name a file with -o site.json")
    if options.update and (options.similarity or options.clustering or options.learner):
        raise ConfigError("--update: a site goes on as it began; learn a new one to choose another way")
    old = Site.load(options.update) if options.update else None
    with open_inputs(options, options.input) as inputs:
        site = learn_site(inputs, options, old=old)
    site.save(output)
    failures = {page: why for page, why in site.failures.items() if old is None or page not in old.failures}
    tell([*(f"weft: {why}" for why in failures.values()), *site_lines(site)])
    if options.json:
        print(json.dumps(site_summary(site), ensure_ascii=False))
    return 1 if failures else 0
