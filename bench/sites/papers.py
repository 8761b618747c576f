"""The tables of papers A and D made again on our sites, beside what the papers print.

Their pages are not ours (Chinese news sites of 2016), so a figure of theirs does not stand beside one of ours; what can
be compared is how far clustering moves a method, and the order of the methods.
"""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from statistics import fmean
from time import process_time
from typing import Any

import weft
from bench.metrics import lcs_score
from bench.places import peers_present
from bench.sites.bodies import progress
from bench.sites.body_measures import score_pages
from bench.sites.corpora import SiteCases, thirds
from bench.sites.learning import PAPER_A, PAPER_D, Recipe, answer, found_clusters
from bench.sites.methods import SINGLE, Answers, Method, learned, one_cluster, single_page_methods
from bench.sites.shelf import Shelf
from bench.systems import Worker

RIGHT = 0.9
"""Paper A counts right pages and does not say when one is; we say from this token F1 on."""

MAX_SCORED = 10
"""Pages a site for the LCS of characters, which costs the product of two lengths."""


def measure_papers(sites: Sequence[SiteCases], shelf: Shelf) -> dict[str, Any]:
    """Paper A's tables 1 and 2, figures 2 and 3 and times; paper D's tables 1 to 3."""
    rows_a: dict[str, dict[str, float]] = {}
    rows_d: dict[str, dict[str, dict[str, float]]] = {}
    failures: dict[str, str] = {}
    with ExitStack() as processes:
        methods = methods_of_paper_d(shelf, processes)
        for number, site in enumerate(sites, 1):
            name = f"{site.corpus}/{site.name}"
            try:
                rows_a[name] = site_of_paper_a(site, shelf)
                rows_d[name] = site_of_paper_d(site, methods)
            except Exception as error:  # the failure is in the record, the site in no mean
                failures[name] = f"{type(error).__name__}: {error}"
            progress("papers", number, len(sites))
    return {
        "A": {"mean": means(list(rows_a.values())), "sites": rows_a},
        "D": {
            "mean": {
                method: means([row[method] for row in rows_d.values() if method in row])
                for method in dict.fromkeys(method for row in rows_d.values() for method in row)
            },
            "sites": rows_d,
        },
        "failures": failures,
    }


def site_of_paper_a(site: SiteCases, shelf: Shelf) -> dict[str, float]:
    """A site's row: share of right pages without and with clustering, held out as in the paper, counts and times."""
    given, held = thirds(site)
    learned = shelf.learn(given, PAPER_A)
    by_rule = replace(learned.site, fallback="density")  # the paper's, for pages of classes that were dropped
    default = shelf.learn(given).site
    pages = shelf.pages(held)
    data = [(case.data, case.url or None) for case in held.cases]
    row = {
        "pages": len(held.cases),
        "classes": len(set(found_clusters(by_rule).values())),
        "containers": fmean(len(page.rows_of("div", "table")) for page in shelf.pages(site).values()),
        "learn_100_pages_ms": 100_000 * learned.seconds / len(given.cases),
        "single_ms_a_page": _ms_a_page(data, lambda page: weft.extract(page, method="density").text),
        "rule_ms_a_page": _ms_a_page(data, lambda page: by_rule.extract(page).text),
    }
    for name, extract in (
        ("without_clustering", lambda page: weft.extract(page, method="density")),
        ("with_clustering", by_rule.extract),
        ("default", default.extract),
    ):
        scores = score_pages(held.cases, answer(extract, pages)).values()
        row |= {name: fmean(score >= RIGHT for score in scores)} if scores else {}
    return row


def _ms_a_page(pages: Sequence[tuple[bytes, str | None]], extract: Callable[[weft.Page], str]) -> float:
    """CPU milliseconds from bytes to text, each page once: means over a site, as the paper's."""
    started = process_time()
    for data, url in pages:
        extract(weft.parse(data, url=url))
    return 1000 * (process_time() - started) / len(pages)


def site_of_paper_d(site: SiteCases, methods: Sequence[Method]) -> dict[str, dict[str, float]]:
    """A site's P, R and F by the longest common subsequence of characters, by method; learned on all pages."""
    scored = [case for case in site.cases if case.scored and case.page_type == "article"]
    chosen = scored[:: max(1, len(scored) // MAX_SCORED)][:MAX_SCORED]
    asked = site.subset(frozenset(case.id for case in chosen))
    rows = {}
    for method in methods:
        answers = method.answer(site, asked)
        scores = [lcs_score(answers.get(case.id, {}).get("text", ""), case.text) for case in asked.cases]
        if scores:
            precision, recall = fmean(score.precision for score in scores), fmean(score.recall for score in scores)
            rows[method.name] = {"precision": precision, "recall": recall, "f1": fmean(score.f1 for score in scores)}
    return rows


def methods_of_paper_d(shelf: Shelf, processes: ExitStack) -> list[Method]:
    """The paper's method; its subtraction over a site as one cluster, which is the layout similarity it beats; ours."""
    single = [method for method in single_page_methods(shelf) if method.name == SINGLE]

    apart = replace(one_cluster(shelf, PAPER_D.learner), name="without clustering")
    default = learned(shelf, "default", Recipe())
    return [learned(shelf, "the paper's", PAPER_D), apart, *_readability(processes), *single, default]


def _readability(processes: ExitStack) -> list[Method]:
    """The peer, in a process of its own, where it is installed; a page it fails on has an empty text."""
    if not peers_present():
        return []
    worker = Worker("readability-lxml")
    processes.callback(worker.close)

    def answers(_: SiteCases, asked: SiteCases) -> Answers:
        return {case.id: {"text": worker.ask(case).text} for case in asked.cases}

    return [Method(name="readability-lxml", answer=answers)]


def means(rows: Sequence[dict[str, float]]) -> dict[str, float]:
    """The mean of every number over the sites that have it."""
    keys = dict.fromkeys(key for row in rows for key in row)
    return {"sites": len(rows), **{key: fmean(row[key] for row in rows if key in row) for key in keys}}
