"""Items: the records of a page that lists things, told by neither times nor prices.

A list is what repeats: elements of one build, side by side or in several boxes of one build, each with a link of its
own. So are menus, facets, tag clouds and the boxes beside an article. The trained trees that choose between all
readings of a page (`readings.py`) tell which is its matter.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from weft.deadline import in_time
from weft.page import Page
from weft.records.cards import price_rows
from weft.records.evidence import Evidence
from weft.records.item_features import ListView, Rows
from weft.records.regions import Candidate, candidates_at, find_branches
from weft.records.words import tag_mask

MIN_ITEMS = 3
MIN_SHARE = 0.08  # of the text outside of the frame that a list must hold to be looked at
MIN_LINK_SHARE = 0.08  # of that text in links; half of the pages that list nothing have less
MAX_SPREAD = 1.0  # of the members' sizes, over their mean: lists of the learning pages have up to 0.8
MAX_LISTS = 16  # looked at, those with the most text first
MAX_MEMBERS = 20_000
MAX_PRICED = 6  # regions that prices mark
MAX_LIFT = 12  # levels between the element that repeats and the outermost one with the same members


def find_lists(view: ListView) -> list[Rows]:
    """The members of every list that holds enough of the page's text, those with the most text first."""
    page = view.page
    if int(view.own[page.in_link].sum()) < MIN_LINK_SHARE * int(view.own.sum()):
        return []
    rows = np.flatnonzero((page.tag != 0) & ~view.frame & ~_NO_MEMBERS[page.tag])
    rows = rows[view.under(view.links, rows) > 0]
    if len(rows) < MIN_ITEMS:
        return []
    mass = view.under(view.chars, rows)
    siblings = page.parent[rows].astype(np.uint64) << np.uint64(16) | page.tag[rows].astype(np.uint64)
    alike = page.table.path_tags[rows] * _SPREAD ^ page.table.step[rows]
    lists: dict[tuple[int, ...], Rows] = {}
    for keys, is_scattered in ((siblings, False), (alike, True)):
        for members in _grouped(rows, keys, mass, MIN_SHARE * int(view.chars[-1])):
            outer = _lift(page, members) if is_scattered else members
            lists.setdefault((int(outer[0]), int(outer[-1]), len(outer)), outer)
    heaviest = sorted(lists.values(), key=lambda members: -int(view.under(view.chars, members).sum()))
    return heaviest[:MAX_LISTS]


def _grouped(rows: Rows, keys: NDArray[np.uint64], mass: Rows, least: float) -> list[Rows]:
    """The rows of each key that several rows have, where they hold enough text and no member is most of it."""
    order = np.argsort(keys)
    ordered = keys[order]
    starts = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1])))
    counts = np.diff(starts, append=len(ordered))
    some = mass[order].astype(np.float64)
    weights = np.add.reduceat(some, starts)
    spread = np.sqrt(np.maximum(0.0, np.add.reduceat(some * some, starts) / counts - (weights / counts) ** 2))
    picked = (counts >= MIN_ITEMS) & (weights >= least) & (spread <= MAX_SPREAD * weights / counts)
    pairs = zip(starts[picked].tolist(), counts[picked].tolist(), strict=True)
    return [np.sort(rows[order[start : start + count]])[:MAX_MEMBERS] for start, count in pairs]


def _lift(page: Page, members: Rows) -> Rows:
    """The outermost elements that hold one member each."""
    for _ in range(MAX_LIFT):
        above = page.parent[members].astype(np.int64)
        if above[0] <= 0 or (above[1:] <= above[:-1]).any() or _NO_MEMBERS[page.tag[above]].any():
            break
        members = above
    return members


def list_candidates(evidence: Evidence, view: ListView) -> list[Candidate]:
    """What repeats on a page without a look at times: its lists, and what prices mark.

    >>> from weft import parse
    >>> from weft.records.evidence import gather
    >>> from weft.records.item_features import view_lists
    >>> item = "<li><a href=/looms/{0}><img src=/{0}.jpg><h3>The loom of {0}</h3></a><p>Made in {0} of ash.</p></li>"
    >>> evidence = gather(parse("<main><ul>" + "".join(map(item.format, ("Lyon", "Prato", "Leeds"))) + "</ul></main>"))
    >>> [len(candidate.ranges) for candidate in list_candidates(evidence, view_lists(evidence))]
    [3]
    """
    page = evidence.page
    candidates = [
        Candidate(
            row=int(page.parent[members[0]]),
            members=tuple(members.tolist()),
            ranges=tuple(zip(members.tolist(), page.end[members].tolist(), strict=True)),
            spanning=False,
        )
        for members in in_time(find_lists(view))
    ]
    return [*candidates, *_priced(evidence)]


def _priced(evidence: Evidence) -> list[Candidate]:
    """What prices mark: cards that are built differently, or that are several siblings each."""
    prices = price_rows(evidence)
    branches = find_branches(evidence.page, prices) if len(prices) >= MIN_ITEMS else []
    candidates = (one for row in branches[:MAX_PRICED] for one in candidates_at(evidence.page, row, prices))
    return [one for one in in_time(candidates) if len(one.ranges) >= MIN_ITEMS][:MAX_PRICED]


_NO_MEMBERS = tag_mask("html", "body", "option", "select", "form", "tbody", "main")
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
