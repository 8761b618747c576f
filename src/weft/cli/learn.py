"""`weft learn`: the pages of a site in, what was learned of it out."""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from weft.cli.inputs import Inputs, add_input_options, open_inputs
from weft.cli.learn_records import learn_library
from weft.cli.summary import site_lines, site_summary, tell, tell_failures
from weft.cli.terminal import with_progress
from weft.content import Label
from weft.errors import ConfigError, SourceError, WeftError
from weft.io import RawPage, read_labels
from weft.sites import CLUSTERINGS, LEARNERS, Site, learn
from weft.sites.similarity import SIMILARITIES

DEFAULTS = Site()
MAX_NAMED = 5  # pages in a message

DESCRIPTION = "Groups the pages of a site by template and learns where each template has its content."
EXAMPLES = """\
examples:
  weft learn saved/ -o site.json                   group the pages, learn where each template has its content
  weft learn saved/ -o site.json --base-url https://example.org/
  weft learn pages.jsonl.gz -o site.json --labels marks.jsonl
  weft learn --update site.json new/               new pages join their clusters or make new ones
  weft learn saved/ -o site.json --json | jq '.clusters[].name'
  weft learn --records saved/ -o library.json      where posts and rows stand, for weft records --library
  weft learn saved/ -o site.json --similarity block_paths:same_above=0.9 --clustering leader:all_pairs=yes
                                                   a method of a paper with its options, docs/papers

site.json is a text that you can read, edit and keep in git. Pages need their URLs to be told apart best: give them in
JSON lines, or with --base-url.
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
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


def run(options: argparse.Namespace) -> int:
    """Learn and save; 1 if a page could not be read."""
    if options.records:
        return learn_library(options)
    output = options.output or options.update
    if output is None:
        raise ConfigError("where should the site go? Name a file with -o site.json")
    if options.update and (options.similarity or options.clustering or options.learner):
        raise ConfigError("--update: a site goes on as it began", advice="learn a new one to choose another way")
    old = Site.load(options.update) if options.update else None
    with open_inputs(options, options.input) as inputs:
        site = learn_site(inputs, options, old=old)
    site.save(output)
    failures = {page: why for page, why in site.failures.items() if old is None or page not in old.failures}
    tell_failures(failures)
    if any("Limits(" in why for why in failures.values()):  # as the library words its advice
        tell(["weft: --max-bytes, --max-nodes, … raise a limit"])
    tell(site_lines(site))
    if options.json:
        print(json.dumps(site_summary(site), ensure_ascii=False))
    return 1 if failures else 0


def add_learning_options(parser: argparse.ArgumentParser) -> None:
    """How to learn: each part by its name."""
    for name, choices, what in (
        ("similarity", SIMILARITIES, "how pages are compared"),
        ("clustering", CLUSTERINGS, "how they are grouped"),
        ("learner", LEARNERS, "how a body's place is learned"),
    ):
        default = getattr(DEFAULTS, name)
        parser.add_argument(
            f"--{name}", choices=choices, metavar="NAME", help=f"{what}: %(choices)s (default: {default})"
        )
    parser.add_argument("--labels", type=Path, metavar="FILE", help="a person's marks: lines {page_id, rows, name}")


def learn_site(inputs: Inputs, options: argparse.Namespace, *, old: Site | None = None) -> Site:
    """The site of the pages, or the old one with them; the pages that cannot be read are among its failures."""
    labels = read_labels(options.labels) if options.labels else []
    if inputs.total and (missing := _missing(labels, {source.id for source in inputs.sources})):
        raise SourceError(missing)
    pages = _Readable(inputs)
    if old is not None:
        site = old.update(pages, labels, limits=inputs.limits)
    else:
        names = {name: getattr(options, name) for name in ("similarity", "clustering", "learner")}
        chosen = {name: value for name, value in names.items() if value}
        site = learn(pages, labels, limits=inputs.limits, **chosen)
    if not pages.count:
        why = next(iter(pages.failures.values()), "there is none")
        raise SourceError(f"no page could be read ({why}), so nothing was learned")
    missing = _missing(labels, pages.ids)
    notes = (*site.notes, missing) if missing else site.notes
    return replace(site, failures={**site.failures, **pages.failures}, notes=notes)


class _Readable:
    """The pages that can be read; remembers why others cannot."""

    def __init__(self, inputs: Inputs) -> None:
        self.inputs = inputs
        self.failures: dict[str, str] = {}
        self.count = 0
        self.ids: set[str] = set()

    def __iter__(self) -> Iterator[RawPage]:
        for raw in with_progress(self.inputs.read(), total=self.inputs.total):
            if isinstance(raw, WeftError):
                self.failures[raw.page] = str(raw)
            else:
                self.count += 1
                self.ids.add(raw.id)
                yield raw
        if sys.stderr.isatty():
            print("weft: learning …", file=sys.stderr, flush=True)


def _missing(labels: list[Label], page_ids: set[str]) -> str:
    """Labels of pages that are not there are a mistake that would go unnoticed; empty where there are none."""
    missing = sorted({label.page_id for label in labels} - page_ids)
    return (
        f"labelled, but not among the pages: {', '.join(missing[:MAX_NAMED])}; ids must be the same" if missing else ""
    )
