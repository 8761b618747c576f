"""Regions in numpy: the twin of the kernel's."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from weft.features import Features
from weft.features.measured import COLUMN
from weft.features.regions import LEVELS, OFFSETS, REGION_TAGS, TAKEN, WINDOWS
from weft.features.structures import Structures, find_structures
from weft.page import Page, tag_number

Column = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Regions:
    """A page with the first probabilities of its blocks, and the parts that they speak of."""

    page: Page
    features: Features
    probability: Column

    @cached_property
    def structures(self) -> Structures:
        """What is chosen as a whole."""
        return find_structures(self.page)

    @cached_property
    def words(self) -> Column:
        """Words of each block, at least 1."""
        return np.maximum(self.page.blocks.words, 1).astype(np.float64)

    @cached_property
    def odds(self) -> Column:
        """The logarithm of odds of each block."""
        kept = np.clip(self.probability, 1e-4, 1 - 1e-4)
        odds: Column = np.log(kept / (1 - kept))
        return odds

    @cached_property
    def sums(self) -> Column:
        """Running sums over the blocks, from 0: words, probable words, their second moment, words in links."""
        links = self.features.blocks[:, COLUMN["link_words"]]
        right = self.words * self.probability
        values = np.stack([self.words, right, right * self.probability, links])
        sums = np.zeros((4, len(self.words) + 1))
        np.cumsum(values, axis=1, out=sums[:, 1:])
        return sums

    @cached_property
    def before(self) -> NDArray[np.int64]:
        """For every row, and the one behind the last, how many blocks begin before it."""
        count = np.zeros(len(self.page) + 1, np.int64)
        count[self.page.blocks.first + 1] = 1
        return np.cumsum(count)

    @cached_property
    def core(self) -> int:
        """The row of the core: the element whose blocks speak most for content, relative to the page's best."""
        threshold = 0.5 * float(self.probability.max(initial=0))
        speaks = np.concatenate(([0.0], np.cumsum(self.words * (self.probability - threshold))))
        total = speaks[self.before[self.page.end]] - speaks[self.before[:-1]]
        best = float(total.max(initial=0))
        return int(np.flatnonzero(total >= best - 1e-9)[-1])

    @cached_property
    def region(self) -> NDArray[np.int64]:
        """The row of each block's region."""
        page, core = self.page, self.core
        rows = np.arange(len(page))
        holds_core = (rows <= core) & (page.end > core)
        is_root = ~holds_core & holds_core[np.maximum(page.parent, 0)]
        return page.nearest(is_root)[page.blocks.first]

    def describe_range(self, first: NDArray[np.int64], last: NDArray[np.int64]) -> list[Column]:
        """The columns of `_OF_RANGE` for ranges of blocks."""
        words, right, square, links = self.sums[:, last] - self.sums[:, first]
        mean = right / np.maximum(words, 1)
        spread = np.sqrt(np.maximum(square / np.maximum(words, 1) - mean * mean, 0))
        return [words, (last - first).astype(np.float64), mean, spread, links / np.maximum(words, 1)]

    def describe_rows(self, rows: NDArray[np.int64]) -> list[Column]:
        """The columns of `_OF_RANGE` for the blocks under some rows."""
        return self.describe_range(self.before[rows], self.before[self.page.end[rows]])


def region_features(regions: Regions) -> NDArray[np.float32]:
    """What the second trees ask: one row a block, one column for each of `REGION_FEATURES`."""
    columns = [
        *_own(regions),
        *_above(regions),
        *_regions(regions),
        *_groups(regions),
        *_neighbours(regions),
        *_page(regions),
    ]
    return np.stack(columns, axis=1).astype(np.float32)


def _own(regions: Regions) -> list[Column]:
    blocks, structures = regions.features.blocks, regions.structures
    own = [blocks[:, COLUMN[name]].astype(np.float64) for name in TAKEN]
    index = np.arange(len(regions.words))
    is_in = structures.of_block >= 0
    first, last = index.copy(), index + 1
    first[is_in] = structures.first[structures.of_block[is_in]]
    last[is_in] = structures.last[structures.of_block[is_in]]
    kind = np.zeros(len(index))
    kind[is_in] = structures.kind[structures.of_block[is_in]]
    hidden = regions.page.blocks.hidden.astype(np.float64)
    return [regions.probability, regions.odds, *own, hidden, kind, *regions.describe_range(first, last)]


