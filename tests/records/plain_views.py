"""The regions of a page before they are read, step by step: the twin of what the kernel does in one call."""

from bisect import bisect_right
from collections.abc import Sequence

import numpy as np

from weft import _native
from weft.page import Page
from weft.records.alignment import Slots, align_records
from weft.records.cards import price_rows
from weft.records.evidence import Evidence
from weft.records.reading_features import PageMeasures
from weft.records.regions import Candidate, Rows, candidates_at, find_branches, find_candidates
from weft.records.words import PAGER

MAX_READ = 16
MIN_SHARE = 0.02
MIN_ITEMS = 3
MAX_PRICED = 6
LIST_FEATURES = tuple(f"list_{name}" for name in _native.LIST_FEATURES)
Features = dict[str, float]
Spans = Sequence[tuple[int, int]]


def plain_views(
    measures: PageMeasures, anchors: Sequence[Rows], share: float
) -> list[tuple[Candidate, Slots, Features]]:
    """The regions that the anchors mark, then what else repeats."""
    marked = [candidate for rows in anchors for candidate in find_candidates(measures.page, rows)]
    timed = _largest(measures, marked, max(share, MIN_SHARE))
    ranges = {candidate.ranges for candidate in timed}
    listed = {one.ranges: one for one in list_candidates(measures.evidence) if one.ranges not in ranges}
    features = list_features(measures.evidence, [*(one.ranges for one in timed), *listed])
    things = [
        (candidate, own)
        for candidate, own in zip(listed.values(), features[len(timed) :], strict=True)
        if own["list_titles"] >= 0.5 and own["list_addresses"] >= 0.3 and len(candidate.ranges) >= 3
    ]
    return [
        *_views(measures, list(zip(timed, features, strict=False)), by_times=1.0),
        *_views(measures, things, by_times=0.0),
    ]


def _largest(measures: PageMeasures, candidates: Sequence[Candidate], share: float) -> list[Candidate]:
    by_ranges = {candidate.ranges: candidate for candidate in candidates}
    sized = [(measures.of(measures.chars, ranges), candidate) for ranges, candidate in by_ranges.items()]
    least = share * measures.chars[-1]
    sized = sorted((entry for entry in sized if entry[0] > least), key=lambda entry: -entry[0])
    return [candidate for _, candidate in sized[:MAX_READ]]


def _views(
    measures: PageMeasures, candidates: Sequence[tuple[Candidate, Features]], *, by_times: float
) -> list[tuple[Candidate, Slots, Features]]:
    others = [candidate for candidate, _ in candidates]
    views = []
    for rank, (candidate, listed) in enumerate(candidates):
        slots = align_records(measures.evidence, candidate.ranges)
        features = shared_features(measures, candidate, slots) | _relations(candidate, others) | listed
        views.append((candidate, slots, features | {"rank": float(rank), "by_times": by_times}))
    return views


def _relations(candidate: Candidate, others: Sequence[Candidate]) -> Features:
    inner = [len(other.ranges) for other in others if other is not candidate and _holds(candidate, other.row)]
    outer = [len(other.ranges) for other in others if other is not candidate and _holds(other, candidate.row)]
    return {"inner": float(max(inner, default=0)), "outer": float(max(outer, default=0))}


def _holds(candidate: Candidate, row: int) -> bool:
    index = bisect_right(candidate.ranges, row, key=lambda span: span[0]) - 1
    return index >= 0 and row < candidate.ranges[index][1]


def shared_features(measures: PageMeasures, candidate: Candidate, slots: Slots) -> dict[str, float]:
    """The features of a region before it is read; the kernel computes them (`record_region_features.rs`)."""
    table, evidence = measures.page.table, measures.evidence.columns
    values = _native.region_features(table, evidence, measures.sums, candidate.ranges, candidate.members, slots.slot)
    features = dict(zip(_native.REGION_FEATURES, values, strict=True))
    return features | {"score": measures.score, "spanning": float(candidate.spanning)}


def find_lists(page: Page) -> list[Rows]:
    """The members of every list that holds enough of the page's text, those with the most text first.

    The kernel finds them (`record_lists.rs`).
    """
    lists = _native.page_lists(page.table)
    return [np.array(members, np.int64) for members in lists]


def list_candidates(evidence: Evidence) -> list[Candidate]:
    """What repeats on a page without a look at times: its lists, and what prices mark."""
    page = evidence.page
    candidates = [
        Candidate(
            row=int(page.parent[members[0]]),
            members=tuple(members.tolist()),
            ranges=tuple(zip(members.tolist(), page.end[members].tolist(), strict=True)),
            spanning=False,
        )
        for members in find_lists(page)
    ]
    return [*candidates, *_priced(evidence)]


def _priced(evidence: Evidence) -> list[Candidate]:
    """What prices mark: cards that are built differently, or that are several siblings each."""
    prices = price_rows(evidence)
    branches = find_branches(evidence.page, prices) if len(prices) >= MIN_ITEMS else []
    candidates = (one for row in branches[:MAX_PRICED] for one in candidates_at(evidence.page, row, prices))
    return [one for one in candidates if len(one.ranges) >= MIN_ITEMS][:MAX_PRICED]


def list_features(evidence: Evidence, lists: Sequence[Spans]) -> list[Features]:
    """The features of what repeats in each of these lists of rows."""
    if not lists:
        return []
    page = evidence.page
    pagers = np.flatnonzero(evidence.flags & PAGER)
    typed = np.union1d(page.rows_with("itemtype"), page.rows_with("typeof")).astype(np.int64)
    rows = (evidence.marks.prices, evidence.times.rows, pagers, typed)
    values = _native.list_features(page.table, rows, lists)
    return [dict(zip(LIST_FEATURES, own, strict=True)) for own in values.tolist()]
