"""Regions: where a page repeats something that has a time (paper B, section 3.2.1, seen from its times).

The paper clusters the children of every node and keeps the clusters whose members all have a time. The same regions
are found sooner from the other end: the nodes at which the times of a page branch are the only ones that can govern
records. Records that span several siblings (a title row and a content row, a bare header and the text behind it) are
the stretches between two times, begun as early as what stands before every time is alike.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from weft import _native
from weft.deadline import in_time
from weft.page import Page, tag_number
from weft.page.kernel import kernel_call
from weft.records.words import PAGER, token_flags

MAX_REGIONS = 24  # candidates with the most records; a page has one or two that matter
MAX_RECORDS = 20_000
MAX_LEAD_LENGTH = 12  # siblings before a time that can belong to its record
MAX_TAGS = 2  # kinds of members tried: posts, and wrappers of the replies to them
MAX_KINDS = 8  # class sets of members that replies inside them are compared with
REACH = 8  # ancestors of a time that can be its record
ALIKE = 0.7  # share of the records that must agree where one odd record (an advertisement, a notice) is allowed

Rows = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """A governing node, the children of it that hold a time, and the ranges of rows of the records."""

    row: int
    members: tuple[int, ...]
    ranges: tuple[tuple[int, int], ...]
    spanning: bool  # records are several siblings


def find_candidates(page: Page, times: Rows) -> list[Candidate]:
    """The regions in which times repeat, those with the most records first."""
    candidates = [
        candidate for row in in_time(find_branches(page, times)) for candidate in candidates_at(page, row, times)
    ]
    return [*candidates, *find_chain(page, times)]


def find_branches(page: Page, times: Rows) -> list[int]:
    """The rows at which times branch, those with the most branches first."""
    with kernel_call() as seconds:
        return _native.time_branches(page.table, times, MAX_REGIONS, seconds=seconds)


def children_above(page: Page, row: int, rows: Rows) -> Rows:
    """The child of `row` that each of `rows` lies under."""
    children = np.array(page.children(row), np.int64)
    return children[np.searchsorted(children, rows, side="right") - 1]


def candidates_at(page: Page, row: int, times: Rows) -> list[Candidate]:
    """The members by themselves, and the stretches between them where there is something in them."""
    first, last = np.searchsorted(times, [row + 1, page.end[row]])
    members = np.unique(children_above(page, row, times[first:last]))[:MAX_RECORDS]
    tags = Counter(page.tag[members].tolist())
    candidates = []
    for tag, count in tags.most_common(MAX_TAGS):
        if count > 1:
            candidates += _of_tag(page, row, members[page.tag[members] == tag], times)
    return sorted(candidates, key=lambda candidate: -len(candidate.ranges))


def _of_tag(page: Page, row: int, members: Rows, times: Rows) -> list[Candidate]:
    kind = _of_one_kind(page, members, times)
    if len(kind) < 2:
        return []
    alone = [(member, int(page.end[member])) for member in kind]
    spans = _spans(page, row, kind)
    return [
        Candidate(row=row, members=tuple(kind), ranges=tuple(ranges), spanning=ranges is spans)
        for ranges in (_nested(page, row, kind, times), alone, spans)
        if ranges
    ]


def _nested(page: Page, row: int, members: list[int], times: Rows) -> list[tuple[int, int]]:
    """The ranges of records that answer each other: elements of the members' kind under `row` at any depth.

    The kind is the tag and half of the classes. A record ends where one inside it begins. Empty where there are no more
    than the members.
    """
    inner = row + 1 + np.flatnonzero(page.tag[row + 1 : page.end[row]] == page.tag[members[0]])
    inner = inner[np.searchsorted(times, inner) < np.searchsorted(times, page.end[inner])]
    if len(inner) <= len(members):
        return []
    kinds = [
        kind
        for kind, _ in Counter(frozenset(page.classes(member)) for member in in_time(members)).most_common(MAX_KINDS)
    ]
    if not all(kinds):
        return []
    starts = [
        start
        for start in in_time(inner.tolist())
        if any(_similar(frozenset(page.classes(start)), kind) for kind in kinds)
    ]
    if len(starts) <= len(members):
        return []
    ends = [min(int(page.end[start]), after) for start, after in zip(starts, [*starts[1:], len(page)], strict=True)]
    return list(zip(starts, ends, strict=True))


def find_chain(page: Page, times: Rows) -> list[Candidate]:
    """The records of a chain of replies, each inside the one it answers: no node has two of them as children.

    They are the elements of one build that the most times lie under, where some of them lie in others.
    """
    with kernel_call() as seconds:
        rows = _native.reply_chain(page.table, times[:MAX_RECORDS], REACH, seconds=seconds)
    if not rows:
        return []
    ends = [min(int(page.end[row]), after) for row, after in zip(rows, [*rows[1:], len(page)], strict=True)]
    ranges = tuple(zip(rows, ends, strict=True))
    return [Candidate(row=int(page.parent[rows[0]]), members=tuple(rows), ranges=ranges, spanning=False)]


def _similar(some: frozenset[str], others: frozenset[str]) -> bool:
    shared = len(some & others)
    return 2 * shared >= len(some) + len(others) - shared


def _of_one_kind(page: Page, members: Rows, times: Rows) -> list[int]:
    """The members without those that differ from most in classes and in where their time is."""
    steps = page.table.step[members]
    paths = page.table.path_tags[times[np.searchsorted(times, members)]]
    usual = [values == _commonest(values) for values in (steps, paths)]
    if min(usual[0].mean(), usual[1].mean()) >= ALIKE:
        members = members[usual[0] | usual[1]]
    return [int(row) for row in in_time(members)]


def _commonest(values: NDArray[np.uint64]) -> np.uint64:
    counts = Counter(values.tolist())
    return np.uint64(max(counts, key=lambda value: (counts[value], -value)))


def _spans(page: Page, row: int, members: list[int]) -> list[tuple[int, int]]:
    """The ranges of records that are several siblings each; empty where every member is a record by itself."""
    children = _visible_children(page, row)
    index_by_child = {child: index for index, child in enumerate(children)}
    positions = [index_by_child[member] for member in in_time(members) if member in index_by_child]
    if len(positions) < 2:
        return []
    gaps = [children[here + 1 : there] for here, there in pairwise(positions)]
    filled = [bool(gap) and bool(page.chars[gap[0] : page.end[gap[-1]]].any()) for gap in in_time(gaps)]
    if sum(filled) < ALIKE * len(gaps) or not _gaps_alike(page, gaps):
        return []
    lead = _lead(page, children, positions)
    starts = [position - lead for position in in_time(positions)]
    stops = [*starts[1:], _last_stop(page, children, positions, lead)]
    return [(children[start], int(page.end[children[stop - 1]])) for start, stop in zip(starts, stops, strict=True)]


def _visible_children(page: Page, row: int) -> list[int]:
    """The children that are no white space."""
    return [child for child in in_time(page.children(row)) if page.tag[child] or page.chars[child]]


def _gaps_alike(page: Page, gaps: list[list[int]]) -> bool:
    """Whether what stands between two times is built alike: most gaps have a tag in common."""
    counts = Counter(tag for gap in in_time(gaps) for tag in {int(page.tag[child]) for child in gap})
    return max(counts.values(), default=0) >= ALIKE * len(gaps)


def _lead(page: Page, children: list[int], positions: list[int]) -> int:
    """How many siblings before a time belong to its record: as many as are alike before every time."""
    step = page.table.step
    lead = 0
    room = min(positions[0], *(there - here - 1 for here, there in pairwise(positions)))
    while lead < min(room, MAX_LEAD_LENGTH):
        kinds = {int(step[children[position - lead - 1]]) for position in in_time(positions)}
        if len(kinds) > 1:
            break
        lead += 1
    return lead


def _last_stop(page: Page, children: list[int], positions: list[int], lead: int) -> int:
    """Where the last record ends: with as many siblings as the longest other record, before one of a tag that none has.

    Where text stands among the siblings, any element can be part of what is said; only what pages end with ends it.
    """
    before = children[positions[0] - lead : positions[-1] + 1]
    tags = {int(page.tag[child]) for child in before}
    loose = 0 in tags
    longest = max(there - here for here, there in pairwise(positions))
    stop = positions[-1] + 1
    while stop < len(children) and (loose or stop - positions[-1] + lead < longest):
        child = children[stop]
        if _ends_page(page, child) or (int(page.tag[child]) not in tags and not loose):
            break
        stop += 1
    return stop


def _ends_page(page: Page, row: int) -> bool:
    return page.tag[row] in _ENDS or any(
        token_flags(token) & PAGER for token in (*page.classes(row), page.id(row)) if token
    )


_ENDS = frozenset(tag_number(name) for name in ("form", "nav", "footer", "aside"))
