"""`weft stats`: what an output of `weft run` holds, counted."""

import argparse
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from weft.cli.terminal import with_progress
from weft.content import Reason
from weft.errors import SourceError, with_noun
from weft.io import whole_file
from weft.io.remote_path import output_path
from weft.io.run_output import read_output
from weft.reports.counts import stats_page
from weft.reports.writing import load_templates
from weft.sites.finder import host_of

DESCRIPTION = "Counts pages, failures, page types, languages, hosts and confidence in what weft run wrote."
EXAMPLES = """\
examples:
  weft stats out.jsonl.gz
  weft stats out.parquet --json
  weft stats out.sqlite --html stats.html     bars to look at
"""
MAX_TABLE_ROWS = 10  # rows of a table
BINS = 10  # of confidence, from 0 to 1
WIDTH = 30  # of the longest bar
NO_URL = "(no URL)"  # a row among the hosts, and no host


@dataclass(kw_only=True)
class Stats:
    """Counts over pages."""

    pages: int = 0
    reasons: Counter[str] = field(default_factory=Counter)  # of failures
    page_types: Counter[str] = field(default_factory=Counter)
    languages: Counter[str] = field(default_factory=Counter)
    chosen_by: Counter[str] = field(default_factory=Counter)
    hosts: Counter[str] = field(default_factory=Counter)
    confidence: list[int] = field(default_factory=lambda: [0] * BINS)
    characters: int = 0  # of text
    records: int = 0

    def add(self, line: dict[str, Any]) -> None:
        """Count a page."""
        self.pages += 1
        self.hosts[host_of(str(line.get("url") or "")) or NO_URL] += 1
        if line.get("status") != "ok":
            self.reasons[_words_of(line.get("reason"))] += 1
            return
        self.page_types[str(line.get("page_type") or "(unknown)")] += 1
        self.languages[str(line.get("language") or "(unknown)")] += 1
        self.chosen_by[str(line.get("chosen_by") or "(unknown)")] += 1
        self.characters += len(line.get("text") or line.get("markdown") or "")
        self.records += len(line.get("records") or ())
        if (confidence := line.get("confidence")) is not None:
            self.confidence[min(int(float(confidence) * BINS), BINS - 1)] += 1

    @property
    def named_hosts(self) -> int:
        """How many hosts the pages are of, as far as their addresses are known."""
        return len(self.hosts.keys() - {NO_URL})

    def to_json(self) -> dict[str, Any]:
        """Itself as JSON values."""
        failed = self.reasons.total()
        return {
            "pages": self.pages,
            "ok": self.pages - failed,
            "failed": dict(self.reasons.most_common()),
            "characters": self.characters,
            "records": self.records,
            "page_types": dict(self.page_types.most_common()),
            "languages": dict(self.languages.most_common()),
            "chosen_by": dict(self.chosen_by.most_common()),
            "hosts": self.named_hosts,
            "largest_hosts": dict(self.hosts.most_common(MAX_TABLE_ROWS)),
            "confidence": self.confidence,
        }

    def lines(self) -> Iterable[str]:
        """For people."""
        failed = self.reasons.total()
        pages, hosts = with_noun(self.pages, "page"), with_noun(self.named_hosts, "host")
        yield f"{pages} of {hosts}, {failed} failed; {with_noun(self.characters, 'character')} of text"
        tables = {
            "failures": self.reasons,
            "page types": self.page_types,
            "languages": self.languages,
            "chosen by": self.chosen_by,
            "largest hosts": self.hosts,
        }
        for name, counts in tables.items():
            if counts:
                yield from ("", name, *bars(counts.most_common(MAX_TABLE_ROWS)))
        if any(self.confidence):
            named = [(f"{index / BINS:.1f}-{(index + 1) / BINS:.1f}", n) for index, n in enumerate(self.confidence)]
            yield from ("", "confidence", *bars(named))


def bars(counts: list[tuple[str, int]]) -> list[str]:
    """Names, counts and bars, a line each.

    >>> bars([("en", 4), ("zh", 2)])[1].split()
    ['zh', '2', '███████████████']
    """
    widest = max(len(name) for name, _ in counts)
    most = max(count for _, count in counts) or 1
    return [f"  {name:<{widest}} {count:>9} {'█' * (WIDTH * count // most)}".rstrip() for name, count in counts]


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "output", type=output_path, metavar="OUT", help="JSON lines (also packed), CSV, Parquet or SQLite"
    )
    parser.add_argument("--json", action="store_true", help="print the counts as JSON")
    parser.add_argument("--html", type=Path, metavar="FILE", help="also write a page of bars")


def run(options: argparse.Namespace) -> int:
    """Count and print."""
    if options.html:
        load_templates()  # before the output is read: without Jinja2 there is no page
    stats = Stats()
    for line in with_progress(read_output(options.output)):
        try:
            stats.add(line)
        except (TypeError, ValueError, OverflowError) as error:
            what = f"a line is none that weft run writes ({error})"
            raise SourceError(what, page=str(options.output), advice="make the output again") from None
    if not stats.pages:
        raise SourceError("there is no page in it", page=str(options.output), advice="name what weft run wrote")
    if options.html:
        with whole_file(options.html) as file:
            file.write(stats_page(stats.to_json()))
    print(json.dumps(stats.to_json(), ensure_ascii=False) if options.json else "\n".join(stats.lines()))
    return 0


def _words_of(reason: Any) -> str:
    """A reason as it is counted; a run of an older weft wrote it as a text."""
    return str(Reason(**reason)) if isinstance(reason, dict) else str(reason)
