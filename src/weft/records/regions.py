"""Regions: where a page repeats something that has a time (paper B, section 3.2.1, seen from its times).

The paper clusters the children of every node and keeps the clusters whose members all have a time. The same regions
are found sooner from the other end: the nodes at which the times of a page branch are the only ones that can govern
records. Records that span several siblings (a title row and a content row, a bare header and the text behind it) are
the stretches between two times, begun as early as what stands before every time is alike. The kernel also gives the
answers inside of other records and the siblings whose times nobody can read (`record_candidates.rs`).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.deadline import in_time, kernel_call
from weft.kernel import records as kernel
from weft.page import Page

MAX_REGIONS = 24  # candidates with the most records; a page has one or two that matter
MAX_RECORDS = 20_000
REACH = 8  # ancestors of a time that can be its record

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
        return kernel.time_branches(page.table, times, MAX_REGIONS, seconds=seconds)


def candidates_at(page: Page, row: int, times: Rows) -> list[Candidate]:
    """The members by themselves, and the stretches between them where there is something in them."""
    with kernel_call() as seconds:
        candidates = kernel.candidates_at(page.table, row, times, seconds=seconds)
    return [
        Candidate(row=row, members=tuple(members), ranges=tuple(ranges), spanning=spanning)
        for members, ranges, spanning in candidates
    ]


def find_chain(page: Page, times: Rows) -> list[Candidate]:
    """The records of a chain of replies, each inside the one it answers: no node has two of them as children.

    They are the elements of one build that the most times lie under, where some of them lie in others.
    """
    with kernel_call() as seconds:
        rows = kernel.reply_chain(page.table, times[:MAX_RECORDS], REACH, seconds=seconds)
    if not rows:
        return []
    ends = [min(int(page.end[row]), after) for row, after in zip(rows, [*rows[1:], len(page)], strict=True)]
    ranges = tuple(zip(rows, ends, strict=True))
    return [Candidate(row=int(page.parent[rows[0]]), members=tuple(rows), ranges=ranges, spanning=False)]
