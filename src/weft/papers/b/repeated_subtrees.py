"""Repeated subtrees (paper B, section 3.2.1): the records of a forum page are siblings of one build with times in them.

The plain version: at every node cluster the subtrees of its children by their features, the paths from below a
subtree's root to its end nodes; clusters that repeat at a constant distance are parts of one record; keep the records
that hold a time; of the nodes that are left the deepest governs the records. Then look to the left for the main post.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from weft.content import Record, Region
from weft.deadline import check_deadline, time_limit
from weft.page import Page
from weft.records.typed_regions import read_located
from weft.text import find_dates

PRINTED_TAGS = ("div", "table")
# Real forums also build posts as lists, articles and table parts: with these tags all records of 75 % of our boards
# and 75 % of our threads are found, with the printed ones of 11 % and 63 %.
WIDE_TAGS = (
    "div", "table", "tbody", "tr", "ul", "ol", "li", "dl", "dt", "dd", "article", "section", "form", "main",
)  # fmt: skip
CELL_TAGS = ("td", "th", "body", "fieldset")  # govern records but are none: two cells of a row look alike

MAX_STAMP_LENGTH = 120  # characters of a text that may be a time: longer texts are prose that mentions one
MAX_LEADERS = 50  # clusters at one node: children that differ this much are no records
MAX_CHILDREN = 5_000
MAX_LEVELS = 64  # candidates one in another that are all read: honest pages have a few
BASE = np.uint64(0x9E3779B97F4A7C15)  # odd, so that no path of steps is lost in the low bits

_DIGITS = frozenset("0123456789")


@dataclass(frozen=True, kw_only=True)
class RepeatedSubtrees:
    """Finds the one region of a page's records; a page with a single post or without times has none.

    Silent in the paper and chosen on our forum pages: children are clustered with the first of each cluster, and two
    subtrees are of one build when they share `similarity` of the geometric mean of their numbers of paths. A record
    without a time (an advertisement in the row of posts) is left out, the others stay.

    >>> from weft import parse
    >>> post = "<div id=post_100{}><b>Ann</b> <em>2022-09-0{} 06:38</em><p>Text</p></div>"
    >>> page = parse("<div>" + "".join(post.format(n, n) for n in (1, 2, 3)) + "</div>")
    >>> [len(region.records) for region in RepeatedSubtrees().find(page)]
    [3]
    """

    tags: tuple[str, ...] = WIDE_TAGS  # of records and governing nodes
    governing_tags: tuple[str, ...] = CELL_TAGS  # of governing nodes only
    similarity: float = 0.3
    id_digits: int = 1  # paper B wants more than 3 digits in a record's id: small forums have less
    depth: int = 11  # of the governing node, in paper B
    soft_depth: bool = True  # deeper nodes are taken where no other is left; False: never, as printed
    far_main_post: bool = True  # reading: the nearest left sibling that can be a main post; False: the very next only
    main_post_chars: int = 20  # "enough text" for a main post: more than a name and a date

    def __call__(self, page: Page, reference: datetime | None) -> tuple[Region, ...]:
        """The regions with the fields of the first one's records: what a record method is asked."""
        return read_located(page, self.find(page), reference=reference)

    def find(self, page: Page) -> tuple[Region, ...]:
        """The region of the records, the main post first; empty where nothing repeats with times."""
        with time_limit(page.seconds):
            times = page.subtree_sum(time_rows(page))
            features = subtree_features(page)
            allowed = _allowed(page, self.tags + self.governing_tags)
            regions: list[Region] = []
            left = MAX_LEVELS * len(
                page
            )  # rows under all candidates together: where each lies in another, they are many
            for row in check_deadline(candidates(page, times, allowed)):
                left -= int(page.end[row]) - row
                if left < 0:
                    break
                if records := self._records(page, row, times, features):
                    regions.append(Region(row=row, records=records))
            best = self._best(page, regions)
            return tuple(self._with_main_post(page, region, times) for region in best)

    def _records(self, page: Page, row: int, times: NDArray[np.int64], features: "Features") -> tuple[Record, ...]:
        """The records under a governing node: the merged cluster with the most of them."""
        children = [child for child in page.children(row)[:MAX_CHILDREN] if page.tag[child]]
        clusters = cluster_children(page, children, features, self.similarity)
        best: tuple[Record, ...] = ()
        for members in check_deadline(merge_clusters(clusters)):
            records = tuple(Record(start=children[first], end=int(page.end[children[last]])) for first, last in members)
            kept = tuple(record for record in records if self._is_record(page, record, times))
            if len(kept) > max(1, len(best)):
                best = kept
        return best

    def _is_record(self, page: Page, record: Record, times: NDArray[np.int64]) -> bool:
        """B3's filters: a part of the right tag, a time, and no id but numbered ones."""
        parts = _roots(page, record)
        own = [row for row in parts if page.tag_name(row) in self.tags]
        names = [name for row in own if (name := page.id(row))]
        numbered = all(sum(char in _DIGITS for char in name) >= self.id_digits for name in names)
        return bool(own) and numbered and any(times[row] for row in parts)

    def _best(self, page: Page, regions: list[Region]) -> list[Region]:
        """The deepest governing node, of two the one with more text; the soft limit only orders."""
        shallow = [region for region in regions if page.depth[region.row] <= self.depth]
        pool = shallow or (regions if self.soft_depth else [])
        chars = page.subtree_sum(page.chars)
        return sorted(pool, key=lambda region: (-page.depth[region.row], -chars[region.row]))[:1]

    def _with_main_post(self, page: Page, region: Region, times: NDArray[np.int64]) -> Region:
        """B4: the main post is the left sibling of the first record or of the governing node, with a time and text."""
        chars = page.subtree_sum(page.chars)
        for row, parent in ((region.records[0].start, region.row), (region.row, int(page.parent[region.row]))):
            left = [child for child in page.children(max(parent, 0)) if child < row and page.tag[child]]
            for child in check_deadline(reversed(left if self.far_main_post else left[-1:])):
                if times[child] and chars[child] >= self.main_post_chars:
                    first = Record(start=child, end=int(page.end[child]))
                    return Region(row=parent, records=(first, *region.records))
        return region


