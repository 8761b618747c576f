"""Fitting the block classifier's trees to training pages, and XGBoost's trees as ours."""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weft.extractors.features import ALL_FEATURES, FEATURES, PAGE_FEATURES
from weft.extractors.kernel_model import second_feature_names
from weft.model_file import ModelFile, TreeArrays
from weft.page.declared import ADDRESS, NO_ADDRESS
from weft.training.training_pages import TrainingPage

SHORT_BODY = 150  # words, of CJK text characters
PAGE_WEIGHT = 60.0  # what a page weighs in all; only its ratio to `least_weight` matters
RARE = 0.65  # a type weighs as its pages to the power of 1 less this: 0 is as its pages, 1 is all types alike
WITHOUT_ADDRESS = 0.2  # of a page's weight: what the trees learn for pages whose address nobody says


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """How the model is made; chosen by cross-validation."""

    seed: int = 0
    folds: int = 5
    trees: int = 120
    depth: int = 6
    rate: float = 0.12
    features: int = 200  # that trees over blocks may ask for: those with the most gain in a model of a few trees
    choosing_trees: int = 40  # of that model
    rows: float = 0.6  # share of the rows that each tree sees
    columns: float = 0.3  # share of the features that each tree sees
    least_weight: float = 5.0  # of a leaf; see `PAGE_WEIGHT`
    penalty: float = 2.0
    bins: int = 64
    page_blocks: int = 300  # of a page with more blocks about this many are sampled
    short: float = 2.0  # what a page with a short body weighs: they are few, and lose the most
    type_trees: int = 150
    region_trees: int = 120
    region_depth: int = 5
    region_columns: float = 0.4
    region_alike: float = 0.3  # share of a page's weight that its blocks have alike: headings and cells are short
    made: float = 0.25  # what a page weighs that was made of another
    cut_pages: int = 437  # real pages whose body is cut short, of which so many are made
    tiny_pages: int = 900
    linked_pages: int = 300
    threads: int = 1  # the order of XGBoost's sums depends on it, so it is part of the recipe


def fit(
    examples: Sequence[TrainingPage], recipe: Recipe, *, features: Sequence[str] = tuple(FEATURES)
) -> tuple[ModelFile, list[tuple[str, float]]]:
    """A model of some examples, its confidence not yet calibrated, and the features' importance (share of all gain).

    Trees over blocks ask for some of `features`.
    """
    blocks, chosen = _fit_blocks(examples, recipe, features)
    types = sorted({example.page.page_type for example in examples})
    header = {
        "features": chosen,
        "page_features": list(PAGE_FEATURES),
        "page_types": types,
        "confidence": [[0.0, 1.0], [0.0, 1.0]],
    }
    trees = {"blocks": tree_arrays(blocks), "pages": tree_arrays(_fit_pages(examples, types, recipe))}
    return ModelFile(header=header, trees=trees), _importance(blocks, chosen)


def _fit_blocks(examples: Sequence[TrainingPage], recipe: Recipe, features: Sequence[str]) -> tuple[Any, list[str]]:
    """The trees over blocks, and the features that they may ask for: a few trees of all features choose them."""
    rows, labels, weights = _sample(examples, recipe, features)
    columns = list(range(len(features)))
    if recipe.features < len(features):
        most = _importance(_boost_blocks(rows, labels, weights, recipe, recipe.choosing_trees), features)
        wanted = {name for name, _ in most[: recipe.features]} or {*features}  # none is asked for where pages are few
        columns = [number for number in columns if features[number] in wanted]
    blocks = _boost_blocks(rows[:, columns], labels, weights, recipe, recipe.trees)
    return blocks, [features[number] for number in columns]


def _boost_blocks(
    rows: NDArray[np.float32], labels: NDArray[np.float32], weights: NDArray[np.float64], recipe: Recipe, trees: int
) -> Any:
    import xgboost  # an extra: only training needs it

    data = xgboost.QuantileDMatrix(rows, label=labels, weight=weights, max_bin=recipe.bins, nthread=recipe.threads)
    parameters = _parameters(recipe) | {
        "objective": "binary:logistic",
        "base_score": 0.5,
        "max_depth": recipe.depth,
        "eta": recipe.rate,
        "min_child_weight": recipe.least_weight,
    }
    return xgboost.train(parameters, data, trees)


