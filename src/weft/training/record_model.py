"""Fitting the model of records: trees over slots, then over readings that other trees have made, then over posts alone.

A page's readings are made with bodies that trees chose which have not seen its program: as it will be for a program
that nobody has seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from multiprocessing import get_all_start_methods, get_context
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from weft.model_file import ModelFile, TreeArrays, no_trees
from weft.records.model import FEATURES, RecordModel
from weft.records.roles import ROLES
from weft.training.boosting import tree_arrays
from weft.training.record_examples import Examples, KnownPage

Result = TypeVar("Result")
Key = TypeVar("Key", bound=Hashable)
SERVED = "served"  # the kind of pages that real programs wrote
MADE = "made"  # that of pages of programs that nobody has written
FEW_WORKERS = 2  # up to which trees are fitted one after the other, as fitting is the smaller part there
RARE = 0.5  # a program weighs as its pages to the power of 1 less this


@dataclass(frozen=True, kw_only=True)
class RecordRecipe:
    """How the model is made; chosen leaving out one program at a time."""

    seed: int = 0
    folds: int = 5  # of programs
    trees: int = 120
    role_trees: int = 60  # of each role: more do not help, and there are many roles
    depth: int = 4
    rate: float = 0.1
    rows: float = 0.7  # share of the rows that each tree sees
    columns: float = 0.5  # share of the features that each tree sees
    least_weight: float = 2.0  # of a leaf, in slots or readings
    penalty: float = 2.0
    bins: int = 64
    made: float = 2.4  # as often a made page counts where sets are chosen: its layout is new, its roles are drawn
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


STAGES = ("bodies", "authors", "titles", *ROLES)
"""The trees that readings are made with."""
UNSEEN = ("regions", "readings", "lone")
"""The trees of which a page's examples are made by trees that have not seen its program."""


def read_slots(source: PageSource) -> dict[str, Examples]:
    """The slots of a page's true bodies, authors, titles and other roles by the name of the trees."""
    known = source.read()
    if known is None:
        return {}
    parts = {"bodies": list(known.slots()), "authors": list(known.authors()), "titles": list(known.titles())}
    for name, matrix, labels in known.roles():
        parts.setdefault(name, []).append((matrix, labels))
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
    if known is None:
        return {name: Examples.of([], [], len(FEATURES[name])) for name in UNSEEN}
    chosen = {name: trees.build(len(FEATURES[name])) for name, trees in arrays.items()}
    read = known.all_readings(RecordModel(trees=chosen | {name: no_trees(len(FEATURES[name])) for name in UNSEEN}))
    rows: dict[str, list[tuple[NDArray[Any], float]]] = {
        "regions": list(read.regions()),
        "readings": [(one.features, label) for one, label in read.readings],
        "lone": list(read.lone_posts()),
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


def _never(name: str) -> PageExamples:
    """The example of a role that no page shows: nothing plays it."""
    source = PageSource(id="", program="", read=lambda: None)
    return PageExamples(source=source, examples=Examples.of([[0.0] * len(FEATURES[name])], [0.0], len(FEATURES[name])))


def _header() -> dict[str, Any]:
    return {"features": {name: list(features) for name, features in FEATURES.items()}}


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
        self.recipe: RecordRecipe = recipe
        self.workers: int = workers
        self.progress: Callable[[str], None] = progress
        self.sources: list[PageSource] = list(sources)
        progress(f"slots of {len(self.sources)} pages")
        slots = self._map(read_slots, self.sources)
        self.slots: dict[str, list[PageExamples]] = {
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
        trees = self._judges([without])[0] | self._fit({name: (pages, self.recipe) for name, pages in unseen.items()})
        header = {"recipe": asdict(self.recipe), **_header(), **self._told(without)}
        return ModelFile(header=header, trees=trees, name="records")

    def train_roles(self, base: ModelFile) -> ModelFile:
        """A model with the trees of another one, but for those of the roles, which learn from these pages."""
        trees = dict(base.trees) | self._fit(
            {name: (self.slots[name] or [_never(name)], self._recipe_of(name)) for name in ROLES}
        )
        header = {**base.header, **_header(), "roles": self._told(frozenset())}
        return ModelFile(header=header, trees=trees, name="records")

    def _told(self, without: frozenset[str]) -> dict[str, Any]:
        """What a model learned from."""
        return {
            "pages": Counter(source.kind for source in self.sources if source.program not in without),
            "programs": sorted({source.program for source in self.sources if source.kind == SERVED} - without),
        }

    def _judges(self, parts: Sequence[frozenset[str]]) -> list[dict[str, TreeArrays]]:
        """The trees that readings are made with, once for each set of programs that they must not have seen."""
        plan = {
            (number, name): (
                [one for one in pages if one.source.program not in without] or [_never(name)],
                self._recipe_of(name),
            )
            for number, without in enumerate(parts)
            for name, pages in self.slots.items()
        }
        fitted = self._fit(plan)
        return [{name: fitted[number, name] for name in self.slots} for number in range(len(parts))]

    def _recipe_of(self, name: str) -> RecordRecipe:
        return (
            replace(self.recipe, trees=min(self.recipe.role_trees, self.recipe.trees)) if name in ROLES else self.recipe
        )

    def _fit(self, plan: Mapping[Key, tuple[Sequence[PageExamples], RecordRecipe]]) -> dict[Key, TreeArrays]:
        """Fit trees, several at a time: examples stay in the memory that processes share."""
        _TO_FIT[:] = plan.values()
        if self.workers <= FEW_WORKERS:  # a process that has fitted trees must not be forked: its threads are not
            return {key: fit_trees(*job) for key, job in plan.items()}
        return dict(zip(plan, self._map(_fit_one, range(len(plan)), chunk=1), strict=True))

    def _read_unseen(self, without: frozenset[str]) -> dict[str, list[PageExamples]]:
        """By name the examples of all pages but some programs', made by trees that have not seen their program."""
        jobs: list[tuple[PageSource, dict[str, TreeArrays]]] = []
        folds = self._folds(without)
        parts = [frozenset(one for one, number in folds.items() if number == fold) for fold in range(self.recipe.folds)]
        for left_out, trees in zip(parts, self._judges([without | part for part in parts]), strict=True):
            jobs += [(source, trees) for source in self.sources if source.program in left_out]
        answers = list(zip(jobs, self._map(read_readings, jobs), strict=True))
        weighed = [
            (replace(source, weight=source.weight * self.recipe.made) if source.kind == MADE else source, examples)
            for (source, _), examples in answers
        ]
        return {
            name: [PageExamples(source=source, examples=examples[name]) for source, examples in weighed]
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

    def _map(self, function: Callable[[Any], Result], jobs: Sequence[Any], chunk: int = 8) -> list[Result]:
        if self.workers < 2 or "fork" not in get_all_start_methods():  # Windows: one after the other
            return [function(job) for job in jobs]
        with get_context("fork").Pool(self.workers) as pool:
            answers = pool.map(function, jobs, chunksize=chunk)
            pool.close()  # and let them end: one that is killed may hold the lock that another waits for
            pool.join()
        return answers


_TO_FIT: list[tuple[Sequence[PageExamples], RecordRecipe]] = []


def _fit_one(number: int) -> TreeArrays:
    return fit_trees(*_TO_FIT[number])