def _above(regions: Regions) -> list[Column]:
    page, columns = regions.page, []
    row = page.blocks.row.astype(np.int64)
    for _ in range(LEVELS):
        columns += regions.describe_rows(row)
        row = np.maximum(page.parent[row], 0)
    return columns


def _regions(regions: Regions) -> list[Column]:
    page, region, core = regions.page, regions.region, regions.core
    described = regions.describe_rows(region)
    tags = [(page.tag[region] == tag_number(tag)).astype(np.float64) for tag in REGION_TAGS]
    start, stop = int(regions.before[core]), int(regions.before[page.end[core]])
    index = np.arange(len(regions.words))
    order = np.where(index < start, -1.0, np.where(index < stop, 0.0, 1.0))
    of_core = [float(column[0]) for column in regions.describe_rows(np.array([core]))]
    shares = [100 * _inside(page, region, tag) / np.maximum(described[0], 1) for tag in ("img", "a")]
    return [
        *described,
        *tags,
        (page.depth[page.blocks.row] - page.depth[region]).astype(np.float64),
        *shares,
        order,
        (index - start).astype(np.float64),
        (stop - index).astype(np.float64),
        (page.depth[core] - page.depth[region]).astype(np.float64),
        described[0] / max(of_core[0], 1),
        np.full(len(index), of_core[2]),
        np.full(len(index), of_core[0] / max(regions.sums[0, -1], 1)),
    ]


def _inside(page: Page, rows: NDArray[np.int64], tag: str) -> Column:
    """How many elements of a tag lie under some rows."""
    places = page.rows_of(tag)
    return (np.searchsorted(places, page.end[rows]) - np.searchsorted(places, rows)).astype(np.float64)


def _groups(regions: Regions) -> list[Column]:
    page, blocks = regions.page, regions.features.blocks
    _, group = np.unique(page.table.path_tags[page.blocks.row], return_inverse=True)
    right = regions.words * regions.probability
    words, means, squares = (
        np.bincount(group, weights=weights) for weights in (regions.words, right, right * regions.probability)
    )
    mean = means / np.maximum(words, 1)
    spread = np.sqrt(np.maximum(squares / np.maximum(words, 1) - mean * mean, 0))
    index = np.arange(len(group))
    distance = blocks[:, COLUMN["heading_distance"]].astype(np.int64)
    start = np.where(distance < 999, index - distance, 0)
    stop = np.minimum(index + blocks[:, COLUMN["heading_next"]].astype(np.int64), len(index))
    section = regions.describe_range(np.maximum(start, 0), np.maximum(stop, start + 1))
    heading = np.where(distance < 999, regions.odds[np.maximum(start, 0)], 0)
    return [words[group], mean[group], spread[group], section[0], section[2], section[3], heading]


def _neighbours(regions: Regions) -> list[Column]:
    columns, index = [], np.arange(len(regions.words))
    for offset in OFFSETS:
        shifted = np.full(len(index), -10.0)
        if offset > 0:
            shifted[offset:] = regions.odds[:-offset]
        else:
            shifted[:offset] = regions.odds[-offset:]
        columns.append(shifted)
    for width in WINDOWS:
        first, last = np.maximum(index - width, 0), np.minimum(index + width + 1, len(index))
        columns.append(regions.describe_range(first, last)[2])
    return columns


def _page(regions: Regions) -> list[Column]:
    total, right = max(float(regions.sums[0, -1]), 1.0), float(regions.sums[1, -1])
    sure = float(regions.words[regions.probability > 0.5].sum())
    values = [total, right / total, float(regions.probability.max(initial=0)), sure / total, right]
    return [np.full(len(regions.words), value) for value in values]
