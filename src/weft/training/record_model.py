"""Fitting the model of records: trees over slots, then over readings that other trees have made, then over posts alone.

A page's readings are made with bodies that trees chose which have not seen its program: as it will be for a program
that nobody has seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from multiprocessing import get_context
from typing import Any, TypeVar

import numpy as np

from weft.model_file import ModelFile, TreeArrays
from weft.records.model import FEATURES, RecordModel
from weft.records.reading_features import REGIONS, vector
from weft.training.boosting import tree_arrays
from weft.training.record_examples import Examples, KnownPage

Result = TypeVar("Result")
SERVED = "served"  # the kind of pages that real programs wrote
RARE = 0.5  # a program weighs as its pages to the power of 1 less this


@dataclass(frozen=True, kw_only=True)
class RecordRecipe:
    """How the model is made; chosen leaving out one program at a time."""

    seed: int = 0
    folds: int = 5  # of programs
    trees: int = 120
    depth: int = 4
    rate: float = 0.1
    rows: float = 0.7  # share of the rows that each tree sees
    columns: float = 0.5  # share of the features that each tree sees
    least_weight: float = 2.0  # of a leaf, in slots or readings
    penalty: float = 2.0
    bins: int = 64
    threads: int = 1  # the order of XGBoost's sums depends on it, so it is part of the recipe


@dataclass(frozen=True, kw_only=True)
class PageSource:
    """A page that can be read again in any process."""

    id: str
    program: str
    read: Callable[[], KnownPage | None]  # None: the page cannot be learned from
    weight: float = 1.0
    kind: str = SERVED  # what pages are counted by in the model's header


@dataclass(frozen=True, eq=False, kw_only=True)
class PageExamples:
    """What one page teaches."""

    source: PageSource
    examples: Examples


STAGES = ("bodies", "authors", "titles")
"""The trees that readings are made with."""
UNSEEN = ("regions", "readings", "lone")
"""The trees of which a page's examples are made by trees that have not seen its program."""


def read_slots(source: PageSource) -> dict[str, Examples]:
    """The slots of a page's true bodies, authors and titles by the name of the trees; empty where there are none."""
    known = source.read()
    if known is None:
        return {}
    parts = {"bodies": list(known.slots()), "authors": list(known.authors()), "titles": list(known.titles())}
    return {
        name: Examples(
            rows=np.concatenate([rows for rows, _ in some]), labels=np.concatenate([labels for _, labels in some])
        )
        for name, some in parts.items()
        if some
    }


def read_readings(job: tuple[PageSource, dict[str, TreeArrays]]) -> dict[str, Examples]:
    """The regions of a page, its readings with bodies and titles that these trees choose, and its posts alone."""
    source, arrays = job
    known = source.read()
    judges = RecordModel(trees={name: trees.build(len(FEATURES[name])) for name, trees in arrays.items()})
    readings = known.readings(judges) if known else []
    lone = list(known.lone_posts(readings)) if known else []
    regions = list(known.regions(readings)) if known else []
    rows: dict[str, list[tuple[Sequence[float], float]]] = {
        "regions": [(vector(view.features, REGIONS), label) for view, label in regions],
        "readings": [(one.features, label) for one, label in readings],
        "lone": [(list(one.features), label) for one, label in lone],
    }
    return {
        name: Examples.of([row for row, _ in some], [label for _, label in some], len(FEATURES[name]))
        for name, some in rows.items()
    }


