"""`weft report`: what was learned of a site, as an HTML page; of a store of sites, a table of its hosts.

`weft report STORE` shows the hosts of a store of sites, what chose their pages, and which have changed.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from weft.cli.inputs import Inputs, add_input_options, open_inputs
from weft.cli.options import add_drawing_options, words_of
from weft.cli.pictures import with_pictures
from weft.cli.summary import site_summary, tell
from weft.cli.terminal import fit, with_progress
from weft.document import Failure
from weft.engines import HostEntry, SiteStore
from weft.engines.site_shelf import DATABASES
from weft.errors import ConfigError, with_noun
from weft.io import whole_file
from weft.page import Page
from weft.reports import site_page
from weft.reports.writing import load_templates
from weft.sites import Site
from weft.sites.drift import RELEARN
from weft.sites.overview import measure_site, summarise_site

WIDTH = 32  # of a host


def is_store(address: str) -> bool:
    """Whether this names a store of sites and not one site."""
    return "://" in address or address.endswith(DATABASES) or Path(address).is_dir()


def read_store(address: str) -> list[HostEntry]:
    """The hosts of a store: those that have changed first, then those with most pages."""
    store = SiteStore(address)
    store.check()
    try:
        return sorted(store.entries(), key=lambda entry: (not has_changed(entry), -entry.pages, entry.host))
    finally:
        store.close()


def has_changed(entry: HostEntry) -> bool:
    """Whether many fewer pages of the host have a template than before."""
    return entry.drift.verdict == RELEARN


def store_lines(entries: Iterable[HostEntry]) -> Iterator[str]:
    """The hosts as a table, for people."""
    head = f"{'pages':>7} {'learned':>7} {'clusters':>8} {'template':>8} {'single':>6} {'fallback':>8} {'failed':>6}"
    yield f"{'host':{WIDTH}} {head}  state"
    hosts, sites, changed = 0, 0, 0
    for entry in entries:
        last = entry.runs[-1] if entry.runs else None
        counts = (last.template, last.single_page, last.fallback, last.failed) if last else ("", "", "", "")
        numbers = f"{entry.pages or '':>7} {entry.sampled:>7} {entry.clusters or '':>8}"
        chosen = "{:>8} {:>6} {:>8} {:>6}".format(*counts)
        yield f"{fit(entry.host, WIDTH)} {numbers} {chosen}  {state_of(entry)}".rstrip()
        hosts, sites, changed = hosts + 1, sites + bool(entry.clusters), changed + has_changed(entry)
    yield f"{with_noun(hosts, 'host')}, {sites} with a site, {changed} changed"


def state_of(entry: HostEntry) -> str:
    """What is to be known of a host, in words."""
    if entry.failure:
        return entry.failure
    if not entry.clusters:
        return "too few pages to learn from"
    return entry.drift.describe() if has_changed(entry) else ""


def store_json(entries: Iterable[HostEntry]) -> str:
    """The same for programs."""
    hosts = {entry.host: _values(entry) for entry in entries}
    return json.dumps({"hosts": hosts}, ensure_ascii=False)


def _values(entry: HostEntry) -> dict[str, Any]:
    names = ("pages", "sampled", "placed", "clusters", "failure")
    runs = [
        {name: getattr(run, name) for name in ("run", "template", "single_page", "fallback", "failed")}
        for run in entry.runs
    ]
    return {name: getattr(entry, name) for name in names} | {"runs": runs, "drift": entry.drift.to_dict()}


CHANGED = 3
"""The exit code where pages say that a site is no longer what was learned."""

DESCRIPTION = "Shows the clusters of a site, their templates in words, and how pages fit them."
EXAMPLES = """\
examples:
  weft report site.json -o report.html                       map, dendrogram, rules in words, confidence
  weft report site.json -o report.html --pages saved/        also the medoid pages, and whether the pages still fit
  weft report site.json -o report.html --pages saved/ --pictures    with pictures of them (needs a Chromium)
  weft report site.json --json --pages new/ | jq '.drift[] | select(.verdict == "relearn")'
  weft report site.json --json --pages new/ || weft learn --update site.json new/       when the site has changed
  weft report sites/                                         the hosts of weft run --learn --sites sites/

The exit code is 3 where the site has changed: the given pages of a template no longer fit it, have lost its body or
fields, or many fewer pages of a host have a template than when it was learned. Addresses may have changed, too.
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("site", metavar="SITE", help="what weft learn wrote, or the STORE of weft run --sites")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write to a file (default: print)")
    parser.add_argument("--json", action="store_true", help="the clusters and their drift as JSON, no page")
    parser.add_argument(
        "--pictures",
        action="store_true",
        help="draw the most typical page of each cluster (its medoid), its blocks outlined",
    )
    add_drawing_options(parser)
    add_input_options(parser, name="--pages")


def run(options: argparse.Namespace) -> int:
    """Write the page; 3 if the site has changed, else 1 if one of the given pages failed."""
    if is_store(options.site):
        return _report_store(options)
    site = Site.load(options.site)
    if not options.json:
        load_templates()  # before the pages are read: without Jinja2 there is no report
    if options.pictures and (options.json or not options.pages):
        raise ConfigError("--pictures: of which pages? Name them with --pages, and leave --json out")
    with open_inputs(options, options.pages, again=options.pictures) if options.pages else nullcontext() as inputs:
        pages = _Pages(inputs)
        text, changes = _text(site, pages, options)
    _write(text, options.output)
    if changes:
        tell([f"weft: the site has changed: {line}" for line in changes])
    return CHANGED if changes else 1 if pages.failures else 0


def _report_store(options: argparse.Namespace) -> int:
    """Write the hosts of a store; 3 if one has changed, else 1 if the site of one cannot be read."""
    if options.pages or options.pictures:
        raise ConfigError("--pages is for one site", advice="name a file of the store, such as sites/weft.example.json")
    entries = read_store(options.site)
    _write(store_json(entries) if options.json else "\n".join(store_lines(entries)), options.output)
    if any(map(has_changed, entries)):
        return CHANGED
    return 1 if any(entry.failure for entry in entries) or not entries else 0


def _write(text: str, output: Path | None) -> None:
    if output:
        with whole_file(output) as file:
            file.write(text + "\n")
    else:
        print(text)


def _text(site: Site, pages: _Pages, options: argparse.Namespace) -> tuple[str, Sequence[str]]:
    """The report, and what has changed."""
    if not options.json:
        summary = summarise_site(site, pages, name=Path(options.site).name)
        if options.pictures and pages.inputs is not None:
            summary = with_pictures(summary, site, pages.inputs, options)
        return site_page(summary), summary.drift
    drift = measure_site(site, pages)
    return json.dumps({**site_summary(site), **drift.to_dict()}, ensure_ascii=False), drift.describe()


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
