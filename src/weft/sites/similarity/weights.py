"""Weights of a logistic regression."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Weights:
    """One weight a sign, and the offset."""

    signs: tuple[float, ...]
    offset: float

    def probability(self, signs: NDArray[np.float64]) -> NDArray[np.float64]:
        """Of all pairs, from one matrix a sign; of all pages, from one vector a sign."""
        logit = np.tensordot(self.signs, signs, axes=1) + self.offset
        probability: NDArray[np.float64] = 1 / (1 + np.exp(-np.clip(logit, -50, 50)))
        return probability