def fit_trees(pages: Sequence[PageExamples], recipe: RecordRecipe) -> TreeArrays:
    """Trees over the examples of some pages; programs with few pages weigh more for a page."""
    import xgboost  # an extra: only training needs it

    counts = Counter(page.source.program for page in pages)
    weights = [
        np.full(len(page.examples.labels), page.source.weight * counts[page.source.program] ** -RARE) for page in pages
    ]
    weight = np.concatenate(weights)
    data = xgboost.QuantileDMatrix(
        np.concatenate([page.examples.rows for page in pages]),
        label=np.clip(np.concatenate([page.examples.labels for page in pages]), 0.0, 1.0),
        weight=weight / weight.mean(),
        max_bin=recipe.bins,
        nthread=recipe.threads,
    )
    parameters: dict[str, Any] = {
        "objective": "binary:logistic",
        "base_score": 0.5,
        "tree_method": "hist",
        "max_depth": recipe.depth,
        "eta": recipe.rate,
        "subsample": recipe.rows,
        "colsample_bytree": recipe.columns,
        "min_child_weight": recipe.least_weight,
        "reg_lambda": recipe.penalty,
        "max_bin": recipe.bins,
        "seed": recipe.seed,
        "nthread": recipe.threads,
    }
    return tree_arrays(xgboost.train(parameters, data, recipe.trees))


class RecordTrainer:
    """Reads the pages once; makes models of all of them or without some programs."""

    def __init__(
        self,
        sources: Iterable[PageSource],
        *,
        recipe: RecordRecipe = RecordRecipe(),
        workers: int = 1,
        progress: Callable[[str], None] = lambda step: None,
    ) -> None:
        self.recipe, self.workers, self.progress = recipe, workers, progress
        self.sources = list(sources)
        progress(f"slots of {len(self.sources)} pages")
        slots = self._map(read_slots, self.sources)
        self.slots = {
            name: [
                PageExamples(source=source, examples=examples[name])
                for source, examples in zip(self.sources, slots, strict=True)
                if name in examples
            ]
            for name in STAGES
        }
        self._unseen = lru_cache(maxsize=None)(self._read_unseen)

    def train(self, *, without: frozenset[str] = frozenset()) -> ModelFile:
        """The model of all programs but these."""
        self.progress(f"a model without {', '.join(sorted(without)) or 'nothing'}")
        unseen = self._unseen(without)
        trees = self._judges(without) | {name: fit_trees(pages, self.recipe) for name, pages in unseen.items()}
        header = {
            "features": {name: list(features) for name, features in FEATURES.items()},
            "recipe": asdict(self.recipe),
            "pages": Counter(source.kind for source in self.sources if source.program not in without),
            "programs": sorted({source.program for source in self.sources if source.kind == SERVED} - without),
        }
        return ModelFile(header=header, trees=trees, name="records")

    def _judges(self, without: frozenset[str]) -> dict[str, TreeArrays]:
        return {
            name: fit_trees([page for page in pages if page.source.program not in without], self.recipe)
            for name, pages in self.slots.items()
        }

    def _read_unseen(self, without: frozenset[str]) -> dict[str, list[PageExamples]]:
        """By name the examples of all pages but some programs', made by trees that have not seen their program."""
        jobs: list[tuple[PageSource, dict[str, TreeArrays]]] = []
        for fold in range(self.recipe.folds):
            left_out = frozenset(program for program, number in self._folds(without).items() if number == fold)
            trees = self._judges(without | left_out)
            jobs += [(source, trees) for source in self.sources if source.program in left_out]
        answers = list(zip(jobs, self._map(read_readings, jobs), strict=True))
        return {
            name: [PageExamples(source=source, examples=examples[name]) for (source, _), examples in answers]
            for name in UNSEEN
        }

    def _folds(self, without: frozenset[str]) -> dict[str, int]:
        """The fold of each program: those with the most pages first, each into the fold with the fewest pages."""
        counts = Counter(source.program for source in self.sources if source.program not in without)
        sizes = [0] * self.recipe.folds
        folds = {}
        for program, count in sorted(counts.items(), key=lambda entry: (-entry[1], entry[0])):
            folds[program] = sizes.index(min(sizes))
            sizes[folds[program]] += count
        return folds

    def _map(self, function: Callable[[Any], Result], jobs: Sequence[Any]) -> list[Result]:
        if self.workers < 2:
            return [function(job) for job in jobs]
        with get_context("fork").Pool(self.workers) as pool:
            return pool.map(function, jobs, chunksize=8)
