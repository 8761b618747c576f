"""Fitting the ranker of fields: weights of words over candidates, then small trees over the values of a page.

The trees learn from sums that weights gave which had not seen the page's host; what is reported is the kernel's answer
on hosts that neither had seen.
"""

from __future__ import annotations

import warnings
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weft.kernel.metadata import FieldCandidates, FieldModel
from weft.metadata.ranker import RANKED, WIDTH
from weft.model_file import ModelFile, TreeArrays
from weft.page import parse
from weft.training.boosting import tree_arrays
from weft.training.field_truths import DAY, MARKED, MONTH, TAUGHT, TruePage, fold, read_pages, true_keys
from weft.training.made_fields import made_pages

NUMBERS = 1 << 16
BETWEEN_KEYS = "\x1f"  # of a value that is several names
UNDATED = ("news",)  # their days are those of the crawl
CHANGED = [
    *(("json", "datemodified"), ("meta", "article:modified_time"), ("meta", "og:updated_time")),
    *(("itemprop", "modified"), ("meta", "last-modified"), ("meta", "dcterms.modified")),
]
"""Words of candidates that a page declares as the day of its last change."""


@dataclass(frozen=True, kw_only=True)
class FieldRecipe:
    """How the ranker is made; chosen by cross-validation."""

    folds: int = 5
    inner: int = 3  # folds of the sums that the trees learn from
    strength: Mapping[str, float] = field(  # of the linear stage: the inverse of its penalty
        default_factory=lambda: {"title": 0.3, "author": 1.0, "date": 0.3, "modified": 0.3}
    )
    steps: int = 40  # of its search
    empty: float = 0.3  # what a page weighs of which people say that it has no such field
    taught: float = 0.3  # and one of a set that judges nothing
    trees: int = 200
    depth: Mapping[str, int] = field(default_factory=lambda: {"title": 4, "author": 3, "date": 3, "modified": 3})
    rate: float = 0.08
    rows: float = 0.7
    columns: float = 0.5
    least_weight: float = 1.0
    penalty: float = 2.0
    seed: int = 0
    threads: int = 1  # the order of XGBoost's sums depends on it
    points: int = 24  # of the line of confidence
    least: Mapping[str, float] = field(
        default_factory=lambda: {"title": 0.0, "author": 0.2, "date": 0.25, "modified": 0.5}
    )


def _as_compared(name: str, key: str) -> frozenset[str]:
    """What a value says: a day, a title, or one name or several."""
    return frozenset(map(fold, key.split(BETWEEN_KEYS)) if name in ("title", "author") else (key,))


@dataclass(frozen=True, kw_only=True, eq=False)
class Example:
    """The candidates of one field of one page, and which values are right."""

    candidates: FieldCandidates
    name: str
    fold: int
    corpus: str
    words: NDArray[np.uint16]
    starts: NDArray[np.int64]
    values: NDArray[np.int64]
    right: NDArray[np.bool_]  # by value
    near: NDArray[np.bool_]  # those that are right or a part of what is: an author among several
    truth: frozenset[str]

    def weight(self, recipe: FieldRecipe) -> float:
        """What the page weighs."""
        return (1.0 if self.truth else recipe.empty) * (recipe.taught if self.corpus in TAUGHT else 1.0)

    @staticmethod
    def of(page: TruePage, candidates: FieldCandidates, name: str, truth: Any) -> Example:
        """The example of a page."""
        words, starts = candidates.words(name)
        keys = true_keys(name, truth)
        values = [_as_compared(name, key) for key in candidates.keys(name)]
        return Example(
            candidates=candidates,
            name=name,
            fold=page.fold_key,
            corpus=page.corpus,
            words=words,
            starts=np.array(starts, np.int64),
            values=np.array([value for value, _, _ in candidates.candidates(name)], np.int64),
            right=_right(name, values, keys),
            near=np.array([value <= keys for value in values], bool),
            truth=keys,
        )


def _right(name: str, values: Sequence[frozenset[str]], keys: frozenset[str]) -> NDArray[np.bool_]:
    """Which values are the answer; the month of the true day where the page does not tell the day."""
    own = [value == keys if name == "author" else value <= keys for value in values]
    if name == "date" and not any(own):
        months = {key[:MONTH] for key in keys}
        own = [value <= months for value in values]
    return np.array(own, bool)


def read_examples(pages: Sequence[TruePage]) -> dict[str, list[Example]]:
    """The examples of each field."""
    examples: dict[str, list[Example]] = {name: [] for name in RANKED}
    for page in [*pages, *made_pages(pages)]:
        parsed = parse(page.read(), url=page.url or None)
        candidates = FieldCandidates(parsed.table, page.url)
        for name, truth in _truths(page, candidates).items():
            examples[name].append(Example.of(page, candidates, name, truth))
    return examples