PRINTED = RepeatedSubtrees(tags=PRINTED_TAGS, governing_tags=(), id_digits=4, soft_depth=False, far_main_post=False)
"""Paper B to the letter."""

REPAIRED = replace(PRINTED, tags=(*PRINTED_TAGS, "tbody", "tr"), id_digits=1)
"""The same with ids of any number, as small forums have, and with the parts of a table counted as table."""


@dataclass(frozen=True, eq=False)
class Features:
    """The relative paths of a page's end nodes: a path from any subtree's root is one multiplication away.

    `fold` is a polynomial of the steps from the root to each row, so that what an ancestor adds can be taken off it.
    """

    page: Page
    fold: NDArray[np.uint64]
    ends: NDArray[np.int64]  # the end nodes, in document order
    power: NDArray[np.uint64]

    def of(self, row: int) -> frozenset[int]:
        """The paths from below a row to the end nodes under it, as numbers; the row's own step is no part of them."""
        first, last = np.searchsorted(self.ends, [row, self.page.end[row]])
        ends = self.ends[first:last]
        above = self.power[self.page.depth[ends] - self.page.depth[row]] * self.fold[row]
        return frozenset((self.fold[ends] - above).tolist())


def subtree_features(page: Page) -> Features:
    """The features of all subtrees (B2): each step is the tag with its classes, digits in them masked.

    Texts are no steps: an end node is an element with text of its own or without elements in it.
    """
    fold = page.table.step.copy()
    depth = page.depth
    elements = np.flatnonzero(page.tag != 0)
    order = elements[np.argsort(depth[elements], kind="stable")]
    bounds = np.flatnonzero(np.diff(depth[order])) + 1
    for level in check_deadline(np.split(order, bounds)[1:]):
        fold[level] += fold[page.parent[level]] * BASE
    inner = np.zeros(len(page), np.bool_)
    inner[page.parent[elements[1:]]] = True
    power = np.cumprod(np.concatenate(([np.uint64(1)], np.full(int(depth.max(initial=0)) + 1, BASE))), dtype=np.uint64)
    inner[page.parent[np.flatnonzero(page.chars)]] = False
    return Features(page, fold, elements[~inner[elements]], power)


