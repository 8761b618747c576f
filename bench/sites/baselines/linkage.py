"""Average-linkage clustering of a similarity matrix, and the choice of its cut on other sites."""

from collections.abc import Mapping, Sequence
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

CUTS = tuple(round(0.05 * step, 2) for step in range(1, 20))
"""The cuts tried: distances, that is 1 less the similarity."""


def linked_clusters(similarities: NDArray[np.float64], cut: float) -> list[int]:
    """A cluster number by page: clusters are joined while their mean distance is below the cut."""
    from sklearn.cluster import AgglomerativeClustering

    if len(similarities) < 2:
        return list(range(len(similarities)))
    model = AgglomerativeClustering(n_clusters=None, metric="precomputed", linkage="average", distance_threshold=cut)
    return [int(label) for label in model.fit_predict(1 - similarities)]


def cut_for(corpus: str, scores: Mapping[str, Mapping[float, Sequence[float]]]) -> float:
    """The cut with the best mean over the sites of the *other* corpora: a corpus never chooses for itself.

    Where there is no other corpus the middle of the range is taken, unchosen.
    """
    others = [by_cut for name, by_cut in scores.items() if name != corpus and any(by_cut.values())]
    if not others:
        return 0.5
    means = {cut: fmean(value for by_cut in others for value in by_cut[cut]) for cut in others[0]}
    return max(means, key=lambda cut: means[cut])
