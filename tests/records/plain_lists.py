"""The lists of a page and their features, written plainly: the twin of `record_lists.rs` and of its features."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from weft.page import Page, tag_number
from weft.records.evidence import HEADINGS, Evidence, link_around
from weft.records.times import inside
from weft.records.words import PAGER, tag_mask

Mask = NDArray[np.bool_]
Rows = NDArray[np.int64]
Features = dict[str, float]
Spans = Sequence[tuple[int, int]]

MAX_PROSE = 160  # characters: a longer text is prose
MAX_SAMPLE = 12  # members whose titles and links are compared
MAX_LINKS = 6  # of a member
MAX_HEADINGS = 2  # of a member; what has more is a section
MANY_PRICES = 3  # of a member: two are a price and what it was before
MANY_TIMES = 2


@dataclass(frozen=True, eq=False)
class ListView:
    """A page as lists are searched in it: running sums over its rows, of what stands outside of its frame."""

    page: Page
    frame: Mask
    own: Rows  # characters of each text outside of the frame
    pagers: Rows  # elements that say they are pagers

    def under(self, sums: Rows, rows: Rows) -> Rows:
        """The sum over the subtree of each row."""
        return sums[self.page.end[rows]] - sums[rows]

    @cached_property
    def chars(self) -> Rows:
        """Characters."""
        return _sums(self.own)

    @cached_property
    def links(self) -> Rows:
        """Texts in links."""
        return _sums(self.page.in_link & (self.own > 1))

    @cached_property
    def link_rows(self) -> Rows:
        """The rows of the texts in links."""
        return np.flatnonzero(self.page.in_link & (self.own > 1))

    @cached_property
    def link_chars(self) -> Rows:
        """Characters in links."""
        return _sums(self.own * self.page.in_link)

    @cached_property
    def prose(self) -> Rows:
        """Characters of long texts."""
        return _sums(self.own * (self.own > MAX_PROSE))

    @cached_property
    def heading_rows(self) -> Rows:
        """The rows of the headings."""
        return np.flatnonzero(HEADINGS[self.page.tag])

    @cached_property
    def headings(self) -> Rows:
        """Headings."""
        return _sums(HEADINGS[self.page.tag])

    @cached_property
    def images(self) -> Rows:
        """Pictures."""
        return _sums(self.page.tag == _IMG)

    @cached_property
    def typed(self) -> Rows:
        """The elements that declare what they are."""
        page = self.page
        return np.union1d(page.rows_with("itemtype"), page.rows_with("typeof")).astype(np.int64)


def view_lists(evidence: Evidence) -> ListView:
    """The page without what is hidden and what frames it."""
    page = evidence.page
    frame = inside(page, _edges(page)) | page.hidden | page.raw
    own = page.chars * ((page.tag == 0) & ~frame)
    return ListView(page, frame, own, np.flatnonzero(evidence.flags & PAGER))


def _sums(values: NDArray[np.generic]) -> Rows:
    sums = np.zeros(len(values) + 1, np.int64)
    np.cumsum(values, out=sums[1:])
    return sums


def _edges(page: Page) -> Rows:
    """What frames the page: menus, sides, and its head and foot; those of an item are a part of it."""
    edges = np.flatnonzero(_EDGES[page.tag])
    parts = _PARTS[page.tag[edges]]
    if not parts.any():
        return edges
    return edges[~(parts & inside(page, np.flatnonzero(_HOLDERS[page.tag]))[edges])]


def list_features(evidence: Evidence, view: ListView, spans: Spans) -> Features:
    """The features of what repeats in these rows."""
    ranges = np.asarray(spans, np.int64).reshape(len(spans), 2)
    starts, ends = ranges[:, 0], ranges[:, 1]
    features = {
        **_place_features(view, starts, ends),
        **_member_features(evidence, view, starts, ends),
        **_link_features(evidence, view, starts, ends),
    }
    return {f"list_{name}": value for name, value in features.items()}


def _place_features(view: ListView, starts: Rows, ends: Rows) -> Features:
    """How much of the page the list holds, and what stands beside and before it."""
    own, total = max(1, int((view.chars[ends] - view.chars[starts]).sum())), max(1, int(view.chars[-1]))
    first, last = int(starts[0]), int(ends[-1])
    prose = int((view.prose[ends] - view.prose[starts]).sum())
    return {
        "share": own / total,
        "rest": math.log1p(max(0, total - own)),
        "rest_prose": (int(view.prose[-1]) - prose) / total,
        "lead": int(view.prose[first]) / total,
        "before": int(view.chars[first]) / total,
        "dense": own / max(1, int(view.chars[last] - view.chars[first])),
        "prose": prose / own,
        "link_text": int((view.link_chars[ends] - view.link_chars[starts]).sum()) / own,
        "paged": _pager_gap(view, last),
    }


def _pager_gap(view: ListView, end: int) -> float:
    """The share of the page's text between the end of a list and the next pager, 1 where there is none."""
    index = int(np.searchsorted(view.pagers, end))
    if index == len(view.pagers):
        return 1.0
    return int(view.chars[view.pagers[index]] - view.chars[end]) / max(1, int(view.chars[-1]))


