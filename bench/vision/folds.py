"""Models that have not seen the domain of the page they judge, kept on disk: to train five takes many minutes."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from weft.extractors.block_classifier import Model
from weft.model_file import read_model
from weft.training.boosting import Recipe, fit
from weft.training.train import split_by_domain
from weft.training.training_pages import TrainingPage, digest

RECIPE = Recipe(threads=1)  # that of the visual classifier that ships


@dataclass(frozen=True, eq=False, kw_only=True)
class Folds:
    """The models of a cross-validation, and which page belongs to which."""

    fold: NDArray[np.int64]
    place: dict[str, int]  # of a page id among the examples
    models: Sequence[Model]

    def model_for(self, page_id: str) -> Model:
        """The model that has seen no page of this page's domain."""
        return self.models[self.fold[self.place[page_id]]]


def make_folds(examples: Sequence[TrainingPage], *, features: Sequence[str], folder: Path, name: str) -> Folds:
    """Read the models of an earlier run where they were made from the same pages and recipe, else train them."""
    fold = split_by_domain([example.page for example in examples], RECIPE)
    models = []
    for number in range(RECIPE.folds):
        known = [examples[k] for k in np.flatnonzero(fold != number).tolist()]
        models.append(_model(known, features, folder / f"{name}-{number}.zip"))
    place = {example.page.page_id: number for number, example in enumerate(examples)}
    return Folds(fold=fold, place=place, models=models)


def _model(known: Sequence[TrainingPage], features: Sequence[str], path: Path) -> Model:
    made_from = json.dumps([digest(example.page for example in known), asdict(RECIPE), list(features)])
    key = hashlib.sha256(made_from.encode()).hexdigest()
    if path.exists() and (file := read_model(path)).header.get("made_from") == key:
        print(f"bench: {path.name} is from an earlier run")
        return Model.of(file)
    print(f"bench: training {path.name} on {len(known)} pages …", flush=True)
    file, _ = fit(known, RECIPE, features=features)
    file = replace(file, header={**file.header, "made_from": key})
    file.write(path)
    return Model.of(file)
