"""A baseline like FPC (paper B, section 4.3, its reference 10): layered features of the tree and k-means.

Paper B says of FPC that its features are the layers of the DOM tree and its clustering is k-means; its title, that it
is incremental. The rest is our reading: a feature is the share of a tag on its layer, one incremental pass opens the
clusters (a page opens one where no centre is near), and k-means starts from those centres.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from weft import Page
from weft.page.tags import TAG_NUMBERS

LAYERS = 24  # deeper layers are content, and few pages have them
TAGS = len(TAG_NUMBERS)


def read_layers(page: Page) -> NDArray[np.float64]:
    """Per layer the share of each tag, as one vector of length 1."""
    rows = np.flatnonzero((page.tag > 0) & (page.tag < TAGS) & (page.depth < LAYERS))
    counts = np.zeros((LAYERS, TAGS))
    np.add.at(counts, (page.depth[rows], page.tag[rows]), 1)
    shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    vector = shares.ravel()
    return vector / (np.linalg.norm(vector) or 1.0)


def layered_clusters(vectors: Sequence[NDArray[np.float64]], cut: float) -> list[int]:
    """A cluster number by page; a page further than `cut` from all centres opens a cluster."""
    from sklearn.cluster import KMeans

    points = np.asarray(vectors)
    centres: list[NDArray[np.float64]] = []
    for point in points:
        if not centres or min(float(np.linalg.norm(point - centre)) for centre in centres) > cut:
            centres.append(point)
    if len(centres) == len(points):
        return list(range(len(points)))
    means = KMeans(n_clusters=len(centres), init=np.asarray(centres), n_init=1).fit(points)
    return [int(label) for label in means.labels_]
