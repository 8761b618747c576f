"""Items: the records of a page that lists things, told by neither times nor prices.

A list is what repeats: elements of one build, side by side or in several boxes of one build, each with a link of its
own. So are menus, facets, tag clouds and the boxes beside an article. What sets the matter of a page apart is told by
weights that are fitted, not by words in classes: how much of the page's text the elements hold, what a member is made
of (a title, a picture, a text), and how alike the members are.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from weft.content import Region
from weft.deadline import in_time
from weft.page import Page
from weft.records.evidence import Evidence
from weft.records.item_features import Features, ListView, Rows, list_features, view_lists
from weft.records.item_fields import item_records
from weft.records.kinds.names import ITEMS_KIND
from weft.records.names import MAX_NAME_LENGTH
from weft.records.words import BOARD, discussion_score, tag_mask

MIN_ITEMS = 3
MIN_SHARE = 0.08  # of the text outside of the frame that a list must hold to be looked at
MIN_LINK_SHARE = 0.08  # of that text in links; half of the pages that list nothing have less
MAX_SPREAD = 1.0  # of the members' sizes, over their mean: lists of the learning pages have up to 0.8
MAX_LISTS = 24  # looked at, those with the most text first
MAX_MEMBERS = 20_000
MAX_LIFT = 12  # levels between the element that repeats and the outermost one with the same members
MOST = 0.5  # of the members
MIN_OWN = 0.3  # of the members with an address that is theirs: many link to a maker, a shop or a writer first
MIN_LIKELY = 0.2  # a list below this is not worth reading
MIN_SCORE = 0.55  # between 0.5 and 0.6: cross-validated F1 0.81 and 0.75 on listings, 3 and 2 of 242 articles


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


def find_items(evidence: Evidence) -> list[tuple[Region, Features]]:
    """The lists of a page that may be what it is about, the likeliest first, each with its features and its `score`.

    >>> from weft import parse
    >>> from weft.records.evidence import gather
    >>> item = "<li><a href=/looms/{0}><img src=/{0}.jpg><h3>The loom of {0}</h3></a><p>Made in {0} of ash.</p></li>"
    >>> page = parse("<main><ul>" + "".join(map(item.format, ("Lyon", "Prato", "Leeds"))) + "</ul></main>")
    >>> region, features = find_items(gather(page))[0]
    >>> [record.fields["title"].value for record in region.records], features["score"] > 0.5
    (['The loom of Lyon', 'The loom of Prato', 'The loom of Leeds'], True)
    """
    page = evidence.page
    view = view_lists(page)
    scored = []
    for members in in_time(find_lists(view)):
        features = list_features(evidence, view, members)
        if features["score"] >= MIN_LIKELY and _lists_things(features):
            scored.append((members, features))
    scored.sort(key=lambda pair: -pair[1]["score"])
    return [(_region(evidence, members), features) for members, features in scored]


def item_region(evidence: Evidence) -> Region:
    """The list that a page is about, a region without records where there is none."""
    region, features = next(iter(find_items(evidence)), (Region(row=-1), {"score": 0.0}))
    # What a forum lists are boards, threads or members, and other readings know which.
    is_likely = features["score"] >= MIN_SCORE and discussion_score(evidence.page) < BOARD
    return region if is_likely else Region(row=-1)


def _lists_things(features: Features) -> bool:
    """Whether members have titles and addresses of their own, and are neither bare links nor names of people."""
    are_names = features["people"] > MOST and features["title"] < math.log1p(MAX_NAME_LENGTH)
    has_own = features["titles"] >= MOST and features["addresses"] >= MIN_OWN and features["more"] >= MOST
    return has_own and not are_names


def _region(evidence: Evidence, members: Rows) -> Region:
    page = evidence.page
    ranges = [(int(row), int(page.end[row])) for row in members]
    return Region(row=int(page.parent[members[0]]), records=item_records(evidence, ranges), kind=ITEMS_KIND)


_NO_MEMBERS = tag_mask("html", "body", "option", "select", "form", "tbody", "main")
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
