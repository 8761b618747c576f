"""`weft apply`: pages through what was learned of their site."""

import argparse

from weft.cli.applying import add_output_options, apply_site
from weft.cli.inputs import add_input_options, open_inputs
from weft.cli.options import add_url_option
from weft.cli.summary import tell
from weft.site import Site

EXAMPLES = """\
examples:
  weft apply site.json new/ -o pages.jsonl                  one JSON object a page: text, fields, records
  weft apply site.json page.html -f markdown                one page is printed
  weft apply site.json pages.jsonl.gz -f text -o texts/     one file each
  weft apply site.json new/ -o pages.jsonl --join           the pages of one article as one
  curl -s https://example.org/a.html | weft apply site.json - --url https://example.org/a.html

A page that fits no template is taken by the classifier; `chosen_by` and `reason` say so.
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command's options."""
    parser = subparsers.add_parser(
        "apply",
        help="take the content out of pages by a learned site",
        description="Takes the content out of pages by what `weft learn` learned of their site.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("site", metavar="SITE", help="what weft learn wrote")
    parser.add_argument("-o", "--output", metavar="OUT", help="a .jsonl file, a folder, or a file (default: print)")
    add_url_option(parser)
    add_output_options(parser)
    add_input_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Extract every page; 1 if a page failed."""
    site = Site.load(options.site)
    with open_inputs(options, options.input, again=options.join, url=options.url) as inputs:
        tally = apply_site(site, inputs, options)
    if inputs.several:
        tell(tally.lines())
    return 1 if tally.failures else 0