def _truths(page: TruePage, candidates: FieldCandidates) -> dict[str, Any]:
    """What is true of a page, by field; empty where people say that there is none."""
    truths = dict(page.truth)
    if page.corpus in UNDATED:
        truths.pop("date", None)
    if page.corpus in TAUGHT:
        truths.pop("title", None)  # programs and themes have their own conventions
    if page.corpus in MARKED:
        truths = {"author": "", "date": ""} | truths
    told = candidates.holding("modified", CHANGED)
    if told:
        listed = candidates.candidates("modified")
        truths["modified"] = [listed[place][1][:DAY] for place in told]
    return truths


@dataclass(frozen=True, kw_only=True, eq=False)
class Linear:
    """The weights of words."""

    weights: NDArray[np.int8]
    scale: float
    bias: float

    def columns(self, example: Example) -> tuple[Sequence[int], NDArray[np.float32]]:
        """The values that are compared, and what the trees ask of them."""
        return example.candidates.columns(example.name, self.weights.tobytes(), (self.scale, self.bias))


def fit_linear(examples: Sequence[Example], recipe: FieldRecipe) -> Linear:
    """Logistic regression over the words of candidates; weights are rounded to a byte."""
    from scipy.sparse import csr_matrix  # type: ignore[import-untyped,unused-ignore]
    from sklearn.linear_model import LogisticRegression

    own = [example for example in examples if len(example.starts)]
    words = np.concatenate([example.words for example in own])
    lengths = np.concatenate([np.diff(example.starts, append=len(example.words)) for example in own])
    matrix = csr_matrix(
        (np.ones(len(words), np.float32), words.astype(np.int32), np.concatenate(([0], np.cumsum(lengths)))),
        shape=(len(lengths), NUMBERS),
    )
    labels = np.concatenate([example.near[example.values] for example in own])
    weights = np.concatenate([np.full(len(one.starts), 5 * one.weight(recipe) / len(one.starts) ** 0.5) for one in own])
    model = LogisticRegression(C=recipe.strength[own[0].name], solver="lbfgs", max_iter=recipe.steps)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the search ends after so many steps, as the recipe says
        model.fit(matrix, labels, sample_weight=weights)
    exact = model.coef_[0]
    scale = float(np.float32(np.abs(exact).max() / 127))
    return Linear(
        weights=np.round(exact / scale).astype(np.int8), scale=scale, bias=float(np.float32(model.intercept_[0]))
    )


def fit_trees(examples: Sequence[Example], weights: Sequence[Linear], recipe: FieldRecipe) -> Any:
    """The trees over values, each page by weights that had not seen it."""
    import xgboost

    rows, labels, shares = [], [], []
    for example, linear in zip(examples, weights, strict=True):
        values, columns = linear.columns(example)
        if len(values):
            rows.append(columns)
            labels.append(example.right[values])
            shares.append(np.full(len(values), example.weight(recipe)))
    data = xgboost.DMatrix(
        np.concatenate(rows), label=np.concatenate(labels), weight=np.concatenate(shares), nthread=recipe.threads
    )
    parameters = {
        "objective": "binary:logistic",
        "base_score": 0.5,
        "tree_method": "hist",
        "max_depth": recipe.depth[examples[0].name],
        "eta": recipe.rate,
        "subsample": recipe.rows,
        "colsample_bytree": recipe.columns,
        "min_child_weight": recipe.least_weight,
        "reg_lambda": recipe.penalty,
        "seed": recipe.seed,
        "nthread": recipe.threads,
    }
    return xgboost.train(parameters, data, recipe.trees)


AS_IT_IS = ((-99.0, -99.0), (99.0, 99.0))
"""The line of confidence that gives the sums of the trees."""


@dataclass(frozen=True, kw_only=True, eq=False)
class FittedField:
    """What is fitted of one field."""

    linear: Linear
    trees: TreeArrays
    confidence: list[tuple[float, float]] = field(default_factory=lambda: list(AS_IT_IS))
    least: float = 0.0

    def build(self) -> FieldModel:
        """The model, ready to rank."""
        linear = self.linear
        trees = self.trees.build(WIDTH)
        return FieldModel(linear.weights.tobytes(), (linear.scale, linear.bias), trees, self.confidence, self.least)


