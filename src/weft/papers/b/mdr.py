"""MDR (Liu, Grossman, Zhai 2003, Mining Data Records in Web Pages): data regions by edit distance of tag strings.

The plain version: at every node compare adjacent combinations of 1 to K children; a *generalized node* is such a
combination, a *data region* a run of adjacent ones whose tag strings are alike; of the runs take the one that covers
most; regions inside a region are covered by it. A generalized node of one tag whose children are alike holds several
records, any other is a record. The baseline that paper B measures itself against.

Left out: records whose parts are scattered (the columns of a table read downwards), since a record here is a range.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from weft.content import Record, Region
from weft.deadline import check_deadline, check_time, time_limit
from weft.page import Page
from weft.records.typed_regions import read_located

ROW_TAGS = ("tr",)  # one record, alike as its cells may be: the exception of the paper
NO_TAGS = ("#text", "script", "style", "noscript", "link", "meta", "br", "hr")  # not in a tag string


@dataclass(frozen=True, kw_only=True)
class Mdr:
    """Finds all regions of repeated siblings of a page, those with more text first.

    >>> from weft import parse
    >>> page = parse("<div>" + "<div><h2>Card</h2><p>Text <a>more</a></p></div>" * 3 + "</div>")
    >>> [len(region.records) for region in Mdr().find(page)]
    [3]
    """

    combination: int = 10  # K: the most children of a generalized node, as in the paper
    distance: float = 0.3  # T: of the normalised edit distance, as in the paper
    levels: int = 3  # nodes with fewer levels of tags under them, themselves included, hold no records
    longest: int = 300  # tags of a string that are compared: edit distance is quadratic, records are short
    most_children: int = 1_000  # of a node; and
    most_comparisons: int = 100_000  # of a page: a hostile page ends the search, what was found stays

    def __call__(self, page: Page, reference: datetime | None) -> tuple[Region, ...]:
        """The regions with the fields of the first one's records: what a record method is asked."""
        return read_located(page, self.find(page), reference=reference)

    def find(self, page: Page) -> tuple[Region, ...]:
        """The data regions with their records; empty where nothing repeats."""
        with time_limit(page.seconds):
            strings = _Strings(page, self.longest, self.most_comparisons)
            height = _levels(page)
            regions: list[Region] = []
            covered = np.zeros(len(page), np.bool_)  # the rows that lie in a region found higher up
            for row in check_deadline(np.flatnonzero(height >= self.levels).tolist()):
                if covered[row]:
                    continue
                children = strings.children(row)[: self.most_children]
                for first, last, size in check_deadline(self._regions(children, strings)):
                    members = [children[position : position + size] for position in range(first, last, size)]
                    regions.append(Region(row=row, records=tuple(self._records(page, members, strings))))
                    covered[children[first] : page.end[children[last - 1]]] = True
            chars = np.concatenate(([0], np.cumsum(page.chars)))
            return tuple(sorted(regions, key=lambda region: -_text(region, chars)))

    def _regions(self, children: list[int], strings: "_Strings") -> Iterator[tuple[int, int, int]]:
        """The runs of alike generalized nodes, left to right: (first place, last place, size)."""
        start = 0
        while start < len(children) - 1:
            check_time()
            best = (0, 0, 0)
            for size in check_deadline(range(1, min(self.combination, (len(children) - start) // 2) + 1)):
                for offset in check_deadline(range(start, min(start + size, len(children) - 2 * size + 1))):
                    run = self._run(children, strings, offset, size)
                    # Larger combinations must cover more, and not begin later: three pairs are six single nodes.
                    if run[1] - run[0] > best[1] - best[0] and (not best[1] or run[0] <= best[0]):
                        best = run
            if not best[1]:
                return
            yield best
            start = best[1]

    def _run(self, children: list[int], strings: "_Strings", offset: int, size: int) -> tuple[int, int, int]:
        """The first run of alike neighbours of `size` nodes, counted from `offset` in steps of `size`."""
        first = last = 0
        for position in check_deadline(range(offset, len(children) - 2 * size + 1, size)):
            middle = position + size
            if strings.alike(children[position:middle], children[middle : middle + size], self.distance):
                first, last = (first if last else position), middle + size
            elif last:
                break
        return first, last, size

    def _records(self, page: Page, members: list[list[int]], strings: "_Strings") -> Iterator[Record]:
        """A record a generalized node; several where it is one node whose children are all alike."""
        for nodes in check_deadline(members):
            inner = strings.children(nodes[0]) if len(nodes) == 1 else []
            whole = len(inner) < 2 or page.tag_name(nodes[0]) in ROW_TAGS
            if whole or not self._all_alike(inner, strings):
                yield Record(start=nodes[0], end=int(page.end[nodes[-1]]))
            else:
                yield from (Record(start=row, end=int(page.end[row])) for row in inner)

    def _all_alike(self, rows: list[int], strings: "_Strings") -> bool:
        pairs = pairwise(rows[: self.most_children])
        return all(strings.alike([one], [other], self.distance) for one, other in pairs)


@dataclass(eq=False)
class _Strings:
    """The tag strings of a page, compared at most `most` times; equal pairs are compared once."""

    page: Page
    longest: int
    most: int
    comparisons: int = 0
    known: dict[tuple[bytes, bytes], float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        page = self.page
        self.elements: NDArray[np.bool_] = ~np.isin(page.tag, [page.tag_names.index(tag) for tag in NO_TAGS])
        self.before = np.concatenate(([0], np.cumsum(self.elements)))
        self.tags = page.tag[self.elements]

    def children(self, row: int) -> list[int]:
        """The rows of the children that are in a tag string."""
        return [child for child in self.page.children(row) if self.elements[child]]

    def alike(self, one: list[int], other: list[int], distance: float) -> bool:
        """Whether the normalised edit distance of two neighbours is at most `distance`."""
        lengths = self._length(one), self._length(other)
        # The difference of the lengths is the least that the edit distance can be.
        if abs(lengths[0] - lengths[1]) > distance * sum(lengths) / 2:
            return False
        a, b = self._string(one), self._string(other)
        if a == b:
            return True
        if (a, b) not in self.known:
            if self.comparisons >= self.most:
                return False
            self.comparisons += 1
            self.known[a, b] = normalised_distance(a, b)
        return self.known[a, b] <= distance

    def _length(self, rows: list[int]) -> int:
        return int(self.before[self.page.end[rows[-1]]] - self.before[rows[0]])

    def _string(self, rows: list[int]) -> bytes:
        first, last = self.before[rows[0]], self.before[self.page.end[rows[-1]]]
        return self.tags[first : min(last, first + self.longest)].tobytes()


def normalised_distance(one: bytes, other: bytes) -> float:
    """The edit distance of two tag strings over their mean length, as the paper has it."""
    a, b = np.frombuffer(one, np.uint16).tolist(), np.frombuffer(other, np.uint16).tolist()
    return edit_distance(a, b) / max(1.0, (len(a) + len(b)) / 2)


def edit_distance(one: list[int], other: list[int]) -> int:
    """Levenshtein's distance, bit-parallel (Myers 1999, Hyyrö 2003): a column of the table is two long integers.

    >>> edit_distance([1, 2, 3], [1, 3, 4])
    2
    """
    if not one or not other:
        return len(one) or len(other)
    where: dict[int, int] = {}
    for position, symbol in enumerate(one):
        where[symbol] = where.get(symbol, 0) | 1 << position
    mask, top = (1 << len(one)) - 1, 1 << (len(one) - 1)
    up, down, score = mask, 0, len(one)
    for symbol in other:
        match = where.get(symbol, 0)
        diagonal = (((match & up) + up) ^ up) | match | down
        right, left = down | (mask & ~(diagonal | up)), up & diagonal
        score += bool(right & top) - bool(left & top)
        right, left = (right << 1) | 1, left << 1
        up, down = (left | ~(diagonal | right)) & mask, right & diagonal & mask
    return score


def _levels(page: Page) -> NDArray[np.int64]:
    """The levels of elements of every subtree, its root included; 0 for texts."""
    elements = np.flatnonzero(page.tag != 0)
    deepest = np.where(page.tag != 0, page.depth, 0).astype(np.int64)
    for row in check_deadline(elements[::-1].tolist()):
        parent = page.parent[row]
        if parent >= 0 and deepest[row] > deepest[parent]:
            deepest[parent] = deepest[row]
    levels = deepest - page.depth + 1
    levels[page.tag == 0] = 0
    return levels


def _text(region: Region, chars: NDArray[np.int64]) -> int:
    return sum(int(chars[record.end] - chars[record.start]) for record in region.records)
