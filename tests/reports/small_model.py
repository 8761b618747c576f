"""Small classifiers for tests: one question of the first trees, and one of the second where they have some."""

import numpy as np

from weft.extractors import BlockClassifier
from weft.extractors.block_classifier import Model
from weft.model_file import ModelFile, TreeArrays

MIN_WORDS = 6


def small_classifier(second: tuple[str, float] | None = None) -> BlockClassifier:
    """Takes blocks of six words and more for content and every page for an article.

    The second trees ask whether one feature is under a threshold.
    """
    header = {
        "features": ["words"],
        "page_features": ["page_words"],
        "page_types": ["forum", "article"],
        "confidence": [[0.0, 1.0], [0.0, 1.0]],
        "region_features": [second[0] if second else "probability"],
    }
    trees = {"blocks": _stump(MIN_WORDS), "pages": _stump(0, outputs=2)}
    if second:
        trees["regions"] = _stump(second[1])
    return BlockClassifier(model=Model.of(ModelFile(header=header, trees=trees)))


def _stump(threshold: float, *, outputs: int = 1) -> TreeArrays:
    """For every output one tree: -2 below the threshold, else 2; the last output is the highest."""
    roots = np.arange(outputs, dtype=np.uint32) * 3
    return TreeArrays(
        feature=np.zeros(3 * outputs, np.uint16),
        threshold=np.array([threshold, 0, 0] * outputs, np.float32),
        child=np.concatenate([[root + 1, root + 1, root + 2] for root in roots]).astype(np.uint32),
        value=np.array([0, -2, 2] * outputs, np.float32),
        roots=roots,
        base=np.arange(outputs, dtype=np.float32),
    )