def fit(examples: Sequence[Example], recipe: FieldRecipe) -> FittedField:
    """Both stages."""
    numbers = np.array([example.fold // recipe.folds % recipe.inner for example in examples])
    inner = [
        fit_linear([one for one, own in zip(examples, numbers, strict=True) if own != number], recipe)
        for number in range(recipe.inner)
    ]
    trees = tree_arrays(fit_trees(examples, [inner[number] for number in numbers], recipe))
    return FittedField(linear=fit_linear(examples, recipe), trees=trees)


@dataclass(frozen=True, kw_only=True)
class Score:
    """Of the pages of a set that have a field: how many answers there are, and how many are right."""

    pages: int
    right: float
    precision: float


def cross_validate(
    name: str, examples: Sequence[Example], recipe: FieldRecipe
) -> tuple[list[tuple[float, float]], dict[str, Score]]:
    """The line of confidence, and the scores by set, of answers on hosts that the models had not seen."""
    held: list[tuple[Example, FittedField]] = []
    for number in range(recipe.folds):
        fitted = fit([one for one in examples if one.fold % recipe.folds != number], recipe)
        held += [(one, fitted) for one in examples if one.fold % recipe.folds == number]
    points = _confidence(name, held, recipe)
    models: dict[int, FieldModel] = {}
    tallies: dict[str, list[tuple[bool, bool]]] = defaultdict(list)
    for example, fitted in held:
        if not example.truth:
            continue
        if id(fitted) not in models:
            models[id(fitted)] = finished(name, fitted, points, recipe).build()
        chosen = [
            text for text, _, _, _, is_chosen, _ in example.candidates.rank(name, models[id(fitted)]) if is_chosen
        ]
        tallies[example.corpus].append((bool(chosen), _is_right(name, chosen, example.truth)))
    return points, {corpus: _score(tally) for corpus, tally in sorted(tallies.items())}


def finished(name: str, fitted: FittedField, points: list[tuple[float, float]], recipe: FieldRecipe) -> FittedField:
    """The same with its confidence and bounds."""
    return replace(fitted, confidence=points, least=recipe.least[name])


def _is_right(name: str, chosen: Sequence[str], truth: frozenset[str]) -> bool:
    if name == "author":
        return true_keys(name, chosen[0] if chosen else "") == truth
    return bool(chosen) and (fold(chosen[0]) if name == "title" else chosen[0][:DAY]) in truth


def _score(tally: Sequence[tuple[bool, bool]]) -> Score:
    answered, right = sum(one for one, _ in tally), sum(one for _, one in tally)
    return Score(pages=len(tally), right=right / len(tally), precision=right / max(answered, 1))


def _confidence(
    name: str, held: Sequence[tuple[Example, FittedField]], recipe: FieldRecipe
) -> list[tuple[float, float]]:
    """How likely a value is right whose trees have a sum, by isotonic regression over values that were held out."""
    from sklearn.isotonic import IsotonicRegression

    models: dict[int, FieldModel] = {}
    sums, labels, weights = [], [], []
    for example, fitted in held:
        model = models.setdefault(id(fitted), fitted.build())
        own = example.candidates.candidates(name)
        for _, margin, _, _, _, candidate in example.candidates.rank(name, model):
            sums.append(margin)
            labels.append(example.right[own[candidate][0]])
            weights.append(example.weight(recipe))
    line = IsotonicRegression(out_of_bounds="clip").fit(sums, np.array(labels, float), sample_weight=weights)
    points = np.quantile(np.array(sums), 1 - np.geomspace(1, 1 / max(len(sums) / 8, 2), recipe.points))
    return [
        (round(float(at), 3), round(float(share), 4)) for at, share in zip(points, line.predict(points), strict=True)
    ]


Trained = tuple[FittedField, dict[str, Score]]


def train_field(name: str, examples: Sequence[Example], recipe: FieldRecipe) -> Trained:
    """What is fitted of a field to all examples, and the scores on hosts left out."""
    points, scores = cross_validate(name, examples, recipe)
    return finished(name, fit(examples, recipe), points, recipe), scores


def train_fields(
    data: Path, output: Path, *, recipe: FieldRecipe | None = None, attribution: Sequence[str] = ()
) -> dict[str, dict[str, Score]]:
    """Train the ranker on the data sets of a folder, and write its file, which says whose data they are.

    The scores are of hosts left out.
    """
    recipe = recipe or FieldRecipe()
    examples = read_examples(read_pages(data))
    trained = {name: train_field(name, examples[name], recipe) for name in RANKED}
    file = model_of(trained, recipe)
    replace(file, header={**file.header, "attribution": list(attribution)}).write(output)
    return {name: scores for name, (_, scores) in trained.items()}


def model_of(trained: Mapping[str, Trained], recipe: FieldRecipe) -> ModelFile:
    """The file of the models of all fields."""
    fields = {
        name: {
            "scale": fitted.linear.scale,
            "bias": fitted.linear.bias,
            "confidence": fitted.confidence,
            "least": fitted.least,
            "scores": {corpus: asdict(score) for corpus, score in scores.items()},
        }
        for name, (fitted, scores) in trained.items()
    }
    return ModelFile(
        header={"fields": fields, "recipe": asdict(recipe), "width": WIDTH},
        trees={name: fitted.trees for name, (fitted, _) in trained.items()},
        arrays={f"{name}_weights": fitted.linear.weights for name, (fitted, _) in trained.items()},
    )
