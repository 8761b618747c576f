"""CEPR (Wu, Li, Hu, Wu 2013, *Web news extraction via path ratios*): texts of news share few tag paths, and are long.

The method that paper A quotes beside its own. Rebuilt from what its authors say: of each tag path the mean length of
its texts (TPR), times the mean number of their punctuation marks and the spread of both (ETPR: four features fused).
Along the page the values are smoothed by a Gaussian, a neighbour counting the less the more its path differs (edit
distance); a text is content where its value is over `threshold` times the spread of all values.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_deadline, time_limit
from weft.document import Document
from weft.page import Page, tag_number

TEXT = tag_number("#text")
PUNCTUATION = re.compile(r"[^\w\s]")
MAX_STEPS = 24  # of a path that are compared: an edit distance is quadratic, pages nest less


@dataclass(frozen=True, kw_only=True)
class Cepr:
    """Keeps the blocks most of whose characters are in texts of rich tag paths."""

    ratio: Literal["etpr", "tpr"] = "etpr"
    # Silent in what we have of it; the best of 0.05 … 1.2 on every third of the magic and readability pages (F1 0.774).
    threshold: float = 0.1
    radius: int = 1  # neighbours on each side that smooth a value; 0: none

    def extract(self, page: Page) -> Document:
        """The blocks of the texts that are content."""
        with time_limit(page.seconds):
            keep = self.score(page) > 0.5
            return Document(page=page, keep=np.flatnonzero(keep & ~page.blocks.hidden), chosen_by="cepr")

    def score(self, page: Page) -> NDArray[np.float64]:
        """Of each block the share of its characters in texts that are content."""
        with time_limit(page.seconds):
            rows = np.flatnonzero((page.tag == TEXT) & (page.chars > 0) & ~page.hidden)
            values = self._smooth(page, rows, path_ratios(page, rows, extended=self.ratio == "etpr"))
            is_content = values > self.threshold * values.std() if len(rows) else np.zeros(0, np.bool_)
            chars = page.chars[rows].astype(np.float64)
            kept, every = _by_block(page, rows, chars * is_content), _by_block(page, rows, chars)
            return kept / np.maximum(every, 1)

    def _smooth(self, page: Page, rows: NDArray[np.int64], values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Each value with its neighbours', by a Gaussian and by how alike their paths are."""
        if not self.radius or not len(rows):
            return values
        paths = [_path(page, int(page.parent[row])) for row in check_deadline(rows.tolist())]
        sums, weights = values.copy(), np.ones(len(values))
        for step in range(1, min(self.radius, len(values) - 1) + 1):
            bell = float(np.exp(-(step**2) / (2 * self.radius**2)))
            alike = bell * np.array([_alike(*pair) for pair in check_deadline(zip(paths, paths[step:], strict=False))])
            for here, there in ((slice(None, -step), slice(step, None)), (slice(step, None), slice(None, -step))):
                sums[here] += alike * values[there]
                weights[here] += alike
        return sums / weights


def path_ratios(page: Page, rows: NDArray[np.int64], *, extended: bool) -> NDArray[np.float64]:
    """TPR, or ETPR, of the tag path of each text."""
    _, of_path = np.unique(page.table.path_tags[page.parent[rows]], return_inverse=True)
    chars = page.chars[rows].astype(np.float64)
    length, length_spread = _means(of_path, chars)
    if not extended:
        return length[of_path]
    marks = np.array([len(PUNCTUATION.findall(page.text(row))) for row in check_deadline(rows.tolist())], np.float64)
    punctuation, punctuation_spread = _means(of_path, marks)
    return (length * punctuation * length_spread * punctuation_spread)[of_path]


def _means(of_path: NDArray[np.int64], values: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """By path the mean and the standard deviation of a number of its texts."""
    count = np.maximum(np.bincount(of_path), 1)
    mean = np.bincount(of_path, values) / count
    return mean, np.sqrt(np.maximum(np.bincount(of_path, values**2) / count - mean**2, 0))


def _path(page: Page, row: int) -> tuple[int, ...]:
    path: list[int] = []
    while row >= 0 and len(path) < MAX_STEPS:
        path.append(int(page.tag[row]))
        row = int(page.parent[row])
    return tuple(path)


@lru_cache(maxsize=4096)
def _alike(one: Sequence[int], other: Sequence[int]) -> float:
    """1 for equal paths, less for every step that one must be given or lose to become the other."""
    row = list(range(len(other) + 1))
    for at, step in enumerate(one, 1):
        before, row[0] = row[0], at
        for place, match in enumerate(other, 1):
            before, row[place] = row[place], min(row[place] + 1, row[place - 1] + 1, before + (step != match))
    return 1 - row[-1] / max(len(one), len(other), 1)


def _by_block(page: Page, rows: NDArray[np.int64], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The sum over the text rows of every block."""
    total = np.concatenate(([0.0], np.cumsum(values)))
    return total[np.searchsorted(rows, page.blocks.last)] - total[np.searchsorted(rows, page.blocks.first)]
