"""The fitted models of paper E as arrays: trees, a line, a kernel machine.

None of them needs the library that fitted it. A file holds the encoding of the features and the arrays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_time, kernel_call
from weft.kernel.trees import Trees
from weft.model_file import ModelFile, TreeArrays

KIND = "node_classifier"
"""What the header of a file calls its model."""

MAX_CELLS = 4_000_000  # of a matrix of distances: 32 MB, whatever the page


@dataclass(frozen=True, eq=False)
class BoostedTrees:
    """Trees of a logistic booster, run by the kernel; to a worker travel the arrays."""

    arrays: TreeArrays
    width: int = 9  # features

    def __call__(self, matrix: NDArray[np.float32]) -> NDArray[np.float64]:
        """How likely each standardised row is clean."""
        with kernel_call() as seconds:
            margin = self._trees.predict(matrix, seconds=seconds)[:, 0].astype(np.float64)
        return _likely(margin)

    def __reduce__(self) -> tuple[type[BoostedTrees], tuple[TreeArrays, int]]:
        return type(self), (self.arrays, self.width)

    @cached_property
    def _trees(self) -> Trees:
        return self.arrays.build(self.width)


@dataclass(frozen=True, eq=False)
class LinearModel:
    """Logistic regression: a weight for each feature."""

    weights: NDArray[np.float64]
    offset: float

    def __call__(self, matrix: NDArray[np.float32]) -> NDArray[np.float64]:
        """How likely each standardised row is clean."""
        return _likely(matrix @ self.weights + self.offset)


@dataclass(frozen=True, eq=False)
class KernelMachine:
    """A support vector machine with a Gaussian kernel; of its answers only the side and the order mean something."""

    vectors: NDArray[np.float32]  # a row each
    weights: NDArray[np.float64]  # of the vectors
    gamma: float
    offset: float

    def __call__(self, matrix: NDArray[np.float32]) -> NDArray[np.float64]:
        """More than a half for each standardised row on the clean side."""
        step = max(1, MAX_CELLS // max(1, len(self.vectors)))
        parts = [self._margin(matrix[first : first + step]) for first in range(0, len(matrix), step)]
        return _likely(np.concatenate([np.zeros(0), *parts]))

    def _margin(self, rows: NDArray[np.float32]) -> NDArray[np.float64]:
        check_time()
        own, other = rows.astype(np.float64), self.vectors.astype(np.float64)
        squares = (own**2).sum(axis=1)[:, None] + (other**2).sum(axis=1)
        distance = np.maximum(squares - 2 * own @ other.T, 0)
        return np.exp(-self.gamma * distance) @ self.weights + self.offset


Classify = BoostedTrees | LinearModel | KernelMachine
"""What tells from standardised features how likely nodes are clean."""


def _likely(margin: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(1 / (1 + np.exp(-np.clip(margin, -700, 700))), np.float64)


def classify_to_parts(classify: Classify) -> tuple[dict[str, Any], dict[str, TreeArrays], dict[str, NDArray[Any]]]:
    """A model as what a file holds: some of its header, its trees, its other arrays."""
    if isinstance(classify, BoostedTrees):
        return {}, {"clean": classify.arrays}, {}
    if isinstance(classify, LinearModel):
        return {"offset": classify.offset}, {}, {"weights": classify.weights}
    header = {"offset": classify.offset, "gamma": classify.gamma}
    return header, {}, {"vectors": classify.vectors.ravel(), "weights": classify.weights}


def read_classify(file: ModelFile, width: int) -> Classify:
    """The model of a file; an error of some kind where it is none."""
    header: Mapping[str, Any] = file.header
    library = header["recipe"]["library"]
    if library == "xgboost":
        return BoostedTrees(file.trees["clean"], width)
    weights = file.arrays["weights"].astype(np.float64)
    if not np.isfinite(weights).all():
        raise ValueError("a weight is no number")
    if library == "logistic":
        if len(weights) != width:
            raise ValueError(f"{len(weights)} weights for {width} features")
        return LinearModel(weights, float(header["offset"]))
    vectors = file.arrays["vectors"].astype(np.float32).reshape(len(weights), width)
    return KernelMachine(vectors, weights, float(header["gamma"]), float(header["offset"]))
