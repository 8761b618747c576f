"""Counts as pages of bars: what an output holds, and which software made the pages."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from weft.records.fingerprints import Software
from weft.reports.writing import write_report

UNKNOWN = "unknown"
UNSAID = "no version"  # the page does not name one
MAX_BARS = 15  # of a chart of an output


@dataclass(frozen=True, kw_only=True)
class SoftwareCount:
    """How many pages a software made, in all and by version, the most frequent first."""

    name: str
    kind: str
    pages: int
    versions: dict[str, int] = field(default_factory=dict)  # by version; empty: the page does not name one


def count_software(pages: Iterable[Software]) -> list[SoftwareCount]:
    """The counts of all pages, the most frequent software first, pages of unknown software last.

    >>> made = [Software(name="phpBB", version="3.3"), Software(name="phpBB"), Software()]
    >>> [(count.name, count.pages, count.versions) for count in count_software(made)]
    [('phpBB', 2, {'3.3': 1, '': 1}), ('unknown', 1, {})]
    """
    totals: Counter[tuple[str, str]] = Counter()
    versions: dict[str, Counter[str]] = {}
    for software in pages:
        totals[software.name, software.kind] += 1
        versions.setdefault(software.name, Counter())[software.version] += 1
    counts = [
        SoftwareCount(name=name or UNKNOWN, kind=kind, pages=count, versions=_ordered(versions[name]) if name else {})
        for (name, kind), count in totals.items()
    ]
    return sorted(counts, key=lambda count: (count.name == UNKNOWN, -count.pages, count.name))


def _ordered(versions: Counter[str]) -> dict[str, int]:
    """The most frequent version first, pages without a version last."""
    return dict(sorted(versions.items(), key=lambda item: (not item[0], -item[1], item[0])))


def software_page(counts: Sequence[SoftwareCount]) -> str:
    """The counts as an HTML page: a row a software with a bar, whose parts are the versions."""
    named = [count for count in counts if count.name != UNKNOWN]
    return write_report(
        "software.html",
        counts=counts,
        named=named,
        with_version=sum(pages for count in named for version, pages in count.versions.items() if version),
        no_version=UNSAID,
    )


def stats_page(counts: Mapping[str, Any]) -> str:
    """The counts that `weft stats --json` prints, as an HTML page of bars."""
    bins = len(counts["confidence"])
    confidence = {f"{bin / bins:.1f}–{(bin + 1) / bins:.1f}": count for bin, count in enumerate(counts["confidence"])}
    charts = {
        "Page types": counts["page_types"],
        "Languages": counts["languages"],
        "Confidence": confidence,
        "Chosen by": counts["chosen_by"],
        "Largest hosts": counts["largest_hosts"],
        "Failures": counts["failed"],
    }
    shown = {name: list(values.items())[:MAX_BARS] for name, values in charts.items() if any(values.values())}
    return write_report("stats.html", counts=counts, charts=shown)
