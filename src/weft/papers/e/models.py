"""XGBoost, SVM and logistic regression over nodes (paper E, section 3.2), with parameters from a 5-fold search."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weft.errors import ConfigError
from weft.papers.e.node_classifier import BoostedTrees, NodeModel
from weft.papers.e.nodes import NodeSet
from weft.training.boosting import tree_arrays

# The paper names no grid; these are what its models are usually searched over, kept small.
GRIDS: dict[str, dict[str, list[Any]]] = {
    "xgboost": {"n_estimators": [100, 300], "max_depth": [4, 6, 8], "learning_rate": [0.1]},
    "svm": {"C": [1.0, 10.0, 100.0], "gamma": [0.1, 0.5]},
    "logistic": {"C": [0.01, 0.1, 1.0, 10.0, 100.0]},
}
MAX_ROWS = {"xgboost": 1_000_000, "svm": 6_000, "logistic": 1_000_000}  # an SVM's time grows with their square
SEARCH_ROWS = 20_000  # parameters are compared on so many nodes at most


@dataclass(frozen=True, eq=False)
class Estimator:
    """A fitted model of scikit-learn as a function of standardised rows."""

    model: Any

    def __call__(self, matrix: NDArray[np.float32]) -> NDArray[np.float64]:
        """How likely each row is clean; of an SVM only the side and the order mean something."""
        if hasattr(self.model, "predict_proba"):
            return np.asarray(self.model.predict_proba(matrix)[:, 1], np.float64)
        return 1 / (1 + np.exp(-np.asarray(self.model.decision_function(matrix), np.float64)))


def search(nodes: NodeSet, name: str, *, by: str, seed: int) -> dict[str, Any]:
    """The parameters with the best mean F1 over five folds; `by` says what stays together in a fold."""
    selection = _library("sklearn.model_selection")
    part = draw(nodes, min(SEARCH_ROWS, MAX_ROWS[name]), seed=seed)
    groups = part.groups(by)
    folds = selection.GroupKFold(n_splits=min(5, len(np.unique(groups))), shuffle=True, random_state=seed)
    grid = selection.GridSearchCV(make_estimator(name, seed=seed), GRIDS[name], scoring="f1", cv=folds, refit=False)
    grid.fit(_standard(part).standardise(part.features), part.clean, groups=groups)
    return dict(grid.best_params_)


def fit_model(nodes: NodeSet, name: str, *, parameters: dict[str, Any], seed: int) -> NodeModel:
    """Fit `xgboost`, `svm` or `logistic` to nodes; the answer can be given to `NodeClassifier`."""
    part = draw(nodes, MAX_ROWS[name], seed=seed)
    scale = _standard(part)
    estimator = make_estimator(name, seed=seed).set_params(**parameters)
    estimator.fit(scale.standardise(part.features), part.clean)
    boosted = name == "xgboost"
    classify = BoostedTrees(tree_arrays(estimator.get_booster())) if boosted else Estimator(estimator)
    return NodeModel(tags=scale.tags, mean=scale.mean, deviation=scale.deviation, classify=classify)


def make_estimator(name: str, *, seed: int) -> Any:
    """The model of that name, not fitted, on one thread."""
    if name == "xgboost":
        return _library("xgboost").XGBClassifier(n_jobs=1, random_state=seed, tree_method="hist")
    if name == "svm":
        return _library("sklearn.svm").SVC(kernel="rbf", cache_size=200)
    if name == "logistic":
        return _library("sklearn.linear_model").LogisticRegression(max_iter=2_000)
    raise ConfigError(f"unknown model {name!r}; choose one of {', '.join(GRIDS)}")


def draw(nodes: NodeSet, most: int, *, seed: int) -> NodeSet:
    """The nodes, or so many of them by chance."""
    if len(nodes) <= most:
        return nodes
    return nodes.take(np.sort(np.random.default_rng(seed).choice(len(nodes), most, replace=False)))


def _standard(nodes: NodeSet) -> NodeModel:
    """The encoding and standardisation of these nodes, before anything is fitted."""
    deviation = nodes.features.std(axis=0)
    return NodeModel(
        tags=nodes.tags,
        mean=nodes.features.mean(axis=0),
        deviation=np.where(deviation > 0, deviation, 1.0),
        classify=lambda matrix: np.zeros(len(matrix)),
    )


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise ConfigError(f"{name.partition('.')[0]} is not installed: pip install weft[train]") from None
