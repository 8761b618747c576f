"""Methods on pages that a browser has drawn: word F1 and CPU time; what drawing costs; whether VIPS repeats itself."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from statistics import fmean, median
from time import process_time
from typing import Any
from unittest.mock import patch

import weft
from bench.datasets import Case
from bench.metrics import interval, word_score
from bench.vision.folds import Folds
from weft.auto import find_extractor, method_names
from weft.browser import Browser, Drawing
from weft.document import Extractor
from weft.errors import WeftError
from weft.extractors import EXTRACTORS, BlockClassifier, Vips, VisualClassifier
from weft.extractors.block_classifier import shipped_model
from weft.io import RawPage
from weft.page import Page

METHODS = (
    "vips", "density", "dom_stats", "line_block", "block_classifier", "visual_classifier", "survey", "auto",
)  # fmt: skip
TRAINED: dict[str, Callable[..., Extractor]] = {
    "block_classifier": BlockClassifier,
    "visual_classifier": VisualClassifier,
}
LEARNED = (*TRAINED, "auto")  # `auto` asks them by name
ROUNDS = 3  # the least time of a page counts


def measure_methods(
    cases: Sequence[Case], folds: Mapping[str, Folds], *, methods: Sequence[str] = METHODS
) -> dict[str, Any]:
    """Draw the pages twice, then run every method on the first drawing; trained ones by the fold of the page.

    Without folds the models that ship are asked, which have seen the pages.
    """
    with Browser() as browser:
        drawings = [_draw(browser, cases) for _ in range(2)]
    first, second = drawings
    drawn = [case for case in cases if case.id in first]
    pages = {case.id: first[case.id].page for case in drawn}
    return {
        "pages": len(cases),
        "drawn": len(drawn),
        "page_types": {kind: sum(case.page_type == kind for case in cases) for kind in _kinds(cases)},
        "drawing": _drawing([first[case.id] for case in drawn]),
        "tree": _tree(pages, second),
        "methods": {name: _measure(name, cases, pages, folds) for name in methods if name in method_names()},
    }


def _draw(browser: Browser, cases: Sequence[Case]) -> dict[str, Drawing]:
    """The pages as drawn, by id; one that cannot be drawn is left out, and counts as empty."""
    drawn = {}
    for case in cases:
        try:
            drawn[case.id] = browser.draw(RawPage(id=case.id, data=case.data, url=case.url or None))
        except WeftError as error:
            print(f"bench: {error}")
    return drawn


def _drawing(drawn: Sequence[Drawing]) -> dict[str, float]:
    """What drawing costs: wall time until loaded, and from there to the geometry."""
    loading, looking = ([page.seconds for page in drawn], [page.snapshot_seconds for page in drawn])
    return {
        "render_ms_median": 1000 * median(loading),
        "snapshot_ms_median": 1000 * median(looking),
        "snapshot_share": sum(looking) / (sum(loading) + sum(looking)),
        "snapshot_share_median": median(s / (s + r) for s, r in zip(looking, loading, strict=True)),
    }


def _tree(pages: Mapping[str, Page], again: Mapping[str, Drawing]) -> dict[str, Any]:
    """On how many pages the block tree of a second drawing is the same, and what VIPS alone costs."""
    both = [page_id for page_id in pages if page_id in again]
    trees = {page_id: Vips().segment(pages[page_id]) for page_id in both}
    differing = [page_id for page_id in both if trees[page_id] != Vips().segment(again[page_id].page)]
    times = [_cpu(Vips().segment, page) for page in pages.values()]
    return {
        "pages": len(both),
        "equal": len(both) - len(differing),
        "differing": differing,
        "segment_ms_median": 1000 * median(times),
        "segment_ms_most": 1000 * max(times),
        "leaves_median": median(len(tree.leaves) for tree in trees.values()),
    }


def _measure(name: str, cases: Sequence[Case], pages: Mapping[str, Page], folds: Mapping[str, Folds]) -> dict[str, Any]:
    scores: dict[str, float] = {}
    times, failures = [], []
    for case in cases:
        text = ""
        try:
            if case.id in pages:
                with patch.dict(EXTRACTORS, _unseen(case.id, folds)):
                    text = weft.extract(pages[case.id], method=name).text
                    times.append(_cpu(_extractor(name), pages[case.id]))
        except WeftError as error:
            failures.append(f"{case.id}: {error}")
        scores[case.id] = word_score(text, case.text).f1
    low, high = interval(list(scores.values()))
    return {
        "trained": ("cross-validated" if folds else "in sample") if name in LEARNED else "",
        "f1": fmean(scores.values()),
        "low": low,
        "high": high,
        "by_type": {kind: fmean(scores[c.id] for c in cases if c.page_type == kind) for kind in _kinds(cases)},
        "cpu_ms_mean": 1000 * fmean(times) if times else math.nan,
        "cpu_ms_median": 1000 * median(times) if times else math.nan,
        "failures": failures,
        "scores": {page_id: round(score, 3) for page_id, score in scores.items()},
    }


def _unseen(page_id: str, folds: Mapping[str, Folds]) -> dict[str, Extractor]:
    """The trained extractors with models that have seen no page of this domain.

    The curves that make their confidence are those of the models that ship: twelve numbers of all pages.
    """
    models = {name: found.model_for(page_id) for name, found in folds.items()}
    return {
        name: TRAINED[name](model=replace(model, curve=shipped_model(name).curve)) for name, model in models.items()
    }


def _extractor(name: str) -> Callable[[Page], object]:
    """The choice alone; `auto` is no extractor but a way through several."""
    return weft.extract if name == "auto" else find_extractor(name).extract


def _cpu(call: Callable[[Page], object], page: Page) -> float:
    """The least CPU seconds of some calls, each with a page that has computed nothing yet."""
    least = math.inf
    for _ in range(ROUNDS):
        fresh = replace(page)
        started = process_time()
        call(fresh)
        least = min(least, process_time() - started)
    return least


def _kinds(cases: Sequence[Case]) -> list[str]:
    return sorted({case.page_type for case in cases})