def time_rows(page: Page) -> NDArray[np.bool_]:
    """The texts that say a time, absolute or relative, and the `time` elements."""
    times = np.zeros(len(page), np.bool_)
    times[page.rows_of("time")] = True
    texts = np.flatnonzero((page.tag == 0) & (page.chars > 1) & (page.chars <= MAX_STAMP_LENGTH) & ~page.raw)
    for row in check_deadline(texts.tolist()):
        if find_dates(page.text(row)):
            times[row] = True
    return times


def candidates(page: Page, times: NDArray[np.int64], allowed: NDArray[np.bool_]) -> list[int]:
    """The rows that can govern records: of the right tag, two children with a time in them at the least."""
    timed = np.flatnonzero((times > 0) & (page.tag != 0) & (page.parent >= 0))
    counts = np.bincount(page.parent[timed], minlength=len(page))
    return np.flatnonzero((counts > 1) & allowed).tolist()


def cluster_children(page: Page, children: list[int], features: Features, similarity: float) -> list[list[int]]:
    """Places of the children, clustered by tag and the paths under them; a cluster grows around its first member."""
    leaders: list[tuple[int, frozenset[int]]] = []
    clusters: list[list[int]] = []
    for position, child in check_deadline(enumerate(children)):
        tag, paths = int(page.tag[child]), features.of(child)
        for number, (other, leader) in check_deadline(enumerate(leaders)):
            if tag == other and len(paths & leader) >= similarity * (len(paths) * len(leader)) ** 0.5:
                clusters[number].append(position)
                break
        else:
            if len(leaders) < MAX_LEADERS:
                leaders.append((tag, paths))
                clusters.append([position])
    return clusters


def merge_clusters(clusters: Iterable[list[int]]) -> list[list[tuple[int, int]]]:
    """Records as (first place, last place): clusters of one size at a constant distance are parts of one record.

    >>> merge_clusters([[0, 2, 4], [1, 3, 5], [6]])
    [[(0, 1), (2, 3), (4, 5)]]
    """
    merged: list[list[tuple[int, int]]] = []
    for cluster in check_deadline(
        sorted((cluster for cluster in clusters if len(cluster) > 1), key=lambda cluster: cluster[0])
    ):
        for number, records in check_deadline(enumerate(merged)):
            if _constant_distance(records, cluster):
                merged[number] = [(first, position) for (first, _), position in zip(records, cluster, strict=True)]
                break
        else:
            merged.append([(position, position) for position in cluster])
    return merged


def _constant_distance(records: list[tuple[int, int]], cluster: list[int]) -> bool:
    """Whether a cluster's members stand at the same distance behind the records, each before the next record."""
    if len(records) != len(cluster):
        return False
    distance = cluster[0] - records[0][0]
    if any(position - first != distance for (first, _), position in zip(records, cluster, strict=True)):
        return False
    return all(position < following for position, (following, _) in zip(cluster, records[1:], strict=False))


def _roots(page: Page, record: Record) -> list[int]:
    """The rows of the siblings that a record is made of."""
    rows, row = [], record.start
    while row < record.end:
        rows.append(row)
        row = int(page.end[row])
    return rows


def _allowed(page: Page, tags: tuple[str, ...]) -> NDArray[np.bool_]:
    allowed = np.zeros(len(page), np.bool_)
    allowed[page.rows_of(*tags)] = True
    return allowed
