from dataclasses import replace

import numpy as np
import pytest

from tests.extractors.features.test_visual import HTML, hand_made
from tests.extractors.test_block_classifier import model_file, stump
from weft import EXTRACTORS, parse
from weft.errors import BrowserError
from weft.extractors import BlockClassifier, VisualClassifier
from weft.extractors.block_classifier import Model, shipped_model
from weft.extractors.features import ALL_FEATURES, VISUAL_FEATURES, find_features
from weft.model_file import ModelFile


def visual_file() -> ModelFile:
    """A model that takes blocks for content whose element begins in the left half of the page and is narrow."""
    file = model_file(features=["depth", "main_overlap"])
    return replace(file, trees={**file.trees, "blocks": stump(1, 0.9)})


def test_a_model_may_ask_for_looks() -> None:
    document = VisualClassifier(model=Model.of(visual_file())).extract(hand_made())
    assert document.chosen_by == "visual_classifier"
    assert document.keep.tolist() == [1, 2, 3]


def test_it_says_why() -> None:
    classifier = VisualClassifier(model=Model.of(visual_file()))
    assert classifier.explain(hand_made(), 2) == [("main_overlap", 1.0, 2.0)]
    assert classifier.score(hand_made()).round(3).tolist() == [0.119, 0.881, 0.881, 0.881, 0.119, 0.119]


def test_a_page_that_nobody_has_drawn() -> None:
    for call in (VisualClassifier().extract, VisualClassifier().score):
        with pytest.raises(BrowserError, match="visual_classifier needs a page that a browser has drawn"):
            call(parse(HTML))


def test_the_default_does_not_look() -> None:
    page = hand_made()
    plain = replace(page, geometry=parse("").geometry)
    assert np.array_equal(BlockClassifier().score(page), BlockClassifier().score(plain))
    wide = find_features(page, visual=True)
    judgement = shipped_model("block_classifier").judge_features(page, wide)
    assert np.array_equal(BlockClassifier().score(page), judgement.probability)


def test_the_model_that_ships_says_how_it_was_made() -> None:
    model = shipped_model("visual_classifier")
    assert model.is_visual
    assert not set(VISUAL_FEATURES).isdisjoint(model.header["features"])
    assert set(model.header["features"]) <= set(ALL_FEATURES)
    assert len(model.header["data"]["sha256"]) == len(model.header["data"]["drawn_sha256"]) == 64
    assert model.header["data"]["pages"] > 1000
    assert model.header["scores"]["all"] > 0.85
    assert EXTRACTORS["visual_classifier"].extract(hand_made()).chosen_by == "visual_classifier"
