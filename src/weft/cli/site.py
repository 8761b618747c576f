"""`weft site`: the pages of a site in, their content out: crawl if need be, learn and apply in one.

`weft site check FILE` says what is wrong with a site.json that a person edited.
"""

import argparse
from pathlib import Path

from weft.cli.apply import add_document_options, apply_site
from weft.cli.crawl import DEFAULTS, add_crawl_options, crawl_into
from weft.cli.inputs import add_input_options, open_inputs
from weft.cli.learn import add_learning_options, learn_site
from weft.cli.output import add_output_option
from weft.cli.summary import site_lines, tell
from weft.errors import ConfigError, SourceError, with_noun
from weft.io import is_url
from weft.io.damage import reason_of
from weft.sites import Site
from weft.sites.check import check_site


def run_check(path: str | Path) -> int:
    """Print a line for each problem and return 1, or a summary and return 0."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise SourceError(
            f"cannot be read ({reason_of(error)})", page=str(path), advice="name what weft learn wrote"
        ) from None
    problems = check_site(text)
    for problem in problems:
        print(f"{path}:{problem}")
    if problems:
        return 1
    site = Site.load(path)
    rules = sum(len(cluster.template.describe()) for cluster in site.clusters)
    print(f"{path} is sound: {with_noun(len(site.clusters), 'cluster')}, {with_noun(rules, 'rule')}")
    return 0


CHECK = "check"  # in the place of pages: a site.json is to be checked
DESCRIPTION = "Learns the templates of a site from its pages, and takes the content out of the same pages."
EXAMPLES = """\
examples:
  weft site saved/ -o pages.jsonl                       every page: text, fields, records, one JSON object a line
  weft site https://example.org/ -o pages.jsonl --max-pages 200       crawl (extra [crawl]), learn and apply
  weft site saved/ -o texts/ -f markdown --base-url https://example.org/
  weft site crawl.jsonl.gz -o pages.jsonl --save site.json --join
  zcat crawl.jsonl.gz | weft site - -o pages.jsonl
  weft site check site.json                             say what is wrong with an edited file, at which line

A single address is a site to crawl; several are pages. The crawl is kept as pages.warc.gz beside pages.jsonl, so that
the same command goes on with it, and asks no server twice.
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add_output_option(parser, is_printed=False)
    parser.add_argument("--save", type=Path, metavar="FILE", help="also save what was learned")
    parser.add_argument("--crawl-file", type=Path, metavar="FILE", help="where a crawl is kept (default: beside OUT)")
    add_document_options(parser)
    add_learning_options(parser)
    add_input_options(parser)
    add_crawl_options(parser)


def run(options: argparse.Namespace) -> int:
    """Crawl if need be, learn, extract every page, save; 1 if a page failed."""
    given = options.input
    if given[0] == CHECK and not options.output:
        if len(given) != 2:
            raise ConfigError("weft site check takes one file", advice="name what weft learn wrote")
        return run_check(given[1])
    if not options.output:
        raise ConfigError("where should the pages go? Name a file or a folder with -o pages.jsonl")
    if len(given) == 1 and is_url(given[0]):
        kept = options.crawl_file or crawl_path(options.output)
        if not crawl_into(given[0], kept, options, page_bytes=min(DEFAULTS.page_bytes, options.max_bytes)).pages:
            return 1
        given = [str(kept)]
    with open_inputs(options, given, again=True) as inputs:
        site = learn_site(inputs, options)
        if options.save:
            site.save(options.save)
        tally = apply_site(site, inputs, options)
    tell([*site_lines(site, tally.won), *tally.lines()])
    return 1 if tally.failures else 0


def crawl_path(output: str) -> Path:
    """Where the crawl for an output is kept.

    >>> str(crawl_path("content/pages.jsonl")), str(crawl_path("texts/"))
    ('content/pages.warc.gz', 'texts.warc.gz')
    """
    path = Path(output)
    return path.with_name(f"{path.name.removesuffix('.jsonl')}.warc.gz")
