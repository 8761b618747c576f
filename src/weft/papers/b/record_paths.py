"""Pages grouped by their records (paper B, section 3.2.2): record paths, the H-K clustering, the centre page."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from weft.content import Record
from weft.page import Page
from weft.page.folds import body_row, end_paths, is_end, mix
from weft.records.find import find_records
from weft.records.locations import main_page_records
from weft.sites.clusterings import Linkage, agglomerate, central
from weft.sites.similarity.similarity import Description, PathSet, Similarity, overlaps, shared, sizes

MAX_DEPTH = 64  # steps that count: pages that people write nest less
Repair: TypeAlias = Literal["root", "square", "printed"]


@dataclass(frozen=True, kw_only=True)
class RecordPaths:
    """`1 / (1 + dist)` of the sets of paths from the record nodes to every end node.

    Each step is the tag with its classes, digits masked. The printed distance, `(len_a len_b + 1) / (overlap + 1) - 1`,
    keeps a page away from itself; `printed` is there to be measured. Two repairs: `root` takes the root of the product
    of the lengths, `square` the square of the overlap. Chosen on 13 generated and 11 real sites, the whole body as one
    record, by pair F1 of H-K at the best threshold: `square` 0.850, `root` 0.836 (at 0.65).
    """

    repair: Repair = "square"
    same_above: float = 0.40  # dist 1.5: pair F1 0.850; the printed distance 2 (0.33) gives 0.807, 0.45 gives 0.819
    # The last so many steps of a path; 0: all from the record's root, as in the paper. The one post of a page often has
    # another root than posts in a row, which moves every path; its last steps stay.
    last_steps: int = 0

    def describe(self, page: Page) -> PathSet:
        """The paths under the body: a page whose records are not known is one record."""
        return self.describe_records(page, np.array([body_row(page)]))

    def describe_records(self, page: Page, rows: NDArray[np.integer]) -> PathSet:
        """The paths in the records at the given rows; none where there are no records."""
        if self.last_steps > 0:
            return last_steps(page, rows, self.last_steps)
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
        if self.repair == "root":
            near = (overlap + 1) / (np.sqrt(product) + 1)
        else:
            near = (overlap ** (2 if self.repair == "square" else 1) + 1) / (product + 1)
        return np.where(product > 0, near, 0.0)


@dataclass(frozen=True, kw_only=True)
class LocatedRecordPaths(RecordPaths):
    """The paper's: paths in the records that a page has, and nothing of a page without any, which resembles no other.

    Pair F1 of H-K on `forums` with known records: `root` at the paper's threshold 0.976, the whole body as one record
    and `square` 0.862.
    """

    repair: Repair = "root"
    same_above: float = 1 / 3  # the printed distance 2

    def describe(self, page: Page) -> PathSet:
        """The paths in the posts or rows that weft finds."""
        records = main_page_records(page, find_records(page)).records
        rows = [row for record in records for row in sibling_rows(page, record.start, record.end)]
        return self.describe_records(page, np.array(rows, np.int64))


def last_steps(page: Page, roots: NDArray[np.integer], count: int) -> PathSet:
    """The last steps of the paths to the end nodes under the roots, so many of each; above a root they go on."""
    inside = np.zeros(len(page) + 1, np.int64)
    np.add.at(inside, roots, 1)
    np.add.at(inside, page.end[roots], -1)
    rows = np.flatnonzero((np.cumsum(inside)[:-1] > 0) & is_end(page))
    paths = page.table.step[rows]
    for _ in range(min(count, MAX_DEPTH) - 1):
        rows = np.maximum(page.parent[rows], 0)  # the root of the page is its own parent here
        paths = mix(paths, page.table.step[rows])
    return np.unique(paths)


def sibling_rows(page: Page, start: int, end: int) -> list[int]:
    """The rows of the siblings that the rows `start .. end` are made of: a record may span several."""
    rows, row = [], start
    while row < end:
        rows.append(row)
        row = int(page.end[row])
    return rows


ROUNDS = 100  # K-medoids settles within a few rounds; equally near centres could make it go in circles


@dataclass(frozen=True, kw_only=True)
class HK:
    """Hierarchical clustering at `same_above`, then every page goes to the nearest medoid until all stay.

    A page that is equally near to two medoids goes to the earlier, and of equals the earlier page is the medoid: there
    the order of the pages decides. Compares all pairs of pages.
    """

    # Paper B puts pages nearer than the threshold into one first cluster, which may be read as single linkage; pair F1
    # with record_paths on 13 generated and 11 real sites at the best threshold: average 0.850, single 0.801.
    linkage: Linkage = "average"

    def group(
        self, descriptions: Sequence[Description], similarity: Similarity[Description]
    ) -> list[NDArray[np.int64]]:
        """All pages in groups, one alone where it must; pages that resemble nothing are in none."""
        matrix = similarity.matrix(descriptions)
        groups = agglomerate(matrix, cut=similarity.same_above, linkage=self.linkage)
        pages = np.sort(np.concatenate(groups)) if groups else np.zeros(0, dtype=np.int64)
        for _ in range(ROUNDS):
            centres = np.array([group[central(matrix[np.ix_(group, group)])] for group in groups], dtype=np.int64)
            moved = assign(matrix, pages, centres)
            if len(moved) == len(groups) and all(map(np.array_equal, moved, groups)):
                break
            groups = moved
        return groups


def assign(
    matrix: NDArray[np.float64], pages: NDArray[np.int64], centres: NDArray[np.int64]
) -> list[NDArray[np.int64]]:
    """The pages of each centre: those it is most like; of equals the first centre. By first page."""
    if not len(pages):
        return []
    nearest = np.argmax(matrix[np.ix_(pages, centres)], axis=1)
    groups = [pages[nearest == centre] for centre in np.unique(nearest)]
    return sorted(groups, key=lambda group: int(group[0]))


# The repair and the threshold (the printed distance of 2) that group forum pages best where records are known, and the
# last three steps: pair F1 of H-K on `forums` 0.998, the whole paths 0.967. Two steps 0.768, four 0.992.
BY_RECORDS = RecordPaths(repair="root", same_above=1 / 3, last_steps=3)
MIN_RECORDS = 3  # what varies from record to record shows on several
DIGITS = 9  # sums that are equal must not differ by the order of adding


@dataclass(frozen=True, kw_only=True)
class RecordPage:
    """What is to be known of a page to group it by its records."""

    paths: PathSet
    records: int


def describe_record_page(page: Page, records: Sequence[Record]) -> RecordPage:
    """The paths in a page's records, and how many records there are."""
    rows = [row for record in records for row in sibling_rows(page, record.start, record.end)]
    return RecordPage(paths=BY_RECORDS.describe_records(page, np.array(rows, np.int64)), records=len(records))


def find_centre(pages: Sequence[RecordPage]) -> int:
    """The position of the centre of the largest group. Compares all pairs of pages.

    A page with several records comes before one with few, then counts how near it is to the others of the group.
    """
    if not pages:
        raise ValueError("no pages have no centre")
    groups = HK().group([page.paths for page in pages], BY_RECORDS)
    largest = max(groups, key=len).tolist() if groups else [0]
    nearness = BY_RECORDS.matrix([pages[position].paths for position in largest]).sum(axis=1)
    order = zip(np.round(nearness, DIGITS).tolist(), largest, strict=True)
    return max(order, key=lambda pair: (pages[pair[1]].records >= MIN_RECORDS, pair[0], -pair[1]))[1]
