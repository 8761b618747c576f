"""Record paths (paper B, section 3.2.2): pages are alike when the same paths lead through their records."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from weft.page import Page
from weft.similarity.folds import body_row, end_paths
from weft.similarity.path_sets import PathSet, overlaps, shared, sizes


@dataclass(frozen=True, kw_only=True)
class RecordPaths:
    """`1 / (1 + dist)` of the sets of paths from the record nodes to every end node.

    Each step is the tag with its classes, digits masked. The printed distance, `(len_a len_b + 1) / (overlap + 1) - 1`,
    keeps a page away from itself. Two repairs: `root` takes the root of the product of the lengths, `square` the square
    of the overlap. Chosen on 13 generated and 11 real sites, the whole body as one record, by pair F1 of H-K at the
    best threshold: `square` 0.850, `root` 0.836 (at 0.65).
    """

    repair: Literal["root", "square"] = "square"
    alike: float = 0.40  # dist 1.5: pair F1 0.850; the printed distance 2 (0.33) gives 0.807, 0.45 gives 0.819

    def describe(self, page: Page) -> PathSet:
        """The paths under the body: a page whose records are not known is one record."""
        return self.describe_records(page, np.array([body_row(page)]))

    def describe_records(self, page: Page, rows: NDArray[np.integer]) -> PathSet:
        """The paths in the records at the given rows; none where there are no records."""
        return end_paths(page, page.table.step, roots=rows)

    def compare(self, a: PathSet, b: PathSet) -> float:
        """How near two pages are; 0 where one has no paths (the formula would have it near every short page)."""
        return float(self._nearness(np.float64(len(shared(a, b))), np.int64(len(a) * len(b))))

    def matrix(self, descriptions: Sequence[PathSet]) -> NDArray[np.float64]:
        """`compare` of all pairs."""
        size = sizes(descriptions)
        return self._nearness(overlaps(descriptions), np.multiply.outer(size, size))

    def _nearness(
        self, overlap: NDArray[np.float64] | np.float64, product: NDArray[np.int64] | np.int64
    ) -> NDArray[np.float64]:
        root = self.repair == "root"
        near = (overlap + 1) / (np.sqrt(product) + 1) if root else (overlap**2 + 1) / (product + 1)
        return np.where(product > 0, near, 0.0)


def sibling_rows(page: Page, start: int, end: int) -> list[int]:
    """The rows of the siblings that the rows `start .. end` are made of: a record may span several."""
    rows, row = [], start
    while row < end:
        rows.append(row)
        row = int(page.end[row])
    return rows