def _member_features(evidence: Evidence, view: ListView, starts: Rows, ends: Rows) -> Features:
    """What a member is made of, and how alike they are; shares are of the members."""
    page, n = view.page, len(starts)
    mass, headings = (
        sorted((view.chars[ends] - view.chars[starts]).tolist()),
        view.headings[ends] - view.headings[starts],
    )
    mean = sum(mass) / n
    tag = page.tag_name(int(starts[0]))
    images = view.images[ends] - view.images[starts]
    return {
        "count": math.log(n),
        "size": math.log1p((mass[n // 2] + mass[(n - 1) // 2]) / 2),
        "spread": math.sqrt(sum((one - mean) ** 2 for one in mass) / n) / max(1.0, mean),
        "links": math.log1p(int((view.links[ends] - view.links[starts]).sum()) / n),
        "headings": np.count_nonzero(headings) / n,
        "many_headings": np.count_nonzero(headings > MAX_HEADINGS) / n,
        "images": np.count_nonzero(images) / n,
        "many_images": np.count_nonzero(images > 1) / n,
        "prices": _held(starts, ends, evidence.marks.prices),
        "many_prices": _held(starts, ends, evidence.marks.prices, MANY_PRICES),
        "times": _held(starts, ends, evidence.times.rows),
        "many_times": _held(starts, ends, evidence.times.rows, MANY_TIMES),
        "page_prices": math.log1p(len(evidence.marks.prices)),
        "typed": _held(starts, ends, view.typed),
        "scattered": float((page.parent[starts] != page.parent[starts[0]]).any()),
        **{f"is_{name}": float(tag == name) for name in ("li", "article", "a", "div", "tr")},
    }


def _held(starts: Rows, ends: Rows, rows: Rows, least: int = 1) -> float:
    """The share of the members that hold so many of the rows."""
    if not len(rows):
        return 0.0
    return np.count_nonzero(np.searchsorted(rows, ends) - np.searchsorted(rows, starts) >= least) / len(starts)


def _link_features(evidence: Evidence, view: ListView, starts: Rows, ends: Rows) -> Features:
    """How the members differ in titles and addresses, and what they say beside a link; of some of them."""
    step = max(1, len(starts) // MAX_SAMPLE)
    sample, sample_ends = starts[::step], ends[::step]
    n, texts, titles, addresses = len(sample), set(), 0, []
    people = more = 0
    shown = (view.images[sample_ends] - view.images[sample]).tolist()
    for member, end, images in zip(sample.tolist(), sample_ends.tolist(), shown, strict=True):
        first, last = int(view.links[member]), int(view.links[end])
        rows = view.link_rows[first : min(first + MAX_LINKS, last)].tolist()
        headings = view.heading_rows[view.headings[member] : view.headings[end]][: MAX_HEADINGS + 1].tolist()
        lines = [evidence.line(row) for row in headings or rows]
        texts.add(tuple(lines))  # the first heading of a card may be a button
        titles += max(map(len, lines), default=0)
        addresses.append({one for row in rows if (one := evidence.address(row)) and one[0] not in "#?"})
        people += bool(rows) and evidence.leads_to_person(link_around(evidence, rows[0]))
        longest = max((int(view.own[row]) for row in rows), default=0)
        more += bool(images or headings) or int(view.chars[end] - view.chars[member]) > longest
    count = Counter(one for some in addresses for one in some)
    return {
        "titles": len(texts) / n,
        "title": math.log1p(titles / n),
        "addresses": sum(any(count[one] == 1 for one in some) for some in addresses) / n,
        "people": people / n,
        "more": more / n,
    }


MIN_ITEMS = 3
MIN_SHARE = 0.08  # of the text outside of the frame that a list must hold to be looked at
MIN_LINK_SHARE = 0.08  # of that text in links; half of the pages that list nothing have less
MAX_SPREAD = 1.0  # of the members' sizes, over their mean: lists of the learning pages have up to 0.8
MAX_LISTS = 16  # looked at, those with the most text first
MAX_MEMBERS = 20_000
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


_IMG = tag_number("img")
_EDGES, _PARTS = tag_mask("nav", "aside", "header", "footer"), tag_mask("header", "footer")
_HOLDERS = tag_mask("article", "main", "li")
_NO_MEMBERS = tag_mask("html", "body", "option", "select", "form", "tbody", "main")
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
