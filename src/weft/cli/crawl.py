"""`weft crawl`: a sample of a site's pages as a WARC archive."""

import argparse
import json
import re
import sys
import time
from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from pathlib import Path

from weft.cli.summary import tell
from weft.cli.terminal import show_progress
from weft.crawl import ENDINGS, CrawlOptions, CrawlReport, Progress, crawl
from weft.errors import ConfigError, WeftError, with_noun

DESCRIPTION = "Fetches pages of a site, spread over its kinds of pages, into a WARC archive."
EXAMPLES = """\
examples:
  weft crawl https://example.org/ -o pages.warc.gz                    200 pages, spread over the shapes of URLs
  weft crawl https://example.org/ -o pages.warc.gz --max-pages 500    the same crawl goes on to 500
  weft crawl https://example.org/news/ -o news.warc.gz --path-prefix /news/
  weft site pages.warc.gz -o content.jsonl                            learn the site and take its content out

robots.txt is obeyed. Interrupted, the same command goes on; pages.warc.gz.crawl beside the archive remembers the crawl.
exit codes: 0 there are pages, 1 there are none, 2 the command line makes no sense, 130 interrupted
"""
DEFAULTS = CrawlOptions()
FLAGS = {field.name: f"--{field.name.replace('_', '-')}" for field in fields(CrawlOptions)} | {
    "page_bytes": "--max-bytes"
}
"""The flag of each option of a crawl: what the library says of an option, the command says of its flag."""
MIN_INTERVAL = 0.2  # seconds between two lines of progress
MAX_SHOWN = 60  # characters of an address on the terminal


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("url", metavar="URL", help="where to start")
    parser.add_argument("-o", "--output", required=True, type=Path, metavar="FILE", help="ends in .warc.gz or .warc")
    parser.add_argument(
        "--max-bytes",
        type=int,
        default=DEFAULTS.page_bytes,
        metavar="N",
        help="most bytes of one page (default: %(default)s)",
    )
    parser.add_argument(
        "--allow-private", action="store_true", help="let the crawl lead to this machine or the local network"
    )
    parser.add_argument("--json", action="store_true", help="print a summary as JSON")
    add_crawl_options(parser)


def add_crawl_options(parser: argparse.ArgumentParser) -> None:
    """How much of a site, and how fast."""
    group = parser.add_argument_group("crawling")
    for name, what in (
        ("max_pages", "most pages in the archive"),
        ("max_per_shape", "most pages of one shape of URL (default: a quarter of all)"),
        ("max_clicks", "most links to follow from the start to a page"),
        ("max_minutes", "most minutes that one run takes"),
        ("total_bytes", "most bytes that are fetched in all"),
        ("page_seconds", "most seconds that one page takes"),
        ("delay", "seconds between two requests; slow hosts and robots.txt make it longer"),
        ("concurrency", "most requests at a time"),
    ):
        default = getattr(DEFAULTS, name)
        shown = what if "default" in what else f"{what} (default: {default:.10g})"
        option = f"--{name.replace('_', '-')}"
        group.add_argument(option, type=type(default), default=default, metavar="N", help=shown)
    group.add_argument("--subdomains", action="store_true", help="hosts below the start's are the same site")
    group.add_argument("--path-prefix", default="", metavar="PATH", help="only pages whose path begins so")
    group.add_argument(
        "--user-agent", default=DEFAULTS.user_agent, metavar="TEXT", help="who is asking (default: %(default)s)"
    )
    group.add_argument("--fresh", action="store_true", help="forget an earlier crawl into the same file")


def run(options: argparse.Namespace) -> int:
    """Crawl and say what came of it; 1 if there are no pages."""
    report = crawl_into(options.url, options.output, options, page_bytes=options.max_bytes)
    if options.json:
        print(json.dumps({"output": str(options.output), **asdict(report)}, ensure_ascii=False))
    return 0 if report.pages else 1


def crawl_into(url: str, output: Path, options: argparse.Namespace, *, page_bytes: int) -> CrawlReport:
    """The crawl that the options ask for, with its progress and its summary on standard error."""
    names = "max_pages max_per_shape max_clicks max_minutes total_bytes page_seconds delay concurrency"
    names += " subdomains path_prefix user_agent allow_private"
    chosen = CrawlOptions(page_bytes=page_bytes, **{name: getattr(options, name) for name in names.split()})
    try:
        report = crawl(url, output, options=chosen, fresh=options.fresh, progress=_Line(chosen.max_pages))
    except WeftError as error:
        error.advice = _with_flags(error.advice)
        if isinstance(error, ConfigError):
            error.what = re.sub(rf"\b(?:{'|'.join(FLAGS)})\b", lambda match: FLAGS[match[0]], error.what)
        raise
    except KeyboardInterrupt:
        tell([f"\nweft: interrupted; the same command goes on with {output}"])
        raise
    show_progress("")
    tell(_lines(report, output))
    return replace(report, note=_with_flags(report.note))


class _Line:
    """A line on a terminal: how many pages, how many addresses wait, and which was asked for last."""

    def __init__(self, total: int) -> None:
        self.total, self.shown = total, 0.0

    def __call__(self, progress: Progress) -> None:
        now = time.monotonic()
        if sys.stderr.isatty() and now - self.shown >= MIN_INTERVAL:
            self.shown = now
            line = f"{progress.pages} of {self.total} pages, {progress.waiting} waiting  {progress.url[:MAX_SHOWN]}"
            show_progress(line)


def _lines(report: CrawlReport, output: Path) -> list[str]:
    if not report.pages:
        return [f"weft: no pages: {_with_flags(report.note or ENDINGS[report.ended])}"]
    resumed = f" ({report.resumed} by an earlier run)" if report.resumed else ""
    pages, shapes = with_noun(report.pages, "page"), with_noun(report.shapes, "shape")
    lines = [f"{pages}{resumed} of {shapes} into {output}, {report.seconds:.0f} s"]
    lines.append(f"  ended: {_with_flags(ENDINGS[report.ended])}; {report.waiting} addresses were not asked for")
    others = {reason: count for reason, count in report.counts.items() if reason != "page"}
    return lines + _reasons("no page", others) + _reasons("left out", report.left_out)


def _reasons(what: str, counts: Mapping[str, int]) -> list[str]:
    reasons = [f"{count} {reason}" for reason, count in sorted(counts.items(), key=lambda pair: -pair[1])]
    return [f"  {what}: {', '.join(reasons)}"] if reasons else []


def _with_flags(text: str) -> str:
    """The text with the command's flags instead of the library's arguments.

    >>> _with_flags("allow it with allow_private=True")
    'allow it with --allow-private'
    """
    return re.sub(r"\b([a-z_]+)=(?:True|…)", lambda match: "--" + match[1].replace("_", "-"), text)
