"""The map: as many groups as clusters, apart from each other, on the canvas, whatever the structure of the pages."""

import numpy as np
import pytest

from weft.reports.site import HEIGHT, WIDTH
from weft.studio.page_json import GAP, lay_out_clusters

RANDOM = np.random.default_rng(7)


def sketches(kinds: int, pages: int) -> list[np.ndarray]:
    """Pages of so many kinds of structure, in turn."""
    table = RANDOM.integers(0, 1 << 60, (kinds, 128)).astype(np.uint64)
    return [table[number % kinds] for number in range(pages)]


@pytest.mark.parametrize(
    ("kinds", "sizes"),
    [
        (4, {"a": 30, "b": 10}),  # several structures in one cluster
        (1, {"a": 20, "b": 20, "c": 1}),  # one structure in several clusters: all centres on one spot
        (9, {"article": 36, "archive": 22, "index": 1, "other": 1}),
        (5, {f"cluster {number}": 30 for number in range(20)}),
        (3, {"a": 600}),
    ],
)
def test_groups_are_the_clusters(kinds, sizes):
    names = [name for name, count in sizes.items() for _ in range(count)]
    positions = lay_out_clusters(sketches(kinds, len(names)), names)
    own = np.array(names)
    apart = np.linalg.norm(positions[:, None] - positions[None], axis=2)
    for name in sizes:
        others = apart[np.ix_(own == name, own != name)]
        near = np.where(np.eye(len(own), dtype=bool), np.inf, apart)[np.ix_(own == name, own == name)]
        if near.shape[0] > 1 and others.size:  # each dot is nearer to one of its own than to any other
            assert (near.min(axis=1) < others.min(axis=1)).all()
        if others.size:
            assert others.min() > GAP / 2
    assert (positions >= 0).all()
    assert (positions <= [WIDTH, HEIGHT]).all()


def test_it_is_the_same_each_time_and_takes_nothing():
    names = ["a"] * 5 + ["b"] * 3
    some = sketches(2, 8)
    assert np.array_equal(lay_out_clusters(some, names), lay_out_clusters(some, names))
    assert lay_out_clusters([], []).shape == (0, 2)
    assert lay_out_clusters(sketches(1, 1), ["a"]).shape == (1, 2)
