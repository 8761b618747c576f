"""The trained model of records: trees that weigh the slots of a region, the readings of a page and posts alone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from weft.deadline import kernel_call
from weft.kernel.records import RecordModels
from weft.kernel.trees import Trees
from weft.model_file import ModelFile, TreeArrays
from weft.page.declared import word_lists
from weft.records import features, names, reading_features
from weft.records.reading_features import PLACES
from weft.records.roles import ROLES

FEATURES: dict[str, tuple[str, ...]] = {
    "bodies": features.SLOT_FEATURES,
    "authors": names.NAME_FEATURES,
    "titles": features.TITLE_FEATURES,
    "regions": reading_features.REGIONS,
    "readings": reading_features.FEATURES,
    "lone": reading_features.LONE_FEATURES,
    **dict.fromkeys(ROLES, features.ROLE_FEATURES),
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

    @cached_property
    def kernel(self) -> RecordModels:
        """The same for the kernel's own draft."""
        return RecordModels(self.trees, word_lists(), PLACES)

    @property
    def bodies(self) -> Trees:
        """How likely each slot is the body's."""
        return self.trees["bodies"]

    @property
    def authors(self) -> Trees:
        """How likely each column of short texts is the authors'."""
        return self.trees["authors"]

    def titles(self, matrix: NDArray[np.float32]) -> NDArray[np.float64]:
        """How likely each column of links is the titles'."""
        return np.array(self._ask("titles", matrix))

    def role(self, name: str, matrix: NDArray[np.float32]) -> NDArray[np.float64]:
        """How likely each column plays a role, one of `ROLES`."""
        return np.array(self._ask(name, matrix))

    def _ask(self, name: str, matrix: NDArray[np.float32]) -> list[float]:
        if not len(matrix):
            return []
        with kernel_call() as seconds:
            return self.trees[name].likely(matrix, seconds=seconds)


def _build(file: ModelFile, name: str) -> Trees:
    if list(file.header["features"][name]) != list(FEATURES[name]):
        raise ValueError(f"{name} was trained on other features")
    arrays: TreeArrays = file.trees[name]
    return arrays.build(len(FEATURES[name]))


@lru_cache(maxsize=1)
def default_model() -> RecordModel:
    """The model that ships with weft."""
    return RecordModel.of(ModelFile.from_bytes(default_model_bytes(), name="models/records.zip"))


def default_model_bytes() -> bytes:
    """The file of the model that ships with weft."""
    return files("weft.records").joinpath("models/records.zip").read_bytes()
