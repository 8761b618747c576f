"""`python -m bench records --listings`: whether each card and item of pages that list things is right."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import weft
from bench.records.listing_judge import ListingVerdict, judge_listing
from bench.records.listing_pages import JUDGE, LEARNING
from bench.records.listing_truth import FIELDS, ListingCase, read_listings
from bench.run import summary
from bench.table import grid

NOTE = (
    "Pages of wcxb-dev, read by eye; no rule and no weight was made with the judge half. F1: mean over pages of the F1 "
    "of records by place; nothing found is right where the page has no list. Of each field the share of the true ones "
    "that is right, and the share of the given ones that is."
)


def make(data: Path, out: Path) -> int:
    """Measure, print, and write `listings.json` and `listings.md`."""
    where = summary([], [])
    report = {"made": where["made"], "machine": where["machine"], **measure(read_listings(data))}
    text = f"# Records of listings\n\n{NOTE}\n\n{table(report)}\n"
    (out / "listings.json").write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    (out / "listings.md").write_text(text, encoding="utf-8")
    print(text)
    return 0


def measure(cases: Sequence[ListingCase]) -> dict[str, Any]:
    """Both halves, and every page."""
    verdicts = {case.id: judge_listing(case, weft.extract(case.page).records) for case in cases}
    halves = {half: sum_up([verdicts[case.id] for case in cases if case.half == half]) for half in (LEARNING, JUDGE)}
    pages = [
        {"id": case.id, "half": case.half, "kind": case.kind, "found": one.found, "right": one.right, "true": one.true}
        for case in cases
        for one in (verdicts[case.id],)
    ]
    return {"halves": halves, "pages": pages}


def sum_up(verdicts: Sequence[ListingVerdict]) -> dict[str, Any]:
    """The figures of some pages."""
    fields: dict[str, Counter[str]] = {name: Counter() for name in FIELDS}
    for verdict in verdicts:
        for name, count in verdict.fields.items():
            fields[name].update(count)
    return {
        "pages": len(verdicts),
        "f1": sum(verdict.f1 for verdict in verdicts) / max(1, len(verdicts)),
        "whole": sum(verdict.f1 == 1 for verdict in verdicts),
        "wrong_on_none": sum(bool(verdict.found) and not verdict.true for verdict in verdicts),
        "records": {name: sum(getattr(verdict, name) for verdict in verdicts) for name in ("found", "right", "true")},
        "fields": {name: {key: count[key] for key in ("true", "given", "right")} for name, count in fields.items()},
    }


def table(report: dict[str, Any]) -> str:
    """The halves as a Markdown table."""
    rows = []
    for half, row in report["halves"].items():
        records = row["records"]
        numbers = [str(row["pages"]), f"{row['f1']:.3f}", str(row["whole"]), str(row["wrong_on_none"])]
        shares = [_share(records["right"], records["true"], records["found"])]
        shares += [_share(one["right"], one["true"], one["given"]) for one in row["fields"].values()]
        rows.append([half, *numbers, *shares])
    return grid(["half", "pages", "F1", "whole", "wrong on none", "records", *FIELDS], rows)


def _share(right: int, true: int, given: int) -> str:
    return f"{right / true if true else 1:.2f} / {right / given if given else 1:.2f}"
