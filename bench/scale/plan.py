"""A Common Crawl month on paper: what the measured figures make of 2.5 billion pages, under stated assumptions."""

import json
import math
import re
from dataclasses import dataclass
from typing import Any

from bench.places import CHECKOUT
from bench.sites.sheet import Sheet
from bench.table import grid
from weft.engines.sampling import A_SHAPE, PAGES, SHAPES

EULER = 0.5772  # of the harmonic numbers
HOUR = 3600.0
MARKED = re.compile(r"(<!-- plan -->\n).*?(<!-- /plan -->)", re.DOTALL)
DOCUMENT = CHECKOUT / "docs" / "scale.md"
RECORD = CHECKOUT / "bench" / "record" / "scale.json"


@dataclass(frozen=True, kw_only=True)
class Month:
    """What a month of the crawl is taken to be, and what a core costs; nothing of it was measured here."""

    pages: float = 2.5e9
    html: float = 160e3  # bytes of a page
    packed: float = 35e3  # bytes of a page in a .warc.gz
    hosts: float = 40e6  # whose sizes fall as 1 / rank
    price: float = 0.04  # dollars for an hour of a core
    cores: int = 1000

    @property
    def sampled(self) -> float:
        """Pages in the samples of all hosts: of a host all, but never more than a sample holds.

        >>> round(Month(pages=3, hosts=1).sampled)
        3
        """
        most = PAGES + SHAPES * A_SHAPE
        largest = self.pages / (math.log(self.hosts) + EULER) if self.hosts > 1 else self.pages
        capped = min(largest / most, self.hosts)  # hosts that have more
        return min(capped * most + largest * math.log(self.hosts / capped), self.pages) if capped >= 1 else self.pages


def steps(record: dict[str, Any], month: Month = Month()) -> dict[str, dict[str, float]]:
    """Core-hours of each step, of one pass and of two: a core does what one did here, times the engine's share."""
    alone, learned = record["throughput"], record["learn"]
    cpu, size = alone["systems"]["weft"]["cpu_s"], alone["bytes"]
    share = engine_share(alone)
    whole, sampled = month.pages * month.html, month.sampled * month.html
    reading, sampling = cpu["read"] / size, learned["cpu_s"]["sample"] / learned["bytes"]  # nearly all were sampled
    hours = {
        "reading": reading * whole,
        "extracting every page by the classifier": cpu["extract"] / size * whole,
        "writing": cpu["write"] / alone["pages"] * month.pages,
        "sampling (reads every page)": reading * whole + max(sampling - reading, 0.0) * sampled,
        "learning every host": learned["cpu_s"]["learn"] / learned["sampled"] / _mean(learned) * sampled,
    }
    by_site = learned["cpu_s"]["apply"] / learned["cpu_s"]["extract"]  # a template's time, of the classifier's
    hours["extracting every page by its site"] = hours["extracting every page by the classifier"] * by_site
    return {name: {"hours": seconds / share / HOUR} for name, seconds in hours.items()}


def _mean(learned: dict[str, Any]) -> float:
    return float(learned["bytes"] / learned["pages"])


def engine_share(alone: dict[str, Any]) -> float:
    """What a core of a busy machine does, of what one process alone does."""
    single = alone["pages"] / sum(alone["systems"]["weft"]["wall_s"].values())
    return float(min(alone["engine"]["2"]["steady"] / 2 / single, 1.0))


ONE_PASS = ("reading", "extracting every page by the classifier", "writing")
TWO_PASSES = (
    "sampling (reads every page)",
    "learning every host",
    "reading",
    "extracting every page by its site",
    "writing",
)


def rows(record: dict[str, Any], month: Month = Month()) -> list[list[str]]:
    """The table of the plan."""
    found = steps(record, month)
    alone, learned = record["throughput"], record["learn"]
    shuffled = month.sampled * month.packed * learned["samples_bytes"] / learned["packed"]
    written = alone["systems"]["weft"]["written"] / alone["pages"] * month.pages
    table = []
    for title, names, moved in (("one pass", ONE_PASS, 0.0), ("two passes, `--learn`", TWO_PASSES, shuffled)):
        whole = sum(found[name]["hours"] for name in names)
        read = month.pages * month.packed * (2 if moved else 1)
        table.append(
            [
                title,
                f"{whole:,.0f}",
                f"{whole / month.cores:.1f}",
                f"{read / 1e12:.0f}",
                f"{moved / 1e12:.1f}",
                f"{written / 1e12:.1f}",
                f"{whole * month.price:,.0f}",
            ]
        )
        table += [[f"· {name}", f"{found[name]['hours']:,.0f}", "", "", "", "", ""] for name in names]
    return table


HEAD = ("way", "core-hours", "hours on 1,000 cores", "TB read", "TB shuffled", "TB written", "dollars")


def plan_sheet(record: dict[str, Any]) -> Sheet:
    """The plan as a part of the report."""
    month = Month()
    note = (
        f"Computed, not measured: {month.pages / 1e9:g} billion pages of {month.html / 1e3:g} kB "
        f"({month.packed / 1e3:g} kB packed) of {month.hosts / 1e6:g} million hosts whose sizes fall as 1 / rank, "
        f"{month.price:g} dollars an hour and core. {month.sampled / 1e6:,.0f} million pages are in samples. Every "
        "step costs what it cost above by byte (writing: by page), divided by the engine's share "
        f"({engine_share(record['throughput']):.0%})."
    )
    return Sheet(title="A Common Crawl month on paper", note=note, head=HEAD, rows=rows(record))


def updated(text: str, record: dict[str, Any]) -> str:
    """A document with the table of the plan between its marks."""
    return MARKED.sub(lambda match: match[1] + grid(HEAD, rows(record)) + "\n" + match[2], text)


if __name__ == "__main__":
    DOCUMENT.write_text(
        updated(DOCUMENT.read_text(encoding="utf-8"), json.loads(RECORD.read_bytes())), encoding="utf-8"
    )
