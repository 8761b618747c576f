"""What looks bring to the block classifier: cross-validation by domain, on the same pages and in the same folds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any

from bench.metrics import interval
from bench.vision.folds import RECIPE, Folds
from weft.extractors.features import ALL_FEATURES, FEATURES, VISUAL_FEATURES
from weft.extractors.features.visual import GROUPS
from weft.training.train import PageResult, cross_validate, decide
from weft.training.training_pages import TrainingPage, TruthPage

FEW_TREES = replace(RECIPE, trees=40, rate=0.2)  # a fifth of the time, as for the ablations of the default
DEFAULT, BOTH, ALONE = "default features", "default + looks", "looks alone"
SEEDS = (0, 1, 2)  # of folds and trees: with few pages, one split says little
VARIANTS: dict[str, Sequence[str]] = {
    DEFAULT: tuple(FEATURES),
    BOTH: tuple(ALL_FEATURES),
    ALONE: tuple(VISUAL_FEATURES),
}
WITHOUT: dict[str, Sequence[str]] = {
    f"{BOTH}, less {name}": tuple(feature for feature in ALL_FEATURES if feature not in group)
    for name, group in GROUPS.items()
}


def measure_looks(
    examples: Sequence[TrainingPage], sensible: Sequence[str], *, full: Mapping[str, Folds]
) -> dict[str, Any]:
    """Word F1 by variant: on the sensible pages alone; then learned from all pages, by the models of `full`."""
    styled = [example for example in examples if example.page.page_id in set(sensible)]
    few = _measure(styled, VARIANTS | WITHOUT)
    all_pages = {
        name: _judge([[decide(example, folds.model_for(example.page.page_id)) for example in examples]])
        for name, folds in full.items()
    }
    return {
        "pages": len(examples),
        "sensible": len(styled),
        "few_trees": FEW_TREES.trees,
        "seeds": len(SEEDS),
        "trees": RECIPE.trees,
        "sensible pages": _summary(few),
        "all pages": _summary(all_pages),
        "all pages, sensible": _summary(_only(all_pages, sensible)),
    }


@dataclass(frozen=True, kw_only=True)
class Judged:
    """How a page fared, as a mean over seeds."""

    page: TruthPage
    f1: float
    best_f1: float


Results = dict[str, list[Judged]]


def _measure(examples: Sequence[TrainingPage], variants: Mapping[str, Sequence[str]]) -> Results:
    results = {}
    for name, features in variants.items():
        print(f"bench: {len(examples)} pages, {FEW_TREES.trees} trees, {len(SEEDS)} seeds: {name} …", flush=True)
        recipes = [replace(FEW_TREES, seed=seed) for seed in SEEDS]
        results[name] = _judge([cross_validate(examples, recipe=recipe, features=features) for recipe in recipes])
    return results


def _judge(runs: Sequence[Sequence[PageResult]]) -> list[Judged]:
    return [
        Judged(page=page[0].page, f1=fmean(run.f1 for run in page), best_f1=fmean(run.best_f1 for run in page))
        for page in zip(*runs, strict=True)
    ]


def _only(results: Results, wanted: Sequence[str]) -> Results:
    known = set(wanted)
    return {name: [page for page in pages if page.page.page_id in known] for name, pages in results.items()}


def _summary(results: Results) -> dict[str, Any]:
    """For each variant the mean, what it adds to the first one with its interval over pages, and the page types."""
    [base, *_] = results.values()
    found = {}
    for name, pages in results.items():
        gains = [page.f1 - before.f1 for page, before in zip(pages, base, strict=True)]
        low, high = interval(gains)
        kinds = sorted({page.page.page_type for page in pages})
        found[name] = {
            "pages": len(pages),
            "f1": fmean(page.f1 for page in pages),
            "gain": fmean(gains),
            "gain_low": low,
            "gain_high": high,
            "best_f1": fmean(page.best_f1 for page in pages),
            "by_type": {kind: fmean(page.f1 for page in pages if page.page.page_type == kind) for kind in kinds},
            "pages_by_type": {kind: sum(page.page.page_type == kind for page in pages) for kind in kinds},
        }
    return found
