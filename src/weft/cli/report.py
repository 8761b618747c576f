"""`weft report`: what was learned of a site, as an HTML page."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path

from weft.cli.inputs import Inputs, add_input_options, open_inputs
from weft.cli.options import add_drawing_options, words_of
from weft.cli.pictures import with_pictures
from weft.cli.progress import with_progress
from weft.cli.summary import site_summary, tell
from weft.document import Failure
from weft.errors import ConfigError
from weft.io import whole_file
from weft.page import Page
from weft.reports import site_page
from weft.reports.writing import load_templates
from weft.site import Site
from weft.site.overview import measure_site, summarise_site

DESCRIPTION = "Shows the clusters of a site, their templates in words, and how pages fit them."
EXAMPLES = """\
examples:
  weft report site.json -o report.html                       map, dendrogram, rules in words, confidence
  weft report site.json -o report.html --pages saved/        also the medoid pages, and whether the pages still fit
  weft report site.json -o report.html --pages saved/ --pictures    with pictures of them (needs a Chromium)
  weft report site.json --json --pages new/ | jq '.drift[] | select(.verdict == "relearn")'
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("site", type=Path, metavar="SITE", help="what weft learn wrote")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write to a file (default: print)")
    parser.add_argument("--json", action="store_true", help="the clusters and their drift as JSON, no page")
    parser.add_argument("--pictures", action="store_true", help="draw the medoid pages, their blocks outlined")
    add_drawing_options(parser)
    add_input_options(parser, name="--pages")


def run(options: argparse.Namespace) -> int:
    """Write the page; 1 if one of the given pages failed."""
    site = Site.load(options.site)
    if not options.json:
        load_templates()  # before the pages are read: without Jinja2 there is no report
    if options.pictures and (options.json or not options.pages):
        raise ConfigError("--pictures: of which pages? Name them with --pages, and leave --json out")
    with open_inputs(options, options.pages, again=options.pictures) if options.pages else nullcontext() as inputs:
        pages = _Pages(inputs)
        text = _text(site, pages, options)
    if options.output:
        with whole_file(options.output) as file:
            file.write(text + "\n")
    else:
        print(text)
    return 1 if pages.failures else 0


def _text(site: Site, pages: _Pages, options: argparse.Namespace) -> str:
    if not options.json:
        summary = summarise_site(site, pages, name=options.site.name)
        if options.pictures and pages.inputs is not None:
            summary = with_pictures(summary, site, pages.inputs, options)
        return site_page(summary)
    drift = {
        name: {**asdict(cluster_drift), "verdict": cluster_drift.verdict}
        for name, cluster_drift in measure_site(site, pages).items()
    }
    return json.dumps({**site_summary(site), "drift": drift}, ensure_ascii=False)


class _Pages:
    """The given pages, parsed one at a time; tells why one cannot be."""

    def __init__(self, inputs: Inputs | None) -> None:
        self.inputs, self.failures = inputs, 0

    def __iter__(self) -> Iterator[tuple[str, Page]]:
        if self.inputs is None:
            return
        for page_id, page in with_progress(self.inputs.pages(lambda _, page: page), total=self.inputs.total):
            if isinstance(page, Failure):
                self.failures += 1
                tell([f"weft: {words_of(page)}"])
            else:
                yield page_id, page
