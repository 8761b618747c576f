"""XGBoost's trees in the kernel."""

import numpy as np
import pytest
import xgboost

from weft import ArtifactError
from weft.model_file import ModelFile
from weft.training.boosting import tree_arrays

RNG = np.random.default_rng(1)
ROWS = RNG.normal(size=(600, 8)).astype(np.float32)
ODD = (ROWS[:, 0] * ROWS[:, 1] > 0).astype(int)


@pytest.mark.parametrize(
    ("objective", "label"),
    [
        ({"objective": "binary:logistic"}, ODD),
        ({"objective": "reg:squarederror"}, ROWS[:, 2] ** 2),
        ({"objective": "multi:softprob", "num_class": 3}, ODD + (ROWS[:, 3] > 0)),
    ],
)
def test_the_same_numbers(objective: dict[str, object], label: np.ndarray[tuple[int], np.dtype[np.float64]]) -> None:
    booster = xgboost.train(objective | {"max_depth": 5, "nthread": 1}, xgboost.DMatrix(ROWS, label=label), 20)
    model = ModelFile(header={"features": list("abcdefgh")}, trees={"block": tree_arrays(booster)})
    read = ModelFile.from_bytes(model.to_bytes())
    sums = read.trees["block"].build(8).predict(ROWS)
    expected = booster.predict(xgboost.DMatrix(ROWS), output_margin=True).reshape(sums.shape)
    np.testing.assert_allclose(sums, expected, rtol=0, atol=2e-6)
    assert read.header["features"] == list("abcdefgh")
    assert model.to_bytes() == read.to_bytes()


def test_contributions_add_up_to_the_prediction() -> None:
    booster = xgboost.train({"objective": "binary:logistic", "nthread": 1}, xgboost.DMatrix(ROWS, label=ODD), 10)
    arrays = tree_arrays(booster)
    trees = arrays.build(8)
    start = float(arrays.base[0] + arrays.value[arrays.roots].sum())
    for row in ROWS[:20]:
        total = start + float(trees.contributions(row).sum())
        assert total == pytest.approx(float(trees.predict(row[None])[0, 0]), abs=1e-4)
    moved = np.mean([np.abs(trees.contributions(row)) for row in ROWS], axis=0)
    assert set(np.argsort(-moved)[:2].tolist()) == {0, 1}


@pytest.mark.parametrize("data", [b"", b"not a zip", ModelFile(header={}, trees={}).to_bytes()[:-30]])
def test_broken_files_are_refused(data: bytes) -> None:
    with pytest.raises(ArtifactError, match="model"):
        ModelFile.from_bytes(data)


def test_other_formats_are_refused() -> None:
    data = ModelFile(header={"format": 99}, trees={}).to_bytes()
    with pytest.raises(ArtifactError, match="train it again"):
        ModelFile.from_bytes(data)
