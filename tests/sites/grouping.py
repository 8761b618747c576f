"""Similarities that are given as numbers, and groups as plain sets, for the tests of the clusterings."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft import Page


@dataclass(frozen=True)
class Given:
    """A similarity whose descriptions are rows of a matrix."""

    numbers: NDArray[np.float64]
    same_above: float = 0.5

    def describe(self, page: Page) -> int:
        raise AssertionError("a clustering compares descriptions and makes none")

    def compare(self, a: int, b: int) -> float:
        return float(self.numbers[a, b])

    def matrix(self, descriptions: Sequence[int]) -> NDArray[np.float64]:
        return self.numbers[np.ix_(descriptions, descriptions)]


def random_numbers(seed: int, count: int, *, levels: int) -> NDArray[np.float64]:
    """A random similarity matrix; few levels make many ties."""
    numbers = np.random.default_rng(seed).integers(0, levels, size=(count, count)) / levels
    numbers = np.maximum(numbers, numbers.T)
    np.fill_diagonal(numbers, 1)
    return numbers


def as_sets(groups: list[NDArray[np.int64]], names: Sequence[int] | None = None) -> set[frozenset[int]]:
    """Groups as sets of pages, under the names they had before they were shuffled."""
    return {frozenset(int(names[page]) if names is not None else int(page) for page in group) for group in groups}