def _fit_pages(examples: Sequence[TrainingPage], types: list[str], recipe: Recipe) -> Any:
    """The trees of page types. A rare type weighs more than its pages; each page is there without its address too."""
    import xgboost

    examples = [example for example in examples if example.page.has_type and not example.page.made]
    totals = np.stack([example.totals for example in examples])
    kinds = np.array([types.index(example.page.page_type) for example in examples])
    weights = np.bincount(kinds)[kinds] ** -RARE
    without = totals.copy()
    without[:, [list(PAGE_FEATURES).index(name) for name in ADDRESS]] = NO_ADDRESS
    data = xgboost.QuantileDMatrix(
        np.concatenate((totals, without)),
        label=np.tile(kinds, 2),
        weight=np.outer((1 - WITHOUT_ADDRESS, WITHOUT_ADDRESS), weights / weights.mean()).ravel(),
        max_bin=recipe.bins,
        nthread=recipe.threads,
    )
    parameters = _parameters(recipe) | {
        "objective": "multi:softprob",
        "base_score": 0.0,
        "num_class": len(types),
        "max_depth": 3,
        "eta": 0.12,
    }
    return xgboost.train(parameters, data, recipe.type_trees)


def _parameters(recipe: Recipe) -> dict[str, Any]:
    return {
        "tree_method": "hist",
        "subsample": recipe.rows,
        "colsample_bytree": recipe.columns,
        "reg_lambda": recipe.penalty,
        "max_bin": recipe.bins,
        "seed": recipe.seed,
        "nthread": recipe.threads,
    }


def _sample(
    examples: Sequence[TrainingPage], recipe: Recipe, features: Sequence[str]
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float64]]:
    """Rows, labels and weights. A block weighs as much as its share of its page's words, so that pages count alike."""
    names = list(ALL_FEATURES)
    columns = [names.index(name) for name in features]
    random = np.random.default_rng(recipe.seed)
    rows, labels, weights = [], [], []
    for example in examples:
        chosen, weight = _draw(example, random, recipe)
        rows.append(example.blocks[chosen][:, columns])
        labels.append(example.label[chosen])
        weights.append(weight)
    return np.concatenate(rows), np.concatenate(labels), np.concatenate(weights)


def _draw(
    example: TrainingPage, random: np.random.Generator, recipe: Recipe, *, alike: float = 0.0
) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """The blocks of a page that are learned from, and their weights; `alike` is the share that blocks have alike.

    Of a page whose truth is snippets all labelled blocks are learned from, and they have half a page's weight.
    """
    count = max(len(example.label), 1)
    page_weight = PAGE_WEIGHT * _page_weight(example, recipe)
    if example.page.is_partial:
        chosen = example.trust > 0
        return chosen, example.trust[chosen] / max(float(example.trust.sum()), 1.0) * PAGE_WEIGHT / 2
    chosen = random.random(len(example.label)) < recipe.page_blocks / count
    share = (1 - alike) * example.words / max(example.words.sum(), 1) + alike / count
    return chosen, (share * example.trust)[chosen] * max(count / recipe.page_blocks, 1.0) * page_weight


def _page_weight(example: TrainingPage, recipe: Recipe) -> float:
    if example.page.made:
        return recipe.made
    return recipe.short if 0 < example.truth.total() < SHORT_BODY else 1.0


