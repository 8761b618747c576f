"""Training the block classifier: data, labels, features, cross-validation by domain, model. One seed, one result."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weft.errors import with_noun
from weft.extractors.block_classifier import BlockClassifier, Model, second_features
from weft.extractors.features import FEATURES
from weft.kernel.extractors import Choice
from weft.model_file import ModelFile
from weft.reports import ScoreInterval, TrainingSummary, WorstPage
from weft.training.boosting import Recipe, fit, fit_regions, with_regions
from weft.training.corpora import read_learnable
from weft.training.made_links import linked_pages
from weft.training.made_short import cut_pages, tiny_pages
from weft.training.training_pages import SCORED, TrainingPage, TruthPage, digest, read_pages, read_training_page

Column = NDArray[np.float64]
RESAMPLES = 1000
KNOTS = 12  # of the curve from expected F1 to confidence


@dataclass(frozen=True, kw_only=True)
class PageResult:
    """How a page fared when its domain was left out of training."""

    page: TruthPage
    f1: float
    best_f1: float  # of the best number of blocks in the model's order: what a better decision could reach
    oracle_f1: float  # of the blocks that the labels name: what a better model could reach
    expected: float
    confidence: float
    page_type: str
    kept_words: int
    true_words: int


@dataclass(frozen=True, kw_only=True)
class Mean:
    """A mean with its 95 % interval (bootstrap over pages)."""

    mean: float
    low: float
    high: float
    pages: int


@dataclass(frozen=True, eq=False, kw_only=True)
class Trained:
    """A model and what is known about it."""

    model: ModelFile
    recipe: Recipe
    results: Sequence[PageResult]
    importance: Sequence[tuple[str, float]]

    @property
    def scores(self) -> dict[str, Mean]:
        """Mean F1: of all pages, of those whose truth no extractor drafted, of each type."""
        return summarise(self.results)

    def credit(self, attribution: Sequence[str]) -> Trained:
        """The same with a header that says whose data it was made from, a sentence for each data set."""
        header = {**self.model.header, "attribution": list(attribution)}
        return replace(self, model=replace(self.model, header=header))


def train(data_dir: Path, *, recipe: Recipe = Recipe(), progress: Callable[[str], None] = lambda step: None) -> Trained:
    """Make the block classifier's model from the data sets in a folder: `wcxb-dev`, and the others that are there.

    Scores are taken on the pages of `wcxb-dev` alone. The model names the data sets; `Trained.credit` says more.
    """
    pages, more_pages = read_pages(data_dir / SCORED), read_learnable(data_dir)
    progress(f"reading {len(pages)} and {len(more_pages)} pages")
    examples = [read_training_page(page) for page in pages]
    more = [read_training_page(page) for page in more_pages]
    progress("making cut, tiny and linked pages")
    made = make_pages([*examples, *more], recipe)
    trained = train_on(examples, more=[*more, *made], recipe=recipe, progress=progress)
    return trained.credit([SCORED, *dict.fromkeys(page.corpus.split("/")[0] for page in more_pages)])


def make_pages(examples: Sequence[TrainingPage], recipe: Recipe) -> list[TrainingPage]:
    """Pages that are made of others, to be learned from beside them; each has the domain of its source.

    They are the same for every seed, so that two seeds tell the noise of the fit alone.
    """
    cut = cut_pages(examples, count=recipe.cut_pages, seed=0)
    tiny = (page for _, page in tiny_pages(examples, count=recipe.tiny_pages, seed=0))
    return [*cut, *tiny, *linked_pages(examples, count=recipe.linked_pages, seed=0)]


def train_on(
    examples: Sequence[TrainingPage],
    *,
    recipe: Recipe,
    more: Sequence[TrainingPage] = (),
    features: Sequence[str] = tuple(FEATURES),
    progress: Callable[[str], None] = lambda step: None,
) -> Trained:
    """Cross-validate, then make the model of all examples."""
    everything = [*examples, *more]
    asked, models = judge_unseen(everything, recipe=recipe, features=features, progress=progress)
    results = _judge_results(examples, everything, asked, models, recipe)
    progress("the model of all pages")
    model, importance = fit(everything, recipe, features=features)
    model = with_regions(model, fit_regions(everything, asked, recipe))
    curve = fit_curve(np.array([result.expected for result in results]), np.array([result.f1 for result in results]))
    scores = {name: round(score.mean, 4) for name, score in summarise(results).items()}
    header = dict(model.header) | {
        "recipe": asdict(recipe),
        "data": _describe_data(examples, more),
        "scores": scores,
        "confidence": [np.round(knots, 6).tolist() for knots in curve],
    }
    return Trained(model=replace(model, header=header), recipe=recipe, results=results, importance=importance)


def _describe_data(examples: Sequence[TrainingPage], more: Sequence[TrainingPage]) -> dict[str, Any]:
    sets = Counter(example.page.made or example.page.corpus.split("/")[0] for example in more)
    sha256 = digest(example.page for example in [*examples, *more])
    return {"pages": len(examples), "more_pages": len(more), "more": dict(sorted(sets.items())), "sha256": sha256}


def cross_validate(
    examples: Sequence[TrainingPage],
    *,
    recipe: Recipe,
    more: Sequence[TrainingPage] = (),
    features: Sequence[str] = tuple(FEATURES),
    progress: Callable[[str], None] = lambda step: None,
) -> list[PageResult]:
    """The result of every page, decided by a model that has seen no page of its domain; `more` is only learned from."""
    everything = [*examples, *more]
    asked, models = judge_unseen(everything, recipe=recipe, features=features, progress=progress)
    return _judge_results(examples, everything, asked, models, recipe)


def judge_unseen(
    examples: Sequence[TrainingPage],
    *,
    recipe: Recipe,
    features: Sequence[str] = tuple(FEATURES),
    progress: Callable[[str], None] = lambda step: None,
) -> tuple[list[NDArray[np.float32]], list[ModelFile]]:
    """What the second trees ask of every page, by first trees that have seen no page of its domain; and these trees."""
    fold = split_by_domain([example.page for example in examples], recipe)
    asked: dict[int, NDArray[np.float32]] = {}
    models = []
    for number in range(recipe.folds):
        progress(f"fold {number + 1} of {recipe.folds}")
        models.append(fit([examples[k] for k in np.flatnonzero(fold != number).tolist()], recipe, features=features)[0])
        model = Model.of(models[-1])
        for k in np.flatnonzero(fold == number).tolist():
            judgement = model.judge_features(examples[k].parsed, examples[k].features)
            asked[k] = second_features(judgement.regions, judgement.type_shares)
    return [asked[k] for k in range(len(examples))], models


def second_models(
    examples: Sequence[TrainingPage],
    asked: Sequence[NDArray[np.float32]],
    models: Sequence[ModelFile],
    recipe: Recipe,
) -> Iterator[tuple[Model, list[int]]]:
    """The model of two stages of each fold, with the examples that it has not seen."""
    fold = split_by_domain([example.page for example in examples], recipe)
    for number, model in enumerate(models):
        learned = np.flatnonzero(fold != number).tolist()
        trees = fit_regions([examples[k] for k in learned], [asked[k] for k in learned], recipe)
        yield Model.of(with_regions(model, trees)), np.flatnonzero(fold == number).tolist()


def _judge_results(
    examples: Sequence[TrainingPage],
    everything: Sequence[TrainingPage],
    asked: Sequence[NDArray[np.float32]],
    models: Sequence[ModelFile],
    recipe: Recipe,
) -> list[PageResult]:
    """The results of the examples, the first of everything, each by the model of its fold."""
    results: dict[int, PageResult] = {}
    fold = np.zeros(len(examples), np.int64)
    for number, (model, unseen) in enumerate(second_models(everything, asked, models, recipe)):
        for k in unseen:
            if k < len(examples):
                results[k], fold[k] = decide(examples[k], model), number
    return _calibrated([results[k] for k in range(len(examples))], fold)


def split_by_domain(pages: Sequence[TruthPage], recipe: Recipe) -> NDArray[np.int64]:
    """The fold of each page; pages of one registered domain are in one fold."""
    domains = sorted({page.domain for page in pages}, key=lambda domain: _shuffled(domain, recipe.seed))
    fold = {domain: number % recipe.folds for number, domain in enumerate(domains)}
    return np.array([fold[page.domain] for page in pages])


def _shuffled(domain: str, seed: int) -> str:
    return hashlib.sha256(json.dumps([seed, domain]).encode()).hexdigest()


def decide(example: TrainingPage, model: Model) -> PageResult:
    """What a model makes of a page, its confidence not yet calibrated."""
    judgement = model.judge_features(example.parsed, example.features)
    choice = BlockClassifier(model=model).choose(example.parsed, judgement)
    return PageResult(
        page=example.page,
        f1=example.f1(choice.keep),
        best_f1=_best_f1(example, choice),
        oracle_f1=example.f1(np.flatnonzero(example.label >= 0.5)),
        expected=choice.expected,
        confidence=choice.expected,
        page_type=model.page_type(judgement.type_shares)[0] if len(choice.keep) else "empty",
        kept_words=int(example.words[choice.keep].sum()),
        true_words=example.truth.total(),
    )


def _best_f1(example: TrainingPage, choice: Choice) -> float:
    """The F1 of the best number of blocks, the most probable first."""
    wanted = dict(example.truth)
    total, right, kept = example.truth.total(), 0, 0
    best = float(total == 0)
    for block in np.argsort(-choice.probability, kind="stable").tolist():
        for word, count in example.bags[block].items():
            common = min(count, wanted.get(word, 0))
            right += common
            kept += count
            if common:
                wanted[word] -= common
        best = max(best, 2 * right / max(kept + total, 1))
    return best


def fit_curve(expected: Column, f1: Column) -> tuple[Column, Column]:
    """A rising curve through the means of equally many pages: from expected F1 to the F1 that was had.

    >>> [knots.tolist() for knots in fit_curve(np.array([0.0, 1.0]), np.array([0.5, 0.9]))]
    [[0.0, 1.0], [0.5, 0.9]]
    """
    order = np.argsort(expected, kind="stable")
    groups = [group for group in np.array_split(order, KNOTS) if len(group)]
    x = np.array([expected[group].mean() for group in groups])
    y = np.array([f1[group].mean() for group in groups])
    return x, np.maximum.accumulate(y)


def _calibrated(results: list[PageResult], fold: NDArray[np.int64]) -> list[PageResult]:
    """The results with their confidence, by the curve of the other folds."""
    expected = np.array([result.expected for result in results])
    f1 = np.array([result.f1 for result in results])
    confidence = np.zeros(len(results))
    for number in set(fold.tolist()):
        confidence[fold == number] = np.interp(
            expected[fold == number], *fit_curve(expected[fold != number], f1[fold != number])
        )
    return [replace(result, confidence=float(value)) for result, value in zip(results, confidence, strict=True)]


def summarise(results: Sequence[PageResult]) -> dict[str, Mean]:
    """Mean F1: of all pages, of those whose truth no extractor drafted, of each type; then what could be reached."""
    of: dict[str, list[float]] = {"all": [result.f1 for result in results]}
    of["not drafted"] = [result.f1 for result in results if not result.page.drafted]
    for page_type in sorted({result.page.page_type for result in results}):
        of[page_type] = [result.f1 for result in results if result.page.page_type == page_type]
    of["best cut"] = [result.best_f1 for result in results]
    of["oracle"] = [result.oracle_f1 for result in results]
    return {name: _mean(np.array(values)) for name, values in of.items() if values}


def _mean(values: NDArray[np.float64]) -> Mean:
    random = np.random.default_rng(0)
    means = [values[random.integers(0, len(values), len(values))].mean() for _ in range(RESAMPLES)]
    low, high = np.percentile(means, [2.5, 97.5])
    return Mean(mean=float(values.mean()), low=float(low), high=float(high), pages=len(values))


WORST = 20


def summarise_run(trained: Trained, *, name: str = "The block classifier") -> TrainingSummary:
    """What `reports.training_page` shows of a run."""
    data = trained.model.header["data"]
    recipe = {name: str(value) for name, value in asdict(trained.recipe).items()}
    worst = sorted(trained.results, key=lambda result: (result.f1, result.page.page_id))[:WORST]
    return TrainingSummary(
        name=name,
        recipe=recipe | {"pages": str(data["pages"]), "data (sha256)": data["sha256"]},
        scores=[ScoreInterval(name=name, **asdict(mean)) for name, mean in trained.scores.items()],
        confidence=np.array([result.confidence for result in trained.results]),
        f1=np.array([result.f1 for result in trained.results]),
        importance=trained.importance,
        worst=[_worst(result) for result in worst],
    )


def _worst(result: PageResult) -> WorstPage:
    return WorstPage(
        page_id=result.page.page_id,
        url=result.page.url,
        page_type=result.page.page_type,
        f1=result.f1,
        confidence=result.confidence,
        note=_note(result),
    )


def _note(result: PageResult) -> str:
    """What went wrong, as far as numbers say it."""
    if not result.true_words:
        return f"the truth is empty, kept: {with_noun(result.kept_words, 'word')}"
    if not result.kept_words:
        return f"nothing was kept of {with_noun(result.true_words, 'word')}"
    if result.oracle_f1 < 0.5:
        return "the truth is hardly on the page"
    amount = "too much" if result.kept_words > result.true_words else "too little"
    best = f"; the best cut would give {result.best_f1:.2f}" if result.best_f1 > result.f1 + 0.1 else ""
    return f"{amount}: {with_noun(result.kept_words, 'word')} for {result.true_words}{best}"
