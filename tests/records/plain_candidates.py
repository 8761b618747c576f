"""The candidates at a node where times branch, as Python: the kernel's twin."""

from collections import Counter
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from weft.page import Page, tag_number
from weft.records.regions import MAX_RECORDS, Candidate, Rows
from weft.records.words import PAGER, token_flags

MAX_LEAD_LENGTH = 12
MAX_TAGS = 2
MAX_PATHS = 2
MAX_STEPS = 24
MAX_KINDS = 8
ALIKE = 0.7


def children_above(page: Page, row: int, rows: Rows) -> Rows:
    """The child of `row` that each of `rows` lies under."""
    children = np.array(page.children(row), np.int64)
    return children[np.searchsorted(children, rows, side="right") - 1]


def plain_candidates_at(page: Page, row: int, times: Rows) -> list[Candidate]:
    """The members by themselves, and the stretches between them where there is something in them."""
    first, last = np.searchsorted(times, [row + 1, page.end[row]])
    members = np.unique(children_above(page, row, times[first:last]))[:MAX_RECORDS]
    tags = Counter(page.tag[members].tolist())
    candidates = []
    for tag, count in tags.most_common(MAX_TAGS):
        if count > 1:
            alike = members[page.tag[members] == tag]
            paths = page.table.path_tags[times[np.searchsorted(times, alike)]]
            for path, number in Counter(paths.tolist()).most_common(MAX_PATHS):
                if 1 < number < len(alike):
                    candidates += _of_tag(page, row, alike[paths == np.uint64(path)], times)
            candidates += _of_tag(page, row, alike, times)
    return sorted(candidates, key=lambda candidate: -len(candidate.ranges))


def _of_tag(page: Page, row: int, members: Rows, times: Rows) -> list[Candidate]:
    kind = _of_one_kind(page, members, times)
    if len(kind) < 2:
        return []
    alone = [(member, int(page.end[member])) for member in kind]
    spans = _spans(page, row, kind)
    return [
        Candidate(row=row, members=tuple(kind), ranges=tuple(ranges), spanning=ranges is spans)
        for ranges in (
            _nested(page, row, kind, times),
            _answers(page, row, kind, times),
            _extended(page, row, kind),
            alone,
            spans,
        )
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
    kinds = [kind for kind, _ in Counter(frozenset(page.classes(member)) for member in members).most_common(MAX_KINDS)]
    if not all(kinds):
        return []
    starts = [
        start for start in inner.tolist() if any(_similar(frozenset(page.classes(start)), kind) for kind in kinds)
    ]
    if len(starts) <= len(members):
        return []
    ends = [min(int(page.end[start]), after) for start, after in zip(starts, [*starts[1:], len(page)], strict=True)]
    return list(zip(starts, ends, strict=True))


def _answers(page: Page, row: int, members: list[int], times: Rows) -> list[tuple[int, int]]:
    """The ranges of records that answer each other, told by the way up from their times alone."""
    ways = [way for member in members if (way := _way_up(page, row, _first_time(times, member), to=member))]
    if not ways:
        return []
    usual = Counter(way[1:] for way in ways).most_common(1)[0][0]
    within = times[slice(*np.searchsorted(times, [row + 1, page.end[row]]))].tolist()
    others = [_way_up(page, row, time, steps=usual[0]) for time in within]
    starts = sorted({way[0] for way in others if way and way[1:] == usual})
    if len(starts) <= len(members):
        return []
    ends = [min(int(page.end[start]), after) for start, after in zip(starts, [*starts[1:], len(page)], strict=True)]
    return list(zip(starts, ends, strict=True))


def _first_time(times: Rows, member: int) -> int:
    return int(times[np.searchsorted(times, member)])


def _way_up(
    page: Page, top: int, row: int, *, to: int = -1, steps: int = -1
) -> tuple[int, int, tuple[int, ...]] | None:
    """The row that is reached going up, the number of steps and the tags on the way."""
    tags: list[int] = []
    while len(tags) < MAX_STEPS and row != to and len(tags) != steps:
        row = int(page.parent[row])
        if row <= top:
            return None
        tags.append(int(page.tag[row]))
    return (row, len(tags), tuple(tags)) if tags and (row == to or len(tags) == steps) else None


def _extended(page: Page, row: int, members: list[int]) -> list[tuple[int, int]]:
    """The members with the siblings of their kind whose times nobody can read."""
    kinds = [kind for kind, _ in Counter(frozenset(page.classes(member)) for member in members).most_common(MAX_KINDS)]
    rows = [
        child
        for child in page.children(row)[:MAX_RECORDS]
        if page.tag[child] == page.tag[members[0]]
        and any(_similar(frozenset(page.classes(child)), kind) for kind in kinds)
        and page.chars[child : page.end[child]].any()
    ]
    return [(child, int(page.end[child])) for child in rows] if len(rows) > len(members) else []


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
    return [int(row) for row in members]


def _commonest(values: NDArray[np.uint64]) -> np.uint64:
    counts = Counter(values.tolist())
    return np.uint64(max(counts, key=lambda value: (counts[value], -value)))


def _spans(page: Page, row: int, members: list[int]) -> list[tuple[int, int]]:
    """The ranges of records that are several siblings each; empty where every member is a record by itself."""
    children = _visible_children(page, row)
    index_by_child = {child: index for index, child in enumerate(children)}
    positions = [index_by_child[member] for member in members if member in index_by_child]
    if len(positions) < 2:
        return []
    gaps = [children[here + 1 : there] for here, there in pairwise(positions)]
    filled = [bool(gap) and bool(page.chars[gap[0] : page.end[gap[-1]]].any()) for gap in gaps]
    if sum(filled) < ALIKE * len(gaps) or not _gaps_alike(page, gaps):
        return []
    lead = _lead(page, children, positions)
    starts = [position - lead for position in positions]
    stops = [*starts[1:], _last_stop(page, children, positions, lead)]
    return [(children[start], int(page.end[children[stop - 1]])) for start, stop in zip(starts, stops, strict=True)]


def _visible_children(page: Page, row: int) -> list[int]:
    """The children that are no white space."""
    return [child for child in page.children(row) if page.tag[child] or page.chars[child]]


def _gaps_alike(page: Page, gaps: list[list[int]]) -> bool:
    """Whether what stands between two times is built alike: most gaps have a tag in common."""
    counts = Counter(tag for gap in gaps for tag in {int(page.tag[child]) for child in gap})
    return max(counts.values(), default=0) >= ALIKE * len(gaps)


def _lead(page: Page, children: list[int], positions: list[int]) -> int:
    """How many siblings before a time belong to its record: as many as are alike before every time."""
    step = page.table.step
    lead = 0
    room = min(positions[0], *(there - here - 1 for here, there in pairwise(positions)))
    while lead < min(room, MAX_LEAD_LENGTH):
        kinds = {int(step[children[position - lead - 1]]) for position in positions}
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
