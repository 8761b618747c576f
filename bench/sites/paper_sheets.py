"""The tables of papers A and D: theirs, then ours."""

from collections.abc import Mapping
from typing import Any

from bench.sites import reported
from bench.sites.sheet import Sheet, number

Record = Mapping[str, Any]
COLUMNS_A = {
    "without_clustering": ".3f",
    "with_clustering": ".3f",
    "default": ".3f",
    "classes": ".1f",
    "containers": ".0f",
}


def paper_sheets(record: Record) -> list[Sheet]:
    """Papers A and D beside what they print."""
    return [_accuracy_of_a(record["A"]), _times_of_a(record["A"]), _means_of_d(record["D"]), *_tables_of_d(record["D"])]


def _accuracy_of_a(record: Record) -> Sheet:
    rows = [
        [f"paper A: {site}", *(number(reported.ACCURACY_A[name][site]) for name in reported.ACCURACY_A), "", "", ""]
        for site in reported.SITES_A
    ]
    rows += [[f"paper A quotes: {name}", "", number(value), "", "", ""] for name, value in reported.OTHERS_A.items()]
    sites = {"ours, mean": record["mean"], **record["sites"]}
    rows += [[name, *(number(site.get(key), form) for key, form in COLUMNS_A.items())] for name, site in sites.items()]
    return Sheet(
        title="Paper A: tables 1 and 2, figures 2 and 3",
        note="Share of right pages (token F1 of 0.9 or more; the paper does not say when a page is right) on pages not "
        "learned from; classes found; containers a page. The paper's pages are not ours.",
        head=["site", "without clustering", "with clustering", "weft's default", "classes", "containers a page"],
        rows=rows,
    )


def _times_of_a(record: Record) -> Sheet:
    times = {"paper A": reported.TIMES_A, "ours": record["mean"]}
    rows = [[name, *(number(row.get(key), ".1f") for key in reported.TIMES_A)] for name, row in times.items()]
    head = ["", "cluster and learn 100 pages, ms", "a page by density, ms", "a page by rule, ms"]
    return Sheet(
        title="Paper A: times",
        note="From bytes, ours in CPU time; another machine, another year. What we learn has fields and records too.",
        head=head,
        rows=rows,
    )


def _means_of_d(record: Record) -> Sheet:
    rows = [[f"paper D: {name}", *(number(value) for value in row)] for name, row in reported.MEANS_D.items()]
    keys = ("precision", "recall", "f1")
    rows += [[f"ours: {name}", *(number(row.get(key)) for key in keys)] for name, row in record["mean"].items()]
    return Sheet(
        title="Paper D: table 3",
        note="Precision, recall and F by the longest common subsequence of characters, learned on all pages, means "
        "over sites. `without clustering` subtracts over a whole site, like the layout similarity.",
        head=["", "P", "R", "F"],
        rows=rows,
    )


def _tables_of_d(record: Record) -> list[Sheet]:
    methods = list(record["mean"])
    sheets = []
    for title, key, theirs in (
        ("table 1, precision", "precision", reported.PRECISION_D),
        ("table 2, recall", "recall", reported.RECALL_D),
    ):
        head = ["site", *(f"paper D: {name}" for name in reported.METHODS_D), *methods]
        rows = [
            [f"paper D: {site}", *(number(value) for value in row), *("" for _ in methods)]
            for site, row in zip(reported.SITES_D, theirs, strict=True)
        ]
        rows += [
            [site, "", "", "", *(number(row.get(name, {}).get(key)) for name in methods)]
            for site, row in record["sites"].items()
        ]
        sheets.append(Sheet(title=f"Paper D: {title}", head=head, rows=rows))
    return sheets
