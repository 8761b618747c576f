"""The trained model of records: trees that weigh the slots of a region, the readings of a page and posts alone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from weft._native import Trees
from weft.model_file import ModelFile, TreeArrays
from weft.page.kernel import kernel_call
from weft.records import lone_features, name_features, reading_features, slot_features, title_features

FEATURES = {
    "bodies": slot_features.FEATURES,
    "authors": name_features.FEATURES,
    "titles": title_features.FEATURES,
    "regions": reading_features.REGIONS,
    "readings": reading_features.FEATURES,
    "lone": lone_features.FEATURES,
}
"""The features of each set of trees; a model that was made of others is not read."""


@dataclass(frozen=True, eq=False, kw_only=True)
class RecordModel:
    """The trees, each ready to say how likely something is."""

    trees: dict[str, Trees]

    @staticmethod
    def of(file: ModelFile) -> RecordModel:
        """The model of a file; `ArtifactError` where it was made of other features."""
        try:
            return RecordModel(trees={name: _build(file, name) for name in FEATURES})
        except (KeyError, ValueError) as error:
            raise file.broken(error) from None

    def bodies(self, matrix: NDArray[np.float32]) -> NDArray[np.float64]:
        """How likely each slot is the body's."""
        return self._ask("bodies", matrix)

    def authors(self, matrix: NDArray[np.float32]) -> NDArray[np.float64]:
        """How likely each column of short texts is the authors'."""
        return self._ask("authors", matrix)

    def titles(self, matrix: NDArray[np.float32]) -> NDArray[np.float64]:
        """How likely each column of links is the titles'."""
        return self._ask("titles", matrix)

    def regions(self, matrix: NDArray[np.float32]) -> list[float]:
        """The share of the true records that the best reading of each region as posts or rows is expected to find."""
        return self._ask("regions", matrix).tolist()

    def readings(self, matrix: NDArray[np.float32]) -> list[float]:
        """The share of the true records that each reading is expected to find."""
        return self._ask("readings", matrix).tolist()

    def lone(self, matrix: NDArray[np.float32]) -> list[float]:
        """How likely each post alone is one."""
        return self._ask("lone", matrix).tolist()

    def _ask(self, name: str, matrix: NDArray[np.float32]) -> NDArray[np.float64]:
        if not len(matrix):
            return np.zeros(0)
        with kernel_call() as seconds:
            margins = self.trees[name].predict(np.ascontiguousarray(matrix, np.float32), seconds=seconds)
        return 1.0 / (1.0 + np.exp(-margins.astype(np.float64).reshape(len(matrix))))


def _build(file: ModelFile, name: str) -> Trees:
    if list(file.header["features"][name]) != list(FEATURES[name]):
        raise ValueError(f"{name} was trained on other features")
    arrays: TreeArrays = file.trees[name]
    return arrays.build(len(FEATURES[name]))


@lru_cache(maxsize=1)
def default_model() -> RecordModel:
    """The model that ships with weft."""
    data = files("weft.records").joinpath("models/records.zip").read_bytes()
    return RecordModel.of(ModelFile.from_bytes(data, name="models/records.zip"))
