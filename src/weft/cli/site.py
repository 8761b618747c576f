"""`weft site`: the pages of a site in, their content out: learn and apply in one."""

import argparse
from pathlib import Path

from weft.cli.applying import add_output_options, apply_site
from weft.cli.inputs import add_input_options, open_inputs
from weft.cli.learning import add_learning_options, learn_site
from weft.cli.summary import site_lines, tell

EXAMPLES = """\
examples:
  weft site saved/ -o pages.jsonl                       every page: text, fields, records, one JSON object a line
  weft site saved/ -o texts/ -f markdown --base-url https://example.org/
  weft site crawl.jsonl.gz -o pages.jsonl --save site.json --join
  zcat crawl.jsonl.gz | weft site - -o pages.jsonl
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command's options."""
    parser = subparsers.add_parser(
        "site",
        help="take the content out of a whole site: learn and apply in one",
        description="Learns the templates of a site from its pages, and takes the content out of the same pages.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("-o", "--output", required=True, metavar="OUT", help="a .jsonl file or a folder")
    parser.add_argument("--save", type=Path, metavar="FILE", help="also save what was learned")
    add_output_options(parser)
    add_learning_options(parser)
    add_input_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Learn, extract every page, save; 1 if a page failed."""
    with open_inputs(options, options.input, again=True) as inputs:
        site = learn_site(inputs, options)
        if options.save:
            site.save(options.save)
        tally = apply_site(site, inputs, options)
    tell([*site_lines(site), *tally.lines()])
    return 1 if tally.failures else 0