def fit_regions(examples: Sequence[TrainingPage], asked: Sequence[NDArray[np.float32]], recipe: Recipe) -> TreeArrays:
    """The second trees, from what they ask of each page.

    What they ask must come from first trees that had not seen the page, or the second ones would trust them too much.
    """
    import xgboost

    random = np.random.default_rng(recipe.seed)
    rows, labels, weights = [], [], []
    for example, matrix in zip(examples, asked, strict=True):
        chosen, weight = _draw(example, random, recipe, alike=recipe.region_alike)
        rows.append(matrix[chosen])
        labels.append(example.label[chosen])
        weights.append(weight)
    data = xgboost.QuantileDMatrix(
        np.concatenate(rows),
        label=np.concatenate(labels),
        weight=np.concatenate(weights),
        max_bin=recipe.bins,
        nthread=recipe.threads,
    )
    parameters = _parameters(recipe) | {
        "objective": "binary:logistic",
        "base_score": 0.5,
        "max_depth": recipe.region_depth,
        "colsample_bytree": recipe.region_columns,
        "eta": recipe.rate,
        "min_child_weight": recipe.least_weight,
    }
    return tree_arrays(xgboost.train(parameters, data, recipe.region_trees))


def with_regions(file: ModelFile, trees: TreeArrays) -> ModelFile:
    """The model of two stages."""
    header = {**file.header, "region_features": second_feature_names(file.header["page_types"])}
    return ModelFile(header=header, trees={**file.trees, "regions": trees})


def _importance(booster: Any, names: Sequence[str]) -> list[tuple[str, float]]:
    gains: dict[str, float] = booster.get_score(importance_type="total_gain")
    total = sum(gains.values()) or 1.0
    shares = [(names[int(key[1:])], gain / total) for key, gain in gains.items()]
    return sorted(shares, key=lambda share: (-share[1], share[0]))


def tree_arrays(booster: Any) -> TreeArrays:
    """The trees of an `xgboost.Booster` in the kernel's layout: children side by side, behind their parents.

    Features must have no missing values: where XGBoost sends those is not kept.
    """
    learner = json.loads(booster.save_raw("json"))["learner"]
    rate = _rate(booster)
    columns: dict[str, list[Any]] = {name: [] for name in ("feature", "threshold", "child", "value", "roots")}
    for tree in learner["gradient_booster"]["model"]["trees"]:
        columns["roots"].append(len(columns["feature"]))
        _add_tree(tree, columns, rate)
    return TreeArrays(
        feature=np.array(columns["feature"], np.uint16),
        threshold=np.array(columns["threshold"], np.float32),
        child=np.array(columns["child"], np.uint32),
        value=np.array(columns["value"], np.float32),
        roots=np.array(columns["roots"], np.uint32),
        base=_base(learner),
    )


def _add_tree(tree: dict[str, Any], columns: dict[str, list[Any]], rate: float) -> None:
    """One tree, breadth first; a node that is no leaf has the mean of its rows for a value, which explains it."""
    first = len(columns["feature"])
    queue = [0]
    for position, node in enumerate(queue):  # grows while it is read
        left = tree["left_children"][node]
        is_leaf = left < 0
        columns["feature"].append(0 if is_leaf else tree["split_indices"][node])
        columns["threshold"].append(0.0 if is_leaf else tree["split_conditions"][node])
        columns["value"].append(tree["split_conditions"][node] if is_leaf else rate * tree["base_weights"][node])
        columns["child"].append(first + (position if is_leaf else len(queue)))
        if not is_leaf:
            queue += [left, tree["right_children"][node]]


def _rate(booster: Any) -> float:
    """What weights are multiplied with to become values; XGBoost has done so for the leaves alone."""
    config = json.loads(booster.save_config())["learner"]["gradient_booster"]
    return float(config["tree_train_param"]["learning_rate"])


def _base(learner: dict[str, Any]) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    """What the sums begin with: XGBoost keeps it as a prediction, before the link of the objective."""
    outputs = max(int(learner["learner_model_param"]["num_class"]), 1)
    text = learner["learner_model_param"]["base_score"].strip("[]")
    scores = [float(score) for score in text.split(",")]
    if learner["objective"]["name"] in ("binary:logistic", "reg:logistic"):
        scores = [math.log(score / (1 - score)) for score in scores]
    return np.array(scores * outputs if len(scores) == 1 else scores, np.float32)
