"""XGBoost's trees as ours."""

import json
import math
from typing import Any

import numpy as np

from weft.extractors.model_file import TreeArrays


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
